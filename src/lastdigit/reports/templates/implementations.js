// A section per implementation: its digits across goldens, and its speed beside its accuracy.
const SHAPES = {float64: "circle", float32: "square", float16: "triangle", bfloat16: "diamond"};
const FIRST = 100;

function symbol(shape, x, y, attributes) {
  const r = 5, points = {triangle: [[0, -r], [r, r], [-r, r]], diamond: [[0, -r - 1], [r + 1, 0], [0, r + 1], [-r - 1, 0]]}[shape];
  if (points) return svg("polygon", {points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), ...attributes});
  if (shape === "square") return svg("rect", {x: x - r + 0.5, y: y - r + 0.5, width: 2 * r - 1, height: 2 * r - 1, ...attributes});
  return svg("circle", {cx: x, cy: y, r, ...attributes});
}

// Points of seconds (logarithmic) against right digits; those of one implementation stand out.
function scatter(index, name) {
  const {points} = index.speed, wide = 560, high = 250, left = 44, bottom = 40;
  const times = points.map(([, seconds]) => Math.log10(seconds)), low = Math.floor(Math.min(...times)), top = Math.max(Math.ceil(Math.max(...times)), low + 1);
  const most = Math.max(4, Math.max(...points.map(([, , digits]) => digits)) + 1);
  const x = (seconds) => left + (wide - left - 14) * (Math.log10(seconds) - low) / (top - low), y = (digits) => 10 + (high - bottom - 10) * (1 - digits / most);
  const units = (power) => (power >= 0 ? `${10 ** power} s` : power >= -3 ? `${10 ** (power + 3)} ms` : power >= -6 ? `${10 ** (power + 6)} µs` : `${10 ** (power + 9)} ns`);
  const text = (said, attributes) => svg("text", attributes, said);
  const drawing = svg("svg", {viewBox: `0 0 ${wide} ${high}`, class: "scatter", role: "img", "aria-label": `Speed against accuracy${name ? ` of ${name} among all` : ""}: seconds to the right, right decimal digits upwards`});
  for (let power = low; power <= top; power += 1) drawing.append(svg("line", {class: "grid", x1: x(10 ** power), x2: x(10 ** power), y1: 10, y2: high - bottom}), text(units(power), {x: x(10 ** power), y: high - bottom + 16, "text-anchor": "middle"}));
  for (let digits = 0; digits <= most; digits += 4) drawing.append(svg("line", {class: "grid", x1: left, x2: wide - 14, y1: y(digits), y2: y(digits)}), text(String(digits), {x: left - 8, y: y(digits) + 4, "text-anchor": "end"}));
  drawing.append(text("time of one call", {x: wide - 14, y: high - 6, "text-anchor": "end"}), text("right digits", {x: 12, y: (high - bottom) / 2, transform: `rotate(-90 12 ${(high - bottom) / 2})`, "text-anchor": "middle"}));
  const own = (row) => !name || index.rows[row][0] === name;
  for (const [row, seconds, digits] of [...points].sort((a, b) => own(a[0]) - own(b[0]))) {
    const [implementation, dtype] = index.rows[row];
    const point = symbol(SHAPES[dtype] || "circle", x(seconds), y(digits), {class: own(row) ? `own ${dtype}` : "other"});
    point.append(svg("title", {}, `${implementation} ${dtype}: ${short(seconds)} s, ${digits} right digits`));
    drawing.append(point);
  }
  return drawing;
}

