import assert from "node:assert/strict";
import {test} from "node:test";

import {element, keptCount, placeOf} from "../../src/lastdigit/reports/page/scripts/elements.mjs";
import {indexOf, placeOfIndex, seenPlaces} from "../../src/lastdigit/reports/page/scripts/places.mjs";
import {bandOf, share, sharePercent} from "../../src/lastdigit/reports/page/scripts/shares.mjs";
import {unfold} from "../../src/lastdigit/reports/page/scripts/unfold.mjs";
import {WORDS, smallSection} from "./small.mjs";

test("an element has its texts, and none is expected where its golden shows it", () => {
  const {section, verdict} = smallSection();
  assert.equal(element(section, verdict, 1).observed, "0.2613");
  assert.equal(element(section, verdict, 1).expected, "0.2500");
  delete verdict.elements.expected;
  assert.equal(element(section, verdict, 1).expected, "");
});

test("an element has its error, its allowance and their terms, and infinity is no number", () => {
  const {section, verdict} = smallSection();
  const found = element(section, verdict, 1);
  assert.deepEqual([found.error, found.allowed, found.agrees, found.same], [0.0113, 0.001, false, false]);
  assert.deepEqual(found.terms, [{name: "printing", value: 0.001}]);
  assert.equal(element(section, verdict, 3).allowed, null);
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

test("verdicts get what they say and their elements, one after the other", () => {
  const {section, verdict} = smallSection();
  Object.assign(section, {
    case: ["one", "one"],
    name: ["loops", "einsum"],
    dtype: ["float32", "float64"],
    count: [2, 1],
    own: [{relation: true, case: "rows"}, {relation: false, case: "one"}],
    said: [{state: "agrees"}, {state: "disagrees"}],
    verdicts: [0, 1, 0, 1],
    elements: [{...verdict.elements, bands: "abcd"}, null, verdict.elements, {...verdict.elements, worst: 3}],
  });
  unfold(section);
  const [loops, einsum] = section.views;
  assert.deepEqual(
    loops.verdicts.map(({state}) => state),
    ["agrees", "disagrees"],
  );
  assert.equal(loops.verdicts[0].elements.bands, "abcd");
  assert.equal(loops.verdicts[1].elements, undefined);
  const found = element(section, einsum.verdicts[0], 1);
  assert.deepEqual([found.observed, found.error, found.agrees, found.place], ["0.2613", 0.0113, false, 1]);
  assert.equal(section.own[0].elements.worst, 3);
  assert.equal(section.own[1].elements, undefined);
});
