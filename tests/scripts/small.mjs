// A small index as Python writes it, and a section: what the tests of the scripts look at.
import {wordsOf} from "../../src/lastdigit/reports/page/scripts/words.mjs";

const STATES = [
  ["agrees", "✓", "agrees"],
  ["erratum", "≠", "disagrees, known erratum"],
  ["disagrees", "✗", "disagrees"],
  ["undecided", "?", "undecided"],
  ["failed", "!", "failed"],
  ["skipped", "–", "skipped"],
];
export const WORDS = wordsOf({
  states: STATES,
  worse: ["agrees", "skipped", "undecided", "erratum", "disagrees", "failed"],
  flags: {fails: 8, of_golden: 16, calibrated: 32},
  terms: ["printing", "document", "inputs", "implementation"],
  negligible: 1e-6,
  bands: [0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 1],
  bits: {float64: [53, -1022], float32: [24, -126], bfloat16: [8, -126], float16: [11, -14]},
  markers: {float64: ["circle", 0], float32: ["square", 1]},
  document: "document",
});

// Two goldens of one document and a case of another; loops in two formats and einsum in one.
export function smallIndex() {
  const agrees = 0 + 16;
  const stopped = 2 + 8 + 16 + 32;
  return {
    words: WORDS,
    documents: [
      ["000", "first.ipynb", "aa"],
      ["001", "second.md", "bb"],
    ],
    sections: {
      id: ["000/scores", "000/weights", "001/mean"],
      name: ["scores", "weights", "mean"],
      document: [0, 0, 1],
      label: ["scores", "after softmax", ""],
      golden: [1, 1, 0],
      operations: ["matmul", "softmax", "mean"],
      block: [0, 0, 0],
    },
    rows: [
      ["loops", "float32"],
      ["loops", "float64"],
      ["einsum", "float32"],
    ],
    verdicts: {
      //      scores: 3, of which two about one cell; weights: 2; mean: 1
      count: [4, 2, 1],
      row: [0, 1, 2, 2, 0, 2, 1],
      code: [agrees, agrees, agrees, 3, agrees, stopped, 4 + 8],
      digits: [6, 4, 6, null, 9, 2, null],
      elements: [6, 6, 6, 1, 9, 9, 0],
      error: [1e-8, 1e-9, 1e-8, 0.5, 0, 3e-2, null],
      allowed: [1e-6, 1e-8, 1e-7, 1, 1e-3, 1e-3, null],
      mistakes: [0, 0, 4, 0, 0, 0, 0],
      power: [0, 0, 3, 0, 0, 0, 0],
      seconds: [0.004, 0.002, 0.001, 0.003, null, 0.001, null],
    },
  };
}

// A verdict of four elements, of which the second disagrees.
export function smallSection() {
  const section = {
    words: WORDS,
    golden: {shape: [2, 2], tokens: ["0.12", "0.25", "0.38", "0.50"], precision: 2, count: 4},
  };
  const elements = {
    count: 4,
    worst: 1,
    expected: ["0.1250", "0.2500", "0.3750", "0.5000"],
    observed: ["0.1249", "0.2613", "0.3750", "0.5001"],
    error: "1e-4,0.0113,0,inf",
    allowed: "0.001,0.001,0.001,inf",
    agrees: "1011",
    same: "1011",
    terms: [["printing", "0.001,0.001,0.001,inf"]],
  };
  return {section, verdict: {elements}};
}
