// The scoreboard: what is asked for, in the order asked for; of a large one, the part that is in sight.
const SMALL = 4000, OVERSCAN = 3;
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

function scoreboard(model) {
  const {index, cells, byRow} = model, form = document.getElementById("filters");
  const board = document.querySelector(".board"), table = document.getElementById("board"), box = document.getElementById("by-golden");
  let rows = [], columns = [], active = null, drawn = "", size = null, stale = true, content = "", widths = null;
  const windowed = index.rows.length * model.columns.length > SMALL, narrow = matchMedia("(max-width: 40rem)");

  const asked = new Uint8Array(cells.length), isAsked = (cell) => Boolean(cell) && asked[cell.number] === 1;

  function rank() {
    const {seconds} = index.verdicts;
    return {
      name: (row) => row,
      worst: (row) => -byRow[row].reduce((sum, cell) => Math.max(sum, cell.badness), 0) * 1e6 - byRow[row].filter((cell) => cell.badness > 1).length,
      digits: (row) => {
        const counted = byRow[row].filter((cell) => cell.digits !== null);
        return counted.length ? counted.reduce((sum, cell) => sum + cell.digits, 0) / counted.reduce((sum, cell) => sum + cell.elements, 0) : 2;
      },
      seconds: (row) => -(median(byRow[row].flatMap((cell) => cell.verdicts.map((v) => seconds[v])).filter((value) => value !== null)) ?? -1),
    };
  }
  const ranks = rank();
  const sectionRank = (s) => -Math.max(...model.counts[s].map((count, at) => (count ? WORSE.indexOf(STATES[at]) : 0))) - 8 * model.fails[s];

  function sorted(list, key) {
    const keys = new Map(list.map((one) => [one, key(one)]));
    return list.sort((a, b) => keys.get(a) - keys.get(b) || a - b);
  }

  // A word may stand in the row or in the column: a cell is shown where every word is found in one of them.
  function filter() {
    const {search, state, sort, columns: order} = Object.fromEntries(new FormData(form));
    const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 30), all = 2 ** words.length - 1;
    // After "=" a whole word is meant.
    const has = (text, word) => (word.startsWith("=") ? ` ${text} `.includes(` ${word.slice(1)} `) : text.includes(word));
    const bits = (text) => words.reduce((found, word, at) => (has(text, word) ? found + 2 ** at : found), 0);
    const rowBits = model.rowText.map(bits), columnBits = model.sectionText.map(bits);
    const rowHas = new Uint8Array(index.rows.length), columnHas = new Uint8Array(index.sections.id.length);
    let count = 0;
    asked.fill(0);
    for (const cell of cells) {
      if ((rowBits[cell.row] | columnBits[cell.section]) !== all) continue;
      if (state && (state === "fails" ? !cell.fails : cell.state !== state)) continue;
      asked[cell.number] = 1;
      count += 1;
      rowHas[cell.row] = columnHas[cell.section] = 1;
    }
    rows = sorted(index.rows.map((_, row) => row).filter((row) => rowHas[row]), ranks[sort] || ranks.name);
    columns = model.columns.filter((section) => columnHas[section]);
    if (order === "worst") sorted(columns, sectionRank);
    form.elements.shown.value = ofAll(count, cells.length, "cells");
    if (box.open) draw(true);
  }

  function part() {
    if (!windowed) return [0, rows.length, 0, columns.length];
    // The headings cover what lies under them.
    const {row = 34, column = 40, head = 0, names = 0} = size || {};
    const from = (at, step) => Math.max(0, Math.floor(at / step) - OVERSCAN), to = (end, step) => Math.ceil(end / step) + OVERSCAN;
    const bottom = board.scrollTop + Math.max(board.clientHeight - head, 200), right = board.scrollLeft + Math.max(board.clientWidth - names, 200);
    return [from(board.scrollTop, row), Math.min(rows.length, to(bottom, row)), from(board.scrollLeft, column), Math.min(columns.length, to(right, column))];
  }

  const gap = (tag, pixels, across = 1) => {
    const node = el(tag, {class: "gap", rowspan: across > 1 && across});
    node.style.minWidth = `${pixels}px`;
    return node;
  };

  function draw(anew) {
    const shown = part(), [r0, r1, c0, c1] = shown;
    if (!anew && drawn === String(shown)) return;
    const focused = table.contains(document.activeElement);
    drawn = String(shown);
    table.setAttribute("aria-rowcount", rows.length + 2);
    table.setAttribute("aria-colcount", columns.length + 1);
    // Of the same rows and columns only what is asked for may have changed.
    const now = JSON.stringify([shown, rows.length, columns.length, rows.slice(Math.max(r0 - 1, 0), r1), columns.slice(c0, c1), form.elements.sort.value]);
    if (now === content && !stale) {
      for (const td of table.querySelectorAll("tbody td")) if (td.cell) td.classList.toggle("aside", !isAsked(td.cell));
      for (const link of table.querySelectorAll('td a[tabindex="0"]')) link.tabIndex = -1;
      rove(focused);
      return;
    }
    content = now;
    if (stale) widths = windowed && !narrow.matches ? boardWidths(table, cells, index.rows) : null;
    const {row: high = 34, column: wide = 40} = size || {}, left = c0 * wide, right = (columns.length - c1) * wide;
    const pad = (tag, cells, across) => [left && gap(tag, left, across), ...cells, right && gap(tag, right, across)].filter(Boolean);
    const head = el("thead", {}, el("tr", {}, corner(), ...pad("td", documents(c0, c1), 2)), el("tr", {}, ...columns.slice(c0, c1).map(goldenHead)));
    const body = el("tbody", {});
    const space = (pixels) => {
      const tr = el("tr", {class: "gap", "aria-hidden": "true"}, el("td", {}));
      tr.style.height = `${pixels}px`;
      if (pixels) body.append(tr);
    };
    space(r0 * high);
    for (let r = r0; r < r1; r += 1) body.append(rowOf(r, c0, c1, pad));
    space((rows.length - r1) * high);
    table.replaceChildren(fixedColumns(table, widths && [widths.names, left, ...columns.slice(c0, c1).fill(widths.column), right]), head, body);
    if (stale || !windowed) measure();
    rove(focused);
  }

  function measure() {
    const cell = table.querySelector("tbody td:not(.gap, .gap td)"), box = cell && cell.getBoundingClientRect();
    if (!box || !box.width) return;
    const first = stale;
    stale = false;
    const corner = table.querySelector(".corner").getBoundingClientRect();
    size = {row: box.height, column: box.width, head: corner.height, names: corner.width};
    if (first) draw(false);
  }

  function corner() {
    const button = el("button", {type: "button", class: "plain", title: "sort the rows by another order (s)"}, "Implementation");
    button.addEventListener("click", () => next("sort"));
    const order = form.elements.sort.value;
    return el("th", {scope: "col", rowspan: 2, class: "corner", "aria-sort": order === "name" ? "ascending" : "other"}, button);
  }

  function next(name) {
    const select = form.elements[name];
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    filter();
  }

  function documents(c0, c1) {
    const found = [];
    for (let c = c0; c < c1; c += 1) {
      const document = index.sections.document[columns[c]];
      if (found.length && found.at(-1).document === document) found.at(-1).width += 1;
      else found.push({document, width: 1});
    }
    return found.map(({document, width}) => {
      const [name] = index.documents[document];
      return el("th", {scope: "colgroup", colspan: width, class: "of"}, el("a", {href: hashOf(name), title: name}, name));
    });
  }

  function goldenHead(section) {
    const {id, name, label, golden} = index.sections;
    const title = golden[section] ? `${id[section]}\n“${label[section]}”` : `${id[section]}\ncase without a golden`;
    return el("th", {scope: "col", class: "golden"}, el("a", {href: hashOf(id[section]), title}, el("span", {class: golden[section] ? null : "case"}, name[section])));
  }

  function rowOf(r, c0, c1, pad) {
    const row = rows[r], [name, dtype] = index.rows[row];
    const first = r === 0 || index.rows[rows[r - 1]][0] !== name;
    const tds = columns.slice(c0, c1).map((section) => cellOf(model.cellAt(row, section)));
    const link = el("a", {href: hashOf(`implementation/${name}`), class: "name", title: name, tabindex: first ? null : -1}, ...breakable(name));
    return el("tr", {class: first ? "first" : null, "aria-rowindex": r + 3}, el("th", {scope: "row"}, link, " ", el("span", {class: "dtype"}, dtype || "as printed")), ...pad("td", tds));
  }

  function cellOf(cell) {
    if (!cell) return el("td", {});
    const partly = cell.digits !== null && cell.digits !== cell.elements;
    const said = `${index.sections.id[cell.section]}, ${index.rows[cell.row].join(" ").trim()}: ${NAMES[cell.state]}${cell.fails ? ", the gate fails" : ""}${cell.digits === null ? "" : `, ${cell.digits} of ${cell.elements} print the same digits`}`;
    const link = el("a", {href: cellHash(model, cell), tabindex: -1, "aria-label": said}, cell.symbols, el("small", {}, cell.digits === null ? "" : `${cell.digits}/${cell.elements}`));
    const td = el("td", {class: [cell.state, partly && "part", cell.fails && "fails", !isAsked(cell) && "aside"].filter(Boolean).join(" ")}, link);
    td.cell = cell;
    return td;
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

  function move(down, right) {
    let r = rows.indexOf(active.row), c = columns.indexOf(active.section), cell;
    do {
      r += down;
      c += right;
      cell = r in rows && c in columns ? model.cellAt(rows[r], columns[c]) : null;
    } while (r in rows && c in columns && !isAsked(cell));
    if (!cell) return;
    const before = linkOf(active);
    if (before) before.tabIndex = -1;
    active = cell;
    if (!linkOf(cell)) {
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
    move(...steps[event.key]);
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
    requestAnimationFrame(() => { waiting = false; draw(false); });
  });
  const again = () => { stale = true; if (box.open) draw(true); };
  addEventListener("resize", again);
  box.addEventListener("toggle", again);
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    table.querySelector('td a[tabindex="0"]')?.focus();
  });
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
  const open = () => { box.open = true; };
  filter();
  return {next, open, clear: () => { form.reset(); filter(); }, search: form.elements.search};
}
