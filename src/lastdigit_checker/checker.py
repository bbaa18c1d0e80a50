"""Derives the verdicts of a certificate again, with integers and fractions of the standard library alone.

It imports nothing of lastdigit and states every definition itself. What it does not derive it names.
"""

from __future__ import annotations

import argparse
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from lastdigit_checker.certificate import KEY, Certificate, key_of, read_certificate, told
from lastdigit_checker.exact import FORMATS, ONE, Rejected, expect, flat, nearest, shape_of, ulp
from lastdigit_checker.sources import against_definitions, against_record, against_reference

RECORD = "run.jsonl.gz"
VERDICTS = ("agrees", "disagrees", "undecided", "failed", "skipped")
OWN = "own operation {}: its definition is the project's, and nothing here derives its verdicts"
MALFORMED = (
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    ArithmeticError,
    EOFError,
    OSError,
    zlib.error,
)


def number(text: str, dtype: str) -> Fraction:
    """What was observed, by its shortest decimal."""
    found = nearest(float(text), dtype if dtype in ("float32", "float16") else "float64")
    expect(nearest(found, dtype) == found, f"observed {text}, which is no number of {dtype}")
    return Fraction(found)


class Check:
    """One verdict, held to what follows."""

    def __init__(self, certificate: Certificate, line: Mapping[str, Any]) -> None:
        self.all, self.line, self.row = certificate, line, line["verdict"]
        self.document, self.name = self.row["document"], self.row["case"]

    def run(self) -> None:
        """Raise :class:`Rejected` unless it follows by its rule."""
        verdict, evidence, rule = self.row["verdict"], self.row.get("evidence", ""), self.line["rule"]
        expect(rule in ("document", "result", "definition", "shape", "relation", verdict), f"no rule {rule}")
        expect((rule in ("failed", "skipped")) == (verdict in ("failed", "skipped")), f"{verdict} by the rule {rule}")
        expect(evidence in ("", "proven", "inferred", "calibrated"), f"no evidence {evidence}")
        expect(verdict == "disagrees" or not evidence, f"{verdict}, and evidence {evidence}")
        if rule in ("failed", "skipped"):
            self.all.trusted["why something failed or was skipped"] += 1
        elif own := self.all.own(self.document, self.name):
            self.all.trusted[OWN.format(", ".join(own))] += 1
            self.all.unchecked += 1
        else:
            over = getattr(self, f"by_{rule}")()
            refuted = over > 0 if evidence != "calibrated" else True
            expect(over == 0 or evidence != "calibrated", "what is called calibrated is proven")
            expect(refuted == (verdict == "disagrees"), f"{over} elements exceed what is allowed, and it {verdict}")
            if evidence == "calibrated":
                self.all.trusted["that independent roundings do not give what was observed (calibrated)"] += 1
            elif not refuted and rule not in ("shape", "relation"):
                self.all.trusted[
                    "power: that an agreement excludes gross mistakes, and what is undecided does not"
                ] += 1
        self.gate()

    def reading(self, at: int, inputs: str) -> Mapping[int, tuple[Fraction, Fraction, Fraction | None]]:
        said = self.all.find("reading", self.document, self.line["readings"][at], self.name)
        expect(said["inputs"] == inputs, f"its reading is on {said['inputs']} inputs")
        storage, accumulation, model = (said["arithmetic"][name] for name in ("storage", "accumulation", "model"))
        wide = {storage} if storage in ("float64", "float32") else {storage, "float32"}
        expect(accumulation in wide, f"its reading sums {storage} up in {accumulation}")
        if inputs == "printed":
            dtype = self.all.find("golden", self.document, self.row["golden"])["dtype"]
            expect((storage, model) == (dtype, "split"), f"its reading is in {storage}, {model}, and not in {dtype}")
        elif inputs == "handed" or not self.sibling().get("arithmetic"):
            fits = (storage, model) == (self.row["dtype"], self.row.get("arithmetic") or model)
            expect(fits, f"its reading is in {storage}, {model}")
        return self.all.reading(self.document, self.name, self.line["readings"][at])

    def sibling(self) -> Mapping[str, Any]:
        """The verdict of the same result against the definition."""
        return self.all.definitions.get((self.document, self.name, self.row["implementation"], self.row["dtype"]), {})  # type: ignore

    def by_document(self, observed: Sequence[str] = ()) -> int:
        """How many printed values the definition, or a result, is further from than all that is allowed."""
        over = self.printed(observed, widest=False)
        if over and self.row.get("evidence") == "proven":
            expect(self.printed(observed, widest=True), "by the digits that are shown alone it would agree")
        return over

    def by_result(self) -> int:
        return self.by_document(self.line["observed"])

    def printed(self, observed: Sequence[str], widest: bool) -> int:
        golden, case = (
            self.all.find("golden", self.document, self.row["golden"]),
            self.all.find("case", self.document, self.name),
        )
        places, read, over, seen = self.all.places(case, golden), self.reading(0, "printed"), 0, 0
        pairs = [(p, t) for p, t in zip(places, self.all.tokens(golden, widest), strict=True) if t is not None]
        wide = self.all.values(case, "widest", None, places)[1] if widest else {}
        measured, middles = bool(self.sibling().get("arithmetic")), self.reading(1, "middles") if observed else {}
        expect(not observed or len(observed) == len(pairs), f"{len(observed)} numbers were observed of {len(pairs)}")
        for at, (place, (low, high)) in enumerate(pairs):
            mid, rad, bound = read[place]
            if widest:
                mid, rad = Fraction(wide[place].mid, ONE), Fraction(wide[place].rad, ONE)
            error, terms = abs((low + high) / 2 - mid), [(high - low) / 2, rad, bound]
            if observed:
                y, (exact, off, own) = number(observed[at], self.row["dtype"]), middles[place]
                error, distance = abs(y - (low + high) / 2), abs(mid - exact) + off
                terms += [distance, abs(y - exact) if measured else own]
            over += None not in terms and error > sum(terms)  # type: ignore[arg-type]
            seen += None in terms
        expect(not seen or self.row["verdict"] != "agrees", "it agrees where no bound is finite")
        return over

    def by_definition(self) -> int:
        """The same of a result against the definition, in all elements of it that the certificate has."""
        read, over = self.reading(0, "handed"), 0
        seen = dict(zip(self.line["places"], self.line["observed"], strict=True))
        for line in self.all.results.get((self.document, self.name, self.row["implementation"], self.row["dtype"]), []):
            golden = self.all.find("golden", self.document, line["verdict"]["golden"])
            at = self.all.places(self.all.find("case", self.document, self.name), golden)
            seen |= dict(zip(at, line["observed"], strict=False))
        expect(seen, "no element of what was observed is told")
        for place, text in seen.items():
            mid, rad, bound = read[place]
            known = bound is not None or place not in self.line["places"]
            expect(known or self.row["verdict"] != "agrees", "it agrees where no bound is finite")
            over += bound is not None and abs(number(text, self.row["dtype"]) - mid) > bound + rad
        return over

    def by_shape(self) -> int:
        """Of a printed shape."""
        golden, case = (
            self.all.find("golden", self.document, self.row["golden"]),
            self.all.find("case", self.document, self.name),
        )
        shape = self.all.values(case, "middles", None, ())[0]
        self.all.trusted["shapes of results, and printed nan and infinities"] += 1
        return [int(text) for text in golden["tokens"]] != list(shape)

    def by_relation(self) -> int:
        """How many printed values break what must hold between them whatever the inputs were."""
        said = self.all.find("relation", self.document, self.name)
        golden, w, kind = self.all.find("golden", self.document, said["golden"]), said["with"], said["holds"]
        if kind == "shape_of":
            return [int(text) for text in golden["tokens"]] != list(
                shape_of(self.all.leaf(self.document, w["input"], "middles", None))
            )
        tokens, width = [t for t in self.all.tokens(golden) if t is not None], golden["shape"][-1]
        expect(len(tokens) == len(golden["tokens"]) - golden["cut"], "not all of its numbers are printed")
        if kind == "sums_to":
            unit, wanted = Fraction(width + 1, 1 << FORMATS[golden["dtype"]][0]), Fraction(w["sum"])
            rows = [tokens[i : i + width] for i in range(0, len(tokens), width)]
            allowed = unit * abs(wanted)
            return sum(
                not sum(a for a, _ in row) - allowed <= wanted <= sum(b for _, b in row) + allowed for row in rows
            )
        if kind == "within":
            ends = [(Fraction(w["low"]), Fraction(w["high"]))] * len(tokens)
        else:
            inputs = "printed" if kind == "between_rows" else "middles"
            known = [
                (Fraction(x.mid - x.rad, ONE), Fraction(x.mid + x.rad, ONE))
                for x in flat(self.all.leaf(self.document, w["input"], inputs, None))
            ]
            columns = [known[i % width :: width] for i in range(len(tokens))]
            ends = [(min(a for a, _ in c), max(b for _, b in c)) for c in columns]
            if kind == "prints":
                half = [ulp(a, golden["dtype"]) / 2 for a, _ in known]
                ends = [(a - h, b + h) for (a, b), h in zip(known, half, strict=True)]
        return sum(high < a or low > b for (low, high), (a, b) in zip(tokens, ends, strict=True))

    def gate(self) -> None:
        """Whether a run may pass with it: a disagreement by an erratum that expects such evidence, and no failure."""
        row, errata = self.row, [about for key, about in self.all.said.items() if key[0] == "erratum"]
        golden = [e for e in errata if (e["document"], e["golden"]) == (self.document, row["golden"]) and e["golden"]]
        golden = [e for e in golden if e["case"] in (None, self.name)]
        own = [e for e in errata if e["implementation"] == row["implementation"] and e["case"] in (None, self.name)]
        own = [e for e in own if not e.get("cases") or self.name in e["cases"]]
        own = [e for e in own if not e.get("dtypes") or row["dtype"] in e["dtypes"]]
        if row["implementation"] == "document":
            known = golden
        elif row["against"] == "definition":
            known = own
        else:
            known = [] if golden and own else golden or own
        expected, passes = "", True
        fails = known[0].get("failure", "") if known else ""
        if row["verdict"] == "failed" and fails and fails in row.get("reason", ""):
            expected = known[0]["id"]
        elif row["verdict"] in ("agrees", "disagrees") and known:
            expected = known[0]["id"]
            weak = known[0]["evidence"] == "proven" and row.get("evidence") in ("calibrated", "inferred")
            passes = row["verdict"] == "disagrees" and not weak and not fails
        elif row["verdict"] in ("disagrees", "failed"):
            passes = False
        gate = "pass" if passes else "fail"
        expect(
            (row.get("gate", "pass"), row.get("erratum", "")) == (gate, expected),
            f"its gate is {gate}, erratum {expected!r}",
        )


