// Filters the rows of a comparison by kind of change and by words.
import {isShown} from "./rows_shown.mjs";

function begin() {
  const change = document.getElementById("change");
  const words = document.getElementById("words");
  if (!change) return;
  const rows = [...document.querySelectorAll(".differences tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const filter = () => {
    for (const [at, row] of rows.entries()) row.hidden = !isShown(row.dataset, texts[at], change.value, words.value);
    const shown = rows.filter((row) => !row.hidden).length;
    document.getElementById("shown").textContent = `${shown} shown`;
  };
  change.addEventListener("change", filter);
  words.addEventListener("input", filter);
  change.form.addEventListener("submit", (event) => event.preventDefault());
}

begin();
