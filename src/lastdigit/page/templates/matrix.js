// Matrices: the printed one, the one that is compared with it, error ÷ allowed as a heatmap, and attention weights.
const WRITTEN = 400;

// The index of a golden's element, from its place among the tokens.
function indexOf(place, shape) {
  const index = [];
  for (const extent of [...shape].reverse()) {
    index.unshift(place % extent);
    place = Math.floor(place / extent);
  }
  return index.join(", ");
}

function placeOfIndex(text, shape) {
  const index = text.split(",").filter((part) => part.trim() !== "").map(Number);
  if (index.length !== shape.length || index.some((at, axis) => !(at >= 0 && at < shape[axis]))) return -1;
  return index.reduce((place, at, axis) => place * shape[axis] + at, 0);
}

// A table of a golden's places; ``fill`` gives what stands in a cell. With ``heads`` it has row and column indices.
function matrixTable(golden, name, fill, heads) {
  const width = Math.max(golden.shape.at(-1) || 1, 1), shown = golden.tokens.length;
  const table = el("table", {class: `matrix ${name}`});
  const start = (row) => indexOf(row * width, golden.shape).split(", ").slice(0, -1).join(", ");
  if (heads) table.append(el("thead", {}, el("tr", {}, el("td", {}), ...Array.from({length: Math.min(width, shown)}, (_, c) => el("th", {scope: "col"}, String(c))))));
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

const figure = (name, caption, label, table, ...more) => el("figure", {class: name}, el("figcaption", {}, caption), el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": label}, table), ...more);

function printedFigure(id, golden) {
  const table = matrixTable(golden, "printed", (cell, place) => {
    const token = golden.tokens[place], last = golden.cut && place === golden.count - 1;
    cell.append(last ? token : token + padding(token, golden));
    if (last) cell.append(el("span", {class: "cut", title: "the document is cut off here"}, "…"));
  });
  return figure("of-printed", golden.caption, `Printed matrix of ${id}`, table);
}

function weightsFigure(id, golden) {
  const small = golden.tokens.length <= WRITTEN;
  const table = matrixTable(golden, `weights${small ? "" : " dense"}`, (cell, place) => {
    const value = Number(golden.tokens[place]);
    cell.style.setProperty("--share", `${Math.round(55 * Math.min(Math.max(value, 0), 1))}%`);
    if (small) cell.append(value.toFixed(2));
    else cell.title = `[${indexOf(place, golden.shape)}] ${golden.tokens[place]}`;
  }, true);
  return figure("of-weights", "as attention weights: row attends to column; the stronger the shade, the more", `Attention weights of ${id}, row by column`, table);
}

function bandOf({error, allowed, agrees}) {
  if (!agrees) return BANDS.length;
  if (!error) return 0;
  if (!allowed) return 0;
  return BANDS.findIndex((end) => error / allowed <= end);
}

// By place: the number of the element that is kept there, and its band.
function seenPlaces(section, verdict) {
  const kept = verdict.elements, at = new Map(), bands = new Map(), same = new Map();
  for (let one = 0; one < keptCount(kept); one += 1) {
    const found = element(section, verdict, one);
    at.set(found.place, one);
    bands.set(found.place, bandOf(found));
    same.set(found.place, found.same);
  }
  if (kept.bands) for (let position = 0; position < kept.count; position += 1) {
    const letter = kept.bands[position], place = kept.places ? kept.places[position] : position;
    bands.set(place, letter.toLowerCase().charCodeAt(0) - 97);
    same.set(place, letter === letter.toLowerCase());
  }
  return {at, bands, same};
}

function comparedFigure(section, view, verdict, seen) {
  const {golden} = section, own = view.name === DOCUMENT, kept = verdict.elements;
  const table = matrixTable(golden, "compared", (cell, place) => {
    const at = seen.at.get(place), band = seen.bands.get(place);
    if (band === undefined) return cell.append(el("span", {class: "quiet"}, "·"));
    if (at === undefined) {
      if (seen.same.get(place)) return cell.append(el("small", {}, golden.tokens[place] + padding(golden.tokens[place], golden)));
      return cell.append(band === BANDS.length ? el("mark", {}, SYMBOLS.disagrees) : el("u", {}, SYMBOLS.erratum));
    }
    const found = element(section, verdict, at), token = golden.tokens[place];
    const [same, differs, beyond] = splitDigits(own ? found.expected : found.observed, own ? "" : view.dtype, token, golden, found.same, golden.cut && place === golden.count - 1);
    cell.append(...[same, differs && el(found.agrees ? "u" : "mark", {}, differs), beyond && el("small", {}, beyond)].filter(Boolean));
    cell.classList.toggle("off", !found.agrees);
    cell.title = `${found.observed}\nerror ${short(found.error)}, allowed ${short(found.allowed)}`;
  });
  const caption = own ? "exact, by the definition, not rounded" : `observed in ${view.name}-${view.dtype}, not rounded`;
  const left = kept.count - keptCount(kept);
  const note = left > 0 && el("p", {class: "quiet note"}, `Numbers of ${ofAll(keptCount(kept), kept.count, "elements shown")}, the worst first; for the others, pale: the same digits as printed, ${SYMBOLS.erratum}: other digits. All that disagree stand in discrepancies.csv.`);
  return figure("of-observed", caption, `Matrix compared with the printed one, ${view.name} ${view.dtype}`, table, note);
}

// How near each element is to what is allowed: a shade, and its share in words where there is room.
function heatFigure(section, view, verdict, seen) {
  const {golden} = section, small = golden.tokens.length <= WRITTEN;
  const table = matrixTable(golden, `heat${small ? "" : " dense"}`, (cell, place) => {
    const band = seen.bands.get(place), at = seen.at.get(place);
    if (band === undefined) return small && cell.append("·");
    cell.className = `b${band}`;
    const said = at === undefined ? (band === BANDS.length ? SYMBOLS.disagrees : `≤ ${short(100 * BANDS[band])} %`) : sharePercent(element(section, verdict, at));
    if (small) cell.append(said);
    else cell.title = `[${indexOf(place, golden.shape)}] ${said}`;
    return cell;
  }, true);
  const scale = el("p", {class: "scale quiet", "aria-hidden": "true"}, "0", ...BANDS.map((_, band) => el("i", {class: `b${band}`})), "100 %", el("i", {class: `b${BANDS.length}`}, SYMBOLS.disagrees), "beyond");
  return figure("of-heat", "error ÷ allowed", `Error in parts of what is allowed, ${view.name} ${view.dtype}`, table, scale);
}

function sharePercent({error, allowed, agrees}) {
  const sign = agrees ? "" : `${SYMBOLS.disagrees} `;
  if (!error) return `${sign}0`;
  if (allowed === null) return `${sign}?`;
  const ratio = allowed ? error / allowed : Infinity;
  if (!Number.isFinite(ratio)) return `${sign}∞`;
  if (ratio >= 10) return `${sign}${ratio >= 1e4 ? ratio.toExponential(0).replace("e+", "e") : Math.round(ratio)}×`;
  return ratio < 0.0005 ? "<0.1 %" : `${sign}${Number((100 * ratio).toPrecision(2))} %`;
}
