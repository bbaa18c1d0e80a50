"""Mutants of the judge: each runs with the tests that reach its line, up to the first that fails.

``python -m studies.mutants`` tries them, writes the outcomes to ``studies/mutants.csv``, and returns 1 if one survives
in a room in which all must be killed. ``studies/equivalent_mutants.csv`` explains mutants that no test can distinguish
from the original.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from studies.copied_package import Change, Tests, copies
from studies.mutants.killers import Killers
from studies.mutants.mutations import Mutation, mutations
from studies.mutants.reached import SUITE, Reached
from studies.tried import Key, Mutant, Outcome

ROOT = Path(__file__).parents[2]
ENGINE = Path("src", "lastdigit")
ROOMS = ("verdicts", "enclosure", "cases", "records", "printing/print_format.py", "store/documents.py")
"""The mutated parts."""
STRICT = ("verdicts", "enclosure")
"""Parts in which every mutant must be killed."""
NEEDED = (
    *("src", "studies", "tests", "reference_data", "implementations", "docs"),
    *("conftest.py", "pyproject.toml", "tox.ini", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
)
ARGUED = Path(__file__).parents[1] / "equivalent_mutants.csv"

SLOWER = 3
"""The factor on the recorded CPU time of tests before they count as hung, and the seconds added to it."""

AHEAD = 32
"""The number of sources prepared ahead of the one being tried."""


@dataclass(frozen=True)
class MutatedLine(Mutant):
    """A mutation of a module of the engine."""

    edit: Mutation

    @property
    def file(self) -> str:
        """The module, relative to the engine's folder."""
        return self.module.relative_to(ENGINE).as_posix()

    @property
    def key(self) -> Key:
        """Its identity among all mutants."""
        return self.file, *self.edit.key


def room(file: str) -> str:
    """The part of :data:`ROOMS` that contains a module."""
    return next(room for room in ROOMS if file == room or file.startswith(f"{room}/"))


def mutants(parts: Sequence[str] = ROOMS, arguments: Mapping[Key, str] | None = None) -> list[MutatedLine]:
    """All mutants of these folders and modules of the engine."""
    known, found = arguments or {}, []
    for part in parts:
        path = ROOT / ENGINE / part
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            name = module.relative_to(ROOT / ENGINE).as_posix()
            for each in mutations(module.read_text(encoding="utf-8")):
                found.append(MutatedLine(module.relative_to(ROOT), each, known.get((name, *each.key), "")))
    return found


def drawn(found: Sequence[MutatedLine], count: int, seed: int) -> list[MutatedLine]:
    """A random sample of ``count`` mutants, with as few as possible on the same line."""
    if count >= len(found):
        return list(found)
    mixed = random.Random(seed).sample(found, len(found))
    seen: Counter[tuple[Path, int]] = Counter()
    ranked = []
    for mutant in mixed:
        place = mutant.module, mutant.edit.line
        ranked.append((seen[place], len(ranked), mutant))
        seen[place] += 1
    return [mutant for _, _, mutant in sorted(ranked, key=lambda entry: entry[:2])[:count]]


def outcomes(
    chosen: Sequence[MutatedLine],
    reached: Reached,
    killers: Killers,
    processes: int,
    *,
    seconds: float,
    checkout: Path = ROOT,
) -> Iterator[tuple[MutatedLine, Outcome]]:
    """The outcome of each mutant, in order.

    First come tests that killed similar mutants, then as many of the others as take at most ``seconds`` together.
    """

    def tests(mutant: MutatedLine) -> Iterator[Tests]:
        """Evaluated only when the mutant is tried, since tests that killed similar ones come first."""
        found = reached.by(mutant.module, mutant.edit.line)
        first = [test for test in killers.likely(mutant.key, found) if test in reached.seconds]
        others = reached.within([test for test in found if test not in first], seconds)
        yield from filter(None, (first, others))

    def change(mutant: MutatedLine) -> Change:
        return Change(mutant.module, mutant.edit.source, tests(mutant), SLOWER * (seconds + SLOWER))

    with copies(checkout, processes, NEEDED, [SUITE]) as noticed:
        for start in range(0, len(chosen), AHEAD):
            some = chosen[start : start + AHEAD]
            for mutant, test in zip(some, noticed(map(change, some)), strict=True):
                killers.note(mutant.key, test)
                yield mutant, Outcome(mutant, test)
