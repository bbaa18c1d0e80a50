// Where a golden stands and how it was printed, and the errata about it.
import {breakable, el} from "./dom.mjs";

function pieces(said) {
  const set = {
    text: (text) => text,
    strong: (text) => el("b", {}, ...breakable(text)),
    code: (text) => el("code", {}, text),
    line: () => el("br"),
    quiet: (text) => el("span", {class: "quiet"}, text),
    hash: (text) => el("code", {title: text}, `${text.slice(0, 12)}…`),
  };
  return said.map(([kind, text]) => set[kind](text));
}

export function provenance(section) {
  return el(
    "dl",
    {class: "provenance"},
    ...(section.facts || []).map(([name, said]) => el("div", {}, el("dt", {}, name), el("dd", {}, ...pieces(said)))),
  );
}

export function erratumNote([id, of, reason]) {
  return el(
    "aside",
    {class: "erratum", "aria-label": `Erratum ${id}`},
    el("b", {}, `Erratum ${id}${of ? `, of case ${of}` : ""}:`),
    ` ${reason}`,
  );
}
