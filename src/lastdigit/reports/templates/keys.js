// Keys of the whole page; none of them while something is typed.
function keys(board) {
  const help = document.getElementById("keys"), main = document.querySelector("main");
  const step = (by) => {
    const headings = [...main.querySelectorAll("article.golden")], tops = headings.map((article) => article.getBoundingClientRect().top);
    const now = tops.findLastIndex((top) => top < 40), next = headings[Math.max(0, Math.min(headings.length - 1, by > 0 ? now + 1 : tops.findLastIndex((top) => top < -4)))];
    next?.scrollIntoView();
    next?.querySelector("h3 a").focus({preventScroll: true});
  };
  const of = {
    "/": () => { board.search.focus(); board.search.select(); board.search.scrollIntoView({block: "center"}); },
    s: () => board.next("sort"), g: () => board.next("columns"), j: () => step(1), k: () => step(-1),
    "?": () => { help.open = !help.open; help.querySelector("summary").focus(); },
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