def missing(certificate: Certificate) -> Iterable[str]:
    """Rows that are missing, stand twice or are of nothing that is known."""
    rows = [line["verdict"] for line in certificate.verdicts]
    yield from (f"{told(dict(row))}: it stands {n} times" for row, n in repeated(rows))
    of_case: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        of_case.setdefault((row["document"], row["case"]), []).append(row)
    for (kind, document, name, _), about in certificate.said.items():
        found = of_case.get((document, name), [])
        if kind in ("case", "relation") and not found:
            yield f"{kind} {document}/{name}: it has no verdict"
        if kind != "case":
            continue
        goldens, groups = {each["golden"] for each in about["goldens"]}, {("document", ""): set[str]()}
        for row in found:
            who = row["implementation"]
            groups.setdefault((who, "" if who == "document" else row["dtype"]), set()).add(row["golden"])
            expect(row["operation"] == about["operation"], f"{told(row)}: it is of {row['operation']}")
        for (who, dtype), judged in groups.items():
            wanted = goldens if who == "document" else goldens | {""}
            for golden in wanted ^ judged:
                against = golden or "the definition"
                yield f"{document}/{name}-{who}-{dtype} against {against}: no such row, or one too many"


def repeated(rows: Iterable[Mapping[str, Any]]) -> Iterable[tuple[Mapping[str, Any], int]]:
    seen = Counter(map(key_of, rows))
    return ((dict(zip(KEY, key, strict=True)), n) for key, n in seen.items() if n > 1)


