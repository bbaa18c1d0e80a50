// Speed beside accuracy: a dot per implementation and number format, which names itself.
const RADIUS = 5, LETTER = 5.7, LINE = 11;

function symbol(shape, x, y, attributes) {
  const r = RADIUS, points = {triangle: [[0, -r], [r, r], [-r, r]], diamond: [[0, -r - 1], [r + 1, 0], [0, r + 1], [-r - 1, 0]]}[shape];
  if (points) return svg("polygon", {points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), ...attributes});
  const side = 2 * r - 1;
  if (shape === "square") return svg("rect", {x: x - r + 0.5, y: y - r + 0.5, width: side, height: side, ...attributes});
  return svg("circle", {cx: x, cy: y, r, ...attributes});
}

const markerOf = (dtype) => MARKERS[dtype] || ["circle", 0];

// Labels beside dots, where neither a dot nor another label is in the way.
function labels(dots, left, wide) {
  const taken = dots.map(({x, y}) => [x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS]), found = [];
  const free = (box) => box[0] > left && box[2] < wide && !taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]);
  for (const {x, y, label} of dots) {
    if (found.some((one) => one.label === label && Math.abs(one.y - y) < 2 * LINE)) continue;
    const width = LETTER * label.length, places = [[x + 8, y - LINE / 2], [x - 8 - width, y - LINE / 2], [x - width / 2, y - LINE - 7], [x - width / 2, y + 7]];
    const at = places.find(([left, top]) => free([left, top, left + width, top + LINE]));
    if (!at) continue;
    taken.push([at[0], at[1], at[0] + width, at[1] + LINE]);
    found.push({label, x: at[0], y: at[1] + LINE - 2});
  }
  return found;
}

// Points of milliseconds (logarithmic) against right digits; those of one implementation stand out.
function scatter(index, name, wide, told) {
  const {points} = index.speed, high = 300, left = 44, bottom = 40, right = 14;
  const times = points.map(([, seconds]) => Math.log10(1000 * seconds));
  const low = Math.floor(Math.min(...times)), top = Math.max(Math.ceil(Math.max(...times)), low + 1);
  const most = Math.max(4, Math.max(...points.map(([, , digits]) => digits)) + 1);
  const x = (power) => left + (wide - left - right) * (power - low) / (top - low), y = (digits) => 10 + (high - bottom - 10) * (1 - digits / most);
  const text = (said, attributes) => svg("text", attributes, said), line = (attributes) => svg("line", {class: "grid", ...attributes});
  const drawing = svg("svg", {viewBox: `0 0 ${wide} ${high}`, class: "scatter", role: "group", "aria-label": `Speed against accuracy${name ? ` of ${name} among all` : ""}: milliseconds to the right, right decimal digits upwards`});
  for (let power = low; power <= top; power += 1) drawing.append(line({x1: x(power), x2: x(power), y1: 10, y2: high - bottom}), text(String(Number(`1e${power}`)), {x: x(power), y: high - bottom + 16, "text-anchor": "middle"}));
  for (let digits = 0; digits <= most; digits += 4) drawing.append(line({x1: left, x2: wide - right, y1: y(digits), y2: y(digits)}), text(String(digits), {x: left - 8, y: y(digits) + 4, "text-anchor": "end"}));
  drawing.append(text("milliseconds of one call", {x: wide - right, y: high - 6, "text-anchor": "end"}), text("right digits", {x: 12, y: (high - bottom) / 2, transform: `rotate(-90 12 ${(high - bottom) / 2})`, "text-anchor": "middle"}));
  const own = (row) => !name || index.rows[row][0] === name;
  const dots = [...points].sort((a, b) => own(a[0]) - own(b[0])).map(([row, seconds, digits]) => ({row, digits, seconds, own: own(row), x: x(Math.log10(1000 * seconds)), y: y(digits)}));
  for (const dot of dots) {
    const [implementation, dtype] = index.rows[dot.row], said = `${implementation} ${dtype}: ${milliseconds(dot.seconds)}, ${dot.digits} right digits`;
    const [shape, term] = markerOf(dtype), ownClass = dot.own ? `own s${term}` : "other";
    dot.label = name ? dtype : implementation;
    const link = svg("a", {href: hashOf(`implementation/${implementation}`), "aria-label": said, tabindex: dot.own ? 0 : -1}, symbol(shape, dot.x, dot.y, {class: ownClass}), svg("title", {}, said));
    for (const type of ["mouseover", "focusin"]) link.addEventListener(type, () => { told.textContent = said; });
    drawing.append(link);
  }
  for (const {label, x: at, y: base} of labels([...dots.filter((dot) => dot.own), ...dots.filter((dot) => !dot.own).map((dot) => ({...dot, label: ""}))].filter((dot) => dot.label), left, wide)) drawing.append(text(label, {x: at, y: base, class: "label"}));
  return drawing;
}

function scatterFigure(index, name) {
  const {points, source} = index.speed, place = document.getElementById("by-implementation");
  if (!points.length) return el("p", {class: "quiet"}, `Speed against accuracy is not shown: no verdict has both${source ? ` (${source})` : ""}.`);
  const order = Object.keys(MARKERS), dtypes = [...new Set(points.map(([row]) => index.rows[row][1]))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const key = (dtype) => svg("svg", {viewBox: "-8 -8 16 16", class: "key", "aria-hidden": "true"}, symbol(markerOf(dtype)[0], 0, 0, {class: `own s${markerOf(dtype)[1]}`}));
  const legend = dtypes.map((dtype) => el("span", {}, key(dtype), ` ${dtype}`)), told = el("output", {class: "told"}, "Point at a dot to read what it is.");
  const caption = el("figcaption", {}, `Times: ${source}. Right digits: −log₁₀ of the relative error against the definition where it is worst, median over cases.`);
  const wide = Math.max(320, Math.min(place.clientWidth, name ? 560 : 760));
  return el("figure", {class: "speed"}, scatter(index, name, wide, told), el("div", {}, el("p", {class: "legend"}, ...legend), told, caption));
}
