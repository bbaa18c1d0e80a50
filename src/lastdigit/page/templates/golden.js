// A golden's section: where it stands, what is held of the document, and the chosen implementation beside it.
function pieces(said) {
  const set = {
    text: (text) => text, strong: (text) => el("b", {}, ...breakable(text)), code: (text) => el("code", {}, text), line: () => el("br"),
    quiet: (text) => el("span", {class: "quiet"}, text), hash: (text) => el("code", {title: text}, `${text.slice(0, 12)}…`),
  };
  return said.map(([kind, text]) => set[kind](text));
}

function provenance(section) {
  return el("dl", {class: "provenance"}, ...(section.facts || []).map(([name, said]) => el("div", {}, el("dt", {}, name), el("dd", {}, ...pieces(said)))));
}

function erratumNote([id, of, reason]) {
  return el("aside", {class: "erratum", "aria-label": `Erratum ${id}`}, el("b", {}, `Erratum ${id}${of ? `, of case ${of}` : ""}:`), ` ${reason}`);
}

// What is held of the document itself: its goldens with their definitions, and the relations between them.
function ownVerdicts(index, section) {
  const own = section.own || [];
  return own.map((verdict) => {
    const word = verdict.state === "erratum" ? "disagrees" : verdict.state;
    const which = own.length > 1 ? [verdict.relation ? " " : " of ", el("b", {}, ...breakable(verdict.case))] : [];
    const line = el("p", {}, "The document ", mark(verdict.state, word, verdict.fails), evidence(index, verdict), ` with the ${verdict.relation ? "relation" : "definition"}`, ...which,
      verdict.state === "erratum" && ", as an erratum says", verdict.fails && el("b", {class: "stops"}, ": the gate fails"), " ", el("span", {class: "quiet"}, verdict.words));
    const causes = (verdict.why || []).map((cause) => el("p", {}, "explanation: ", el("b", {}, cause), lookAt(index.look, cause)));
    return el("div", {class: "own"}, line, verdict.reason && el("p", {}, verdict.reason), ...causes, verdict.elements && comparisons(section, verdict));
  });
}

function rowsOf(section, verdict, heads) {
  const row = (cells, tag, attributes, kind) => el("tr", kind || {}, ...cells.map((cell) => el(tag, attributes, cell)));
  const body = Array.from({length: keptCount(verdict.elements)}, (_, at) => {
    const {index, place, expected, observed, error, allowed, agrees} = element(section, verdict, at);
    return row([`[${index !== undefined ? index.replaceAll(",", ", ") : place}]`, expected, observed, short(error), short(allowed)], "td", {}, agrees ? {} : {class: "off"});
  });
  return el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Elements, scrolls"}, el("table", {class: "elements"}, el("thead", {}, row(["index", ...heads, "error", "allowed"], "th", {scope: "col"})), el("tbody", {}, ...body)));
}

function comparisons(section, verdict) {
  const {count} = verdict.elements;
  return el("details", {open: verdict.fails && ""}, el("summary", {}, `${grouped(count)} ${count === 1 ? "comparison" : "comparisons"}`), rowsOf(section, verdict, ["expected", "printed"]));
}

// On a definition there is no printed matrix: the worst element, and a list where there are more.
function elementList(section, verdict) {
  const shown = keptCount(verdict.elements), all = Math.max(verdict.disagreeing || 0, verdict.elements.count);
  if (shown < 2) return "";
  const what = verdict.disagreeing ? "elements that disagree" : "elements";
  const rest = verdict.disagreeing ? "the worst; all stand in discrepancies.csv" : "the nearest to what is allowed";
  const words = shown < all ? `${ofAll(shown, all, what)}, ${rest}` : `${shown} ${what}`;
  return el("details", {}, el("summary", {}, words), rowsOf(section, verdict, [verdict.against === "document" ? "printed" : "exact", "observed"]));
}

function choiceOf(page) {
  const {section} = page, cases = [...new Set(section.views.map((view) => view.case))];
  const select = el("select", {});
  const groups = new Map(cases.map((name) => [name, cases.length > 1 ? el("optgroup", {label: name}) : select]));
  section.views.forEach((view, at) => {
    const state = WORSE[Math.max(...view.verdicts.map((verdict) => WORSE.indexOf(verdict.state)))];
    const fails = view.verdicts.some((verdict) => verdict.fails);
    groups.get(view.case).append(el("option", {value: at}, `${SYMBOLS[state]} ${view.name} ${view.dtype}${fails ? " (the gate fails)" : ""}`));
  });
  if (cases.length > 1) select.append(...groups.values());
  select.value = String(page.chosen);
  select.addEventListener("change", () => { page.chosen = Number(select.value); show(page); });
  page.select = select;
  return el("p", {class: "choice"}, el("label", {}, "Implementation ", select));
}