function scatterFigure(index, name) {
  const {points, source} = index.speed;
  if (!points.length) return el("p", {class: "quiet"}, `Speed against accuracy is not shown: no verdict has both${source ? ` (${source})` : ""}.`);
  const order = Object.keys(SHAPES), dtypes = [...new Set(points.map(([row]) => index.rows[row][1]))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const legend = dtypes.map((dtype) => el("span", {}, svg("svg", {viewBox: "-8 -8 16 16", class: "key", "aria-hidden": "true"}, symbol(SHAPES[dtype] || "circle", 0, 0, {class: `own ${dtype}`})), ` ${dtype}`));
  const caption = el("figcaption", {}, `Seconds: ${source}. Right digits: −log₁₀ of the relative error against the definition where it is worst, median over cases.`);
  return el("figure", {class: "speed"}, scatter(index, name), el("div", {}, el("p", {class: "legend"}, ...legend), caption));
}

function implementationList(model) {
  const {index} = model, place = document.getElementById("by-implementation"), groups = new Map();
  index.rows.forEach(([name], row) => groups.set(name, [...(groups.get(name) || []), row]));

  function table(rows, most) {
    const seen = new Map();
    for (const row of rows) for (const cell of model.byRow[row]) seen.set(cell.section, (seen.get(cell.section) || new Map()).set(row, cell));
    const order = [...seen.keys()].sort((a, b) => a - b), shown = order.slice(0, most);
    const head = el("tr", {}, el("th", {scope: "col"}, "golden"), ...rows.map((row) => el("th", {scope: "col"}, index.rows[row][1] || "as printed")));
    const body = shown.map((section) => el("tr", {}, el("th", {scope: "row"}, el("a", {href: hashOf(index.sections.id[section])}, ...breakable(index.sections.id[section]))), ...rows.map((row) => {
      const cell = seen.get(section).get(row);
      return el("td", {}, cell && el("a", {href: cellHash(model, cell), class: `mark ${cell.state}${cell.fails ? " fails" : ""}`, title: cellWords(model, cell)}, cell.symbols, cell.digits !== null && ` ${cell.digits}/${cell.elements}`));
    })));
    const found = el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Digits across goldens, scrolls"}, el("table", {class: "across"}, el("thead", {}, head), el("tbody", {}, ...body)));
    if (shown.length === order.length) return found;
    const more = el("button", {type: "button"}, `${ofAll(shown.length, order.length, "goldens shown")}: show ${Math.min(10 * FIRST, order.length - shown.length)} more`);
    const both = el("div", {}, found, more);
    more.addEventListener("click", () => both.replaceWith(table(rows, most + 10 * FIRST)));
    return both;
  }

  function timings(rows) {
    const seconds = (row) => median(model.byRow[row].flatMap((cell) => cell.verdicts.map((v) => index.verdicts.seconds[v])).filter((value) => value !== null));
    const said = rows.map((row) => [index.rows[row][1], seconds(row)]).filter(([, value]) => value !== undefined && value !== null);
    return said.length ? `In this run, median of one call: ${said.map(([dtype, value]) => `${dtype} ${short(value)} s`).join(", ")}.` : "";
  }

  function shell(name, rows) {
    const [counts, digits, printed] = index.totals[name], share = printed ? el("span", {class: "quiet"}, ofAll(digits, printed, "elements print the same digits")) : "";
    const box = el("details", {id: `implementation/${name}`, class: "implementation"}, el("summary", {}, el("b", {}, ...breakable(name)), " ", tally(counts), " ", share));
    box.addEventListener("toggle", () => {
      if (!box.open || box.drawn) return;
      box.drawn = true;
      const own = index.speed.points.some(([row]) => rows.includes(row));
      box.append(el("p", {class: "quiet"}, timings(rows)), el("div", {class: "pair"}, table(rows, FIRST), own && scatterFigure(index, name)));
    });
    return box;
  }

  const names = [...groups.keys()];
  const fill = (most) => {
    const more = el("button", {type: "button"}, `${ofAll(most, names.length, "implementations shown")}: show all`);
    more.addEventListener("click", () => fill(names.length));
    place.replaceChildren(scatterFigure(index, ""), ...names.slice(0, most).map((name) => shell(name, groups.get(name))), ...(most < names.length ? [more] : []));
  };
  fill(Math.min(names.length, 3 * FIRST));
  return {
    open(name) {
      if (!groups.has(name)) return null;
      if (!document.getElementById(`implementation/${name}`)) fill(names.length);
      const box = document.getElementById(`implementation/${name}`);
      box.open = true;
      return box;
    },
  };
}
