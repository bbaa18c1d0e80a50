// The verdicts of a section's choices and relations, out of its columns.
export function unfold(section) {
  const {case: cases = [], name, dtype, count, own = []} = section;
  let at = 0;
  const next = () => {
    const verdict = {...section.said[section.verdicts[at]]};
    if (section.elements[at]) verdict.elements = section.elements[at];
    at += 1;
    return verdict;
  };
  if (cases.length)
    section.views = cases.map((of, view) => ({
      case: of,
      name: name[view],
      dtype: dtype[view],
      verdicts: Array.from({length: count[view]}, next),
    }));
  for (const verdict of own) if (verdict.relation) Object.assign(verdict, {elements: next().elements});
  section.unfolded = true;
}