// The command that judges the chosen implementation again, and where it stands.
function again({index, id, section}, view) {
  const {document, operations} = index.sections, number = index.sections.id.indexOf(id);
  const [name] = index.documents[document[number]], own = view.name === DOCUMENT;
  const test = `${name}/${view.case}${own ? "" : `-${view.name}-${view.dtype}`}`;
  const places = own ? [] : operations[number].split(" ").map((operation) => index.places[`${view.name} ${operation}`]).filter(Boolean);
  return [/^[\w./:+-]+$/.test(test) && copied(`pytest -k ${test}`), " ", ...places.flatMap((place) => [el("code", {class: "place"}, ...breakable(place)), " "])].filter(Boolean);
}

// Fills the body of an article; ``page`` keeps what is shown there.
function drawGolden(index, article, id, section) {
  const page = {index, article, id, section, chosen: section.chosen || 0, on: new Map()};
  const body = article.querySelector(".body"), {golden} = section;
  const left = golden && golden.count > golden.tokens.length && el("p", {class: "quiet note"}, `${ofAll(golden.tokens.length, golden.count, "elements shown")} of the printed matrix; all stand in the golden's CSV.`);
  page.pair = el("div", {class: "pair"}, golden && golden.tokens.length && printedFigure(id, golden), el("div", {class: "beside"}), golden && golden.weights && weightsFigure(id, golden));
  page.box = el("div", {class: "verdicts"});
  page.again = el("p", {class: "again"});
  const unused = section.unjudged && el("p", {class: "quiet"}, section.unjudged);
  body.replaceChildren(provenance(section), ...(section.errata || []).map(erratumNote), ...ownVerdicts(index, section), unused || "", section.views ? choiceOf(page) : "", section.views ? page.again : "", left || "", page.pair, page.box);
  const point = (event) => {
    const cell = event.target.closest("td[data-at]"), at = cell && page.at?.get(Number(cell.dataset.at));
    if (at === undefined || at === null) return;
    showElement(page, page.compared, at);
    if (event.type === "click") history.replaceState(null, "", elementHash(page, indexOf(Number(cell.dataset.at), golden.shape)));
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

function showElement(page, verdict, at) {
  const {section} = page, view = section.views[page.chosen], own = view.name === DOCUMENT, found = element(section, verdict, at);
  const printed = verdict.against === "document", labels = own ? ["exact", "printed"] : [printed ? "printed" : "exact", "observed"];
  const beside = verdict === page.compared;
  const index = beside ? indexOf(found.place, section.golden.shape) : (found.index || "").replaceAll(",", ", ");
  if (beside && printed) found.expected = section.golden.tokens[found.place] || found.expected;
  if (beside) for (const cell of page.pair.querySelectorAll("td[data-at]")) cell.classList.toggle("on", cell.dataset.at === String(found.place));
  page.on.get(verdict).replaceChildren(facts(found, index, labels, beside ? elementHash(page, index) : hashOf(page.id)), allowance(found));
}

function show(page) {
  const {section, box, pair} = page, view = section.views[page.chosen], own = view.name === DOCUMENT;
  const beside = pair.querySelector(".beside");
  beside.replaceChildren();
  box.replaceChildren();
  page.compared = page.at = null;
  page.again.replaceChildren(...again(page, view));
  for (const cell of pair.querySelectorAll(".on")) cell.classList.remove("on");
  for (const verdict of view.verdicts) {
    const panel = el("div", {class: "panel"});
    const part = el("section", {}, heading(page.index, verdict, own), verdict.compared && el("p", {class: "quiet"}, verdict.compared), panel);
    page.on.set(verdict, panel);
    box.append(part);
    if (verdict.shapes) panel.append(`printed ${verdict.shapes[0]}, ${own ? "of the definition" : "observed"} ${verdict.shapes[1]}`);
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

// Arrow keys move through a matrix; of its cells only one is a stop of the Tab key.
function reach(table, places, first) {
  const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  const stop = (cell) => {
    for (const other of table.querySelectorAll('td[tabindex="0"]')) other.tabIndex = -1;
    if (cell) cell.tabIndex = 0;
  };
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td"), [down, right] = steps[event.key] || [0, 0];
    if (!cell || !(down || right)) return;
    event.preventDefault();
    let r = cell.parentElement.rowIndex, c = cell.cellIndex, next;
    do {
      r += down;
      c += right;
      next = table.rows[r]?.cells[c];
    } while (next && !places.has(Number(next.dataset.at)));
    if (!next) return;
    stop(next);
    next.focus();
  });
  stop(table.querySelector(`td[data-at="${first}"]`));
}
