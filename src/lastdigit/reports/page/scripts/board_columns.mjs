// The columns of a large scoreboard: where their widths are fixed, a browser lays out what is drawn of it in one pass.
import {el} from "./dom.mjs";

// Widths that hold every row's name and every cell's count.
export function boardWidths(table, cells, rows) {
  const {fontSize, fontFamily} = getComputedStyle(table);
  const pen = document.createElement("canvas").getContext("2d");
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const own = parseFloat(fontSize);
  const wide = (text, weight, pixels) => {
    pen.font = `${weight} ${pixels}px ${fontFamily}`;
    return pen.measureText(text).width;
  };
  // As in the style: a name is bold and at least so wide, counts are small.
  const name = ([text, dtype]) =>
    Math.max(15.5 * rem, wide(text, 600, own)) + wide(` ${dtype || "as printed"}`, 400, own);
  const names = rows.reduce((most, row) => Math.max(most, name(row)), 0) + 1.2 * rem + 2;
  const longest = cells.reduce(
    (most, {digits, elements}) => (digits === null ? most : Math.max(most, `${digits}/${elements}`.length)),
    0,
  );
  const column = Math.max(2.45 * rem, wide("0".repeat(longest), 400, 0.6875 * rem) + 4);
  return {names: Math.ceil(names), column: Math.ceil(column)};
}

// The table's columns, of these widths; without widths it is laid out by what stands in its cells.
export function fixedColumns(table, widths) {
  const every = (widths || []).filter(Boolean);
  table.style.tableLayout = every.length ? "fixed" : "";
  table.style.width = every.length ? `${every.reduce((sum, width) => sum + width, 0)}px` : "";
  return el(
    "colgroup",
    {},
    ...every.map((width) => {
      const column = el("col");
      column.style.width = `${width}px`;
      return column;
    }),
  );
}
