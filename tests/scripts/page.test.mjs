import assert from "node:assert/strict";
import {test} from "node:test";

import {withReason} from "../../src/lastdigit/reports/page/scripts/copy.mjs";
import {labels, scales} from "../../src/lastdigit/reports/page/scripts/dots.mjs";
import {picked, readHash} from "../../src/lastdigit/reports/page/scripts/links.mjs";
import {isShown} from "../../src/lastdigit/reports/page/scripts/rows_shown.mjs";
import {hashOf, median, milliseconds, ofAll, short} from "../../src/lastdigit/reports/page/scripts/spell.mjs";

const model = {
  number: new Map([
    ["000/a", 0],
    ["000/a-b", 1],
    ["001/x@2", 2],
  ]),
};

test("a link names a golden, or the longest golden's name before an implementation", () => {
  assert.deepEqual(readHash(model, "#000/a"), {section: 0, pick: "", element: null, name: "000/a"});
  assert.equal(readHash(model, "#000/a-b-loops-float32").section, 1);
  assert.equal(readHash(model, "#000/a-b-loops-float32").pick, "loops-float32");
  assert.equal(readHash(model, "#000/a-loops").section, 0);
});

test("after an at sign stands an element, unless the golden's own name has one", () => {
  const found = readHash(model, "#000/a-loops-float32@1,2");
  assert.deepEqual([found.section, found.pick, found.element], [0, "loops-float32", "1,2"]);
  assert.deepEqual([readHash(model, "#001/x@2").section, readHash(model, "#001/x@2").element], [2, null]);
});

test("a link to something else has its name, and one that cannot be decoded is none", () => {
  assert.deepEqual(readHash(model, "#implementation/loops"), {name: "implementation/loops"});
  assert.equal(readHash(model, "#%E0%A4%A"), null);
});

test("an address is read back as what it was", () => {
  const id = "000/50 % of “a”#b";
  const known = {number: new Map([[id, 7]])};
  assert.equal(readHash(known, hashOf(id)).section, 7);
  assert.ok(hashOf(id).startsWith("#000/"));
});

test("a link picks the view of its whole name before one that begins so", () => {
  const views = [
    {name: "loops", dtype: "float32x"},
    {name: "loops", dtype: "float32"},
  ];
  assert.equal(picked(views, "loops-float32"), 1);
  assert.equal(picked(views, "loops"), 0);
  assert.equal(picked(views, "einsum"), -1);
});

test("numbers have three digits, as Python spells them", () => {
  const cases = [
    [0.12345, "0.123"],
    [1234567, "1.23e6"],
    [1e-7, "1e-7"],
    [0, "0"],
    [null, "unbounded"],
    [12345, "12300"],
  ];
  for (const [value, said] of cases) assert.equal(short(value), said);
  assert.equal(milliseconds(0.0012345), "1.23 ms");
  assert.equal(ofAll(1200, 34567, "cells"), "1,200 of 34,567 cells");
});

test("a median leaves its list as it was", () => {
  const values = [3, 1, 2];
  assert.equal(median(values), 2);
  assert.deepEqual(values, [3, 1, 2]);
  assert.equal(median([]), undefined);
});

test("times stand between powers of ten, and digits rise from the bottom", () => {
  const room = {left: 40, right: 440, top: 10, bottom: 210};
  const {low, high, most, x, y} = scales(
    [
      [0, 0.002, 7],
      [1, 0.5, 15],
    ],
    room,
  );
  assert.deepEqual([low, high, most], [0, 3, 16]);
  assert.deepEqual([x(0), x(3), y(0), y(16)], [40, 440, 210, 10]);
  const one = scales([[0, 0.001, 1]], room);
  assert.deepEqual([one.low, one.high, one.most], [0, 1, 4]);
});

test("no label covers a dot or another label, and what has no room is left out", () => {
  const dots = [
    {x: 100, y: 100, label: "loops"},
    {x: 112, y: 100, label: "einsum"},
    {x: 300, y: 50, label: "torch"},
  ];
  const found = labels(dots, 40, 400);
  assert.deepEqual(
    found.map(({label}) => label),
    ["loops", "einsum", "torch"],
  );
  const boxes = found.map(({label, x, y}) => [x, y - 9, x + 5.7 * label.length, y + 2]);
  for (const dot of dots)
    for (const [left, top, right, bottom] of boxes)
      assert.ok(dot.x + 5 <= left || dot.x - 5 >= right || dot.y + 5 <= top || dot.y - 5 >= bottom);
  for (const one of boxes)
    for (const other of boxes)
      assert.ok(one === other || one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1]);
  assert.deepEqual(labels([{x: 50, y: 50, label: "a name that is too long"}], 40, 100), []);
});

test("of dots near each other one bears their common label, and far ones each their own", () => {
  const at = (y) => ({x: 100, y, label: "loops"});
  assert.equal(labels([at(50), at(60)], 40, 400).length, 1);
  assert.equal(labels([at(50), at(200)], 40, 400).length, 2);
});

test("a reason that is typed stands in the lines as TOML has it", () => {
  const lines = '[[erratum]]\nid = "why"\nreason = "why"';
  assert.equal(withReason(lines, '"why"', 'it is "known"'), '[[erratum]]\nid = "why"\nreason = "it is \\"known\\""');
  assert.equal(withReason(lines, '"why"', "a$&b\x7f"), '[[erratum]]\nid = "why"\nreason = "a$&b\\u007f"');
  assert.equal(withReason(lines, '"why"', ""), lines);
});

test("a row of a comparison is shown where it is of the kind and has every word", () => {
  assert.ok(isShown({change: "worse", stops: ""}, "softmax numpy float16", "stops", "NUMPY soft"));
  assert.ok(!isShown({change: "worse"}, "softmax numpy", "stops", ""));
  assert.ok(!isShown({change: "better"}, "softmax numpy", "worse", ""));
  assert.ok(!isShown({change: "worse"}, "softmax numpy", "worse", "numpy torch"));
  assert.ok(isShown({change: "worse"}, "softmax numpy", "", " "));
});
