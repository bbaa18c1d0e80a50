// The cells and the headings of a scoreboard.
import {documentSpans} from "./asked.mjs";
import {breakable, el} from "./dom.mjs";
import {cellHash} from "./model.mjs";
import {hashOf} from "./spell.mjs";

export function cellOf(model, cell, isAsked) {
  if (!cell) return el("td", {});
  const {index} = model;
  const partly = cell.digits !== null && cell.digits !== cell.elements;
  const said = [
    `${index.sections.id[cell.section]}, ${index.rows[cell.row].join(" ").trim()}: ${index.words.names[cell.state]}`,
    cell.fails ? ", fails the gate" : "",
    cell.digits === null ? "" : `, ${cell.digits} of ${cell.elements} print the same digits`,
  ].join("");
  const digits = el("small", {}, cell.digits === null ? "" : `${cell.digits}/${cell.elements}`);
  const link = el("a", {href: cellHash(model, cell), tabindex: -1, "aria-label": said}, cell.symbols, digits);
  const kinds = [cell.state, partly && "part", cell.fails && "fails", !isAsked && "aside"];
  const td = el("td", {class: kinds.filter(Boolean).join(" ")}, link);
  td.cell = cell;
  return td;
}

// The heading of a row; where another implementation begins, it is a stop of the Tab key.
export function rowHead([name, dtype], first) {
  const link = el(
    "a",
    {href: hashOf(`implementation/${name}`), class: "name", title: name, tabindex: first ? null : -1},
    ...breakable(name),
  );
  return el("th", {scope: "row"}, link, " ", el("span", {class: "dtype"}, dtype || "as printed"));
}

export function goldenHead({sections}, section) {
  const {id, name, label, golden} = sections;
  const title = golden[section] ? `${id[section]}\n“${label[section]}”` : `${id[section]}\ncase without a golden`;
  return el(
    "th",
    {scope: "col", class: "golden"},
    el("a", {href: hashOf(id[section]), title}, el("span", {class: golden[section] ? null : "case"}, name[section])),
  );
}

export function documentHeads(model, columns) {
  return documentSpans(model, columns).map(({document, width}) => {
    const [name] = model.index.documents[document];
    return el("th", {scope: "colgroup", colspan: width, class: "of"}, el("a", {href: hashOf(name), title: name}, name));
  });
}

// Room that what is out of sight would take.
export function gap(tag, pixels, across = 1) {
  const node = el(tag, {class: "gap", rowspan: across > 1 && across});
  node.style.minWidth = `${pixels}px`;
  return node;
}

export function gapRow(pixels) {
  const tr = el("tr", {class: "gap", "aria-hidden": "true"}, el("td", {}));
  tr.style.height = `${pixels}px`;
  return tr;
}
