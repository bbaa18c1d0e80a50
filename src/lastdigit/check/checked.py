"""A function on all planned inputs: what came of it, as one answer."""

from __future__ import annotations

import contextlib
import math
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from lastdigit.base.evidence import CALIBRATED
from lastdigit.check.codes import NoExactInput
from lastdigit.check.plan import Asked, plan
from lastdigit.check.shapes import slots
from lastdigit.check.shrink import shrunk
from lastdigit.check.spec import BOTH, Spec
from lastdigit.check.target import Target
from lastdigit.check.trial import Trial, tried
from lastdigit.implementations.isolation.runner import Limits, Runner
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED, Verdict

RAISED = "raised "
NOT_IN_TIME = ("did not return", "not called")
"""How the reasons begin of calls that raised, and of those that did not come back."""


@dataclass(frozen=True)
class How:
    """How calls are made and judged."""

    limits: Limits = field(default_factory=Limits)
    device: str = ""
    evidence: str = CALIBRATED


@dataclass(frozen=True)
class Checked:
    """The trials of a function; ``left_out``: inputs that there are none of, or that it does not take, and why."""

    target: Target
    how: How
    trials: tuple[Trial, ...]
    left_out: tuple[str, ...] = ()
    smallest: Trial | None = None

    @property
    def verdict(self) -> str:
        """Disagrees or failed where any input shows it; agrees where one does in every format, and else undecided."""
        found = Counter(trial.verdict.verdict for trial in self.trials)
        if found[DISAGREES] or found[FAILED]:
            return DISAGREES if found[DISAGREES] else FAILED
        agreed = {trial.spec.dtype for trial in self.trials if trial.verdict.verdict == AGREES}
        return AGREES if self.trials and agreed == set(self.dtypes) else UNDECIDED

    @property
    def dtypes(self) -> tuple[str, ...]:
        """The formats that it was called in."""
        return tuple(dict.fromkeys(trial.spec.dtype for trial in self.trials))

    @cached_property
    def failing(self) -> list[Trial]:
        """The trials that show it to be wrong, the smallest input first."""
        return sorted((trial for trial in self.trials if trial.fails), key=lambda trial: size_of(trial.spec))

    @cached_property
    def blind_to(self) -> dict[str, tuple[str, ...]]:
        """In each format the mistakes that no input excludes on which it agrees."""
        found: dict[str, tuple[str, ...]] = {}
        for dtype in self.dtypes:
            agreed = [t.verdict for t in self.trials if t.spec.dtype == dtype and t.verdict.verdict == AGREES]
            blind = {name for verdict in agreed for name in verdict.blind_to}
            excluded = {name for verdict in agreed for name in _looked_for(verdict) if name not in verdict.blind_to}
            found[dtype] = tuple(sorted(blind - excluded))
        return found


def check(target: Target, asked: Asked, runner: Runner, how: How | None = None, *, shrink: bool = True) -> Checked:
    """Call the function on everything that is planned; raises :class:`MissingFramework`."""
    how = how or How()
    trials: list[Trial] = []
    left_out: dict[str, None] = {}
    for spec in plan(target, asked):
        try:
            trials.append(attempt(target, spec, runner, how))
        except NoExactInput as error:
            left_out.setdefault(f"no exact input in {spec.dtype}: {error}")
    if not (asked.sizes or asked.masks):
        trials, reasons = _of_what_it_takes(trials)
        left_out |= dict.fromkeys(reasons)
    found = Checked(target, how, tuple(trials), tuple(left_out))
    return replace(found, smallest=smallest_of(found, runner)) if shrink and found.failing else found


def attempt(target: Target, spec: Spec, runner: Runner, how: How) -> Trial:
    """One trial; what the function prints goes to standard error."""
    with contextlib.redirect_stdout(sys.stderr):
        return tried(target, spec, runner, how.limits, device=how.device, evidence=how.evidence)


def smallest_of(found: Checked, runner: Runner) -> Trial:
    """The first failing trial on the smallest input that still shows it; as it is where calls take too long."""
    if found.failing[0].verdict.reason.startswith(NOT_IN_TIME):
        return found.failing[0]

    def again(spec: Spec) -> Trial | None:
        try:
            return attempt(found.target, spec, runner, found.how)
        except NoExactInput:
            return None

    return shrunk(found.failing[0], again)


def size_of(spec: Spec) -> tuple[int, int]:
    """How large an input is: numbers in its arrays, and letters that are not at 1."""
    return sum(math.prod(slot.shape(spec.sizes)) for slot in slots(spec.operation)), len(spec.sizes)


def _of_what_it_takes(trials: list[Trial]) -> tuple[list[Trial], list[str]]:
    """The trials without those of a batch, or of two masks at once, where a function raises there, and only there."""
    for left_out in ((), ("batch",), ("masks",), ("batch", "masks")):
        rest = [trial for trial in trials if not any(FEATURES[name][1](trial.spec) for name in left_out)]
        if not rest or any(map(_raises, rest)):
            continue
        reasons: list[str] = []
        for name in left_out:
            of_it = [trial for trial in trials if FEATURES[name][1](trial.spec)]
            if not of_it or not all(map(_raises, of_it)):
                break
            reasons.append(f"{FEATURES[name][0]}, for which it {of_it[0].verdict.reason}")
        else:
            return rest, reasons
    return trials, []


FEATURES: dict[str, tuple[str, Callable[[Spec], bool]]] = {
    "batch": ("arrays with a batch axis", lambda spec: "b" in spec.sizes),
    "masks": ("a mask beside causal=True", lambda spec: spec.mask == BOTH),
}
"""What a function need not take, in words, and the inputs that have it."""


def _raises(trial: Trial) -> bool:
    return trial.verdict.verdict == FAILED and trial.verdict.reason.startswith(RAISED)


def _looked_for(verdict: Verdict) -> set[str]:
    return {name for share in verdict.shares for name in share.names}
