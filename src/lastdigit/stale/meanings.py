"""The possible values of every number in a notebook's outputs: from its goldens, or by its digits elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from lastdigit.document import Document, Output
from lastdigit.extraction.extract import extract_all
from lastdigit.extraction.extracted import Extracted
from lastdigit.printing.tokens import NUMBER, decimals, exact
from lastdigit.printing.value import AnyPrintedValue, PrintedValue
from lastdigit.stale.rule import Meaning
from lastdigit.stale.texts import Shown

PASSED_OVER = ("stderr",)
"""Outputs that are not compared: warnings change with versions."""

Key = tuple[int, int]
"""Cell and compared output, both counted from 1."""


@dataclass(frozen=True)
class Printed:
    """One output: its text and the meanings of its numbers."""

    output: Output
    shown: Shown
    meanings: Sequence[Meaning]


class Run:
    """The outputs of a notebook, stored or from a run."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def outputs(self) -> dict[Key, Printed]:
        """Every output that is compared."""
        goldens: dict[tuple[int, int | None], list[Extracted]] = {}
        for entry in extract_all(self.document).goldens:
            provenance = entry.golden.provenance
            goldens.setdefault((provenance.cell, provenance.output), []).append(entry)
        found: dict[Key, Printed] = {}
        for cell in self.document.cells:
            compared = [output for output in cell.outputs if output.kind not in PASSED_OVER]
            for number, output in enumerate(compared, start=1):
                found[cell.number, number] = _printed(output, goldens.get((cell.number, output.number), []))
        return found


def _printed(output: Output, goldens: Sequence[Extracted]) -> Printed:
    text = output.passage.text
    if output.kind == "error":
        text = text.strip().splitlines()[-1] if text.strip() else ""
        goldens = ()
    known = {place: meaning for entry in goldens for place, meaning in _of_golden(entry, output)}
    shown = Shown(text)
    meanings = [known.get(found.offset) or by_digits(found.token) for found in shown.numbers]
    return Printed(output, shown, meanings)


def _of_golden(entry: Extracted, output: Output) -> list[tuple[int, Meaning]]:
    """The meaning of each of its tokens, by position in the output's text; print options may come from an earlier
    run."""
    golden, passage = entry.golden, output.passage
    starts = [0]
    for line in passage.text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    largest = max((abs(float(value.centre)) for value in golden.numbers if value is not None), default=0.0)
    found = []
    wide = replace(golden, format=golden.widest)
    for token, value, place in zip(golden.tokens, wide.values, entry.places, strict=True):
        row = place.line - passage.first_line
        if 0 <= row < len(starts):
            offset = starts[row] + place.column - 1
            if passage.text.startswith(token, offset):
                found.append((offset, Meaning(token, _interval(value), golden.format.dtype, largest)))
    return found


def _interval(value: AnyPrintedValue | None) -> PrintedValue | None:
    return value if isinstance(value, PrintedValue) else None


def by_digits(token: str) -> Meaning:
    """The meaning of a number among words: an integer is exact, any other may have been rounded to its last digit."""
    if not NUMBER.fullmatch(token):
        return Meaning(token, None, "float64", 0.0)
    centre = exact(token)
    if "." not in token and "e" not in token.lower():
        return Meaning(token, PrintedValue(token, centre, centre), "int64", abs(float(centre)))
    exponent = int(token.lower().partition("e")[2] or 0)
    half = Fraction(10) ** (exponent - decimals(token)) / 2
    return Meaning(token, PrintedValue(token, centre - half, centre + half), "float64", abs(float(centre)))
