// Arrow keys move through a matrix; of its cells only one is a stop of the Tab key.
export function reach(table, places, first) {
  const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  const stop = (cell) => {
    for (const other of table.querySelectorAll('td[tabindex="0"]')) other.tabIndex = -1;
    if (cell) cell.tabIndex = 0;
  };
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td");
    const [down, right] = steps[event.key] || [0, 0];
    if (!cell || !(down || right)) return;
    event.preventDefault();
    let r = cell.parentElement.rowIndex;
    let c = cell.cellIndex;
    let next;
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
