"use strict";
(() => {
  const change = document.getElementById("change");
  const words = document.getElementById("words");
  if (!change) return;
  const rows = [...document.querySelectorAll(".differences tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const filter = () => {
    const wanted = change.value;
    const parts = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, at) => {
      const kind = !wanted || (wanted === "stops" ? "stops" in row.dataset : row.dataset.change === wanted);
      row.hidden = !(kind && parts.every((part) => texts[at].includes(part)));
      shown += row.hidden ? 0 : 1;
    });
    document.getElementById("shown").textContent = `${shown} shown`;
  };
  change.addEventListener("change", filter);
  words.addEventListener("input", filter);
  change.form.addEventListener("submit", (event) => event.preventDefault());
})();
