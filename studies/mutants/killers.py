"""Which tests are likely to kill a mutant: the one that did before, then those that killed similar mutants."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from studies.tried import Key

MOST = 6
"""How many tests run first that killed mutants of the same function, as many of the same module, and of any."""
NEAR = (2, 1, 0)
"""The number of leading key parts that such mutants share, nearest first."""


class Killers:
    """The tests that killed mutants: by mutant, with counts by function, by module and overall."""

    def __init__(self, known: Iterable[tuple[Key, str]] = ()) -> None:
        self._of: dict[Key, str] = {}
        self._near: dict[Key, Counter[str]] = defaultdict(Counter)
        for key, test in known:
            self.note(key, test)

    def note(self, key: Key, test: str) -> None:
        """Record the test that killed a mutant; empty if none did."""
        if test:
            self._of[key] = test
            for length in NEAR:
                self._near[key[:length]][test] += 1

    def likely(self, key: Key, reaching: Iterable[str]) -> Sequence[str]:
        """The tests to run first: the one that killed this mutant, and those that reach it and killed similar ones."""
        known, among = [self._of[key]] if key in self._of else [], set(reaching)
        near = []
        for length in NEAR:
            near += [test for test, _ in self._near[key[:length]].most_common() if test in among][:MOST]
        return list(dict.fromkeys([*known, *near]))
