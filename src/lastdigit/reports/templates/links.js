// Links may name an implementation: by the row they stand in, or as a test does, #003/true_values-torch_sdpa-float32.
function choose(article, pick) {
  const views = data.sections[article.id]?.views || [];
  const exact = views.findIndex((view) => view.pick === pick);
  const at = exact >= 0 ? exact : views.findIndex((view) => view.pick.startsWith(pick));
  if (at < 0) return;
  article.querySelector("select").value = String(at);
  show(article);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  const pick = link && (link.dataset.pick || link.closest("tr[data-pick]")?.dataset.pick);
  if (!pick) return;
  const article = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (article) choose(article, pick);
});

function follow() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!name) return;
  // The sections were filled after the browser had looked for the anchor, and moved it.
  const target = document.getElementById(name);
  if (target) return target.scrollIntoView();
  const id = Object.keys(data.sections).find((id) => name.startsWith(`${id}-`));
  if (!id) return;
  const article = document.getElementById(id);
  choose(article, name.slice(id.length + 1));
  article.scrollIntoView();
}
addEventListener("hashchange", follow);
follow();
