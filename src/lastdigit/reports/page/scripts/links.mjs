// Deep links: #003, #003/true_values, #003/true_values-torch_sdpa-float32, #003/true_values-torch_sdpa-float32@1,2.
import {show, showElement} from "./golden.mjs";
import {placeOfIndex} from "./places.mjs";

export function readHash(model, hash) {
  let name;
  try {
    name = decodeURIComponent(hash.slice(1));
  } catch {
    return null;
  }
  const [, before, index] = /^(.*)@([\d,\s]*)$/s.exec(name) || [];
  const candidates = [[name, null]];
  if (before !== undefined) candidates.unshift([before, index]);
  for (const [text, element] of candidates) {
    if (model.number.has(text)) return {section: model.number.get(text), pick: "", element, name};
    // The longest golden's name that is followed by an implementation.
    for (let dash = text.lastIndexOf("-"); dash > 0; dash = text.lastIndexOf("-", dash - 1)) {
      const section = model.number.get(text.slice(0, dash));
      if (section !== undefined) return {section, pick: text.slice(dash + 1), element, name};
    }
  }
  return {name};
}

// The number of the view that a link names, or else of the first that begins so; -1 where there is none.
export function picked(views, pick) {
  const named = views.map(({name, dtype}) => `${name}-${dtype}`);
  const exact = named.indexOf(pick);
  return exact >= 0 ? exact : named.findIndex((name) => name.startsWith(pick));
}

function choose(page, pick) {
  const at = picked(page.section.views || [], pick);
  if (at < 0 || at === page.chosen) return;
  page.select.value = String(at);
  page.chosen = at;
  show(page);
}

// Puts an element in sight, and its allowance beside it.
function point(page, text) {
  if (!page.at) return;
  const place = placeOfIndex(text, page.section.golden.shape);
  const at = page.at.get(place);
  const cell = page.pair.querySelector(`.compared td[data-at="${place}"]`);
  if (!cell) return;
  if (at !== undefined) showElement(page, page.compared, at);
  cell.tabIndex = 0;
  cell.focus({preventScroll: true});
  cell.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"});
}

export function links(model, list, implementations) {
  async function follow() {
    const found = location.hash.length > 1 && readHash(model, location.hash);
    if (!found) return;
    if (found.section === undefined) {
      const box =
        found.name.startsWith("implementation/") && implementations.open(found.name.slice("implementation/".length));
      (box || document.getElementById(found.name))?.scrollIntoView({behavior: "instant"});
      return;
    }
    const page = await list.open(found.section);
    if (found.pick) choose(page, found.pick);
    // Not smoothly: sections that are drawn on the way would move the end of it.
    page.article.scrollIntoView({behavior: "instant"});
    if (found.element !== null) point(page, found.element);
  }
  addEventListener("hashchange", follow);
  // A link to where one is already does not change the address.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) follow();
  });
  // What is drawn above a place moves it: it is looked for again, unless somebody has gone on.
  let still = true;
  for (const type of ["wheel", "keydown", "pointerdown", "touchstart"])
    addEventListener(
      type,
      () => {
        still = false;
      },
      {once: true, passive: true},
    );
  return {follow, again: () => still && follow()};
}
