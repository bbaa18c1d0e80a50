// The scoreboard's filters: rows and columns that hold nothing of what is asked for are hidden.
{
  const board = document.getElementById("board"), form = document.getElementById("filters");
  const rows = [...board.querySelectorAll("tbody tr")], columns = [...board.querySelectorAll("th.golden")];
  const documents = [...board.querySelectorAll("th.of")], sheet = document.head.appendChild(document.createElement("style"));
  const stop = rove(board, (cell) => cell.firstChild);
  const cells = rows.map((row) => [...row.cells].slice(1));
  const matches = (text, query) => query.toLowerCase().split(/\s+/).every((word) => text.toLowerCase().includes(word));

  function filter() {
    const {row: rowQuery, column: columnQuery, state} = Object.fromEntries(new FormData(form));
    const rowFits = rows.map((row) => matches(row.dataset.pick.replace("-", " "), rowQuery));
    const columnFits = columns.map((column) => matches(column.dataset.text, columnQuery));
    const rowHas = rows.map(() => false), columnHas = columns.map(() => false);
    let shown = 0;
    cells.forEach((row, r) => row.forEach((cell, c) => {
      const asked = cell.firstChild && (!state || cell.classList.contains(state));
      cell.classList.toggle("aside", Boolean(cell.firstChild) && !asked);
      if (!asked || !rowFits[r] || !columnFits[c]) return;
      rowHas[r] = columnHas[c] = true;
      shown += 1;
    }));
    rows.forEach((row, r) => { row.hidden = !rowHas[r]; });
    for (const group of board.tBodies) {
      const visible = [...group.rows].filter((row) => !row.hidden);
      [...group.rows].forEach((row) => row.classList.toggle("first", row === visible[0]));
    }
    const hidden = columns.map((_, c) => c).filter((c) => !columnHas[c]);
    sheet.textContent = hidden.map((c) => `#board .c${c}`).join(",") + (hidden.length ? "{display:none}" : "");
    for (const heading of documents) {
      const width = columns.filter((column, c) => columnHas[c] && column.dataset.document === heading.dataset.document).length;
      heading.hidden = !width;
      heading.colSpan = Math.max(width, 1);
    }
    stop();
    form.elements.shown.value = `${shown} of ${board.querySelectorAll("td a").length} cells`;
  }

  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const link of document.querySelectorAll("a[data-show]")) {
    link.addEventListener("click", () => { form.reset(); form.elements.state.value = link.dataset.show; setTimeout(filter); });
  }
  filter();
}
