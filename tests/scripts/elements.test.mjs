import assert from "node:assert/strict";
import {test} from "node:test";

import {element, keptCount, numbersOf, placeOf} from "../../src/lastdigit/reports/page/scripts/elements.mjs";
import {indexOf, placeOfIndex, seenPlaces} from "../../src/lastdigit/reports/page/scripts/places.mjs";
import {bandOf, share, sharePercent} from "../../src/lastdigit/reports/page/scripts/shares.mjs";
import {unfold} from "../../src/lastdigit/reports/page/scripts/unfold.mjs";
import {WORDS, smallSection} from "./small.mjs";

test("a text takes over the beginning of the text in its place in an earlier list", () => {
  const {section, verdict} = smallSection();
  const observed = [0, 1, 2, 3].map((at) => element(section, verdict, at).observed);
  assert.deepEqual(observed, ["0.1249", "0.2613", "0.3750", "0.5001"]);
  assert.equal(element(section, verdict, 1).expected, "0.2500");
});

test("an element has its error, its allowance and their terms, and infinity is no number", () => {
  const {section, verdict} = smallSection();
  const found = element(section, verdict, 1);
  assert.deepEqual([found.error, found.allowed, found.agrees, found.same], [0.0113, 0.001, false, false]);
  assert.deepEqual(found.terms, [{name: "printing", value: 0.001}]);
  assert.equal(element(section, verdict, 3).allowed, null);
});

test("numbers of three digits have a character for their power of ten", () => {
  const section = {
    words: WORDS,
    least: -10,
    numbers: [`123${String.fromCharCode(48 + 8)}700${String.fromCharCode(48)}`],
  };
  assert.deepEqual(numbersOf(section, 0), [1.23, 7e-8]);
});

test("of one element, error, allowance and terms stand in one list", () => {
  const section = {words: WORDS, columns: [{ends: "7.5"}], numbers: ["2,4,3,1"]};
  const elements = {count: 9, kept: [5], one: 0, observed: 0, agrees: "1", same: "0", terms: ["printing", "inputs"]};
  const found = element(section, {elements}, 0);
  assert.deepEqual([found.place, found.error, found.allowed, found.agrees, found.same], [5, 2, 4, true, false]);
  assert.deepEqual(
    found.terms.map(({value}) => value),
    [3, 1],
  );
});

test("of elements that are kept, places are those among all", () => {
  assert.equal(placeOf({kept: [3, 8], count: 20}, 1), 8);
  assert.equal(placeOf({kept: [3, 8], places: [0, 1, 2, 40, 5, 6, 7, 8, 90]}, 1), 90);
  assert.equal(keptCount({kept: [3, 8], count: 20}), 2);
  assert.equal(keptCount({count: 20}), 20);
});

test("an index and a place say the same, and an index outside of the shape has no place", () => {
  for (let place = 0; place < 24; place += 1) assert.equal(placeOfIndex(indexOf(place, [2, 3, 4]), [2, 3, 4]), place);
  assert.equal(indexOf(17, [2, 3, 4]), "1, 1, 1");
  for (const text of ["2,0,0", "0,0", "0,0,0,0", "a,0,0", "-1,0,0"]) assert.equal(placeOfIndex(text, [2, 3, 4]), -1);
  assert.equal(placeOfIndex("", []), 0);
});

test("a band ends at its share of what is allowed, and what disagrees is beyond all of them", () => {
  const band = (error, allowed, agrees = true) => bandOf(WORDS.bands, {error, allowed, agrees});
  assert.deepEqual([band(1e-3, 1), band(1.1e-3, 1), band(1, 1), band(2, 1, false)], [0, 1, 6, 7]);
  assert.deepEqual([band(0, 0), band(1, null)], [0, 0]);
});

test("elements that are not kept have the band of their letter, in capitals where they print other digits", () => {
  const {section, verdict} = smallSection();
  Object.assign(verdict.elements, {kept: [1], bands: "aHcD", agrees: "0", same: "0"});
  const seen = seenPlaces(section, verdict);
  assert.deepEqual([...seen.at], [[1, 0]]);
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => seen.bands.get(place)),
    [0, 7, 2, 3],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => seen.same.get(place)),
    [true, false, true, false],
  );
});

test("a share is told in per cent, and in times where it is beyond what is allowed", () => {
  assert.equal(share({error: 0.25, allowed: 1}), "25 % of what is allowed");
  assert.equal(share({error: 40, allowed: 1}), "40 times what is allowed");
  assert.equal(share({error: 1, allowed: null}), "no bound is known");
  assert.equal(share({error: 1, allowed: 0}), "where nothing is allowed");
  assert.equal(sharePercent("✗", {error: 40, allowed: 1, agrees: false}), "✗ 40×");
  assert.equal(sharePercent("✗", {error: 1e-9, allowed: 1, agrees: true}), "<0.1 %");
  assert.equal(sharePercent("✗", {error: 1, allowed: 0, agrees: false}), "✗ ∞");
  assert.equal(sharePercent("✗", {error: 1, allowed: null, agrees: true}), "?");
});

test("verdicts that are told in columns get their elements back, one after the other", () => {
  const section = {
    ...smallSection().section,
    case: ["one", "one"],
    name: ["loops", "einsum"],
    dtype: ["float32", "float64"],
    count: [2, 1],
    said: [{state: "agrees"}, {state: "disagrees"}],
    verdicts: [0, 1, 0],
    kinds: ["n", "-", "1"],
    several: [{count: 4, bands: 0}],
    bands: ["abcd"],
    of: [0],
    at: [1],
    singles: [
      {
        count: 4,
        kept: [0, 3],
        error: 0,
        allowed: 1,
        terms: [["inputs", 1]],
        agrees: "10",
        same: "1",
        observed: ["1", "2.5"],
      },
    ],
  };
  unfold(section);
  const [loops, einsum] = section.views;
  assert.deepEqual(
    loops.verdicts.map(({state}) => state),
    ["agrees", "disagrees"],
  );
  assert.equal(loops.verdicts[0].elements.bands, "abcd");
  assert.equal(loops.verdicts[1].elements, undefined);
  const found = element(section, einsum.verdicts[0], 0);
  assert.deepEqual(
    [found.observed, found.error, found.allowed, found.agrees, found.place],
    ["2.5", 0.0113, 0.001, false, 3],
  );
});
