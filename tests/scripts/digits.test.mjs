import assert from "node:assert/strict";
import {test} from "node:test";

import {padding, splitDigits} from "../../src/lastdigit/reports/page/scripts/digits.mjs";
import {WORDS} from "./small.mjs";

const fixed = (precision) => ({precision, scientific: false});

test("digits as printed stand first, then those beyond what was printed", () => {
  assert.deepEqual(splitDigits("0.123456", null, "0.12", fixed(2), true, false), ["0.12", "", "345"]);
  assert.deepEqual(splitDigits("-1.5", null, "-1.5000", fixed(4), true, false), ["-1.5000", "", "000"]);
});

test("where digits differ, those from the first that does are told apart", () => {
  assert.deepEqual(splitDigits("0.1267", null, "0.1234", fixed(4), false, false), ["0.12", "67", "000"]);
  assert.deepEqual(splitDigits("12.5", null, "1.5000", fixed(4), false, false), ["", "12.5000", "000"]);
});

test("what rounds to other digits differs though all digits that are shown are alike", () => {
  // 0.12349 prints 0.1235, and is cut to 0.1234.
  assert.deepEqual(splitDigits("0.12349", null, "0.1234", fixed(4), false, false), ["0.123", "4", "900"]);
});

test("a tie rounds to the even digit", () => {
  assert.deepEqual(splitDigits("0.125", null, "0.12", fixed(2), false, false), ["0.12", "", "500"]);
  assert.deepEqual(splitDigits("0.135", null, "0.13", fixed(2), false, false), ["0.1", "3", "500"]);
});

test("a number of a narrow format is the one that the decimal stands for in it", () => {
  // The nearest number of bfloat16 to 0.1 is 0.10009765625, and that of float16 is 0.0999755859375.
  assert.deepEqual(splitDigits("0.1", WORDS.bits.bfloat16, "0.1001", fixed(4), true, false), ["0.1000", "", "976"]);
  assert.deepEqual(splitDigits("0.1", WORDS.bits.float16, "0.1000", fixed(4), true, false), ["0.0999", "", "755"]);
  assert.deepEqual(splitDigits("0.1", WORDS.bits.float32, "0.1000", fixed(4), true, false), ["0.1000", "", "000"]);
});

test("ties of a narrow format go to the even neighbour, and below its least exponent steps are equal", () => {
  assert.deepEqual(splitDigits("257", WORDS.bits.bfloat16, "256.", fixed(0), true, false), ["256.", "", "000"]);
  assert.deepEqual(splitDigits("259", WORDS.bits.bfloat16, "260.", fixed(0), true, false), ["260.", "", "000"]);
  const least = 2 ** -24;
  assert.equal(
    splitDigits(String(1.4 * least), WORDS.bits.float16, "0.00000006", fixed(8), true, false)[0],
    "0.00000005",
  );
});

test("a power of ten of the token stays after the digits", () => {
  assert.deepEqual(splitDigits("1234.5", null, "1.2345e+03", {precision: 4, scientific: true}, true, false), [
    "1.2345",
    "",
    "000e+03",
  ]);
});

test("what is no number, or far too large, is shown whole", () => {
  assert.deepEqual(splitDigits("nan", null, "0.12", fixed(2), false, false), ["", "nan", ""]);
  assert.deepEqual(splitDigits("1e30", null, "0.12", fixed(2), false, false), ["", "1e30", ""]);
  assert.deepEqual(splitDigits("7", null, "7", {precision: null}, true, false), ["7", "", ""]);
});

test("the last token of a document that is cut off has as many digits as are left", () => {
  assert.deepEqual(splitDigits("0.123456", null, "0.1", fixed(4), true, true), ["0.1", "", "234"]);
});

test("points stand below each other where trailing zeros were left out", () => {
  assert.equal(padding("0.5", fixed(4)), "   ");
  assert.equal(padding("0.5000", fixed(4)), "");
  assert.equal(padding("5.e-01", {precision: 4, scientific: true}), "");
});
