// What a verdict excludes, what explains it, and how much of each mistake is in a result.
import {el} from "./dom.mjs";
import {grouped} from "./spell.mjs";

// What to look at for a mistake; two mistakes at once are named in one line.
const looksOf = (look, cause) =>
  cause
    .split(", and ")
    .map((name) => look[name])
    .filter(Boolean);

export const lookAt = (look, cause) =>
  looksOf(look, cause).length ? `: look at ${looksOf(look, cause).join("; and at ")}` : "";

// Which mistakes would have been seen, what explains a disagreement, and what an erratum says of it.
export function remarks(index, section, verdict, dtype) {
  const found = el("div", {class: "remarks"});
  const {look} = index;
  const shown = (section.errata || []).map(([id]) => id);
  if (verdict.reason) found.append(el("p", {}, verdict.reason));
  for (const note of verdict.notes || []) found.append(el("p", {class: "quiet"}, note));
  if (verdict.erratum && !shown.includes(verdict.erratum))
    found.append(el("p", {}, el("b", {}, `erratum ${verdict.erratum}: `), index.errata[verdict.erratum]));
  for (const cause of verdict.why || []) {
    // Where the erratum is the golden's, no mistake of the implementation is to be expected.
    if (!looksOf(look, cause).length && verdict.state === "erratum") continue;
    found.append(el("p", {}, "explanation: ", el("b", {}, cause), lookAt(look, cause)));
  }
  if (verdict.arithmetic) found.append(el("p", {}, `${index.arithmetic[verdict.arithmetic]} in ${dtype}`));
  if (verdict.shares) found.append(...shares(section, verdict));
  const blind = verdict.blind_to || [];
  if (!verdict.power) {
    if (blind.length) found.append(blindSpots(look, blind, grouped(blind.length)));
    return found;
  }
  const [seen, all] = verdict.power;
  const meter = el(
    "span",
    {class: "power", "aria-hidden": "true"},
    ...Array.from({length: Math.min(all, 40)}, (_, at) =>
      el("i", {class: at < (seen * Math.min(all, 40)) / all ? "seen" : null}),
    ),
  );
  if (!blind.length) found.append(el("p", {}, meter, `rules out all ${all} mistakes`));
  else found.append(blindSpots(look, blind, meter, `rules out ${seen} of ${all} mistakes; ${blind.length}`));
  return found;
}

// The mistakes that a verdict does not exclude, folded below what is said of them.
function blindSpots(look, blind, ...said) {
  const noun = blind.length === 1 ? " blind spot" : " blind spots";
  return el(
    "details",
    {class: "blind"},
    el("summary", {}, ...said, noun),
    el("ul", {}, ...blind.map((name) => el("li", {}, name, el("span", {class: "quiet"}, lookAt(look, name))))),
  );
}

// How much of each mistake is in a result: what is or may be there, then, folded, what is not.
function shares(section, verdict) {
  const names = section.measured[verdict.measured];
  const told = new Set(verdict.told || []);
  const rest = names.map((_, at) => at).filter((at) => !told.has(at));
  const row = (at) => el("tr", {}, el("th", {scope: "row"}, names[at]), el("td", {}, verdict.shares[at]));
  const table = (some) =>
    el(
      "table",
      {class: "shares"},
      el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "mistake"), el("th", {scope: "col"}, "share (1 = all)"))),
      el("tbody", {}, ...some.map(row)),
    );
  const summary =
    rest.length === 1
      ? "share of a mistake that is ruled out"
      : `shares of ${grouped(rest.length)} mistakes that are ruled out`;
  const sample = verdict.rows_read && el("p", {class: "quiet"}, `shares read in ${grouped(verdict.rows_read)} rows`);
  return [
    told.size && table([...told]),
    rest.length && el("details", {class: "absent"}, el("summary", {}, summary), table(rest)),
    sample,
  ].filter(Boolean);
}
