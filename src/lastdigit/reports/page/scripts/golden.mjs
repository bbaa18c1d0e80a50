// A golden's section: where it stands, what is held of the document, and the chosen implementation beside it.
import {copied} from "./copy.mjs";
import {breakable, el} from "./dom.mjs";
import {element, placeOf} from "./elements.mjs";
import {elementList} from "./lists.mjs";
import {comparedFigure, heatFigure, printedFigure, weightsFigure} from "./matrix.mjs";
import {ownVerdicts} from "./own_verdicts.mjs";
import {indexOf, seenPlaces} from "./places.mjs";
import {erratumNote, provenance} from "./provenance.mjs";
import {reach} from "./reach.mjs";
import {remarks} from "./remarks.mjs";
import {hashOf, ofAll} from "./spell.mjs";
import {allowance, facts, heading} from "./verdict.mjs";

function choiceOf(page) {
  const {section} = page;
  const {worse, symbols} = section.words;
  const cases = [...new Set(section.views.map((view) => view.case))];
  const select = el("select", {});
  const groups = new Map(cases.map((name) => [name, cases.length > 1 ? el("optgroup", {label: name}) : select]));
  section.views.forEach((view, at) => {
    const state = worse[Math.max(...view.verdicts.map((verdict) => worse.indexOf(verdict.state)))];
    const fails = view.verdicts.some((verdict) => verdict.fails);
    groups
      .get(view.case)
      .append(
        el("option", {value: at}, `${symbols[state]} ${view.name} ${view.dtype}${fails ? " (fails the gate)" : ""}`),
      );
  });
  if (cases.length > 1) select.append(...groups.values());
  select.value = String(page.chosen);
  select.addEventListener("change", () => {
    page.chosen = Number(select.value);
    show(page);
  });
  page.select = select;
  return el("p", {class: "choice"}, el("label", {}, "Implementation ", select));
}

// The command that judges the chosen implementation again, and where it stands.
function again({index, id}, view) {
  const {document, operations} = index.sections;
  const number = index.sections.id.indexOf(id);
  const [name] = index.documents[document[number]];
  const own = view.name === index.words.document;
  const test = `${name}/${view.case}${own ? "" : `-${view.name}-${view.dtype}`}`;
  const places = own
    ? []
    : operations[number]
        .split(" ")
        .map((operation) => index.places[`${view.name} ${operation}`])
        .filter(Boolean);
  return [
    /^[\w./:+-]+$/.test(test) && copied(`pytest -k ${test}`),
    " ",
    ...places.flatMap((place) => [el("code", {class: "place"}, ...breakable(place)), " "]),
  ].filter(Boolean);
}

// Fills the body of an article; ``page`` keeps what is shown there.
export function drawGolden(index, article, id, section) {
  const page = {index, article, id, section, chosen: section.chosen || 0, on: new Map()};
  const body = article.querySelector(".body");
  const {golden} = section;
  const left =
    golden &&
    golden.count > golden.tokens.length &&
    el(
      "p",
      {class: "quiet note"},
      ofAll(golden.tokens.length, golden.count, "elements shown"),
      " of the printed matrix; all stand in the golden's CSV.",
    );
  page.pair = el(
    "div",
    {class: "pair"},
    golden && golden.tokens.length && printedFigure(id, golden),
    el("div", {class: "beside"}),
    golden && golden.weights && weightsFigure(id, golden),
  );
  page.box = el("div", {class: "verdicts"});
  page.again = el("p", {class: "again"});
  const unused = section.unjudged && el("p", {class: "quiet"}, section.unjudged);
  body.replaceChildren(
    provenance(section),
    ...(section.errata || []).map(erratumNote),
    ...ownVerdicts(index, section),
    unused || "",
    section.views ? choiceOf(page) : "",
    section.views ? page.again : "",
    left || "",
    page.pair,
    page.box,
  );
  const point = (event) => {
    const cell = event.target.closest("td[data-at]");
    const at = cell && page.at?.get(Number(cell.dataset.at));
    if (at === undefined || at === null) return;
    showElement(page, page.compared, at);
    if (event.type === "click")
      history.replaceState(null, "", elementHash(page, indexOf(Number(cell.dataset.at), golden.shape)));
  };
  for (const type of ["mouseover", "click", "focusin"]) page.pair.addEventListener(type, point);
  article.page = page;
  if (section.views) show(page);
  return page;
}

const elementHash = (page, index) => {
  const {name, dtype} = page.section.views[page.chosen];
  return `${hashOf(`${page.id}-${name}-${dtype}`)}@${index.replaceAll(" ", "")}`;
};

export function showElement(page, verdict, at) {
  const {section} = page;
  const view = section.views[page.chosen];
  const own = view.name === section.words.document;
  const found = element(section, verdict, at);
  const printed = verdict.against === "document";
  const labels = own ? ["exact", "printed"] : [printed ? "printed" : "exact", "observed"];
  const beside = verdict === page.compared;
  const index = beside ? indexOf(found.place, section.golden.shape) : (found.index || "").replaceAll(",", ", ");
  if (beside && printed) found.expected = section.golden.tokens[found.place] || found.expected;
  if (beside)
    for (const cell of page.pair.querySelectorAll("td[data-at]"))
      cell.classList.toggle("on", cell.dataset.at === String(found.place));
  page.on
    .get(verdict)
    .replaceChildren(
      facts(found, index, labels, beside ? elementHash(page, index) : hashOf(page.id)),
      allowance(section.words, found),
    );
}

export function show(page) {
  const {section, box, pair} = page;
  const view = section.views[page.chosen];
  const own = view.name === section.words.document;
  const beside = pair.querySelector(".beside");
  beside.replaceChildren();
  box.replaceChildren();
  page.compared = page.at = null;
  page.again.replaceChildren(...again(page, view));
  for (const cell of pair.querySelectorAll(".on")) cell.classList.remove("on");
  for (const verdict of view.verdicts) {
    const panel = el("div", {class: "panel"});
    const part = el(
      "section",
      {},
      heading(page.index, verdict, own),
      verdict.compared && el("p", {class: "quiet"}, verdict.compared),
      panel,
    );
    page.on.set(verdict, panel);
    box.append(part);
    if (verdict.shapes)
      panel.append(`printed ${verdict.shapes[0]}, ${own ? "of the definition" : "observed"} ${verdict.shapes[1]}`);
    if (verdict.elements) {
      if (verdict.matrix && section.golden && !verdict.elements.indices) {
        const seen = seenPlaces(section, verdict);
        page.compared = verdict;
        page.at = seen.at;
        beside.append(comparedFigure(section, view, verdict, seen), heatFigure(section, view, verdict, seen));
        reach(beside.querySelector(".compared"), seen.at, placeOf(verdict.elements, verdict.elements.worst));
      } else part.append(elementList(section, verdict));
      showElement(page, verdict, verdict.elements.worst);
    }
    part.append(remarks(page.index, section, verdict, view.dtype));
  }
}
