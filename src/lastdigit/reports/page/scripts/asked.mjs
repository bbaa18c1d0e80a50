// What is asked for of a scoreboard, in which order, and which part of that is in sight.
import {median} from "./spell.mjs";

const OVERSCAN = 3;
const MOST_WORDS = 30;

// By what rows are sorted: the least first.
export function rowRanks({index, byRow}) {
  const {seconds} = index.verdicts;
  const times = (row) => byRow[row].flatMap((cell) => cell.verdicts.map((v) => seconds[v]));
  return {
    name: (row) => row,
    worst: (row) =>
      -byRow[row].reduce((sum, cell) => Math.max(sum, cell.badness), 0) * 1e6 -
      byRow[row].filter((cell) => cell.badness > 1).length,
    digits: (row) => {
      const counted = byRow[row].filter((cell) => cell.digits !== null);
      const sum = (name) => counted.reduce((all, cell) => all + cell[name], 0);
      return counted.length ? sum("digits") / sum("elements") : 2;
    },
    seconds: (row) => -(median(times(row).filter((value) => value !== null)) ?? -1),
  };
}

export function sectionRank({index, counts, fails}, section) {
  const {worse, states} = index.words;
  return -Math.max(...counts[section].map((count, at) => (count ? worse.indexOf(states[at]) : 0))) - 8 * fails[section];
}

export function sorted(list, key) {
  const keys = new Map(list.map((one) => [one, key(one)]));
  return list.sort((a, b) => keys.get(a) - keys.get(b) || a - b);
}

// A word may stand in the row or in the column: a cell is shown where every word is found in one of them.
// Marks in `asked` which cells these are, and gives their rows and columns in order.
export function ask(model, {search, state, sort, columns: order}, asked) {
  const {index, cells} = model;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const all = 2 ** words.length - 1;
  // After "=" a whole word is meant.
  const has = (text, word) => (word.startsWith("=") ? ` ${text} `.includes(` ${word.slice(1)} `) : text.includes(word));
  const bits = (text) => words.reduce((found, word, at) => (has(text, word) ? found + 2 ** at : found), 0);
  const rowBits = model.rowText.map(bits);
  const columnBits = model.sectionText.map(bits);
  const rowHas = new Uint8Array(index.rows.length);
  const columnHas = new Uint8Array(index.sections.id.length);
  let count = 0;
  asked.fill(0);
  for (const cell of cells) {
    if ((rowBits[cell.row] | columnBits[cell.section]) !== all) continue;
    if (state && (state === "fails" ? !cell.fails : cell.state !== state)) continue;
    asked[cell.number] = 1;
    count += 1;
    rowHas[cell.row] = columnHas[cell.section] = 1;
  }
  const ranks = rowRanks(model);
  const rows = index.rows.map((_, row) => row).filter((row) => rowHas[row]);
  const columns = model.columns.filter((section) => columnHas[section]);
  if (order === "worst") sorted(columns, (section) => sectionRank(model, section));
  return {rows: sorted(rows, ranks[sort] || ranks.name), columns, count};
}

// The first row and the one after the last, and likewise of columns, of a board that is scrolled to a place.
// `size` are the pixels of a row, a column and what the headings cover.
export function inSight({top, left, high, wide}, {row, column, head, names}, rows, columns) {
  const from = (at, step) => Math.max(0, Math.floor(at / step) - OVERSCAN);
  const to = (end, step) => Math.ceil(end / step) + OVERSCAN;
  const bottom = top + Math.max(high - head, 200);
  const right = left + Math.max(wide - names, 200);
  return [from(top, row), Math.min(rows, to(bottom, row)), from(left, column), Math.min(columns, to(right, column))];
}

// The nearest cell in a direction that is asked for; null where there is none.
export function nextCell(model, {rows, columns}, active, [down, right], isAsked) {
  let r = rows.indexOf(active.row);
  let c = columns.indexOf(active.section);
  let cell;
  do {
    r += down;
    c += right;
    cell = r in rows && c in columns ? model.cellAt(rows[r], columns[c]) : null;
  } while (r in rows && c in columns && !isAsked(cell));
  return cell || null;
}

// Neighbouring columns of one document, and how many they are.
export function documentSpans({index}, columns) {
  const found = [];
  for (const section of columns) {
    const document = index.sections.document[section];
    if (found.length && found.at(-1).document === document) found.at(-1).width += 1;
    else found.push({document, width: 1});
  }
  return found;
}
