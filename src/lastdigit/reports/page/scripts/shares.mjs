// How near an error is to what is allowed: in words, in per cent, and in which band.
import {short} from "./spell.mjs";

export function share({error, allowed}) {
  if (allowed === null) return "no bound is known";
  if (!error) return "";
  if (!allowed) return "where nothing is allowed";
  const ratio = error / allowed;
  if (!Number.isFinite(ratio)) return "far beyond what is allowed";
  return ratio > 1.5 ? `${short(ratio)} times what is allowed` : `${short(100 * ratio)} % of what is allowed`;
}

export function sharePercent(disagrees, {error, allowed, agrees}) {
  const sign = agrees ? "" : `${disagrees} `;
  if (!error) return `${sign}0`;
  if (allowed === null) return `${sign}?`;
  const ratio = allowed ? error / allowed : Infinity;
  if (!Number.isFinite(ratio)) return `${sign}∞`;
  if (ratio >= 10) return `${sign}${ratio >= 1e4 ? ratio.toExponential(0).replace("e+", "e") : Math.round(ratio)}×`;
  return ratio < 0.0005 ? "<0.1 %" : `${sign}${Number((100 * ratio).toPrecision(2))} %`;
}

export function bandOf(bands, {error, allowed, agrees}) {
  if (!agrees) return bands.length;
  if (!error) return 0;
  if (!allowed) return 0;
  return bands.findIndex((end) => error / allowed <= end);
}
