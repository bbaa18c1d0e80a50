// One verdict in words and bars.
function heading(index, verdict, own) {
  const word = verdict.state === "erratum" ? "disagrees" : verdict.state;
  const target = verdict.against === "document" ? "with the document" : `with the definition${own ? ", over all inputs that print as given" : ", on the exact inputs"}`;
  const known = verdict.state === "erratum" ? ", as an erratum says" : "";
  return el("h4", {}, mark(verdict.state, word, verdict.fails), evidence(index, verdict), ` ${target}${known}`, verdict.fails && el("b", {class: "stops"}, ": the gate fails"));
}

// What a disagreement rests on, beside its mark.
const evidence = (index, verdict) => verdict.evidence && el("span", {class: `evidence ${verdict.evidence}`, title: index.evidence[verdict.evidence]}, verdict.evidence);

// An element of a verdict that is kept: its texts and numbers, each out of a list that verdicts share.
function element(section, verdict, at) {
  const kept = verdict.elements, number = (list) => numbersOf(section, list)[at];
  // Of one element, error, allowance and terms stand in one list.
  const one = kept.one === undefined ? null : numbersOf(section, kept.one);
  const flag = (flags) => (flags === "1" ? true : flags[at] === "1");
  return {
    place: placeOf(kept, at), index: kept.indices && kept.indices[at],
    expected: kept.expected === undefined ? "" : columnOf(section, kept.expected)[at],
    observed: columnOf(section, kept.observed)[at],
    error: one ? one[0] : number(kept.error), allowed: one ? one[1] : number(kept.allowed),
    agrees: flag(kept.agrees), same: flag(kept.same),
    terms: one ? kept.terms.map((name, term) => ({name, value: one[term + 2]})) : kept.terms.map(([name, list]) => ({name, value: number(list)})),
  };
}

// A list of numbers is one text until it is looked at; null is what is not bounded.
function numbersOf(section, list) {
  const {numbers, least} = section, text = numbers[list];
  if (typeof text === "string") numbers[list] = (least === undefined ? text.split(",") : decimalsOf(text, least)).map((decimal) => (decimal.startsWith("inf") ? null : Number(decimal)));
  return numbers[list];
}

// Of every number three digits, and a character for its power of ten.
function decimalsOf(text, least) {
  return Array.from({length: text.length / 4}, (_, at) => `${text.slice(4 * at, 4 * at + 3)}e${least + text.charCodeAt(4 * at + 3) - ZERO}`);
}

// Where the element stands among the golden's tokens.
function placeOf(kept, at) {
  const position = kept.kept ? kept.kept[at] : at;
  return kept.places ? kept.places[position] : position;
}

const keptCount = (kept) => (kept.kept ? kept.kept.length : kept.count);

function share({error, allowed}) {
  if (allowed === null) return "no bound is known";
  if (!error) return "";
  if (!allowed) return "where nothing is allowed";
  const ratio = error / allowed;
  if (!Number.isFinite(ratio)) return "far beyond what is allowed";
  return ratio > 1.5 ? `${short(ratio)} times what is allowed` : `${short(100 * ratio)} % of what is allowed`;
}

// The allowance as a bar of its terms, with the error as a line across it, both to one scale.
function allowance({terms, error, allowed, agrees}) {
  const bar = el("div", {class: allowed === null ? "bar unbounded" : "bar", "aria-hidden": "true"});
  const list = el("ul", {class: "terms"});
  const scale = Math.max(allowed, error) || 1, small = ({value}) => allowed !== null && value <= NEGLIGIBLE * allowed;
  for (const {name, value} of terms.filter((term) => !small(term))) {
    const colour = `t${TERMS.indexOf(name)}`;
    list.append(el("li", {}, el("i", {class: colour}), `${name} `, el("b", {}, short(value))));
    if (allowed === null) continue;
    const part = el("span", {class: `term ${colour}`});
    part.style.width = `${100 * value / scale}%`;
    bar.append(part);
  }
  const negligible = terms.filter(small).map(({name}) => name);
  if (negligible.length) list.append(el("li", {class: "quiet"}, `negligible: ${negligible.join(", ")}`));
  if (allowed !== null) {
    const line = el("span", {class: agrees ? "error" : "error beyond"});
    line.style.left = `${100 * Math.min(error / scale, 1)}%`;
    bar.append(line);
  }
  return el("div", {class: "allowance"}, bar, list);
}

