// Speed beside accuracy: a dot per implementation and number format, which names itself.
import {el, svg} from "./dom.mjs";
import {RADIUS, labels, scales} from "./dots.mjs";
import {hashOf, milliseconds} from "./spell.mjs";

function symbol(shape, x, y, attributes) {
  const r = RADIUS;
  const points = {
    triangle: [
      [0, -r],
      [r, r],
      [-r, r],
    ],
    diamond: [
      [0, -r - 1],
      [r + 1, 0],
      [0, r + 1],
      [-r - 1, 0],
    ],
  }[shape];
  if (points) return svg("polygon", {points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), ...attributes});
  const side = 2 * r - 1;
  if (shape === "square")
    return svg("rect", {x: x - r + 0.5, y: y - r + 0.5, width: side, height: side, ...attributes});
  return svg("circle", {cx: x, cy: y, r, ...attributes});
}

const markerOf = (words, dtype) => words.markers[dtype] || ["circle", 0];

// Points of milliseconds (logarithmic) against right digits; those of one implementation stand out.
function scatter(index, name, wide, told) {
  const {points} = index.speed;
  const high = 300;
  const left = 44;
  const bottom = 40;
  const right = 14;
  const room = {left, right: wide - right, top: 10, bottom: high - bottom};
  const {low, high: top, most, x, y} = scales(points, room);
  const text = (said, attributes) => svg("text", attributes, said);
  const line = (attributes) => svg("line", {class: "grid", ...attributes});
  const drawing = svg("svg", {
    viewBox: `0 0 ${wide} ${high}`,
    class: "scatter",
    role: "group",
    "aria-label":
      `Speed against accuracy${name ? ` of ${name} among all` : ""}: ` +
      "milliseconds to the right, right decimal digits upwards",
  });
  for (let power = low; power <= top; power += 1)
    drawing.append(
      line({x1: x(power), x2: x(power), y1: 10, y2: high - bottom}),
      text(String(Number(`1e${power}`)), {x: x(power), y: high - bottom + 16, "text-anchor": "middle"}),
    );
  for (let digits = 0; digits <= most; digits += 4)
    drawing.append(
      line({x1: left, x2: wide - right, y1: y(digits), y2: y(digits)}),
      text(String(digits), {x: left - 8, y: y(digits) + 4, "text-anchor": "end"}),
    );
  drawing.append(
    text("milliseconds of one call", {x: wide - right, y: high - 6, "text-anchor": "end"}),
    text("right digits", {
      x: 12,
      y: (high - bottom) / 2,
      transform: `rotate(-90 12 ${(high - bottom) / 2})`,
      "text-anchor": "middle",
    }),
  );
  const own = (row) => !name || index.rows[row][0] === name;
  const dots = [...points]
    .sort((a, b) => own(a[0]) - own(b[0]))
    .map(([row, seconds, digits]) => ({
      row,
      digits,
      seconds,
      own: own(row),
      x: x(Math.log10(1000 * seconds)),
      y: y(digits),
    }));
  for (const dot of dots) {
    const [implementation, dtype] = index.rows[dot.row];
    const said = `${implementation} ${dtype}: ${milliseconds(dot.seconds)}, ${dot.digits} right digits`;
    const [shape, term] = markerOf(index.words, dtype);
    const ownClass = dot.own ? `own s${term}` : "other";
    dot.label = name ? dtype : implementation;
    const link = svg(
      "a",
      {href: hashOf(`implementation/${implementation}`), "aria-label": said, tabindex: dot.own ? 0 : -1},
      symbol(shape, dot.x, dot.y, {class: ownClass}),
      svg("title", {}, said),
    );
    for (const type of ["mouseover", "focusin"])
      link.addEventListener(type, () => {
        told.textContent = said;
      });
    drawing.append(link);
  }
  for (const {label, x: at, y: base} of labels(
    [...dots.filter((dot) => dot.own), ...dots.filter((dot) => !dot.own).map((dot) => ({...dot, label: ""}))].filter(
      (dot) => dot.label,
    ),
    left,
    wide,
  ))
    drawing.append(text(label, {x: at, y: base, class: "label"}));
  return drawing;
}

export function scatterFigure(index, name) {
  const {points, source} = index.speed;
  const place = document.getElementById("by-implementation");
  if (!points.length)
    return el(
      "p",
      {class: "quiet"},
      `Speed against accuracy is not shown: no verdict has both${source ? ` (${source})` : ""}.`,
    );
  const order = Object.keys(index.words.markers);
  const dtypes = [...new Set(points.map(([row]) => index.rows[row][1]))].sort(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  );
  const key = (dtype) =>
    svg(
      "svg",
      {viewBox: "-8 -8 16 16", class: "key", "aria-hidden": "true"},
      symbol(markerOf(index.words, dtype)[0], 0, 0, {class: `own s${markerOf(index.words, dtype)[1]}`}),
    );
  const legend = dtypes.map((dtype) => el("span", {}, key(dtype), ` ${dtype}`));
  const told = el("output", {class: "told"}, "Point at a dot, or tap it, to read what it is.");
  const caption = el(
    "figcaption",
    {},
    `Times: ${source}. Right digits: −log₁₀ of the relative error against the definition at the worst element, ` +
      "median over cases.",
  );
  const wide = Math.max(320, Math.min(place.clientWidth, name ? 560 : 760));
  return el(
    "figure",
    {class: "speed"},
    scatter(index, name, wide, told),
    el("div", {}, el("p", {class: "legend"}, ...legend), told, caption),
  );
}
