// What every part of the page uses. Text goes in as text nodes only: nothing of a document is ever read as markup.
"use strict";

// What things are called, by which symbol and in which order, is told by the page's data; nothing of it is said here.
let STATES, NAMES, SYMBOLS, WORSE, TERMS, NEGLIGIBLE, BANDS, BITS, MARKERS, FLAGS, DOCUMENT, ZERO;

function learn(words) {
  STATES = words.states.map(([name]) => name);
  SYMBOLS = Object.fromEntries(words.states.map(([name, symbol]) => [name, symbol]));
  NAMES = Object.fromEntries(words.states.map(([name, , meaning]) => [name, meaning]));
  ({worse: WORSE, terms: TERMS, negligible: NEGLIGIBLE, bands: BANDS, bits: BITS, markers: MARKERS, flags: FLAGS, document: DOCUMENT, zero: ZERO} = words);
}

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

// A name that may be broken after an underscore or a slash.
function breakable(text) {
  return text.split(/(?<=[_/])/).flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part]));
}

// As the Python side spells numbers: three significant digits.
function short(value) {
  if (value === null || value === undefined) return "unbounded";
  const size = Math.abs(value);
  if (size && (size < 1e-4 || size >= 1e6)) return value.toExponential(2).replace(/\.?0*e\+?/, "e");
  return String(Number(value.toPrecision(3)));
}

// Every time on the page is told in one unit.
const milliseconds = (seconds) => `${short(1000 * seconds)} ms`;

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
