// One verdict in words and bars.
import {el} from "./dom.mjs";
import {mark} from "./marks.mjs";
import {share} from "./shares.mjs";
import {short} from "./spell.mjs";

export function heading(index, verdict, own) {
  const word = verdict.state === "erratum" ? "disagrees" : verdict.state;
  const target =
    verdict.against === "document"
      ? "with the document"
      : `with the definition${own ? ", over all inputs that print as given" : ", on the exact inputs"}`;
  const known = verdict.state === "erratum" ? ", a known erratum" : "";
  return el(
    "h4",
    {},
    mark(index.words, verdict.state, word, verdict.fails),
    evidence(index, verdict),
    ` ${target}${known}`,
    verdict.fails && el("b", {class: "stops"}, ": fails the gate"),
  );
}

// What a disagreement rests on, beside its mark.
export const evidence = (index, verdict) =>
  verdict.evidence &&
  el("span", {class: `evidence ${verdict.evidence}`, title: index.evidence[verdict.evidence]}, verdict.evidence);

// The allowance as a bar of its terms, with the error as a line across it, both to one scale.
export function allowance(words, {terms, error, allowed, agrees}) {
  const bar = el("div", {class: allowed === null ? "bar unbounded" : "bar", "aria-hidden": "true"});
  const list = el("ul", {class: "terms"});
  const scale = Math.max(allowed, error) || 1;
  const small = ({value}) => allowed !== null && value <= words.negligible * allowed;
  for (const {name, value} of terms.filter((term) => !small(term))) {
    const colour = `t${words.terms.indexOf(name)}`;
    list.append(el("li", {}, el("i", {class: colour}), `${name} `, el("b", {}, short(value))));
    if (allowed === null) continue;
    const part = el("span", {class: `term ${colour}`});
    part.style.width = `${(100 * value) / scale}%`;
    bar.append(part);
  }
  const negligible = terms.filter(small).map(({name}) => name);
  if (negligible.length) list.append(el("li", {class: "quiet"}, `negligible: ${negligible.join(", ")}`));
  if (allowed !== null) {
    const line = el("span", {class: agrees ? "error" : "error beyond"});
    line.style.left = `${100 * Math.min(error / scale, 1)}%`;
    bar.append(line);
  }
  return el("div", {class: "allowance"}, bar, list);
}

export function facts(found, index, labels, hash) {
  const error = [short(found.error), share(found)].filter(Boolean).join(", ");
  const place =
    index !== undefined && index !== "" && el("a", {href: hash, title: "a link to this element"}, `[${index}]`);
  const rows = [
    ["index", place],
    [labels[0], found.expected],
    [labels[1], found.observed],
    ["error", error],
    ["allowed", short(found.allowed)],
  ];
  return el(
    "dl",
    {class: `facts${found.agrees ? "" : " off"}`},
    ...rows
      .filter((row) => row[1])
      .map(([name, value]) => el("div", {"data-fact": name}, el("dt", {}, name), el("dd", {}, value))),
  );
}
