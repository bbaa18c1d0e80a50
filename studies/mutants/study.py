"""Mutants of the judge: each is held against the quickest tests that reach its line, up to the first that fails.

``python -m studies.mutants --sample 200`` writes a table and gives 1 where one lived in a room of which all must die.
A mutant that no test can tell from the original is argued in ``equivalent_mutants.csv``.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from studies.copied_package import Change, copies
from studies.mutants.mutations import Mutation, mutations
from studies.mutants.reached import Reached

ROOT = Path(__file__).parents[2]
ENGINE = Path("src", "lastdigit")
ROOMS = ("verdicts", "enclosure", "cases", "records", "printing/print_format.py", "store.py")
"""What is mutated."""
STRICT = ("verdicts", "enclosure")
"""Rooms in which every mutant must die."""
NEEDED = ("src", "studies", "tests", "reference_data", "implementations", "docs", "conftest.py", "pyproject.toml")

SECONDS = 120.0
"""What the tests take together, as recorded, that a mutant is held against: the quickest that reach its line."""
ARGUED = Path(__file__).parents[1] / "equivalent_mutants.csv"
KILLED, EQUIVALENT, ALIVE = "killed", "equivalent", "ALIVE"
COLUMNS = ("file", "line", "before", "after", "outcome", "by")

Key = tuple[str, str, str]


@dataclass(frozen=True)
class Mutant:
    """A mutation of a module, and why no test can tell; empty where one must."""

    module: Path
    mutation: Mutation
    argument: str = ""

    @property
    def room(self) -> str:
        """The part of :data:`ROOMS` that it belongs to."""
        told = self.module.relative_to(ENGINE).as_posix()
        return next(room for room in ROOMS if told == room or told.startswith(f"{room}/"))


@dataclass(frozen=True)
class Outcome:
    """What came of a mutant: the test that failed, empty where none did."""

    mutant: Mutant
    test: str

    @property
    def says(self) -> str:
        """In a word."""
        return KILLED if self.test else EQUIVALENT if self.mutant.argument else ALIVE

    def row(self) -> Sequence[str]:
        """Of the table."""
        mutation, file = self.mutant.mutation, self.mutant.module.relative_to(ENGINE).as_posix()
        why = self.test or self.mutant.argument
        return file, str(mutation.line), mutation.before, mutation.after, self.says, why


def mutants(rooms: Sequence[str] = ROOMS, arguments: Mapping[Key, str] | None = None) -> list[Mutant]:
    """All mutants of these rooms."""
    known = arguments or {}
    found = []
    for room in rooms:
        path = ROOT / ENGINE / room
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            name = module.relative_to(ROOT / ENGINE).as_posix()
            for each in mutations(module.read_text(encoding="utf-8")):
                key = (name, each.before, each.after)
                found.append(Mutant(module.relative_to(ROOT), each, known.get(key, "")))
    return found


def drawn(found: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many mutants at random, no two in one line while there are other lines; all of them where there are fewer."""
    if count >= len(found):
        return list(found)
    mixed = random.Random(seed).sample(found, len(found))
    seen: Counter[tuple[Path, int]] = Counter()
    ranked = []
    for mutant in mixed:
        place = mutant.module, mutant.mutation.line
        ranked.append((seen[place], len(ranked), mutant))
        seen[place] += 1
    return [mutant for _, _, mutant in sorted(ranked, key=lambda entry: entry[:2])[:count]]


def outcomes(chosen: Sequence[Mutant], reached: Reached, processes: int, *, checkout: Path = ROOT) -> Iterator[Outcome]:
    """What came of each mutant, in their order."""
    tests = [reached.by(each.module, each.mutation.line, SECONDS) for each in chosen]
    changes = [
        Change(each.module, each.mutation.source, [group] if group else [])
        for each, group in zip(chosen, tests, strict=True)
    ]
    with copies(checkout, processes, NEEDED) as noticed:
        yield from map(Outcome, chosen, noticed(changes))


def arguments() -> dict[Key, str]:
    """Why mutants are equivalent, by module and what it says before and after."""
    if not ARGUED.is_file():
        return {}
    with ARGUED.open(encoding="utf-8", newline="") as file:
        return {(row["file"], row["before"], row["after"]): row["reason"] for row in csv.DictReader(file)}
