// Marks of states: one verdict's, and how many there are of each.
import {el} from "./dom.mjs";
import {grouped} from "./spell.mjs";

export function mark(words, state, text, fails) {
  return el("span", {class: `mark ${state}${fails ? " fails" : ""}`}, `${words.symbols[state]} ${text}`);
}

export function tally(words, counts) {
  const marks = words.states.map(
    (state, at) =>
      counts[at] &&
      el(
        "span",
        {class: `mark ${state}`, title: `${grouped(counts[at])} ${words.names[state]}`},
        `${words.symbols[state]} ${grouped(counts[at])}`,
      ),
  );
  return el("span", {class: "tally"}, ...marks.filter(Boolean));
}
