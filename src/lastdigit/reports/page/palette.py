"""What stands for what on the pages: the colours of states and terms, and how a number format is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lastdigit.base.number_format import FORMATS
from lastdigit.reports.outcome.states import ERRATUM
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION, INPUTS, PRINTING, TYPICAL
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, SKIPPED, UNDECIDED


class Shade(NamedTuple):
    """A colour on light paper and on dark."""

    light: str
    dark: str


PAPER, INK = "paper", "ink"

STATES: Mapping[str, Mapping[str, Shade]] = {
    AGREES: {PAPER: Shade("#dcefdc", "#1d3a26"), INK: Shade("#17562a", "#a9e3b8")},
    ERRATUM: {PAPER: Shade("#e4dbf5", "#3a2d5c"), INK: Shade("#4d2d8c", "#d3c2f7")},
    DISAGREES: {PAPER: Shade("#c4271b", "#e5534b"), INK: Shade("#ffffff", "#1a0503")},
    UNDECIDED: {PAPER: Shade("#fbe7ae", "#4a3b0c"), INK: Shade("#5e4500", "#f7dd8f")},
    FAILED: {PAPER: Shade("#4a0d16", "#ff9aa5"), INK: Shade("#ffd9dc", "#2b0409")},
    SKIPPED: {PAPER: Shade("#e6e6e6", "#3a3a3a"), INK: Shade("#444444", "#cccccc")},
}
"""The colours of each state: what it stands on, and what it is written in."""

STOPPED = Shade("#c4271b", "#ff7b72")
"""The colour of what the gate stops, on paper."""

TERMS: Mapping[str, Shade] = {
    PRINTING: Shade("#0072b2", "#56b4e9"),
    DOCUMENT: Shade("#e69f00", "#e69f00"),
    INPUTS: Shade("#cc79a7", "#cc79a7"),
    IMPLEMENTATION: Shade("#009e73", "#009e73"),
    TYPICAL: Shade("#56b4e9", "#0072b2"),
}
"""The terms of an allowance, in the order of their bars (Okabe and Ito: the colour-blind tell them apart)."""

MARKERS: Mapping[str, tuple[str, str]] = {
    "float64": ("circle", PRINTING),
    "float32": ("square", DOCUMENT),
    "bfloat16": ("diamond", INPUTS),
    "float16": ("triangle", IMPLEMENTATION),
}
"""The shape of a number format's points, and the term whose colour they have."""

BITS = {name: (known.digits, known.emin) for name, known in FORMATS.items() if name in MARKERS}
"""Of the formats whose numbers the page rounds: bits of the significand, and the least exponent."""


def colours() -> str:
    """The colours as a style sheet's custom properties, on light paper and on dark."""
    light, dark = ("".join(f"--{name}:{shade};" for name, shade in _named(place)) for place in (0, 1))
    return f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n"


def _named(place: int) -> Iterator[tuple[str, str]]:
    yield "stop", STOPPED[place]
    for state, shades in STATES.items():
        yield state, shades[PAPER][place]
        yield f"{state}-ink", shades[INK][place]
    for number, shade in enumerate(TERMS.values()):
        yield f"t{number}", shade[place]
