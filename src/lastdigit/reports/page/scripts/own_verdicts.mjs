import {breakable, el} from "./dom.mjs";
import {comparisons} from "./lists.mjs";
import {mark} from "./marks.mjs";
import {lookAt} from "./remarks.mjs";
import {evidence} from "./verdict.mjs";

// What is held of the document itself: its goldens with their definitions, and the relations between them.
export function ownVerdicts(index, section) {
  const own = section.own || [];
  return own.map((verdict) => {
    const word = verdict.state === "erratum" ? "disagrees" : verdict.state;
    const which = own.length > 1 ? [verdict.relation ? " " : " of ", el("b", {}, ...breakable(verdict.case))] : [];
    const line = el(
      "p",
      {},
      "The document ",
      mark(index.words, verdict.state, word, verdict.fails),
      evidence(index, verdict),
      ` with the ${verdict.relation ? "relation" : "definition"}`,
      ...which,
      verdict.state === "erratum" && ", a known erratum",
      verdict.fails && el("b", {class: "stops"}, ": fails the gate"),
      verdict.words && ". ",
      el("span", {class: "quiet"}, verdict.words),
    );
    const causes = (verdict.why || []).map((cause) =>
      el("p", {}, "explanation: ", el("b", {}, cause), lookAt(index.look, cause)),
    );
    return el(
      "div",
      {class: "own"},
      line,
      verdict.reason && el("p", {}, verdict.reason),
      ...causes,
      verdict.elements && comparisons(section, verdict),
    );
  });
}
