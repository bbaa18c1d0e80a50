import assert from "node:assert/strict";
import {test} from "node:test";

import {
    ask, documentSpans, inSight, nextCell,
    rowRanks, sorted,
} from "../../src/lastdigit/reports/page/scripts/asked.mjs";
import {cellHash, cellWords, modelOf} from "../../src/lastdigit/reports/page/scripts/model.mjs";
import {chunksOf, labelBeside} from "../../src/lastdigit/reports/page/scripts/sections.mjs";
import {WORDS, smallIndex} from "./small.mjs";

const EVERYTHING = {search: "", state: "", sort: "name", columns: "document"};
const asking = (model, wanted) => {
  const asked = new Uint8Array(model.cells.length);
  return {...ask(model, {...EVERYTHING, ...wanted}, asked), asked: [...asked]};
};

test("verdicts of one row and golden are one cell, which shows the worst of them", () => {
  const model = modelOf(smallIndex());
  assert.equal(model.cells.length, 6);
  const both = model.cellAt(2, 0);
  assert.deepEqual([both.verdicts, both.state, both.symbols, both.fails], [[2, 3], "undecided", "✓?", false]);
  assert.deepEqual([both.digits, both.elements], [6, 6]);
  const stopped = model.cellAt(2, 1);
  assert.deepEqual([stopped.state, stopped.fails, stopped.share], ["disagrees", true, 30]);
  assert.equal(model.cellAt(1, 1), undefined);
});

test("a golden has the counts of its states, and fails where the gate stops a verdict of it", () => {
  const model = modelOf(smallIndex());
  assert.deepEqual(model.counts[0], [3, 0, 0, 1, 0, 0]);
  assert.deepEqual([...model.fails], [0, 1, 1]);
  assert.deepEqual(model.columns, [0, 1, 2]);
});

test("a cell says all of its verdicts in words, and its link is the name of its test", () => {
  const model = modelOf(smallIndex());
  const words = cellWords(model, model.cellAt(2, 0)).split("\n");
  assert.equal(words[0], "000/scores · einsum float32");
  assert.equal(words[1], "agrees (printed values)");
  assert.match(words[2], /6 of 6 print the same digits; error 1e-8, allowed 1e-7; rules out 3 of 4 mistakes/);
  assert.match(cellWords(model, model.cellAt(2, 1)), /disagrees, calibrated \(printed values\); fails the gate/);
  assert.equal(cellHash(model, model.cellAt(2, 1)), "#000/weights-einsum-float32");
});

test("every word that is searched stands in the row or in the column", () => {
  const model = modelOf(smallIndex());
  assert.deepEqual(asking(model, {search: "einsum soft"}).asked, [0, 0, 0, 0, 1, 0]);
  const found = asking(model, {search: "LOOPS"});
  assert.deepEqual([found.rows, found.columns, found.count], [[0, 1], [0, 1, 2], 4]);
  assert.equal(asking(model, {search: "loops nowhere"}).count, 0);
});

test("after an equals sign a whole word is meant", () => {
  const model = modelOf(smallIndex());
  assert.equal(asking(model, {search: "ein"}).count, 2);
  assert.equal(asking(model, {search: "=ein"}).count, 0);
  assert.equal(asking(model, {search: "=einsum"}).count, 2);
});

test("of a state, or of what the gate stops, only those cells are left", () => {
  const model = modelOf(smallIndex());
  assert.deepEqual(asking(model, {state: "fails"}).columns, [1, 2]);
  assert.deepEqual(asking(model, {state: "undecided"}).rows, [2]);
  assert.equal(asking(model, {state: "erratum"}).count, 0);
});

test("rows are sorted by name, by the worst, by digits and by seconds", () => {
  const model = modelOf(smallIndex());
  assert.deepEqual(asking(model, {}).rows, [0, 1, 2]);
  assert.deepEqual(asking(model, {sort: "worst"}).rows, [1, 2, 0]);
  assert.deepEqual(asking(model, {sort: "digits"}).rows, [2, 1, 0]);
  assert.deepEqual(asking(model, {sort: "seconds"}).rows, [0, 1, 2]);
  assert.equal(rowRanks(model).seconds(2), -0.001);
});

