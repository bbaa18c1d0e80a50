"""One thing that is wrong, with every verdict that shows it: how far it reaches, where to look, what to run again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.base.number_format import FORMATS
from lastdigit.records.run import Place
from lastdigit.reports.outcome.stops import share_of
from lastdigit.verdicts.explain import AND, OR, looks
from lastdigit.verdicts.verdict import DISAGREES, THE_DOCUMENT, Verdict
from lastdigit.verdicts.words.numbers import number

CASE, GOLDEN, STALE = "case", "golden", "stale"
"""Kinds of causes beside those of :mod:`~lastdigit.reports.outcome.stops`: a case that every implementation disagrees
with, a golden that disagrees with its definition, and an erratum of what agrees."""

MOST_LINES = 6
"""Lines of a file that are named."""

_PLAIN = re.compile(r"\w[\w./:+-]*")
"""A name that neither a shell nor pytest reads otherwise."""


@dataclass(frozen=True)
class Cause:
    """One thing that is wrong, and every verdict that shows it.

    ``who`` is the implementation, the document or the case that it is about. ``places`` are what stands where.
    """

    kind: str
    who: str
    what: str
    verdicts: tuple[Verdict, ...]
    places: tuple[tuple[str, Place], ...]

    @property
    def look(self) -> str:
        """Where to look for the mistake; empty if none is known."""
        known = looks()
        names = [name for cause in self.what.split(OR) for name in cause.split(AND)]
        return "; ".join(dict.fromkeys(known[name] for name in names if name in known))

    @property
    def extent(self) -> str:
        """How far it reaches: ``7 goldens, 2 formats``."""
        goldens = {(verdict.document, verdict.golden) for verdict in self.verdicts if verdict.golden}
        printed = {(verdict.document, verdict.case) for verdict in self.verdicts if verdict.golden}
        cases = {(verdict.document, verdict.case) for verdict in self.verdicts} - printed
        implementations = {verdict.implementation for verdict in self.verdicts} - {THE_DOCUMENT}
        counts = [(len(goldens), "golden"), (len(cases), "case")]
        if self.kind in (CASE, GOLDEN) and implementations:
            counts = [(len(implementations), "implementation")]
        parts = [_counted(count, noun) for count, noun in counts if count]
        formats = sorted({verdict.dtype for verdict in self.verdicts}, key=_precision)
        parts.append(f"{len(formats)} formats" if len(formats) > 1 else f"{formats[0]} only" if formats[0] else "")
        return ", ".join(filter(None, parts))

    @property
    def example(self) -> Verdict:
        """The verdict to look at first: against the document, in the most precise format, with the largest error."""
        return min(self.verdicts, key=lambda v: (v.against != "document", _precision(v.dtype), -(share_of(v) or 0.0)))

    @property
    def numbers(self) -> tuple[str, ...]:
        """What was observed there, what was expected, the error and its tolerance; empty without a result."""
        found = self.example
        if found.verdict != DISAGREES or not found.expected:
            return ()
        at = f" at [{found.worst_index}]" if found.worst_index else ""
        parts = [f"got {found.observed}", f"expected {found.expected}{at}"]
        parts += [f"error {number(found.error)}"] if found.error is not None else []
        parts += [f"allowed {number(found.allowed)}"] if found.allowed is not None else []
        return tuple(parts)

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The files to look at, each with its lines."""
        lines: dict[str, list[int]] = defaultdict(list)
        for _, (path, line) in self.places:
            lines[path].append(line)
        return tuple((path, ", ".join(f":{line}" for line in found[:MOST_LINES])) for path, found in lines.items())

    @property
    def rerun(self) -> str:
        """The command that judges again what it is about, and little else."""
        return rerun(self.verdicts, every=self.kind in (CASE, GOLDEN))


def rerun(verdicts: Sequence[Verdict], *, every: bool = False) -> str:
    """The pytest command that selects these verdicts' tests by the names of case, implementation and format.

    With ``every`` it selects all of their case, whoever computes it.
    """
    cases = {f"{verdict.document}/{verdict.case}" for verdict in verdicts}
    implementations = {verdict.implementation for verdict in verdicts}
    dtypes = {verdict.dtype for verdict in verdicts}
    name = cases.pop() if len(cases) == 1 else ""
    if not every and len(implementations) == 1 and (only := implementations.pop()) != THE_DOCUMENT:
        name = f"{name}-{only}" if name else only
        name += f"-{dtypes.pop()}" if len(dtypes) == 1 else ""
    if not _PLAIN.fullmatch(name) or name in ("and", "or", "not"):
        return "pytest --last-failed"
    return f"pytest -k {name}"


def _counted(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun}s"


def _precision(dtype: str) -> int:
    return list(FORMATS).index(dtype) if dtype in FORMATS else len(FORMATS)
