// Numbers beside the tokens that were printed, digit by digit, in exact integers: no digit is shown that is not so.
const FURTHER = 3;
const LARGEST = 10n ** 9n;

const decimals = (token) => (token.toLowerCase().split("e")[0].split(".")[1] || "").length;

// A decimal as [numerator, denominator]; with the bits of a number format, what the decimal stands for in it.
function exact(decimal, bits) {
  if (bits) return fraction(rounded(Number(decimal), ...bits));
  const [, sign, whole, part = "", power = "0"] = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(decimal) || [];
  if (whole === undefined || whole + part === "") return null;
  return scaled([BigInt(`${sign === "-" ? "-" : ""}${whole}${part}`), 1n], Number(power) - part.length);
}

// To nearest, ties to even, in as many bits; a double has room for every format that is narrower.
function rounded(value, bits, least) {
  if (bits === 53 || !Number.isFinite(value) || value === 0) return value;
  if (bits === 24) return Math.fround(value);
  let exponent = Math.floor(Math.log2(Math.abs(value)));
  if (2 ** exponent > Math.abs(value)) exponent -= 1;
  const unit = 2 ** (Math.max(exponent, least) - bits + 1);
  const steps = value / unit;
  const below = Math.floor(steps);
  const rest = steps - below;
  return (rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1) * unit;
}

function fraction(value) {
  if (!Number.isFinite(value)) return null;
  let power = 0n;
  while (!Number.isInteger(value)) {
    value *= 2;
    power += 1n;
  }
  return [BigInt(value), 1n << power];
}

const scaled = ([n, d], power) => (power < 0 ? [n, d * 10n ** BigInt(-power)] : [n * 10n ** BigInt(power), d]);

const spelled = (integer, places) => {
  const text = integer.toString().padStart(places + 1, "0");
  return `${text.slice(0, text.length - places)}.${places ? text.slice(-places) : ""}`.replace(
    /\.$/,
    places ? "" : ".",
  );
};

// Where two spellings part; 0 where their points do not stand in the same place.
function parting(found, printed) {
  if (found.indexOf(".") !== printed.indexOf(".")) return 0;
  for (let at = 0; at < Math.min(found.length, printed.length); at += 1) if (found[at] !== printed[at]) return at;
  return printed.length;
}

// [as printed, differing, beyond what was printed]: a number to compare with a printed token.
export function splitDigits(number, bits, token, golden, same, cut) {
  if (golden.precision === null || golden.precision === undefined) return same ? [number, "", ""] : ["", number, ""];
  const [mantissa, power] = token.toLowerCase().split("e");
  const value = exact(number, bits);
  if (!value) return ["", number, ""];
  const [n, d] = scaled(value, -Number(power || 0));
  const size = n < 0n ? -n : n;
  if (size >= LARGEST * d) return ["", number, ""];
  const places = cut ? decimals(token) : golden.precision;
  const sign = n < 0n ? "-" : "";
  const full = sign + spelled((size * 10n ** BigInt(places + FURTHER)) / d, places + FURTHER);
  const end = full.length - FURTHER;
  let start = end;
  if (!same) {
    const printed = mantissa.replace(/^\+/, "") + "0".repeat(Math.max(places - decimals(token), 0));
    const twice = size * 10n ** BigInt(places) * 2n;
    const floor = twice / (2n * d);
    const rest = twice - floor * 2n * d;
    const nearest = rest > d || (rest === d && floor % 2n === 1n) ? floor + 1n : floor;
    start = Math.min(parting(sign + spelled(nearest, places), printed), parting(full.slice(0, end), printed), end);
  }
  return [full.slice(0, start), full.slice(start, end), full.slice(end) + (power ? `e${power}` : "")];
}

// The blanks after a printed token whose trailing zeros were left out, so that points stand below each other.
export function padding(token, golden) {
  const missing = (golden.precision || 0) - decimals(token);
  return missing > 0 && !golden.scientific ? " ".repeat(missing) : "";
}
