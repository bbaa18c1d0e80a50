// Matrices: the printed one, the one that is compared with it, error ÷ allowed as a heatmap, and attention weights.
import {padding, splitDigits} from "./digits.mjs";
import {el} from "./dom.mjs";
import {element, keptCount} from "./elements.mjs";
import {indexOf} from "./places.mjs";
import {sharePercent} from "./shares.mjs";
import {ofAll, short} from "./spell.mjs";

const WRITTEN = 400;

// A table of a golden's places; ``fill`` gives what stands in a cell. With ``heads`` it has row and column indices.
function matrixTable(golden, name, fill, heads) {
  const width = Math.max(golden.shape.at(-1) || 1, 1);
  const shown = golden.tokens.length;
  const table = el("table", {class: `matrix ${name}`});
  const start = (row) =>
    indexOf(row * width, golden.shape)
      .split(", ")
      .slice(0, -1)
      .join(", ");
  if (heads)
    table.append(
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td", {}),
          ...Array.from({length: Math.min(width, shown)}, (_, c) => el("th", {scope: "col"}, String(c))),
        ),
      ),
    );
  const body = el("tbody", {});
  for (let row = 0; row * width < shown; row += 1) {
    const tr = el("tr", {}, heads && el("th", {scope: "row"}, start(row) || "0"));
    for (let place = row * width; place < Math.min((row + 1) * width, shown); place += 1) {
      const cell = el("td", {"data-at": place});
      fill(cell, place);
      tr.append(cell);
    }
    body.append(tr);
  }
  table.append(body);
  return table;
}

const figure = (name, caption, label, table, ...more) =>
  el(
    "figure",
    {class: name},
    el("figcaption", {}, caption),
    el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": label}, table),
    ...more,
  );

export function printedFigure(id, golden) {
  const table = matrixTable(golden, "printed", (cell, place) => {
    const token = golden.tokens[place];
    const last = golden.cut && place === golden.count - 1;
    cell.append(last ? token : token + padding(token, golden));
    if (last) cell.append(el("span", {class: "cut", title: "the document is cut off here"}, "…"));
  });
  return figure("of-printed", golden.caption, `Printed matrix of ${id}`, table);
}

export function weightsFigure(id, golden) {
  const small = golden.tokens.length <= WRITTEN;
  const table = matrixTable(
    golden,
    `weights${small ? "" : " dense"}`,
    (cell, place) => {
      const value = Number(golden.tokens[place]);
      cell.style.setProperty("--share", `${Math.round(55 * Math.min(Math.max(value, 0), 1))}%`);
      if (small) cell.append(value.toFixed(2));
      else cell.title = `[${indexOf(place, golden.shape)}] ${golden.tokens[place]}`;
    },
    true,
  );
  return figure(
    "of-weights",
    "as attention weights: row attends to column; the stronger the shade, the more",
    `Attention weights of ${id}, row by column`,
    table,
  );
}

export function comparedFigure(section, view, verdict, seen) {
  const {golden, words} = section;
  const {bands, symbols} = words;
  const own = view.name === section.words.document;
  const kept = verdict.elements;
  const table = matrixTable(golden, "compared", (cell, place) => {
    const at = seen.at.get(place);
    const band = seen.bands.get(place);
    if (band === undefined) return cell.append(el("span", {class: "quiet"}, "·"));
    if (at === undefined) {
      if (seen.same.get(place))
        return cell.append(el("small", {}, golden.tokens[place] + padding(golden.tokens[place], golden)));
      return cell.append(band === bands.length ? el("mark", {}, symbols.disagrees) : el("u", {}, symbols.erratum));
    }
    const found = element(section, verdict, at);
    const token = golden.tokens[place];
    const [same, differs, beyond] = splitDigits(
      own ? found.expected : found.observed,
      own ? null : section.words.bits[view.dtype],
      token,
      golden,
      found.same,
      golden.cut && place === golden.count - 1,
    );
    cell.append(
      ...[same, differs && el(found.agrees ? "u" : "mark", {}, differs), beyond && el("small", {}, beyond)].filter(
        Boolean,
      ),
    );
    cell.classList.toggle("off", !found.agrees);
    cell.title = `${found.observed}\nerror ${short(found.error)}, allowed ${short(found.allowed)}`;
  });
  const caption = own ? "exact, by the definition, not rounded" : `observed in ${view.name}-${view.dtype}, not rounded`;
  const left = kept.count - keptCount(kept);
  const note =
    left > 0 &&
    el(
      "p",
      {class: "quiet note"},
      `Numbers of ${ofAll(keptCount(kept), kept.count, "elements shown")}, the worst first; for the others, pale: ` +
        `the same digits as printed, ${symbols.erratum}: other digits. All that disagree stand in discrepancies.csv.`,
    );
  return figure(
    "of-observed",
    caption,
    `Matrix compared with the printed one, ${view.name} ${view.dtype}`,
    table,
    note,
  );
}

// How near each element is to what is allowed: a shade, and its share in words where there is room.
export function heatFigure(section, view, verdict, seen) {
  const {golden, words} = section;
  const {bands, symbols} = words;
  const small = golden.tokens.length <= WRITTEN;
  const table = matrixTable(
    golden,
    `heat${small ? "" : " dense"}`,
    (cell, place) => {
      const band = seen.bands.get(place);
      const at = seen.at.get(place);
      if (band === undefined) return small && cell.append("·");
      cell.className = `b${band}`;
      const said =
        at === undefined
          ? band === bands.length
            ? symbols.disagrees
            : `≤ ${short(100 * bands[band])} %`
          : sharePercent(symbols.disagrees, element(section, verdict, at));
      if (small) cell.append(said);
      else cell.title = `[${indexOf(place, golden.shape)}] ${said}`;
      return cell;
    },
    true,
  );
  const scale = el(
    "p",
    {class: "scale quiet", "aria-hidden": "true"},
    "0",
    ...bands.map((_, band) => el("i", {class: `b${band}`})),
    "100 %",
    el("i", {class: `b${bands.length}`}, symbols.disagrees),
    "beyond",
  );
  return figure(
    "of-heat",
    "error ÷ allowed",
    `Error in parts of what is allowed, ${view.name} ${view.dtype}`,
    table,
    scale,
  );
}
