"""Mutants of the judge: each is held against tests that reach its line, up to the first that fails.

``python -m studies.mutants`` tries them, keeps what came of them in ``studies/mutants.csv``, and gives 1 where one
lives in a room of which all must die. A mutant that no test can tell from the original is argued in
``studies/equivalent_mutants.csv``.
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
"""What is mutated."""
STRICT = ("verdicts", "enclosure")
"""Rooms in which every mutant must die."""
NEEDED = (
    *("src", "studies", "tests", "reference_data", "implementations", "docs"),
    *("conftest.py", "pyproject.toml", "tox.ini", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
)
ARGUED = Path(__file__).parents[1] / "equivalent_mutants.csv"

SLOWER = 3
"""How much longer than recorded tests may compute before they count as hung, and how many seconds more in any case."""

AHEAD = 32
"""How many sources are made ahead of the one that is tried."""


@dataclass(frozen=True)
class MutatedLine(Mutant):
    """A mutation of a module of the engine."""

    edit: Mutation

    @property
    def file(self) -> str:
        """The module, told from the engine's folder."""
        return self.module.relative_to(ENGINE).as_posix()

    @property
    def key(self) -> Key:
        """What tells it from all others."""
        return self.file, *self.edit.key


def room(file: str) -> str:
    """The part of :data:`ROOMS` that a module belongs to."""
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
    """So many mutants at random, no two in one line while there are other lines; all of them where there are fewer."""
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
    """What came of each mutant, in their order; the tests that it is held against take so many seconds together."""

    def tests(mutant: MutatedLine) -> Iterator[Tests]:
        """Told only when the mutant is tried: what killed others like it comes first."""
        found = reached.by(mutant.module, mutant.edit.line, seconds)
        first = [test for test in killers.likely(mutant.key, found) if test in reached.all]
        yield from filter(None, (first, [test for test in found if test not in first]))

    def change(mutant: MutatedLine) -> Change:
        return Change(mutant.module, mutant.edit.source, tests(mutant), SLOWER * (seconds + SLOWER))

    with copies(checkout, processes, NEEDED, [SUITE]) as noticed:
        for start in range(0, len(chosen), AHEAD):
            some = chosen[start : start + AHEAD]
            for mutant, test in zip(some, noticed(map(change, some)), strict=True):
                killers.note(mutant.key, test)
                yield mutant, Outcome(mutant, test)
