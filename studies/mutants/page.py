"""docs/mutants.md, generated from the table of mutants."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from studies.mutants.study import ROOT, STRICT, room
from studies.mutants.table import NOT_RUN, Row
from studies.tried import ALIVE, EQUIVALENT, KILLED, Key

HEADING = """\
# Mutants of the judge

A mutant changes one place of the code: an operator, a comparison, a constant, a condition, the order of two arguments,
or a returned value. The tests that reach the line run, up to a limit of CPU time, until one fails, which kills the
mutant. Tests that run pytest in separate processes are excluded.

`tox -e mutants` tries every mutant, beginning with the test that killed it the last time, and writes the outcome to
[studies/mutants.csv](../studies/mutants.csv), with digests of the code of the module and of that test.
`python -m studies.mutants --changed` skips mutants that were killed and whose digests are unchanged, and
`--outcome ALIVE` retries those that survived. [studies/equivalent_mutants.csv](../studies/equivalent_mutants.csv)
explains mutants that no test can distinguish from the original; an explanation that a test refutes, or that fits no
mutant, is an error. The command fails if a mutant in `verdicts/` or `enclosure/` survives without an explanation. It
also writes this page.
"""
PAGE = ROOT / "docs" / "mutants.md"
SAYS = (KILLED, EQUIVALENT, ALIVE, NOT_RUN)


def page(rows: Mapping[Key, Row]) -> str:
    """The counts of every room and of every module."""
    modules: dict[str, Counter[str]] = defaultdict(Counter)
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    for (file, *_), row in rows.items():
        modules[file][row.outcome] += 1
        rooms[room(file)][row.outcome] += 1
    strict = [each for each in modules if room(each) in STRICT]
    others = [each for each in modules if each not in strict]
    parts = [HEADING, *_table("part", rooms.items()), "\n## Where every mutant must be killed\n"]
    parts += [*_table("module", ((each, modules[each]) for each in strict)), "\n## Elsewhere\n"]
    return "\n".join([*parts, *_table("module", ((each, modules[each]) for each in others)), ""])


def _table(of: str, counts: Iterable[tuple[str, Counter[str]]]) -> Iterator[str]:
    yield f"| {of} | mutants | {' | '.join(SAYS)} |"
    yield f"|---|{'---:|' * (len(SAYS) + 1)}"
    for name, counted in counts:
        yield f"| `{name}` | {counted.total()} | {' | '.join(str(counted[each]) for each in SAYS)} |"
