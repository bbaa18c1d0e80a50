// Elements in lists, where no matrix is drawn.
import {el} from "./dom.mjs";
import {element, keptCount} from "./elements.mjs";
import {grouped, ofAll, short} from "./spell.mjs";

function rowsOf(section, verdict, heads) {
  const row = (cells, tag, attributes, kind) => el("tr", kind || {}, ...cells.map((cell) => el(tag, attributes, cell)));
  const body = Array.from({length: keptCount(verdict.elements)}, (_, at) => {
    const {index, place, expected, observed, error, allowed, agrees} = element(section, verdict, at);
    return row(
      [
        `[${index !== undefined ? index.replaceAll(",", ", ") : place}]`,
        expected,
        observed,
        short(error),
        short(allowed),
      ],
      "td",
      {},
      agrees ? {} : {class: "off"},
    );
  });
  return el(
    "div",
    {class: "scroll", tabindex: "0", role: "group", "aria-label": "Elements, scrolls"},
    el(
      "table",
      {class: "elements"},
      el("thead", {}, row(["index", ...heads, "error", "allowed"], "th", {scope: "col"})),
      el("tbody", {}, ...body),
    ),
  );
}

export function comparisons(section, verdict) {
  const {count} = verdict.elements;
  return el(
    "details",
    {open: verdict.fails && ""},
    el("summary", {}, `${grouped(count)} ${count === 1 ? "comparison" : "comparisons"}`),
    rowsOf(section, verdict, ["expected", "printed"]),
  );
}

// On a definition there is no printed matrix: the worst element, and a list where there are more.
export function elementList(section, verdict) {
  const shown = keptCount(verdict.elements);
  const all = Math.max(verdict.disagreeing || 0, verdict.elements.count);
  if (shown < 2) return "";
  const what = verdict.disagreeing ? "elements that disagree" : "elements";
  const rest = verdict.disagreeing ? "the worst; all stand in discrepancies.csv" : "the nearest to what is allowed";
  const words = shown < all ? `${ofAll(shown, all, what)}, ${rest}` : `${shown} ${what}`;
  return el(
    "details",
    {},
    el("summary", {}, words),
    rowsOf(section, verdict, [verdict.against === "document" ? "printed" : "exact", "observed"]),
  );
}