function facts(found, index, labels, hash) {
  const error = [short(found.error), share(found)].filter(Boolean).join(", ");
  const place = index !== undefined && index !== "" && el("a", {href: hash, title: "a link to this element"}, `[${index}]`);
  const rows = [["index", place], [labels[0], found.expected], [labels[1], found.observed], ["error", error], ["allowed", short(found.allowed)]];
  return el("dl", {class: `facts${found.agrees ? "" : " off"}`}, ...rows.filter((row) => row[1]).map(([name, value]) => el("div", {"data-fact": name}, el("dt", {}, name), el("dd", {}, value))));
}

// What to look at for a mistake; two mistakes at once are named in one line.
const looksOf = (look, cause) => cause.split(", and ").map((name) => look[name]).filter(Boolean);
const lookAt = (look, cause) => (looksOf(look, cause).length ? `: look at ${looksOf(look, cause).join("; and at ")}` : "");

// Which mistakes would have been seen, what explains a disagreement, and what an erratum says of it.
function remarks(index, section, verdict, dtype) {
  const found = el("div", {class: "remarks"}), {look} = index, shown = (section.errata || []).map(([id]) => id);
  if (verdict.reason) found.append(el("p", {}, verdict.reason));
  for (const note of verdict.notes || []) found.append(el("p", {class: "quiet"}, note));
  if (verdict.erratum && !shown.includes(verdict.erratum)) found.append(el("p", {}, el("b", {}, `erratum ${verdict.erratum}: `), index.errata[verdict.erratum]));
  for (const cause of verdict.why || []) {
    // Where the erratum is the golden's, no mistake of the implementation is to be expected.
    if (!looksOf(look, cause).length && verdict.state === "erratum") continue;
    found.append(el("p", {}, "explanation: ", el("b", {}, cause), lookAt(look, cause)));
  }
  if (verdict.arithmetic) found.append(el("p", {}, `${index.arithmetic[verdict.arithmetic]} in ${dtype}`));
  if (verdict.shares) found.append(...shares(section, verdict));
  const blind = verdict.blind_to || [];
  if (!verdict.power) {
    if (blind.length) found.append(blindSpots(look, blind, grouped(blind.length)));
    return found;
  }
  const [seen, all] = verdict.power;
  const meter = el("span", {class: "power", "aria-hidden": "true"}, ...Array.from({length: Math.min(all, 40)}, (_, at) => el("i", {class: at < seen * Math.min(all, 40) / all ? "seen" : null})));
  if (!blind.length) found.append(el("p", {}, meter, `rules out all ${all} mistakes`));
  else found.append(blindSpots(look, blind, meter, `rules out ${seen} of ${all} mistakes; ${blind.length}`));
  return found;
}

// The mistakes that a verdict does not exclude, folded below what is said of them.
function blindSpots(look, blind, ...said) {
  const noun = blind.length === 1 ? " blind spot" : " blind spots";
  return el("details", {class: "blind"}, el("summary", {}, ...said, noun), el("ul", {}, ...blind.map((name) => el("li", {}, name, el("span", {class: "quiet"}, lookAt(look, name))))));
}

// How much of each mistake is in a result: what is or may be there, then, folded, what is not.
function shares(section, verdict) {
  const names = section.measured[verdict.measured], told = new Set(verdict.told || []);
  const rest = names.map((_, at) => at).filter((at) => !told.has(at));
  const row = (at) => el("tr", {}, el("th", {scope: "row"}, names[at]), el("td", {}, verdict.shares[at]));
  const table = (some) => el("table", {class: "shares"}, el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "mistake"), el("th", {scope: "col"}, "share"))), el("tbody", {}, ...some.map(row)));
  const summary = rest.length === 1 ? "share of a mistake that is absent" : `shares of ${grouped(rest.length)} mistakes that are absent`;
  const sample = verdict.rows_read && el("p", {class: "quiet"}, `shares read in ${grouped(verdict.rows_read)} rows`);
  return [told.size && table([...told]), rest.length && el("details", {class: "absent"}, el("summary", {}, summary), table(rest)), sample].filter(Boolean);
}
