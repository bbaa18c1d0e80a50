// The elements of a verdict that are kept: texts and numbers, each out of a list that verdicts share.

// One of them, as it is shown.
export function element(section, verdict, at) {
  const kept = verdict.elements;
  const number = (list) => numbersOf(section, list)[at];
  // Of one element, error, allowance and terms stand in one list.
  const one = kept.one === undefined ? null : numbersOf(section, kept.one);
  const flag = (flags) => (flags === "1" ? true : flags[at] === "1");
  return {
    place: placeOf(kept, at),
    index: kept.indices && kept.indices[at],
    expected: kept.expected === undefined ? "" : columnOf(section, kept.expected)[at],
    observed: columnOf(section, kept.observed)[at],
    error: one ? one[0] : number(kept.error),
    allowed: one ? one[1] : number(kept.allowed),
    agrees: flag(kept.agrees),
    same: flag(kept.same),
    terms: one
      ? kept.terms.map((name, term) => ({name, value: one[term + 2]}))
      : kept.terms.map(([name, list]) => ({name, value: number(list)})),
  };
}

// A list of texts is told by what it takes over from an earlier one, if any, text by text, and by what follows.
function columnOf(section, at) {
  const column = section.columns[at];
  if (column.texts) return column.texts;
  const ends = column.ends.split(",");
  const before = column.taken && columnOf(section, column.after);
  column.texts = before
    ? ends.map((end, place) => before[place].slice(0, column.taken.charCodeAt(place) - section.words.zero) + end)
    : ends;
  return column.texts;
}

// A list of numbers is one text until it is looked at; null is what is not bounded.
export function numbersOf(section, list) {
  const {numbers, least, words} = section;
  const text = numbers[list];
  if (typeof text === "string")
    numbers[list] = (least === undefined ? text.split(",") : decimalsOf(text, least, words.zero)).map((decimal) =>
      decimal.startsWith("inf") ? null : Number(decimal),
    );
  return numbers[list];
}

// Of every number three digits, and a character for its power of ten.
function decimalsOf(text, least, zero) {
  return Array.from(
    {length: text.length / 4},
    (_, at) => `${text.slice(4 * at, 4 * at + 3)}e${least + text.charCodeAt(4 * at + 3) - zero}`,
  );
}

// Where the element stands among the golden's tokens.
export function placeOf(kept, at) {
  const position = kept.kept ? kept.kept[at] : at;
  return kept.places ? kept.places[position] : position;
}

export const keptCount = (kept) => (kept.kept ? kept.kept.length : kept.count);
