// One verdict in words and bars. Text goes in as text nodes only: nothing of a document is ever read as markup.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const SYMBOLS = {agrees: "✓", erratum: "≠", disagrees: "✗", undecided: "?", failed: "!"};
const TERMS = ["printing", "document's rounding", "uncertain inputs", "implementation's rounding"];

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  node.append(...children.filter(Boolean));
  return node;
}

// As the Python side spells numbers: three significant digits.
function short(value) {
  if (value === null) return "unbounded";
  const size = Math.abs(value);
  if (size && (size < 1e-4 || size >= 1e6)) return value.toExponential(2).replace(/\.?0*e\+?/, "e");
  return String(Number(value.toPrecision(3)));
}

function heading(verdict, own) {
  const word = verdict.state === "erratum" ? "disagrees" : verdict.state;
  const badge = el("span", {class: `mark ${verdict.state}${verdict.fails ? " fails" : ""}`}, `${SYMBOLS[verdict.state]} ${word}`);
  const target = verdict.against === "document" ? "with the document" : `with the definition${own ? ", over all inputs that print as given" : ", on the exact inputs"}`;
  const known = verdict.state === "erratum" ? ", as an erratum says" : "";
  return el("h4", {}, badge, ` ${target}${known}`, verdict.fails ? el("b", {class: "stops"}, ": the gate fails") : "");
}

// An element of a verdict, as Python packs it; the bounds are shared between verdicts.
function element(verdict, at) {
  const [place, expected, observed, digits, error, agrees] = verdict.elements[at];
  const bound = (list) => data.bounds[list][at];
  const terms = (verdict.terms || []).map(([name, list]) => ({name, value: bound(list)}));
  return {place, expected, observed, digits, error, agrees, allowed: bound(verdict.allowed), terms};
}

function share({error, allowed}) {
  if (allowed === null) return "no bound is known";
  if (!error) return "";
  if (!allowed) return "where nothing is allowed";
  const ratio = error / allowed;
  if (!Number.isFinite(ratio)) return "far beyond what is allowed";
  return ratio > 1.5 ? `${short(ratio)} times what is allowed` : `${short(100 * ratio)} % of what is allowed`;
}

// The allowance as a bar of its terms, with the error as a line across it, both to one scale.
function allowance({terms, error, allowed, agrees}) {
  const bar = el("div", {class: allowed === null ? "bar unbounded" : "bar", "aria-hidden": "true"});
  const list = el("ul", {class: "terms"});
  const scale = Math.max(allowed, error) || 1;
  for (const {name, value} of terms) {
    const colour = `t${TERMS.indexOf(name)}`;
    list.append(el("li", {}, el("i", {class: colour}), `${name} `, el("b", {}, short(value))));
    if (allowed === null) continue;
    const part = el("span", {class: `term ${colour}`});
    part.style.width = `${100 * value / scale}%`;
    bar.append(part);
  }
  if (allowed !== null) {
    const line = el("span", {class: agrees ? "error" : "error beyond"});
    line.style.left = `${100 * error / scale}%`;
    bar.append(line);
  }
  return el("div", {class: "allowance"}, bar, list);
}

function facts(found, index, labels) {
  const error = [short(found.error), share(found)].filter(Boolean).join(", ");
  const rows = [["index", index && `[${index}]`], [labels[0], found.expected], [labels[1], found.observed], ["error", error], ["allowed", short(found.allowed)]];
  return el("dl", {class: `facts${found.agrees ? "" : " off"}`}, ...rows.filter((row) => row[1]).map(([name, value]) => el("div", {"data-fact": name}, el("dt", {}, name), el("dd", {}, value))));
}

// Which mistakes would have been seen, what explains a disagreement, and what an erratum says of it.
function remarks(verdict, shown) {
  const found = el("div", {class: "remarks"});
  // Two mistakes at once are named in one line.
  const looks = (cause) => cause.split(", and ").map((name) => data.look[name]).filter(Boolean);
  const look = (cause) => looks(cause).length ? `: look at ${looks(cause).join("; and at ")}` : "";
  if (verdict.reason) found.append(el("p", {}, verdict.reason));
  if (verdict.erratum && !shown.includes(verdict.erratum)) found.append(el("p", {}, el("b", {}, `erratum ${verdict.erratum}: `), data.errata[verdict.erratum]));
  for (const cause of verdict.why || []) {
    // Where the erratum is the golden's, no mistake of the implementation is to be expected.
    if (!looks(cause).length && verdict.state === "erratum") continue;
    found.append(el("p", {}, "explanation: ", el("b", {}, cause), look(cause)));
  }
  if (!verdict.power) return found;
  const [seen, all] = verdict.power, missed = verdict.missed || [];
  if (!missed.length) found.append(el("p", {}, `rules out all ${all} mistakes`));
  else found.append(el("details", {}, el("summary", {}, `rules out ${seen} of ${all} mistakes; ${missed.length} would pass unseen`),
    el("ul", {}, ...missed.map((name) => el("li", {}, name, el("span", {class: "quiet"}, look(name)))))));
  return found;
}
