// A golden's section: the chosen implementation's numbers beside the printed ones, and the allowance of one element.
function three(digits, agrees) {
  const [same, differs, beyond] = digits.split("|");
  return [same, differs && el(agrees ? "u" : "mark", {}, differs), beyond && el("small", {}, beyond)].filter(Boolean);
}

// The index of a golden's element, from its place among the tokens.
function indexOf(place, shape) {
  const index = [];
  for (const extent of [...shape].reverse()) {
    index.unshift(place % extent);
    place = Math.floor(place / extent);
  }
  return index.join(", ");
}

function showElement(article, verdict, at, own) {
  const found = element(verdict, at), printed = verdict.against === "document";
  const labels = own ? ["exact", "printed"] : [printed ? "printed" : "exact", "observed"];
  let index = found.place;
  if (verdict.matrix) {
    index = indexOf(found.place, data.sections[article.id].shape);
    const token = article.querySelector(`.printed td[data-at="${found.place}"]`);
    if (printed) found.expected = token.textContent.trim();
    for (const cell of article.querySelectorAll(".matrix td")) cell.classList.toggle("on", cell.dataset.at === token.dataset.at);
  }
  const panel = article.querySelector(`.panel[data-matrix="${Boolean(verdict.matrix)}"]`);
  panel.replaceChildren(facts(found, index, labels), allowance(found));
}

// A copy of the printed matrix, with the numbers that are compared with it.
function comparedMatrix(article, verdict, own) {
  const places = new Map(verdict.elements.map(([place], at) => [String(place), at]));
  const table = article.querySelector(".printed").cloneNode(true);
  table.className = "matrix compared";
  for (const cell of table.querySelectorAll("td")) {
    const at = places.get(cell.dataset.at);
    cell.replaceChildren(...(at === undefined ? ["·"] : three(verdict.elements[at][3], verdict.elements[at][5])));
    if (at === undefined) continue;
    const found = element(verdict, at);
    cell.classList.toggle("off", !found.agrees);
    cell.title = `${found.observed}\nerror ${short(found.error)}, allowed ${short(found.allowed)}`;
  }
  const point = (event) => {
    const cell = event.target.closest("td[data-at]");
    if (cell && places.has(cell.dataset.at)) showElement(article, verdict, places.get(cell.dataset.at), own);
  };
  const pair = article.querySelector(".pair");
  pair.onmouseover = pair.onclick = point;
  table.addEventListener("focusin", point);
  rove(table, (cell) => places.has(cell.dataset.at) && cell)(table.querySelector(`td[data-at="${verdict.elements[verdict.worst][0]}"]`));
  return table;
}

// On a definition there is no printed matrix: the worst element, and a list where there are more.
function elementList(verdict) {
  if (verdict.elements.length < 2) return "";
  const row = (cells, tag, scope) => el("tr", {}, ...cells.map((cell) => el(tag, scope, cell)));
  const cells = ({place, expected, observed, error, allowed}) => [`[${place}]`, expected, observed, short(error), short(allowed)];
  const body = verdict.elements.map((_, at) => row(cells(element(verdict, at)), "td", {}));
  const head = row(["index", "exact", "observed", "error", "allowed"], "th", {scope: "col"});
  const table = el("table", {class: "elements"}, el("thead", {}, head), el("tbody", {}, ...body));
  const more = verdict.left ? `, the worst of ${verdict.left + body.length}` : "";
  return el("details", {}, el("summary", {}, `${body.length} elements that disagree${more}`), el("div", {class: "scroll"}, table));
}

function show(article) {
  const view = data.sections[article.id].views[article.querySelector("select").value];
  const observed = article.querySelector(".observed"), box = article.querySelector(".verdicts"), pair = article.querySelector(".pair");
  observed.hidden = true;
  pair.onmouseover = pair.onclick = null;
  article.querySelectorAll(".on").forEach((cell) => cell.classList.remove("on"));
  box.replaceChildren();
  for (const verdict of view.verdicts) {
    const panel = el("div", {class: "panel", "data-matrix": Boolean(verdict.matrix)});
    const part = el("section", {}, heading(verdict, view.own), el("p", {class: "quiet"}, verdict.compared), panel);
    box.append(part);
    if (verdict.shapes) panel.append(`printed ${verdict.shapes[0]}, ${view.own ? "of the definition" : "observed"} ${verdict.shapes[1]}`);
    if (verdict.elements && verdict.matrix) {
      const caption = view.own ? "exact, by the definition, not rounded" : `observed in ${view.pick}, not rounded`;
      observed.replaceChildren(el("figcaption", {}, caption), el("div", {class: "scroll"}, comparedMatrix(article, verdict, view.own)));
      observed.hidden = false;
    } else if (verdict.elements) part.append(elementList(verdict));
    if (verdict.elements) showElement(article, verdict, verdict.worst, view.own);
    part.append(remarks(verdict, data.sections[article.id].errata));
  }
}

for (const article of document.querySelectorAll("article.golden")) {
  if (!data.sections[article.id]) continue;
  article.querySelector(".choice").hidden = false;
  article.querySelector("select").addEventListener("change", () => show(article));
  show(article);
}
