"""docs/mutants.md, generated from the table of mutants."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from studies.mutants.study import ROOT, STRICT, room
from studies.mutants.table import NOT_RUN, Row
from studies.tried import ALIVE, EQUIVALENT, KILLED, Key

HEADING = """\
# Mutants of the judge

One place of the code at a time says something else: an operator, a comparison, a constant, a condition, the order of
two arguments, what is returned. The tests that reach the line run, up to so many seconds of computing, until one fails,
which kills the mutant. Tests that run pytest in processes of their own are left out.

`tox -e mutants` tries every mutant anew, beginning with the test that killed it the last time, and keeps what came of
it in [studies/mutants.csv](../studies/mutants.csv), with digests of the code of the module and of that test as it was
then. `python -m studies.mutants --changed` passes over what was killed and has the same digests, and `--outcome ALIVE`
tries again what lived. A mutant that no test can tell from the original is argued in
[studies/equivalent_mutants.csv](../studies/equivalent_mutants.csv); an argument that a test refutes, or that fits no
mutant, is an error. In `verdicts/` and `enclosure/` a mutant that is alive and not argued fails the command. The
command writes this page, too.
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
    parts = [HEADING, *_table("part", rooms.items()), "\n## What must die\n"]
    parts += [*_table("module", ((each, modules[each]) for each in strict)), "\n## Elsewhere\n"]
    return "\n".join([*parts, *_table("module", ((each, modules[each]) for each in others)), ""])


def _table(of: str, counts: Iterable[tuple[str, Counter[str]]]) -> Iterator[str]:
    yield f"| {of} | mutants | {' | '.join(SAYS)} |"
    yield f"|---|{'---:|' * (len(SAYS) + 1)}"
    for name, counted in counts:
        yield f"| `{name}` | {counted.total()} | {' | '.join(str(counted[each]) for each in SAYS)} |"
