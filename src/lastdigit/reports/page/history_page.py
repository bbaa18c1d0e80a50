"""``history.html``: worst error ÷ allowed, digits and seconds of each implementation over runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lastdigit.base.files import write_whole
from lastdigit.reports.difference.history import Measured, Step, first_change, said
from lastdigit.reports.difference.history_table import write_history_table
from lastdigit.reports.page.templating import page_templates
from lastdigit.verdicts.words.numbers import number

MOST_RUNS, MOST = 400, 300
"""Runs and implementations of the page; ``history.csv`` has all of them."""
WIDE, HIGH, EDGE = 220.0, 44.0, 5.0


@dataclass(frozen=True)
class Line:
    """A line over runs: its points as SVG has them, with what each says, and its last value in words."""

    points: str
    dots: tuple[tuple[float, float, str, bool], ...]
    last: str


def write_history(found: Sequence[Step], folder: Path) -> None:
    """Write the page and the table of runs into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "history.html", render_history(found).encode("utf-8", "replace"))
    write_history_table(found, folder / "history.csv")


def render_history(found: Sequence[Step]) -> str:
    """The page; the same runs give the same page."""
    shown = found[-MOST_RUNS:]
    names = list(dict.fromkeys(name for step in reversed(shown) for name in step.measured))
    changed = {name for step in shown for name in step.concerned}
    names.sort(key=lambda name: (name not in changed, name))
    rows = [(name, [_line(shown, name, *drawn) for drawn in DRAWN]) for name in names[:MOST]]
    rows = [(name, lines) for name, lines in rows if any(line.dots for line in lines)]
    change = first_change(found)
    return (
        page_templates()
        .get_template("history.html")
        .render(
            steps=shown,
            first=change.number if change else 0,
            said=said(found),
            rows=rows,
            kinds=["worst error ÷ allowed", "same digits, %", "milliseconds of a call"],
            left=max(len(names) - MOST, 0),
            wide=WIDE,
            high=HIGH,
        )
    )


def _digits(measured: Measured) -> float | None:
    entry = measured.totals
    return 100 * entry.digits / entry.printed if entry.printed else None


def _milliseconds(measured: Measured) -> float | None:
    return None if measured.seconds is None else 1000 * measured.seconds


DRAWN: tuple[tuple[Callable[[Measured], float | None], bool], ...] = (
    (lambda measured: measured.totals.share, False),
    (_digits, False),
    (_milliseconds, True),
)
"""What is drawn of an implementation, and whether logarithmically."""


def _line(found: Sequence[Step], name: str, value: Callable[[Measured], float | None], logarithmic: bool) -> Line:
    """A line through the runs in which the implementation has a value."""
    known = [
        (at, step, found_value)
        for at, step in enumerate(found)
        if name in step.measured and (found_value := value(step.measured[name])) is not None
    ]
    if not known:
        return Line("", (), "")
    heights = [math.log10(max(own, 1e-9)) if logarithmic else own for _, _, own in known]
    low, top = min(heights), max(heights)
    # What hardly differs is drawn as hardly differing.
    least = 0.3 if logarithmic else 0.02 * max(abs(top), 1e-9)
    middle, span = (low + top) / 2, max(top - low, least)
    step_wide = (WIDE - 2 * EDGE) / max(len(found) - 1, 1)
    dots = []
    for (at, step, own), height in zip(known, heights, strict=True):
        x = round(EDGE + at * step_wide, 1)
        y = round(HIGH / 2 - (height - middle) / span * (HIGH - 2 * EDGE), 1)
        dots.append((x, y, f"{step.title}: {number(own)}", name in step.concerned))
    return Line(" ".join(f"{x},{y}" for x, y, _, _ in dots), tuple(dots), number(known[-1][2]))
