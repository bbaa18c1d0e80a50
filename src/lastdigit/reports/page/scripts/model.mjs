// The verdicts of the index as the cells of a scoreboard: one per row (implementation, number format) and golden.
import {hashOf, ofAll, short} from "./spell.mjs";

export function modelOf(index) {
  const {sections, rows, verdicts, words} = index;
  const count = sections.id.length;
  const columns = [];
  const starts = [];
  const cells = [];
  const at = new Map();
  const byRow = rows.map(() => []);
  const number = new Map(sections.id.map((id, position) => [id, position]));
  const counts = sections.id.map(() => words.states.map(() => 0));
  const fails = new Uint8Array(count);
  let start = 0;
  for (let section = 0; section < count; section += 1) {
    starts.push(start);
    const end = start + verdicts.count[section];
    if (end > start) columns.push(section);
    for (let v = start; v < end; v += 1) {
      const row = verdicts.row[v];
      const key = section * rows.length + row;
      let cell = at.get(key);
      if (!cell) {
        cell = {number: cells.length, row, section, verdicts: []};
        at.set(key, cell);
        cells.push(cell);
        byRow[row].push(cell);
      }
      cell.verdicts.push(v);
      counts[section][verdicts.code[v] & 7] += 1;
      if (verdicts.code[v] & words.flags.fails) fails[section] = 1;
    }
    start = end;
  }
  for (const cell of cells) weigh(cell, verdicts, words);
  const text = (row) => (rows[row][1] ? rows[row].join(" ") : `${rows[row][0]} as printed`);
  return {
    index,
    columns,
    cells,
    byRow,
    counts,
    fails,
    number,
    cellAt: (row, section) => at.get(section * rows.length + row),
    rowText: rows.map((_, row) => text(row).toLowerCase()),
    sectionText: sections.id.map((id, s) => `${id} ${sections.label[s]} ${sections.operations[s]}`.toLowerCase()),
  };
}

// What a cell shows: its worst verdict; two symbols where printed and exact values lead to different states.
function weigh(cell, verdicts, words) {
  let worst = -1;
  let share = 0;
  const of = [-1, -1];
  cell.fails = false;
  cell.digits = cell.elements = null;
  for (const v of cell.verdicts) {
    const code = verdicts.code[v];
    const badness = words.worse.indexOf(words.states[code & 7]);
    const part = code & words.flags.of_golden ? 0 : 1;
    cell.fails ||= Boolean(code & words.flags.fails);
    worst = Math.max(worst, badness + (code & words.flags.fails ? 8 : 0));
    of[part] = Math.max(of[part], badness);
    const error = verdicts.error[v];
    const allowed = verdicts.allowed[v];
    if (error && allowed) share = Math.max(share, error / allowed);
    const digits = verdicts.digits[v];
    if (part || digits === null) continue;
    if (cell.digits === null || digits - verdicts.elements[v] < cell.digits - cell.elements) {
      cell.digits = digits;
      cell.elements = verdicts.elements[v];
    }
  }
  cell.state = words.worse[worst % 8];
  cell.badness = worst;
  cell.share = share;
  cell.symbols = [...new Set(of.filter((one) => one >= 0).map((one) => words.symbols[words.worse[one]]))].join("");
}

// A cell in words, a line per verdict.
export function cellWords(model, cell) {
  const {sections, rows, verdicts, words} = model.index;
  const lines = cell.verdicts.slice(0, 6).map((v) => {
    const code = verdicts.code[v];
    const state = words.states[code & 7];
    const facts = [];
    if (verdicts.digits[v] !== null)
      facts.push(ofAll(verdicts.digits[v], verdicts.elements[v], "print the same digits"));
    if (verdicts.error[v] !== null)
      facts.push(`error ${short(verdicts.error[v])}, allowed ${short(verdicts.allowed[v])}`);
    if (verdicts.mistakes[v]) facts.push(`rules out ${verdicts.power[v]} of ${verdicts.mistakes[v]} mistakes`);
    const head = [
      `${words.names[state]}${code & words.flags.calibrated ? ", calibrated" : ""} `,
      code & words.flags.of_golden ? "(printed values)" : "(definition)",
      code & words.flags.fails ? "; fails the gate" : "",
    ].join("");
    return facts.length ? `${head}\n  ${facts.join("; ")}` : head;
  });
  return [`${sections.id[cell.section]} · ${rows[cell.row].join(" ").trim()}`, ...lines].join("\n");
}

// The link to a cell: its golden, and its implementation as a test names it.
export function cellHash(model, cell) {
  const [name, dtype] = model.index.rows[cell.row];
  return hashOf(`${model.index.sections.id[cell.section]}-${name}${dtype ? `-${dtype}` : ""}`);
}
