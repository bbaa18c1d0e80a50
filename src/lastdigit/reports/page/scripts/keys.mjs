// Keys of the whole page; none of them while something is typed.
export function keys(board) {
  const help = document.getElementById("keys");
  const main = document.querySelector("main");
  const step = (by) => {
    const articles = [...main.querySelectorAll("article.golden")];
    const tops = articles.map((article) => article.getBoundingClientRect().top);
    // From the one that has the focus, or from the one that is at the top of the window.
    const own = articles.indexOf(document.activeElement.closest?.("article.golden"));
    const next =
      articles[
        own >= 0 ? own + by : by > 0 ? tops.findIndex((top) => top > 40) : tops.findLastIndex((top) => top < -4)
      ];
    next?.scrollIntoView({behavior: "instant"});
    next?.querySelector("summary").focus({preventScroll: true});
  };
  const of = {
    "/": () => {
      board.open();
      board.search.focus();
      board.search.select();
      board.search.scrollIntoView({block: "center"});
    },
    s: () => board.next("sort"),
    g: () => board.next("columns"),
    j: () => step(1),
    k: () => step(-1),
    "?": () => {
      board.open();
      help.open = !help.open;
      help.querySelector("summary").focus();
    },
  };
  addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input, select, textarea");
    if (event.key === "Escape" && (typing || board.search.value)) {
      board.clear();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !of[event.key]) return;
    event.preventDefault();
    of[event.key]();
  });
}
