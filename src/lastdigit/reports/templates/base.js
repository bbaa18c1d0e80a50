// What every part of the page uses. Text goes in as text nodes only: nothing of a document is ever read as markup.
"use strict";
const STATES = ["agrees", "erratum", "disagrees", "undecided", "failed", "skipped"];
const NAMES = {agrees: "agrees", erratum: "disagrees, as an erratum says", disagrees: "disagrees", undecided: "undecided", failed: "failed", skipped: "skipped"};
const SYMBOLS = {agrees: "✓", erratum: "≠", disagrees: "✗", undecided: "?", failed: "!", skipped: "–"};
const WORSE = ["agrees", "skipped", "undecided", "erratum", "disagrees", "failed"];
const TERMS = ["printing", "document's rounding", "uncertain inputs", "implementation's rounding", "typical rounding"];

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== "" && child !== null && child !== undefined && child !== false));
  return node;
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A name that may be broken after an underscore.
function breakable(text) {
  return text.split(/(?<=_)/).flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part]));
}

// As the Python side spells numbers: three significant digits.
function short(value) {
  if (value === null || value === undefined) return "unbounded";
  const size = Math.abs(value);
  if (size && (size < 1e-4 || size >= 1e6)) return value.toExponential(2).replace(/\.?0*e\+?/, "e");
  return String(Number(value.toPrecision(3)));
}

const grouped = (count) => count.toLocaleString("en");
const ofAll = (count, all, noun) => `${grouped(count)} of ${grouped(all)} ${noun}`;

function mark(state, text, fails) {
  return el("span", {class: `mark ${state}${fails ? " fails" : ""}`}, `${SYMBOLS[state]} ${text}`);
}

function tally(counts) {
  const marks = STATES.map((state, at) => counts[at] && el("span", {class: `mark ${state}`, title: `${grouped(counts[at])} ${NAMES[state]}`}, `${SYMBOLS[state]} ${grouped(counts[at])}`));
  return el("span", {class: "tally"}, ...marks.filter(Boolean));
}

const hashOf = (id) => `#${encodeURIComponent(id).replaceAll("%2F", "/")}`;
