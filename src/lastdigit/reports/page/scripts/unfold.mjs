// The verdicts of a section's choices and relations, out of its columns.
import {numbersOf} from "./elements.mjs";

export function unfold(section) {
  const {case: cases = [], name, dtype, count, several = [], own = []} = section;
  const single = singles(section);
  let at = 0;
  let listed = 0;
  const next = () => {
    const verdict = {...section.said[section.verdicts[at]]};
    const kind = section.kinds[at];
    at += 1;
    if (kind === "n") verdict.elements = withBands(section, several[listed++]);
    if (kind === "1") verdict.elements = single();
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

// The letters of a verdict's elements, out of those that verdicts share.
const withBands = ({bands}, elements) =>
  elements.bands === undefined ? elements : {...elements, bands: bands[elements.bands]};

// Gives the elements of one verdict after the other of which one is kept; those of a group stand in columns.
function singles(section) {
  const {singles: groups, columns, numbers} = section;
  let next = 0;
  return () => {
    const kept = groups[section.of[next]];
    const at = section.at[next++];
    const list = (text) => columns.push({texts: [text]}) - 1;
    const value = (column) => numbersOf(section, column)[at];
    const flag = (flags) => (flags === "1" ? "1" : flags[at]);
    const found = {
      count: kept.count,
      kept: [kept.kept ? kept.kept[at] : 0],
      worst: 0,
      terms: kept.terms.map(([name]) => name),
      agrees: flag(kept.agrees),
      same: flag(kept.same),
    };
    found.one =
      numbers.push([value(kept.error), value(kept.allowed), ...kept.terms.map(([, column]) => value(column))]) - 1;
    found.observed = list(kept.observed[at]);
    if (kept.expected) found.expected = list(kept.expected[at]);
    if (kept.indices) found.indices = [kept.indices[at]];
    if (kept.places && kept.places[at]) found.places = kept.places[at];
    if (kept.bands) found.bands = section.bands[kept.bands[at]];
    return found;
  };
}
