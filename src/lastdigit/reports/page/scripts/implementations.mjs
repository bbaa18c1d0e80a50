// A section per implementation: where it stands, its digits across goldens, and its speed beside its accuracy.
import {copied} from "./copy.mjs";
import {breakable, el} from "./dom.mjs";
import {tally} from "./marks.mjs";
import {cellHash, cellWords} from "./model.mjs";
import {scatterFigure} from "./scatter.mjs";
import {hashOf, median, milliseconds, ofAll} from "./spell.mjs";

const FIRST = 100;

export function implementationList(model) {
  const {index} = model;
  const place = document.getElementById("by-implementation");
  const groups = new Map();
  index.rows.forEach(([name], row) => groups.set(name, [...(groups.get(name) || []), row]));

  function table(rows, most) {
    const seen = new Map();
    for (const row of rows)
      for (const cell of model.byRow[row]) seen.set(cell.section, (seen.get(cell.section) || new Map()).set(row, cell));
    const order = [...seen.keys()].sort((a, b) => a - b);
    const shown = order.slice(0, most);
    const head = el(
      "tr",
      {},
      el("th", {scope: "col"}, "golden"),
      ...rows.map((row) => el("th", {scope: "col"}, index.rows[row][1] || "as printed")),
    );
    const body = shown.map((section) =>
      el(
        "tr",
        {},
        el(
          "th",
          {scope: "row"},
          el("a", {href: hashOf(index.sections.id[section])}, ...breakable(index.sections.id[section])),
        ),
        ...rows.map((row) => {
          const cell = seen.get(section).get(row);
          return el(
            "td",
            {},
            cell &&
              el(
                "a",
                {
                  href: cellHash(model, cell),
                  class: `mark ${cell.state}${cell.fails ? " fails" : ""}`,
                  title: cellWords(model, cell),
                },
                cell.symbols,
                cell.digits !== null && ` ${cell.digits}/${cell.elements}`,
              ),
          );
        }),
      ),
    );
    const found = el(
      "div",
      {class: "scroll", tabindex: "0", role: "group", "aria-label": "Digits across goldens, scrolls"},
      el("table", {class: "across"}, el("thead", {}, head), el("tbody", {}, ...body)),
    );
    if (shown.length === order.length) return found;
    const more = el(
      "button",
      {type: "button"},
      `${ofAll(shown.length, order.length, "goldens shown")}: ` +
        `show ${Math.min(10 * FIRST, order.length - shown.length)} more`,
    );
    const both = el("div", {}, found, more);
    more.addEventListener("click", () => both.replaceWith(table(rows, most + 10 * FIRST)));
    return both;
  }

  function timings(rows) {
    const seconds = (row) =>
      median(
        model.byRow[row]
          .flatMap((cell) => cell.verdicts.map((v) => index.verdicts.seconds[v]))
          .filter((value) => value !== null),
      );
    const said = rows
      .map((row) => [index.rows[row][1], seconds(row)])
      .filter(([, value]) => value !== undefined && value !== null);
    const times = said.map(([dtype, value]) => `${dtype} ${milliseconds(value)}`);
    return times.length ? `In this run, median of one call: ${times.join(", ")}.` : "";
  }

  function shell(name, rows) {
    const [counts, digits, printed] = index.totals[name];
    const share = printed ? el("span", {class: "quiet"}, ofAll(digits, printed, "elements print the same digits")) : "";
    const box = el(
      "details",
      {id: `implementation/${name}`, class: "implementation"},
      el("summary", {}, el("b", {}, ...breakable(name)), " ", tally(index.words, counts), " ", share),
    );
    box.addEventListener("toggle", () => {
      if (!box.open || box.drawn) return;
      box.drawn = true;
      const own = index.speed.points.some(([row]) => rows.includes(row));
      const files = [
        ...new Set(
          Object.keys(index.places)
            .filter((key) => key.slice(0, key.lastIndexOf(" ")) === name)
            .map((key) => index.places[key].replace(/:\d+$/, "")),
        ),
      ];
      box.append(
        el(
          "p",
          {class: "again"},
          /^[\w.:+-]+$/.test(name) && name !== index.words.document && copied(`pytest -k ${name}`),
          ...files.map((file) => el("code", {class: "place"}, ...breakable(file))),
          el("span", {class: "quiet"}, timings(rows)),
        ),
        el("div", {class: "pair"}, table(rows, FIRST), own && scatterFigure(index, name)),
      );
    });
    return box;
  }

  const names = [...groups.keys()];
  const fill = (most) => {
    const more = el("button", {type: "button"}, `${ofAll(most, names.length, "implementations shown")}: show all`);
    more.addEventListener("click", () => fill(names.length));
    place.replaceChildren(
      scatterFigure(index, ""),
      ...names.slice(0, most).map((name) => shell(name, groups.get(name))),
      ...(most < names.length ? [more] : []),
    );
  };
  fill(Math.min(names.length, 3 * FIRST));
  return {
    open(name) {
      if (!groups.has(name)) return null;
      if (!document.getElementById(`implementation/${name}`)) fill(names.length);
      const box = document.getElementById(`implementation/${name}`);
      box.open = true;
      return box;
    },
  };
}
