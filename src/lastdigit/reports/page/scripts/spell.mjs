// Numbers and addresses in words.

// As the Python side spells numbers: three significant digits.
export function short(value) {
  if (value === null || value === undefined) return "unbounded";
  const size = Math.abs(value);
  if (size && (size < 1e-4 || size >= 1e6)) return value.toExponential(2).replace(/\.?0*e\+?/, "e");
  return String(Number(value.toPrecision(3)));
}

// Every time on the page is told in one unit.
export const milliseconds = (seconds) => `${short(1000 * seconds)} ms`;

export const grouped = (count) => count.toLocaleString("en");

export const ofAll = (count, all, noun) => `${grouped(count)} of ${grouped(all)} ${noun}`;

export const hashOf = (id) => `#${encodeURIComponent(id).replaceAll("%2F", "/")}`;

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
