// The elements of a verdict that are kept, in columns: texts, and numbers as one text.

// One of them, as it is shown.
export function element(section, verdict, at) {
  const kept = verdict.elements;
  const flag = (flags) => (flags === "1" ? true : flags[at] === "1");
  return {
    place: placeOf(kept, at),
    index: kept.indices && kept.indices[at],
    expected: kept.expected ? kept.expected[at] : "",
    observed: kept.observed[at],
    error: numbersOf(kept, "error")[at],
    allowed: numbersOf(kept, "allowed")[at],
    agrees: flag(kept.agrees),
    same: flag(kept.same),
    terms: kept.terms.map((term) => ({name: term[0], value: numbersOf(term, 1)[at]})),
  };
}

// The numbers stay one text until they are looked at; null is what is not bounded.
function numbersOf(columns, name) {
  if (typeof columns[name] === "string")
    columns[name] = columns[name].split(",").map((decimal) => (decimal === "inf" ? null : Number(decimal)));
  return columns[name];
}

// Where the element stands among the golden's tokens.
export function placeOf(kept, at) {
  const position = kept.kept ? kept.kept[at] : at;
  return kept.places ? kept.places[position] : position;
}

export const keptCount = (kept) => (kept.kept ? kept.kept.length : kept.count);
