// The list of goldens, document by document: headings at once, what is below them when it is near or asked for.
import {details} from "./blocks.mjs";
import {breakable, el} from "./dom.mjs";
import {drawGolden} from "./golden.mjs";
import {tally} from "./marks.mjs";

const CHUNK = 40;
const MANY = 400;
const AT_ONCE = 30;

const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "");

// A label that says no more than the name is left out.
export const labelBeside = (name, label) => (plain(label) === plain(name) ? "" : label);

// The numbers of every document's sections, in chunks.
export function chunksOf({documents, sections}) {
  const found = documents.map(() => []);
  sections.document.forEach((document, number) => {
    const own = found[document];
    if (!own.length || own.at(-1).length === CHUNK) own.push([]);
    own.at(-1).push(number);
  });
  return found;
}

export function sectionList(model) {
  const {index} = model;
  const {sections} = index;
  const all = sections.id.length;
  const windowed = all > MANY;
  const place = document.getElementById("documents");
  const chunkOf = [];
  const drawing = new Map();
  const opened = new Set(index.opened);

  const near = new IntersectionObserver(
    (entries) => {
      for (const {isIntersecting, target} of entries)
        if (isIntersecting)
          (target.chunk ? open : (article) => article.firstChild.open && draw(article.number))(target);
    },
    {rootMargin: "800px"},
  );

  function shell(number) {
    const id = sections.id[number];
    const label = labelBeside(sections.name[number], sections.label[number]);
    const article = el(
      "article",
      {class: `golden${model.fails[number] ? " fails" : ""}`, id},
      el(
        "details",
        {open: opened.has(number) ? "" : null},
        el(
          "summary",
          {},
          el("h3", {}, ...breakable(id)),
          " ",
          label && el("span", {class: "label"}, label),
          " ",
          tally(index.words, model.counts[number]),
          model.fails[number] ? el("b", {class: "stops"}, "fails the gate") : "",
        ),
        el("div", {class: "body waiting", "aria-busy": "true"}),
      ),
    );
    article.number = number;
    article.firstChild.addEventListener("toggle", () => article.firstChild.open && draw(number));
    return article;
  }

  // A chunk's headings; of few goldens every chunk is opened at once.
  function open(node) {
    if (!node.chunk) return;
    const articles = node.chunk.map(shell);
    node.chunk = null;
    node.style.minHeight = "";
    node.replaceChildren(...articles);
    near.unobserve(node);
    articles.forEach((article) => near.observe(article));
  }

  async function draw(number) {
    if (!drawing.has(number)) drawing.set(number, fill(number));
    return drawing.get(number);
  }

  async function fill(number) {
    open(chunkOf[number]);
    const article = document.getElementById(sections.id[number]);
    const body = article.querySelector(".body");
    near.unobserve(article);
    try {
      return drawGolden(index, article, sections.id[number], await details(index, number));
    } finally {
      body.classList.remove("waiting");
      body.removeAttribute("aria-busy");
    }
  }

  function begin() {
    const numbers = chunksOf(index);
    place.replaceChildren(
      ...index.documents.map(([name, file, sha], at) => {
        const chunks = numbers[at].map((chunk) => {
          const node = el("div", {class: "chunk"});
          node.chunk = chunk;
          for (const number of chunk) chunkOf[number] = node;
          if (windowed) {
            node.style.minHeight = `${chunk.length * 2.6}rem`;
            near.observe(node);
          } else open(node);
          return node;
        });
        return el(
          "section",
          {class: "document", id: name, "aria-label": `Document ${name}`},
          el("h2", {}, `Document ${name}`),
          file &&
            el("p", {class: "quiet file"}, `${file} · SHA-256 `, el("code", {title: sha}, `${sha.slice(0, 12)}…`)),
          ...chunks,
        );
      }),
    );
  }

  // With few verdicts everything is drawn, one golden after the other, so that it can be searched and printed.
  async function everything() {
    let until = performance.now() + AT_ONCE;
    for (let number = 0; number < all; number += 1) {
      await draw(number);
      if (performance.now() < until) continue;
      await new Promise((resolve) => setTimeout(resolve));
      until = performance.now() + AT_ONCE;
    }
  }

  begin();
  // Paper has all of them open.
  const folded = [];
  matchMedia("print").addEventListener("change", ({matches}) => {
    if (matches) folded.push(...place.querySelectorAll("article.golden > details:not([open])"));
    for (const details of matches ? folded : folded.splice(0)) details.open = matches;
  });
  return {
    everything,
    async open(number) {
      const page = await draw(number);
      page.article.firstChild.open = true;
      return page;
    },
  };
}
