"""One case: the results of every correct implementation in every format, and which mistakes would be detected."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lastdigit.base.errors import MissingFramework
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.implementations.implementation import Implementation, find_implementations
from lastdigit.implementations.isolation.call import made
from lastdigit.operations import called_operations, find_operation
from lastdigit.operations.mistakes import Mistake, NotApplicable, applicable_mistakes
from studies.allowance import Allowance, allowance, handed_over, plain
from studies.drawn_case import ATTENTION, DrawnCase, drawn_case
from studies.random_cases import Arrays

ROOT = Path(__file__).parents[1]
WRONG_ON_PURPOSE = "column_heads_untransposed"

MOST_WORK = {"numpy_loops": 2**19, "numpy_online_softmax": 2**25, "torch_online_softmax": 2**25}
"""The most multiplications of a case for which a slow implementation is run."""

AGREES, UNDECIDED, FALSE_ALARM, LEFT_OUT = "agrees", "undecided", "false alarm", "left out"


@dataclass(frozen=True)
class Run:
    """One implementation in one format: its verdict, its least ratio of allowed to observed error, its failure."""

    implementation: str
    operation: str
    dtype: str
    verdict: str
    slack: float = np.inf
    wrong: str = ""


@dataclass(frozen=True)
class MistakeMade:
    """A mistake in one case: whether it changed the result by more than the bound, and whether it was detected."""

    operation: str
    mistake: Mistake
    dtype: str
    changes: bool
    caught: bool


@dataclass(frozen=True)
class SmallestChange:
    """The smallest changes detected, relative to the largest of their row: in some element, and in every one."""

    dtype: str
    tokens: int
    some: float
    every: float


@dataclass
class CaseStudy:
    """All results of one case."""

    runs: list[Run] = field(default_factory=list)
    mistakes: list[MistakeMade] = field(default_factory=list)
    changes: list[SmallestChange] = field(default_factory=list)


def study_case(numbered: tuple[int, str]) -> CaseStudy:
    """Draw the case and judge it in every format."""
    case = drawn_case(*numbered)
    found = CaseStudy()
    able = _able(case)
    for dtype in FORMATS:
        runnable = [implementation for implementation in able if dtype in implementation.dtypes]
        if runnable:
            _study_format(case, dtype, runnable, found)
    return found


def _study_format(case: DrawnCase, dtype: str, runnable: list[Implementation], found: CaseStudy) -> None:
    given = handed_over(case.arrays, dtype)
    read: dict[Arithmetic, Allowance] = {}

    def allowed(arithmetic: Arithmetic) -> Allowance:
        if arithmetic not in read:
            read[arithmetic] = allowance(case.operation, given, case.parameters, arithmetic)
        return read[arithmetic]

    wrong = mistaken_results(case, given)
    rounded = {mistake: FORMATS[dtype].round(result) for mistake, result in wrong.items()}
    found.mistakes += _mistakes_seen(case, given, dtype, rounded, allowed(plain(dtype)))
    if case.operation in ATTENTION:
        found.changes += _smallest_change(case, dtype, allowed(plain(dtype)))
    for implementation in runnable:
        if case.work > MOST_WORK.get(implementation.name, case.work):
            found.runs.append(Run(implementation.name, case.operation, dtype, LEFT_OUT))
            continue
        bound = allowed(implementation.arithmetic(dtype))
        powerful = any(np.any(bound.refuted(result)) for result in rounded.values())
        try:
            found.runs.append(_run(case, given, dtype, implementation, bound, powerful))
        except MissingFramework:
            continue


def _run(
    case: DrawnCase, given: Arrays, dtype: str, implementation: Implementation, bound: Allowance, powerful: bool
) -> Run:
    run = functools.partial(Run, implementation.name, case.operation, dtype)
    try:
        with np.errstate(all="ignore"):
            returned = made(implementation.call(dtype, case.parameters), given[: len(implementation.arrays)])
    except MissingFramework:
        raise
    except Exception as error:
        return run(FALSE_ALARM, wrong=f"{case}: raised {error!r}")
    result = returned.result
    if returned.dtype != dtype or result.shape != bound.middle.shape:
        return run(FALSE_ALARM, wrong=f"{case}: gave {returned.dtype} of shape {result.shape}")
    refuted = bound.refuted(result)
    if np.any(refuted):
        index = tuple(map(int, np.argwhere(refuted)[0]))
        expected = f"{bound.middle[index]!r} ± {bound.allowed[index]!r}"
        return run(FALSE_ALARM, wrong=f"{case}: {result[index]!r} at {list(index)}, expected {expected}")
    errors = bound.errors(result)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = np.where(bound.finite & (errors > 0), bound.allowed / errors, np.inf)
    decided = powerful and np.all(bound.finite)
    return run(AGREES if decided else UNDECIDED, slack=float(np.min(ratios, initial=np.inf)))


def mistaken_results(case: DrawnCase, given: Arrays) -> dict[Mistake, np.ndarray]:
    """The result with each mistake that applies to this case, in plain float64."""
    definition = find_operation(case.operation).definition
    results = {}
    with np.errstate(all="ignore"):
        with called_operations() as called:
            definition(*given, **case.parameters)
        for mistake in applicable_mistakes(called):
            try:
                results[mistake] = np.asarray(mistake.read(case.operation, given, case.parameters))
            except (NotApplicable, ValueError):
                continue
    return results


def _mistakes_seen(
    case: DrawnCase, given: Arrays, dtype: str, mistaken: dict[Mistake, np.ndarray], bound: Allowance
) -> list[MistakeMade]:
    """A mistake counts if it changes the float64 result by more than the bound and float64's own rounding."""
    with np.errstate(all="ignore"):
        right = np.asarray(find_operation(case.operation).definition(*given, **case.parameters))
    own = bound if dtype == "float64" else allowance(case.operation, given, case.parameters, plain("float64"))
    seen = []
    for mistake, result in mistaken.items():
        with np.errstate(all="ignore"):
            moved = np.abs(result - right) - own.allowed
        changes = bool(np.any(moved > bound.allowed) or np.any(~np.isfinite(result) & bound.finite))
        seen.append(MistakeMade(case.operation, mistake, dtype, changes, bool(np.any(bound.refuted(result)))))
    return seen


def _smallest_change(case: DrawnCase, dtype: str, bound: Allowance) -> list[SmallestChange]:
    largest = np.max(np.abs(bound.middle), axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(largest > 0, bound.allowed / largest, np.inf)
    return [SmallestChange(dtype, case.tokens, float(np.min(relative)), float(np.max(relative)))]


@functools.cache
def implementations() -> tuple[Implementation, ...]:
    """All implementations that should be right."""
    return tuple(i for i in find_implementations(ROOT / "implementations") if i.name != WRONG_ON_PURPOSE)


def _able(case: DrawnCase) -> list[Implementation]:
    names = find_operation(case.operation).arrays
    present = frozenset(name for name, array in zip(names, case.arrays, strict=False) if array is not None)
    return [
        implementation
        for implementation in implementations()
        if implementation.operation == case.operation and implementation.supports(frozenset(case.parameters), present)
    ]
