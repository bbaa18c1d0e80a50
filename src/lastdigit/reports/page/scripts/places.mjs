// Where elements stand among the tokens of a golden.
import {element, keptCount} from "./elements.mjs";
import {bandOf} from "./shares.mjs";

// The index of a golden's element, from its place among the tokens.
export function indexOf(place, shape) {
  const index = [];
  for (const extent of [...shape].reverse()) {
    index.unshift(place % extent);
    place = Math.floor(place / extent);
  }
  return index.join(", ");
}

export function placeOfIndex(text, shape) {
  const index = text
    .split(",")
    .filter((part) => part.trim() !== "")
    .map(Number);
  if (index.length !== shape.length || index.some((at, axis) => !(at >= 0 && at < shape[axis]))) return -1;
  return index.reduce((place, at, axis) => place * shape[axis] + at, 0);
}

// By place: the number of the element that is kept there, and its band.
export function seenPlaces(section, verdict) {
  const kept = verdict.elements;
  const at = new Map();
  const bands = new Map();
  const same = new Map();
  for (let one = 0; one < keptCount(kept); one += 1) {
    const found = element(section, verdict, one);
    at.set(found.place, one);
    bands.set(found.place, bandOf(section.words.bands, found));
    same.set(found.place, found.same);
  }
  if (kept.bands)
    for (let position = 0; position < kept.count; position += 1) {
      const letter = kept.bands[position];
      const place = kept.places ? kept.places[position] : position;
      bands.set(place, letter.toLowerCase().charCodeAt(0) - 97);
      same.set(place, letter === letter.toLowerCase());
    }
  return {at, bands, same};
}
