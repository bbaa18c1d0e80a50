"""Shrinks a failing input: the smallest shape, and simplest mask and layout, that fail in the same way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lastdigit.check.spec import BOTH, CAUSAL, CONTIGUOUS, NO_MASK, Spec
from lastdigit.check.trial import Trial

MOST_TRIES = 80


def shrunk(failing: Trial, attempt: Callable[[Spec], Trial | None], *, most: int = MOST_TRIES) -> Trial:
    """The smallest failing trial; ``attempt`` returns None if there is no such input.

    Each axis is bisected between a failing and a passing length, until none gets shorter.
    """
    search = _Search(failing, attempt, most)
    before = None
    while before != search.found.spec:
        before = search.found.spec
        for plainer in (_without_batch, _in_order, _without_mask, _causal_alone):
            spec = plainer(search.found.spec)
            if spec != search.found.spec:
                search.shows(spec)
        for name in sorted(search.found.spec.sizes, key=lambda name: -search.found.spec.sizes[name]):
            search.shorten(name)
    return search.found


class _Search:
    """The smallest failing trial so far, and the remaining number of tries."""

    def __init__(self, failing: Trial, attempt: Callable[[Spec], Trial | None], left: int) -> None:
        self.found = failing
        self._attempt, self._left = attempt, left

    def shows(self, spec: Spec) -> bool:
        """Whether an input fails in the same way; if so, it becomes the smallest so far."""
        if not self._left:
            return False
        self._left -= 1
        trial = self._attempt(spec)
        if trial is None or not trial.fails or not _alike(trial, self.found):
            return False
        self.found = trial
        return True

    def shorten(self, name: str) -> None:
        """Make an axis as short as it can be."""
        passes, next_try = 0, 1
        while self._left and passes < next_try < self.found.spec.sizes[name]:
            sizes = {**self.found.spec.sizes, name: next_try}
            if not self.shows(replace(self.found.spec, sizes=sizes)):
                passes = next_try
            next_try = (passes + self.found.spec.sizes[name]) // 2


def _without_batch(spec: Spec) -> Spec:
    return replace(spec, sizes={name: length for name, length in spec.sizes.items() if name != "b"})


def _in_order(spec: Spec) -> Spec:
    return replace(spec, layout=CONTIGUOUS)


def _without_mask(spec: Spec) -> Spec:
    return replace(spec, mask=NO_MASK)


def _causal_alone(spec: Spec) -> Spec:
    return replace(spec, mask=CAUSAL) if spec.mask == BOTH else spec


def _alike(one: Trial, other: Trial) -> bool:
    """Whether two trials fail in the same way: same verdict and, if one raised, same exception."""
    names = [trial.verdict.reason.partition(":")[0] for trial in (one, other)]
    same = one.verdict.verdict == other.verdict.verdict
    return same and (not names[1].startswith("raised") or names[0] == names[1])
