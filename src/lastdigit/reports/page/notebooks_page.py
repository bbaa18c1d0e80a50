"""``notebooks.html``: every notebook that was run again, its stale outputs, and those that hold by more than digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from lastdigit.base.files import write_whole
from lastdigit.reports.page.templating import page_templates

NOTEBOOKS = "notebooks.html"
SHOWN_AT_ONCE, SHOWN = 8, 50
"""Differences of an output that the page shows at once, and after a click; of more it shows their number."""
LONGEST, BEFORE = 240, 40
"""Characters of a text that are shown, and how many of them before the first that differs."""
SOURCE_LINES = 12

MEANINGS = {
    "same": ("the same", "the digits that are stored and printed now can come from one number"),
    "rounding": ("apart by rounding", "by no more than the notebook's own rounding explains"),
    "unseeded": ("drawn without a seed", "two runs differ as much: only their shape and words can be verified"),
    "stale output": ("stale", "nothing explains the difference"),
}
"""What numbers may be, by the names of their counts: in words for people, and what that means."""


@dataclass(frozen=True)
class RerunOutput:
    """One output that was run again: where it is, what is stale in it, and its other numbers by what they are.

    ``count`` is the kernel's number of the cell, and ``source`` what stands in it.
    """

    notebook: str
    cell: int
    output: int
    stale: bool
    differences: Sequence[tuple[int, str, str]] = ()
    reason: str = ""
    counts: Mapping[str, int] | None = None
    count: int | None = None
    source: str = ""

    @property
    def place(self) -> str:
        """Its place in its notebook."""
        return f"cell {self.cell}{'' if self.count is None else f' (In [{self.count}])'}, output {self.output}"

    @property
    def shown(self) -> list[Shown]:
        """Its differences, as far as the page shows them."""
        return [Shown.of(*each) for each in self.differences[:SHOWN]]


@dataclass(frozen=True)
class Shown:
    """A difference at a line: both texts as far as they are alike at their beginnings, and what follows."""

    line: int
    alike: str
    stored: str
    new: str

    @classmethod
    def of(cls, line: int, stored: str, new: str) -> Shown:
        """Texts that are long are cut about the place where they begin to differ."""
        stored, new = stored.strip(), new.strip()
        alike = stored[: next(_apart(stored, new))]
        if len(stored) <= LONGEST and len(new) <= LONGEST:
            return cls(line, alike, stored[len(alike) :], new[len(alike) :])
        before = f"… {alike[-BEFORE:]}" if len(alike) > BEFORE else alike
        return cls(line, before, _cut(stored[len(alike) :]), _cut(new[len(alike) :]))


@dataclass(frozen=True)
class NotebookRun:
    """A notebook that was run again, with its outputs in order."""

    name: str
    outputs: Sequence[RerunOutput]

    @property
    def stale(self) -> list[RerunOutput]:
        """Outputs that no longer hold."""
        return [each for each in self.outputs if each.stale]

    @property
    def not_by_digits(self) -> list[RerunOutput]:
        """Outputs that hold, though some of their numbers print otherwise now."""
        held = [each for each in self.outputs if not each.stale]
        return [each for each in held if any((each.counts or {}).get(name) for name in ("rounding", "unseeded"))]

    def count(self, name: str) -> int:
        """How many of its numbers are called so."""
        return sum((each.counts or {}).get(name, 0) for each in self.outputs)


def write_notebooks(found: Sequence[RerunOutput], path: Path, *, report: str = "") -> None:
    """Write the page; ``report`` is the page of the cases that were judged in the same session."""
    write_whole(path, render_notebooks(found, report=report).encode("utf-8", "replace"))


def render_notebooks(found: Sequence[RerunOutput], *, report: str = "") -> str:
    """The page of a session; the same outputs give the same page."""
    ordered = sorted(found, key=lambda each: (each.notebook, each.cell, each.output))
    notebooks = [NotebookRun(name, list(some)) for name, some in groupby(ordered, key=lambda each: each.notebook)]
    return (
        page_templates()
        .get_template("notebooks.html")
        .render(
            notebooks=notebooks,
            outputs=ordered,
            stale=[each for each in ordered if each.stale],
            totals=list(_totals(notebooks)),
            meanings=MEANINGS,
            at_once=SHOWN_AT_ONCE,
            most=SHOWN,
            report=report,
            source_of=_source,
        )
    )


def _totals(notebooks: Sequence[NotebookRun]) -> Iterator[tuple[int, str, str]]:
    """How many numbers there are of each name, with its words and its meaning."""
    for name, (words, meaning) in MEANINGS.items():
        number = sum(each.count(name) for each in notebooks)
        if number:
            yield number, words, meaning


def _apart(one: str, other: str) -> Iterator[int]:
    """The places at which two texts are not alike."""
    yield from (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
    yield min(len(one), len(other))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _source(output: RerunOutput) -> str:
    """The source of its cell, or the first lines of that."""
    lines = output.source.rstrip().splitlines()
    left = len(lines) - SOURCE_LINES
    more = [f"… and {left} more lines"] if left > 0 else []
    return "\n".join([*lines[:SOURCE_LINES], *more])
