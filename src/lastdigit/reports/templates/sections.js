// The list of goldens, document by document: headings at once, what is below them when it is near or asked for.
const CHUNK = 40, MANY = 400;
const AT_ONCE = 30;

function sectionList(model) {
  const {index} = model, {sections} = index, all = sections.id.length, windowed = all > MANY;
  const place = document.getElementById("documents"), chunkOf = [], drawing = new Map();

  const near = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) if (isIntersecting) (target.chunk ? open : (article) => draw(article.number))(target);
  }, {rootMargin: "800px"});

  function shell(number) {
    const id = sections.id[number], label = sections.label[number] === sections.name[number] ? "" : sections.label[number];
    const article = el("article", {class: `golden${model.fails[number] ? " fails" : ""}`, id},
      el("h3", {}, el("a", {href: hashOf(id)}, ...breakable(id)), label && el("span", {class: "label"}, label), tally(model.counts[number]), el("a", {class: "up", href: "#scoreboard"}, "scoreboard")),
      el("div", {class: "body waiting", "aria-busy": "true"}));
    article.number = number;
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
    const article = document.getElementById(sections.id[number]), body = article.querySelector(".body");
    near.unobserve(article);
    try {
      return drawGolden(index, article, sections.id[number], await details(index, number));
    } finally {
      body.classList.remove("waiting");
      body.removeAttribute("aria-busy");
    }
  }

  function begin() {
    const numbers = index.documents.map(() => []);
    sections.document.forEach((document, number) => numbers[document].push(number));
    place.replaceChildren(...index.documents.map(([name, file, sha], at) => {
      const own = numbers[at];
      const contents = el("p", {class: "contents"}, ...own.slice(0, MANY).flatMap((number) => [el("a", {href: hashOf(sections.id[number])}, ...breakable(sections.name[number])), " "]), own.length > MANY && `and ${grouped(own.length - MANY)} more`);
      const chunks = [];
      for (let start = 0; start < own.length; start += CHUNK) {
        const node = el("div", {class: "chunk"});
        node.chunk = own.slice(start, start + CHUNK);
        for (const number of node.chunk) chunkOf[number] = node;
        chunks.push(node);
        if (windowed) {
          node.style.minHeight = `${node.chunk.length * 30}rem`;
          near.observe(node);
        } else open(node);
      }
      return el("section", {class: "document", id: name, "aria-label": `Document ${name}`}, el("h2", {}, `Document ${name}`),
        file && el("p", {class: "quiet file"}, `${file} · SHA-256 `, el("code", {title: sha}, `${sha.slice(0, 12)}…`)), contents, ...chunks);
    }));
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
  return {draw, everything};
}
