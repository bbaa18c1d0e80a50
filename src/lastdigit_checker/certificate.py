"""What a certificate says, and what of it is derived again: inputs, enclosures and rounding bounds."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from lastdigit_checker.exact import (
    DEFINITIONS,
    FORMATS,
    ONE,
    SUMS,
    Interval,
    Num,
    Rounding,
    between,
    expect,
    flat,
    intervals,
    lost,
    nearest,
    scaled,
    shape_of,
    shaped,
    times,
    turned,
)

KEY = ("document", "case", "golden", "operation", "implementation", "dtype", "against", "environment")
FOLLOWS = ("verdict", "gate", "evidence", "arithmetic", "erratum")
ALIKE, SHIFTED, NARROW = Fraction(1, 1 << 20), Fraction(1, 1 << 13), Fraction(1, 1 << 34)
"""How far two derivations may differ: of a bound, of an interval's ends by its reach, and of an exact value."""
THEOREM = "the rounding bound of {}, a theorem, with exp off by at most {} units of roundoff"


Read = dict[int, tuple[Fraction, Fraction, Fraction | None]]
"""By places: middle, reach, and the bound of the rounding, None where none is known."""


class Certificate:
    """What a certificate says, by what it is about; and what was derived for it, each thing once."""

    def __init__(self, lines: Sequence[Mapping[str, Any]]) -> None:
        self.definitions: dict[Any, Any] = {}
        self.results: dict[Any, list[Any]] = {}
        self.header, self.verdicts = lines[0]["certificate"], [line for line in lines if "verdict" in line]
        form = self.header["format"], self.header["version"]
        expect(form == ("lastdigit certificate", 1), f"expected a certificate of version 1, found {form}")
        self.said: dict[tuple[Any, ...], Any] = {}
        self.trusted: Counter[str] = Counter()
        self.unchecked = 0
        self.derived: dict[Any, Any] = {}
        for line in lines[1:]:
            ((kind, about),) = [(kind, about) for kind, about in line.items() if isinstance(about, dict)]
            key = (kind, about.get("document"), about.get("name", about.get("id")), about.get("case", ""))
            if kind not in ("verdict", "end"):
                expect(key not in self.said, f"{' '.join(map(str, key))} stands twice")
                self.said[key] = about
                shadows = kind == "operation" and about.get("name") in DEFINITIONS
                expect(not shadows, f"{about.get('name')} is called the project's own, and defined here")

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        if key not in self.derived:
            self.derived[key] = make()
        return self.derived[key]

    def find(self, kind: str, document: str, name: Any, case: str = "") -> Any:
        expect((kind, document, name, case) in self.said, f"no {kind} {name} of document {document}")
        return self.said[kind, document, name, case]

    def tokens(self, golden: Mapping[str, Any], widest: bool = False) -> list[Interval | None]:
        key = ("tokens", golden["document"], golden["name"], widest)
        return self.once(key, lambda: intervals(golden, widest))  # type: ignore[no-any-return]

    def own(self, document: str, case: str) -> list[str]:
        """The operations that the project defines itself, of those that a case computes and derives its inputs by.

        A relation has none.
        """
        if ("relation", document, case, "") in self.said:
            return []

        def named(said: Any) -> Iterable[str]:
            if isinstance(said, str):
                derived = self.said.get(("derived", document, said, ""))
                yield from used(derived) if derived else ()
            elif isinstance(said, (list, dict)):
                for part in said.values() if isinstance(said, dict) else said:
                    yield from named(part)

        def used(about: Mapping[str, Any]) -> Iterable[str]:
            yield about["operation"]
            yield from named(about["inputs"])

        found = sorted({name for name in used(self.find("case", document, case)) if name not in DEFINITIONS})
        for name in found:
            expect(("operation", None, name, "") in self.said, f"operation {name} is neither defined here nor own")
        return found

    def leaf(self, document: str, name: str, inputs: str, by: Rounding | None) -> Any:
        """A golden or an input: all that prints so, or the middles of that."""
        line = self.said.get(("golden", document, name, "")) or self.find("input", document, name)
        if "tokens" in line:
            ends = [each or (Fraction(0),) * 2 for each in self.tokens(line, inputs == "widest")]
        else:
            ends = [
                (Fraction(x) - Fraction(line["radius"]), Fraction(x) + Fraction(line["radius"]))
                for x in line["numbers"]
            ]
        found = []
        for low, high in ends:
            middle = (low + high) / 2
            one = (
                between(scaled(low), scaled(high, True))
                if inputs != "middles"
                else between(scaled(middle), scaled(middle, True))
            )
            one.err, one.by = 0, by
            if by and line.get("kind", "literal") == "literal":
                used = Fraction(nearest(float(middle), by.storage))
                one.err = scaled(max(abs(low - used), abs(high - used)), True)
            found.append(one)
        return shaped(found, line["shape"])

    def resolve(self, document: str, said: Any, inputs: str, by: Rounding | None) -> Any:
        """An input expression: a name, a list that is stacked, an identity, arrays that are joined, or one row."""
        if isinstance(said, str):
            derived = self.said.get(("derived", document, said, ""))
            if derived is None:
                return self.leaf(document, said, inputs, by)
            expect(derived["operation"] in DEFINITIONS, f"operation {derived['operation']} is not defined here")
            given = {name: self.resolve(document, part, inputs, by) for name, part in derived["inputs"].items()}
            return DEFINITIONS[derived["operation"]](**given, **derived["parameters"])
        if isinstance(said, list):
            return [self.resolve(document, part, inputs, by) for part in said]
        if "eye" in said:
            return [[Num(ONE * (i == j), 0, 0, by) for j in range(said["eye"])] for i in range(said["eye"])]
        if "of" in said:
            return self.resolve(document, said["of"], inputs, by)[said["row"]]
        parts = [self.resolve(document, part, inputs, by) for part in said["join"]]
        rows = [row for part in parts for row in (turned(part) if said.get("axis", 0) else part)]
        return turned(rows) if said.get("axis", 0) else rows

    def arguments(self, case: Mapping[str, Any], inputs: str, by: Rounding | None, storage: str) -> dict[str, Any]:
        """What a definition is read on; an implementation is handed middles, rounded to what it stores."""
        kind = "middles" if inputs == "handed" else inputs
        of_middles = kind == "middles"
        said = case["inputs"].items()
        found = {name: self.resolve(case["document"], e, kind, None if of_middles else by) for name, e in said}
        for x in flat(list(found.values())) if storage and of_middles else ():
            held = Fraction(nearest(x.mid / ONE, storage))
            if inputs == "handed":
                x.mid, x.rad = scaled(held), int(held.denominator > ONE)
                x.err, x.by = 0, by
            else:
                x.err, x.by = abs(x.mid - scaled(held)) + x.rad + 1, by
        return found

    def values(
        self, case: Mapping[str, Any], inputs: str, by: Rounding | None, places: Iterable[int]
    ) -> tuple[Any, dict[int, Num]]:
        """The shape of a definition's result, and some of its elements; of a batch only those samples are computed."""
        expect(case["operation"] in DEFINITIONS, f"operation {case['operation']} is not defined here")
        storage, by = by.storage if by else "", by if case["operation"] in SUMS else None
        base = (case["document"], case["name"], inputs, storage if by or inputs == "handed" else "", by)

        def result(sample: int | None = None) -> tuple[Any, list[Num]]:
            own = given if sample is None else {**given, "x": given["x"][sample]}
            found = DEFINITIONS[case["operation"]](**own, **case["parameters"])
            return shape_of(found), flat(found)

        given = self.once((*base, "given"), lambda: self.arguments(case, inputs, by, storage))
        if len(shape_of(given.get("x"))) < 3:
            shape, numbers = self.once((*base, "result"), result)
            return shape, {place: numbers[place] for place in places}
        shape, first = self.once((*base, 0), lambda: result(0))
        samples = {}
        for sample in {place // len(first) for place in places}:
            samples[sample] = self.once((*base, sample), partial(result, sample))[1]
        found = {place: samples[place // len(first)][place % len(first)] for place in places}
        return (len(given["x"]), *shape), found

    def reading(self, document: str, case: str, number: int) -> Read:
        """Middle, reach and rounding bound of the elements of a reading, derived again; bounds by theorems as said."""
        return self.once((document, case, number), lambda: self.read(self.find("reading", document, number, case)))  # type: ignore[no-any-return]

    def read(self, said: Mapping[str, Any]) -> Read:
        case, how = self.find("case", said["document"], said["case"]), said["arithmetic"]
        by = Rounding(how["storage"], how["accumulation"], how["model"])
        expect(how["operands"] is None, "bounds with coarser operands of products are not derived here")
        shape, found = self.values(case, said["inputs"], by, said["places"])
        expect(list(shape) == said["shape"], f"its result has the shape {shape}, not {said['shape']}")
        read: Read = {}
        for place, high, low, radius, told in zip(
            *(said[key] for key in ("places", "high", "low", "radius", "bound")), strict=True
        ):
            x = found[place]
            err = x.err and x.err + (times(x.computed, by.stored) + lost(by.storage) if by.stored else 0)
            mid, rad, bound = Fraction(x.mid, ONE), Fraction(x.rad, ONE), None if told is None else Fraction(told)
            moved, apart, slack = (
                abs(Fraction(high) + Fraction(low) - mid),
                abs(Fraction(radius) - rad),
                SHIFTED * rad + NARROW * max(abs(mid), Fraction(1)),
            )
            expect(
                max(moved, apart) <= slack and moved <= Fraction(radius) + rad,
                f"element {place} on {said['inputs']} inputs is {float(mid)} ± {float(rad)}, not {high} ± {radius}",
            )
            if bound is not None and err is not None:
                expect(
                    abs(bound - Fraction(err, ONE)) <= ALIKE * bound,
                    f"the rounding bound of element {place} is {err / ONE}, not {told}",
                )
            elif bound is not None:
                expect(
                    bound >= Fraction(1, 2 << FORMATS[by.storage][0]) * abs(mid),
                    f"the rounding bound {told} of element {place} is less than storing it rounds",
                )
                self.trusted[THEOREM.format(case["operation"], how["exp_error"])] += 1
            read[place] = mid, rad, Fraction(err, ONE) if bound is None and err is not None else bound
        return read

    def places(self, case: Mapping[str, Any], golden: Mapping[str, Any]) -> list[int]:
        """Which elements of a result a golden prints."""
        known = [each for each in case["goldens"] if each["golden"] == golden["name"]]
        expect(known, f"the case does not give golden {golden['name']}")
        expected = known[0]
        shape = self.values(case, "middles", None, ())[0]
        part = shaped(list(range(math.prod(shape))), shape)
        part = turned(part) if expected["transpose"] else part
        part = part if expected["row"] is None else part[expected["row"]]
        rows = golden["shape"][0] if golden["cut"] else expected["rows"]
        part = part if rows is None else part[:rows]
        expect(list(shape_of(part)) == golden["shape"], f"golden {golden['name']} has another shape than its part")
        return flat(part)[: len(golden["tokens"])]


def key_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """By what a verdict is found; the words in which it is named."""
    return tuple(str(row.get(name, "")) for name in KEY)


def told(row: Mapping[str, Any]) -> str:
    case = f"{row['document']}/{row['case']}-{row['implementation']}-{row['dtype']}"
    return f"{case} against {row.get('golden') or 'the definition'}"


def read_certificate(path: Path) -> Certificate:
    """Its lines, held to the hash at their end."""
    text = gzip.decompress(path.read_bytes())
    body, _, end = text.rstrip(b"\n").rpartition(b"\n")
    expect(json.loads(end)["end"]["sha256"] == hashlib.sha256(body + b"\n").hexdigest(), "its end has another hash")
    return Certificate([json.loads(line) for line in body.splitlines()])