def totals(certificate: Certificate) -> Iterable[str]:
    """The totals of the run, and its gate."""
    header, rows = certificate.header, [line["verdict"] for line in certificate.verdicts]
    counted = {name: sum(row["verdict"] == name for row in rows) for name in VERDICTS}
    if counted != header["verdicts"]:
        yield f"the run: it has {counted}, not {header['verdicts']}"
    confirmed = {row.get("erratum") for row in rows if row["verdict"] in ("disagrees", "failed")}
    called = {row["implementation"] for row in rows if row["verdict"] != "skipped"}
    skipped = {row["implementation"] for row in rows} - called
    errata = [about for key, about in certificate.said.items() if key[0] == "erratum"]
    stale = [e["id"] for e in errata if e["id"] not in confirmed and e["implementation"] not in skipped]
    stale = stale if header["complete"] else []
    passes = (
        not header["faults"]
        and all(row.get("gate", "pass") == "pass" for row in rows)
        and any(counted[n] for n in VERDICTS[:4])
    )
    if stale and not header["faults"]:
        yield f"the run: nothing confirms the errata {stale}"
    if header["gate"] != ("pass" if passes else "fail"):
        yield f"the run: its gate is {'pass' if passes else 'fail'}, not {header['gate']}"


def problems(certificate: Certificate, reference: Path | None, record: Path | None) -> Iterable[str]:
    """Everything in it that does not follow, by the verdict that it is of."""
    yield from totals(certificate)
    yield from missing(certificate)
    for given, check, name in ((reference, against_reference, "reference"), (record, against_record, "run")):
        if given is None:
            certificate.trusted[f"what stands in the certificate as such (--{name} holds it to the {name})"] += 1
        else:
            yield from check(certificate, given)
    for line in certificate.verdicts:
        row = line["verdict"]
        key = row["document"], row["case"], row["implementation"], row["dtype"]
        if line["rule"] == "definition":
            certificate.definitions[key] = row
        elif line["rule"] == "result":
            certificate.results.setdefault(key, []).append(line)
    for line in certificate.verdicts:
        try:
            Check(certificate, line).run()
        except Rejected as error:
            yield f"{told(line['verdict'])}: {error}"
        except MALFORMED as error:
            yield f"{told(line['verdict'])}: what it says cannot be read: {type(error).__name__}: {error}"
    certificate.trusted[
        "what implementations returned; of a result without printed numbers, that the worst is told"
    ] += 1
    certificate.trusted["that no tighter arithmetic model fits than the one that a verdict names"] += 1


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where everything follows; 1 where something does not, and says what."""
    parser = argparse.ArgumentParser(prog="lastdigit_checker", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("certificate", type=Path, metavar="CERTIFICATE")
    parser.add_argument(
        "--reference", type=Path, metavar="DIR", help="the reference data, to hold tokens and inputs to"
    )
    parser.add_argument(
        "--run", type=Path, metavar="RUN", help="the run's record or the folder of its reports, to hold its rows to"
    )
    parser.add_argument(
        "--definitions", type=Path, metavar="DIR", help="the project's own operations, to hold their files to"
    )
    options = parser.parse_args(arguments)
    run = options.run / RECORD if options.run and options.run.is_dir() else options.run
    try:
        certificate = read_certificate(options.certificate)
        found = list(problems(certificate, options.reference, run))
        if options.definitions:
            found += against_definitions(certificate, options.definitions)
    except Rejected as error:
        found = [f"{options.certificate}: {error}"]
    except MALFORMED as error:
        found = [f"{options.certificate}: no certificate that can be read: {type(error).__name__}: {error}"]
    for problem in found:
        print(f"rejected: {problem}")
    if not found:
        count = len(certificate.verdicts)
        own = f", {certificate.unchecked} of them of own operations, which are not derived"
        print(f"accepted: {count} verdicts{own if certificate.unchecked else ''}; taken on trust:")
        print("\n".join(f"  {name} ({count})" for name, count in sorted(certificate.trusted.items())))
    return 1 if found else 0
