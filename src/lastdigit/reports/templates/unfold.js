// The verdicts of a section's choices and relations, out of its columns.
function unfold(section) {
  const {case: cases = [], name, dtype, count, several = [], own = []} = section, single = singles(section);
  let at = 0, listed = 0;
  const next = () => {
    const verdict = {...section.said[section.verdicts[at]]}, kind = section.kinds[at];
    at += 1;
    if (kind === "n") verdict.elements = several[listed++];
    if (kind === "1") verdict.elements = single();
    return verdict;
  };
  if (cases.length) section.views = cases.map((of, view) => ({case: of, name: name[view], dtype: dtype[view], verdicts: Array.from({length: count[view]}, next)}));
  for (const verdict of own) if (verdict.relation) Object.assign(verdict, {elements: next().elements});
  section.unfolded = true;
}

// Gives the elements of one verdict after the other of which one is kept.
function singles(section) {
  const kept = section.singles, {columns = [], numbers = []} = section, seen = kept && kept.terms.map(() => 0);
  let at = 0, letters = 0;
  Object.assign(section, {columns, numbers});
  return () => {
    const of = kept.of[at], terms = kept.terms[of], count = kept.count[at], number = (list, place) => numbersOf(section, list)[place];
    const flag = (flags) => (flags === "1" ? "1" : flags[at]);
    const found = {count, kept: [kept.kept[at]], worst: 0, terms: terms.map(([name]) => name), agrees: flag(kept.agrees), same: flag(kept.same)};
    found.one = numbers.push([number(kept.error, at), number(kept.allowed, at), ...terms.map(([, list]) => number(list, seen[of]))]) - 1;
    found.observed = columns.push({texts: [kept.observed[at]]}) - 1;
    if (kept.expected[at] !== null) found.expected = columns.push({texts: [kept.expected[at]]}) - 1;
    if (kept.indices[at] !== null) found.indices = [kept.indices[at]];
    else {
      if (kept.places && kept.places[at]) found.places = kept.places[at];
      if (count > 1) found.bands = kept.bands.slice(letters, letters + count);
      letters += count;
    }
    seen[of] += 1;
    at += 1;
    return found;
  };
}