test("of rows whose worst is alike, the one with more that is bad stands first", () => {
  const index = smallIndex();
  index.verdicts.code = [2 + 16, 0, 2 + 16, 3, 0, 3, 0];
  assert.deepEqual(asking(modelOf(index), {sort: "worst"}).rows, [2, 0, 1]);
});

test("what the gate stops stands before what is worse and passes", () => {
  const model = modelOf(smallIndex());
  model.fails.set([1, 0, 0]);
  assert.deepEqual(asking(model, {columns: "worst"}).columns, [0, 2, 1]);
});

test("of several verdicts on printed values, a cell has the digits of the one that lacks most", () => {
  for (const [digits, elements] of [
    [
      [6, 5],
      [6, 9],
    ],
    [
      [5, 6],
      [9, 6],
    ],
  ]) {
    const index = smallIndex();
    index.verdicts.code = [0, 0, 16, 16, 0, 0, 0];
    index.verdicts.digits.splice(2, 2, ...digits);
    index.verdicts.elements.splice(2, 2, ...elements);
    const cell = modelOf(index).cellAt(2, 0);
    assert.deepEqual([cell.digits, cell.elements, cell.symbols], [5, 9, "✓"]);
  }
});

test("columns are sorted by the worst that the gate stops, and else stay as they are", () => {
  assert.deepEqual(asking(modelOf(smallIndex()), {columns: "worst"}).columns, [2, 1, 0]);
  assert.deepEqual(
    sorted([3, 1, 2], () => 0),
    [1, 2, 3],
  );
});

test("of a large board the part in sight is drawn, with a few rows and columns about it", () => {
  const size = {row: 30, column: 40, head: 60, names: 200};
  assert.deepEqual(inSight({top: 0, left: 0, high: 660, wide: 1000}, size, 500, 300), [0, 23, 0, 23]);
  assert.deepEqual(inSight({top: 3000, left: 400, high: 660, wide: 1000}, size, 500, 300), [97, 123, 7, 33]);
  assert.deepEqual(inSight({top: 14700, left: 0, high: 660, wide: 1000}, size, 500, 5)[1], 500);
});

test("arrow keys skip cells that are not asked for, and stay where there is none", () => {
  const model = modelOf(smallIndex());
  const board = {rows: [0, 1, 2], columns: [0, 1, 2]};
  const every = (cell) => Boolean(cell);
  assert.equal(nextCell(model, board, model.cellAt(0, 1), [1, 0], every), model.cellAt(2, 1));
  assert.equal(nextCell(model, board, model.cellAt(0, 1), [0, 1], every), null);
  assert.equal(
    nextCell(model, board, model.cellAt(0, 0), [1, 0], (cell) => cell?.row === 2),
    model.cellAt(2, 0),
  );
});

test("neighbouring columns of one document have one heading", () => {
  assert.deepEqual(documentSpans(modelOf(smallIndex()), [0, 2, 1]), [
    {document: 0, width: 1},
    {document: 1, width: 1},
    {document: 0, width: 1},
  ]);
  assert.equal(documentSpans(modelOf(smallIndex()), [0, 1, 2])[0].width, 2);
});

test("goldens stand in chunks of forty, document by document", () => {
  const document = Array.from({length: 95}, (_, at) => (at < 85 ? 0 : 1));
  const found = chunksOf({documents: ["a", "b", "c"], sections: {document}});
  assert.deepEqual(
    found.map((chunks) => chunks.map((chunk) => chunk.length)),
    [[40, 40, 5], [10], []],
  );
  assert.equal(found[0][2][0], 80);
});

test("a label that says no more than the name is left out", () => {
  assert.equal(labelBeside("attention_scores", "Attention scores:"), "");
  assert.equal(labelBeside("weights", "after softmax"), "after softmax");
});

test("words come from the data alone", () => {
  assert.equal(WORDS.symbols.erratum, "≠");
  assert.equal(WORDS.names.erratum, "disagrees, known erratum");
  assert.deepEqual(WORDS.states.slice(0, 2), ["agrees", "erratum"]);
});
