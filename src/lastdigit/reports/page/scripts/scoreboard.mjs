// The scoreboard: what is asked for, in the order asked for; of a large one, the part that is in sight.
import {ask, inSight, nextCell} from "./asked.mjs";
import {cellOf, documentHeads, gap, gapRow, goldenHead, rowHead} from "./board_cells.mjs";
import {boardWidths, fixedColumns} from "./board_columns.mjs";
import {el} from "./dom.mjs";
import {cellWords} from "./model.mjs";
import {ofAll} from "./spell.mjs";

const SMALL = 4000;
const UNMEASURED = {row: 34, column: 40, head: 0, names: 0};

export function scoreboard(model) {
  const {index, cells} = model;
  const form = document.getElementById("filters");
  const board = document.querySelector(".board");
  const table = document.getElementById("board");
  const box = document.getElementById("by-golden");
  const windowed = index.rows.length * model.columns.length > SMALL;
  const narrow = matchMedia("(max-width: 40rem)");
  const asked = new Uint8Array(cells.length);
  const isAsked = (cell) => Boolean(cell) && asked[cell.number] === 1;
  let rows = [];
  let columns = [];
  let active = null;
  let drawn = "";
  let size = null;
  let stale = true;
  let content = "";
  let widths = null;

  function filter() {
    const found = ask(model, Object.fromEntries(new FormData(form)), asked);
    ({rows, columns} = found);
    form.elements.shown.value = ofAll(found.count, cells.length, "cells");
    if (box.open) draw(true);
  }

  function part() {
    if (!windowed) return [0, rows.length, 0, columns.length];
    const {scrollTop: top, scrollLeft: left, clientHeight: high, clientWidth: wide} = board;
    return inSight({top, left, high, wide}, size || UNMEASURED, rows.length, columns.length);
  }

  function draw(anew) {
    const shown = part();
    const [r0, r1, c0, c1] = shown;
    if (!anew && drawn === String(shown)) return;
    const focused = table.contains(document.activeElement);
    drawn = String(shown);
    table.setAttribute("aria-rowcount", rows.length + 2);
    table.setAttribute("aria-colcount", columns.length + 1);
    // Of the same rows and columns only what is asked for may have changed.
    const drawnRows = rows.slice(Math.max(r0 - 1, 0), r1);
    const order = form.elements.sort.value;
    const now = JSON.stringify([shown, rows.length, columns.length, drawnRows, columns.slice(c0, c1), order]);
    if (now === content && !stale) {
      for (const td of table.querySelectorAll("tbody td")) if (td.cell) td.classList.toggle("aside", !isAsked(td.cell));
      for (const link of table.querySelectorAll('td a[tabindex="0"]')) link.tabIndex = -1;
      rove(focused);
      return;
    }
    content = now;
    if (stale) widths = windowed && !narrow.matches ? boardWidths(table, cells, index.rows) : null;
    replace(shown);
    if (stale || !windowed) measure();
    rove(focused);
  }

  function replace([r0, r1, c0, c1]) {
    const {row: high, column: wide} = size || UNMEASURED;
    const left = c0 * wide;
    const right = (columns.length - c1) * wide;
    const some = columns.slice(c0, c1);
    const pad = (tag, cells, across) =>
      [left && gap(tag, left, across), ...cells, right && gap(tag, right, across)].filter(Boolean);
    const head = el(
      "thead",
      {},
      el("tr", {}, corner(), ...pad("td", documentHeads(model, some), 2)),
      el("tr", {}, ...some.map((section) => goldenHead(index, section))),
    );
    const body = el("tbody", {});
    if (r0) body.append(gapRow(r0 * high));
    for (let r = r0; r < r1; r += 1) body.append(rowOf(r, some, pad));
    if (rows.length > r1) body.append(gapRow((rows.length - r1) * high));
    const columnWidths = widths && [widths.names, left, ...some.map(() => widths.column), right];
    table.replaceChildren(fixedColumns(table, columnWidths), head, body);
  }

  function rowOf(r, some, pad) {
    const row = rows[r];
    const first = r === 0 || index.rows[rows[r - 1]][0] !== index.rows[row][0];
    const tds = some.map((section) => {
      const cell = model.cellAt(row, section);
      return cellOf(model, cell, isAsked(cell));
    });
    const head = rowHead(index.rows[row], first);
    return el("tr", {class: first ? "first" : null, "aria-rowindex": r + 3}, head, ...pad("td", tds));
  }

  function measure() {
    const cell = table.querySelector("tbody td:not(.gap, .gap td)");
    const room = cell && cell.getBoundingClientRect();
    if (!room || !room.width) return;
    const first = stale;
    stale = false;
    const covered = table.querySelector(".corner").getBoundingClientRect();
    size = {row: room.height, column: room.width, head: covered.height, names: covered.width};
    if (first) draw(false);
  }

  function corner() {
    const title = "sort the rows by another order (s)";
    const button = el("button", {type: "button", class: "plain", title}, "Implementation");
    button.addEventListener("click", () => next("sort"));
    const order = form.elements.sort.value === "name" ? "ascending" : "other";
    return el("th", {scope: "col", rowspan: 2, class: "corner", "aria-sort": order}, button);
  }

  function next(name) {
    const select = form.elements[name];
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    filter();
  }

  // Arrow keys move from cell to cell; of all cells one is a stop of the Tab key.
  function rove(focus) {
    if (!isAsked(active)) {
      const first = rows.length ? columns.find((section) => isAsked(model.cellAt(rows[0], section))) : undefined;
      active = first === undefined ? null : model.cellAt(rows[0], first);
    }
    const link = linkOf(active) || table.querySelector("td:not(.aside) a");
    if (!link) return;
    link.tabIndex = 0;
    if (focus) link.focus({preventScroll: true});
  }

  const linkOf = (cell) => cell && [...table.querySelectorAll("tbody td")].find((td) => td.cell === cell)?.firstChild;

  function move(step) {
    const cell = nextCell(model, {rows, columns}, active, step, isAsked);
    if (!cell) return;
    const before = linkOf(active);
    if (before) before.tabIndex = -1;
    active = cell;
    if (!linkOf(cell)) {
      const [r, c] = [rows.indexOf(cell.row), columns.indexOf(cell.section)];
      if (size) board.scrollTo({top: r * size.row, left: c * size.column, behavior: "instant"});
      draw(false);
    }
    const link = linkOf(cell);
    if (!link) return;
    link.tabIndex = 0;
    link.focus();
  }

  const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td")?.cell;
    if (!cell || !steps[event.key]) return;
    event.preventDefault();
    active = cell;
    move(steps[event.key]);
  });
  // What a cell says in full is put together where it is asked for.
  const say = (event) => {
    const td = event.target.closest("td");
    if (!td?.cell || td.firstChild.title) return;
    td.firstChild.title = cellWords(model, td.cell);
  };
  table.addEventListener("mouseover", say);
  table.addEventListener("focusin", say);
  let waiting = false;
  board.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw(false);
    });
  });
  const again = () => {
    stale = true;
    if (box.open) draw(true);
  };
  addEventListener("resize", again);
  box.addEventListener("toggle", again);
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    table.querySelector('td a[tabindex="0"]')?.focus();
  });
  const open = () => {
    box.open = true;
  };
  // What stands above asks for its part of the board.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-show], a[data-search]");
    if (!link) return;
    form.reset();
    form.elements.state.value = link.dataset.show || "";
    form.elements.search.value = link.dataset.search || "";
    open();
    setTimeout(filter);
  });
  const clear = () => {
    form.reset();
    filter();
  };
  filter();
  return {next, open, clear, search: form.elements.search};
}
