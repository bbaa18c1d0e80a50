"""The combined result of a function on all planned inputs."""

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
"""Prefixes of the reasons of calls that raised or did not return."""


@dataclass(frozen=True)
class How:
    """How calls are made and judged."""

    limits: Limits = field(default_factory=Limits)
    device: str = ""
    evidence: str = CALIBRATED


@dataclass(frozen=True)
class Checked:
    """The trials of a function; ``left_out``: inputs that do not exist or that it does not accept, with reasons."""

    target: Target
    how: How
    trials: tuple[Trial, ...]
    left_out: tuple[str, ...] = ()
    smallest: Trial | None = None

    @property
    def verdict(self) -> str:
        """ "disagrees" or "failed" if any input does; "agrees" if some input does in every format; else "undecided"."""
        found = Counter(trial.verdict.verdict for trial in self.trials)
        if found[DISAGREES] or found[FAILED]:
            return DISAGREES if found[DISAGREES] else FAILED
        agreed = {trial.spec.dtype for trial in self.trials if trial.verdict.verdict == AGREES}
        return AGREES if self.trials and agreed == set(self.dtypes) else UNDECIDED

    @property
    def dtypes(self) -> tuple[str, ...]:
        """The dtypes of its calls."""
        return tuple(dict.fromkeys(trial.spec.dtype for trial in self.trials))

    @cached_property
    def failing(self) -> list[Trial]:
        """The failing trials, smallest input first."""
        return sorted((trial for trial in self.trials if trial.fails), key=lambda trial: size_of(trial.spec))

    @cached_property
    def blind_to(self) -> dict[str, tuple[str, ...]]:
        """For each dtype, the mistakes that no agreeing input excludes."""
        found: dict[str, tuple[str, ...]] = {}
        for dtype in self.dtypes:
            agreed = [t.verdict for t in self.trials if t.spec.dtype == dtype and t.verdict.verdict == AGREES]
            blind = {name for verdict in agreed for name in verdict.blind_to}
            excluded = {name for verdict in agreed for name in _looked_for(verdict) if name not in verdict.blind_to}
            found[dtype] = tuple(sorted(blind - excluded))
        return found


def check(target: Target, asked: Asked, runner: Runner, how: How | None = None, *, shrink: bool = True) -> Checked:
    """Call the function on all planned inputs; raises :class:`MissingFramework`."""
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
    """Run one trial; output of the function goes to standard error."""
    with contextlib.redirect_stdout(sys.stderr):
        return tried(target, spec, runner, how.limits, device=how.device, evidence=how.evidence)


def smallest_of(found: Checked, runner: Runner) -> Trial:
    """The first failing trial, shrunk to the smallest failing input; unchanged if calls take too long."""
    if found.failing[0].verdict.reason.startswith(NOT_IN_TIME):
        return found.failing[0]

    def again(spec: Spec) -> Trial | None:
        try:
            return attempt(found.target, spec, runner, found.how)
        except NoExactInput:
            return None

    return shrunk(found.failing[0], again)


def size_of(spec: Spec) -> tuple[int, int]:
    """The size of an input: numbers in its arrays, and axis lengths other than 1."""
    return sum(math.prod(slot.shape(spec.sizes)) for slot in slots(spec.operation)), len(spec.sizes)


def _of_what_it_takes(trials: list[Trial]) -> tuple[list[Trial], list[str]]:
    """Drop the trials with a batch, or with two masks, if the function raises exactly there."""
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
    "masks": ("a mask together with causal=True", lambda spec: spec.mask == BOTH),
}
"""Features that a function need not support: description, and the inputs with it."""


def _raises(trial: Trial) -> bool:
    return trial.verdict.verdict == FAILED and trial.verdict.reason.startswith(RAISED)


def _looked_for(verdict: Verdict) -> set[str]:
    return {name for share in verdict.shares for name in share.names}
