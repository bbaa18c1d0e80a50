// Where the dots of a picture and their labels stand.
export const RADIUS = 5;
const LETTER = 5.7;
const LINE = 11;

// The scales of a picture: powers of ten of milliseconds to the right, right digits upwards.
export function scales(points, {left, right, top, bottom}) {
  const times = points.map(([, seconds]) => Math.log10(1000 * seconds));
  const low = Math.floor(Math.min(...times));
  const high = Math.max(Math.ceil(Math.max(...times)), low + 1);
  const most = Math.max(4, Math.max(...points.map(([, , digits]) => digits)) + 1);
  return {
    low,
    high,
    most,
    x: (power) => left + ((right - left) * (power - low)) / (high - low),
    y: (digits) => top + (bottom - top) * (1 - digits / most),
  };
}

// Labels beside dots, where neither a dot nor another label is in the way.
export function labels(dots, left, wide) {
  const taken = dots.map(({x, y}) => [x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS]);
  const found = [];
  const free = (box) =>
    box[0] > left &&
    box[2] < wide &&
    !taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]);
  for (const {x, y, label} of dots) {
    if (found.some((one) => one.label === label && Math.abs(one.y - y) < 2 * LINE)) continue;
    const width = LETTER * label.length;
    const places = [
      [x + 8, y - LINE / 2],
      [x - 8 - width, y - LINE / 2],
      [x - width / 2, y - LINE - 7],
      [x - width / 2, y + 7],
    ];
    const at = places.find(([left, top]) => free([left, top, left + width, top + LINE]));
    if (!at) continue;
    taken.push([at[0], at[1], at[0] + width, at[1] + LINE]);
    found.push({label, x: at[0], y: at[1] + LINE - 2});
  }
  return found;
}
