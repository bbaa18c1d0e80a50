"""Which tests are likely to kill a mutant: the one that did, then those that killed its neighbours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from studies.tried import Key

MOST = 6
"""How many tests are run first that killed mutants of the same function, as many of the same module, and of any."""
NEAR = (2, 1, 0)
"""How much of a key those have in common, the nearest first."""


class Killers:
    """The tests that killed mutants: by mutant, and how many of its function, of its module and of all."""

    def __init__(self, known: Iterable[tuple[Key, str]] = ()) -> None:
        self._of: dict[Key, str] = {}
        self._near: dict[Key, Counter[str]] = defaultdict(Counter)
        for key, test in known:
            self.note(key, test)

    def note(self, key: Key, test: str) -> None:
        """Note the test that killed a mutant; empty where none did."""
        if test:
            self._of[key] = test
            for length in NEAR:
                self._near[key[:length]][test] += 1

    def likely(self, key: Key, reaching: Iterable[str]) -> Sequence[str]:
        """The tests to run first: what killed this mutant, and those that reach it and killed its neighbours."""
        known, among = [self._of[key]] if key in self._of else [], set(reaching)
        near = []
        for length in NEAR:
            near += [test for test, _ in self._near[key[:length]].most_common() if test in among][:MOST]
        return list(dict.fromkeys([*known, *near]))
