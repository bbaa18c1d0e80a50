// Arrow keys move through a table; of all that can be focused in it, only one is a stop of the Tab key.
function rove(table, focusable) {
  const visible = (cell) => cell && cell.getClientRects().length && focusable(cell);
  let current = null;
  function make(node) {
    if (current) current.tabIndex = -1;
    current = node;
    if (node) node.tabIndex = 0;
  }
  table.addEventListener("keydown", (event) => {
    const [down, right] = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key] || [0, 0];
    const cell = event.target.closest("td");
    if (!cell || !(down || right)) return;
    event.preventDefault();
    const rows = [...table.rows];
    let r = rows.indexOf(cell.parentElement), c = cell.cellIndex, next;
    do {
      r += down;
      c += right;
      next = rows[r]?.cells[c];
    } while (next && !visible(next));
    if (next) focusable(next).focus();
  });
  table.addEventListener("focusin", (event) => {
    const cell = event.target.closest("td");
    if (cell && focusable(cell)) make(focusable(cell));
  });
  for (const cell of table.querySelectorAll("td")) if (focusable(cell)) focusable(cell).tabIndex = -1;
  return (cell) => make(cell ? focusable(cell) : [...table.querySelectorAll("td")].filter(visible).map(focusable)[0]);
}
