"""Compares a stored output with the new one: which of its numbers and words are stale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

from lastdigit.document import Document
from lastdigit.stale.by_cases import disproved
from lastdigit.stale.kernel import KernelFailed, Settings, run_notebook, variations
from lastdigit.stale.meanings import Key, Printed, Run
from lastdigit.stale.rule import ROUNDING, SAME, STALE, UNSEEDED, judged
from lastdigit.stale.sources import as_stored

Kernel = Callable[[Path, Settings, float], Document]
MOST = 8
"""The most differences reported for one output."""


@dataclass(frozen=True)
class Difference:
    """A difference at a line of an output: the stored and the new text."""

    line: int
    stored: str
    new: str


@dataclass(frozen=True)
class Compared:
    """The verdict on an output, its differences, and how many of its numbers are the same, rounded, or unseeded."""

    key: Key
    differences: tuple[Difference, ...]
    counts: dict[str, int]
    reason: str = ""

    @property
    def is_stale(self) -> bool:
        """Whether an unexplained difference remains."""
        return bool(self.differences or self.reason)


class Rerun:
    """A stored notebook and its runs: further runs are made only if the first differs by more than printing
    explains."""

    def __init__(
        self, path: Path, stored: Document, seconds: float, kernel: Kernel = run_notebook, store: Path | None = None
    ) -> None:
        self.path, self.seconds, self._kernel, self._store = path, seconds, kernel, store
        self.stored = Run(stored)

    @cached_property
    def new(self) -> Run:
        """The first new run."""
        return self._run(Settings())

    @cached_property
    def repeated(self) -> Run:
        """A second run with the same settings."""
        return self._run(Settings())

    @cached_property
    def varied(self) -> tuple[Run, ...]:
        """Runs with other settings, as far as they succeed."""
        found = []
        for settings in variations():
            try:
                found.append(self._run(settings))
            except KernelFailed:
                continue
        return tuple(found)

    @cached_property
    def _disproved(self) -> Mapping[tuple[int, int], str]:
        """The outputs of the new run proven wrong by stored cases, by cell and output."""
        return {} if self._store is None else disproved(self._store, self.stored.document, self.new.document)

    def _run(self, settings: Settings) -> Run:
        return Run(as_stored(self.stored.document, self._kernel(self.path, settings, self.seconds)))

    def compare(self, key: Key) -> Compared:
        """The verdict on one output."""
        stored, new = self.stored.outputs.get(key), self.new.outputs.get(key)
        if stored is None or new is None:
            return self._one_missing(key, stored, new)
        found = _compared(key, stored, new, None, ())
        if found.is_stale:
            found = _compared(key, stored, new, self.repeated.outputs.get(key), ())
        if found.differences and not found.reason:
            runs = [run.outputs.get(key) for run in self.varied]
            alike = [run for run in runs if run is not None and len(run.meanings) == len(new.meanings)]
            found = _compared(key, stored, new, self.repeated.outputs.get(key), alike)
        reason = self._disproved.get((key[0], new.output.number), "") if found.counts.get(ROUNDING) else ""
        return replace(found, reason=found.reason or reason)

    def _one_missing(self, key: Key, stored: Printed | None, new: Printed | None) -> Compared:
        if stored is None and new is None:
            return Compared(key, (), {})
        only = stored or new
        assert only is not None
        text = " ".join(only.shown.text.split())[:80]
        told = "prints nothing here now; stored:" if new is None else "prints output that is not stored"
        return Compared(key, (), {}, f"{told}: {text}")


def _compared(key: Key, stored: Printed, new: Printed, repeated: Printed | None, varied: Sequence[Printed]) -> Compared:
    again = repeated if repeated is not None and len(repeated.meanings) == len(new.meanings) else None
    if repeated is not None and again is None:
        return Compared(key, (), {UNSEEDED: len(new.meanings)})
    if len(stored.meanings) != len(new.meanings):
        told = f"{len(stored.meanings)} numbers are stored, {len(new.meanings)} are printed now"
        return Compared(key, (_first_line(stored, new),), {}, told)
    differences = list(_words(stored, new, again))
    counts: Counter[str] = Counter()
    for number, (old, now) in enumerate(zip(stored.meanings, new.meanings, strict=True)):
        verdict = judged(
            old,
            now,
            again.meanings[number] if again else None,
            [run.meanings[number] for run in varied],
        )
        counts[verdict] += 1
        if verdict == STALE:
            differences.append(Difference(stored.shown.numbers[number].line, old.token, now.token))
    return Compared(key, tuple(differences), dict(counts))


def _words(stored: Printed, new: Printed, again: Printed | None) -> list[Difference]:
    """Differences in words, except those that also differ between two runs."""
    found = []
    for number, (old, now) in enumerate(zip(stored.shown.words, new.shown.words, strict=True)):
        if old != now and (again is None or again.shown.words[number] == now):
            found.append(Difference(stored.shown.line_of_word(number), old, now))
    types, others = stored.shown.types, new.shown.types
    if types and others and types != others and (again is None or again.shown.types == others):
        found.append(Difference(1, ", ".join(types), ", ".join(others)))
    return found


def _first_line(stored: Printed, new: Printed) -> Difference:
    """The first line in which two texts differ."""
    lines = zip_longest(stored.shown.text.splitlines(), new.shown.text.splitlines(), fillvalue="")
    line, (old, now) = next(
        ((number, pair) for number, pair in enumerate(lines, start=1) if pair[0] != pair[1]), (1, ("", ""))
    )
    return Difference(line, old, now)


def in_words(path: Path, found: Compared, count: int | None) -> str:
    """Describe a stale output."""
    cell, output = found.key
    counted = f"cell {cell}" + (f" (In [{count}])" if count is not None else "")
    lines = [f"{path.name}: {counted}, output {output}: {STALE}"]
    if found.reason:
        lines.append(f"  {found.reason}")
    for each in found.differences[:MOST]:
        lines.append(f"  line {each.line}: stored {each.stored!r}, now {each.new!r}")
    if len(found.differences) > MOST:
        lines.append(f"  and {len(found.differences) - MOST} more")
    told = {name: found.counts.get(name, 0) for name in (SAME, ROUNDING, UNSEEDED)}
    if any(told.values()):
        lines.append(
            "  of its other numbers: " + ", ".join(f"{number} {name}" for name, number in told.items() if number)
        )
    return "\n".join(lines)
