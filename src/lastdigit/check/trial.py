"""One call of the checked function on one input, and its verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lastdigit.assertions.agreement import call_of
from lastdigit.base.evidence import CALIBRATED, PROVEN
from lastdigit.check.inputs import given
from lastdigit.check.spec import Given, Spec
from lastdigit.check.target import Target
from lastdigit.enclosure.arithmetic import EXP_ERROR, SPLIT
from lastdigit.enclosure.upward import quietly
from lastdigit.implementations.isolation.call import NoResult, Returned
from lastdigit.implementations.isolation.runner import Limits, Runner
from lastdigit.verdicts.comparison import IMPLEMENTATION, Comparison, Digits
from lastdigit.verdicts.decide import Observed, decided
from lastdigit.verdicts.examination import names_of
from lastdigit.verdicts.explain import OR
from lastdigit.verdicts.judge import refused
from lastdigit.verdicts.judge_call import MOST_SHOWN, Call, judge_call
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, AGREES, DISAGREES, FAILED, UNDECIDED, Share, Verdict

NOTHING_ROUNDS = "on these inputs no step rounds: every correct computation returns the same bits"
OTHER_BITS = "on these inputs only the logarithm of a sum, or a running mean, rounds: the bits differ by less than that"


@dataclass(frozen=True)
class Trial:
    """An input and its result."""

    spec: Spec
    verdict: Verdict

    @property
    def fails(self) -> bool:
        """Whether it shows that the function is wrong."""
        return self.verdict.verdict in (DISAGREES, FAILED)


def tried(
    target: Target, spec: Spec, runner: Runner, limits: Limits, *, device: str = "", evidence: str = CALIBRATED
) -> Trial:
    """Call the function on the input of a spec; any error in it becomes a verdict. Raises :class:`NoExactInput` if
    there is no such input, and :class:`MissingFramework`.
    """
    handed = given(spec)
    base = Verdict(*("", spec.operation, "", spec.operation, target.text, spec.dtype, AGAINST_DEFINITION, UNDECIDED))
    parameters = dict(handed.parameters)
    masks = {name: parameters.pop(name) for name in ("mask",) if parameters.get(name) is not None}
    taken = handed.arrays if target.arrays >= len(handed.arrays) else [x for x in handed.arrays if x is not None]
    arrays = [*taken[: target.arrays], *masks.values()]
    call = target.call(spec.dtype, parameters, tuple(masks), device, spec.layout)
    try:
        returned = runner.call(call, arrays, limits)
    except NoResult as error:
        return Trial(spec, replace(base, verdict=FAILED, reason=str(error)))
    base = replace(base, seconds=returned.seconds, notes=returned.notes)
    with quietly():
        found = _judged(target, spec, handed, returned, base, evidence)
    return Trial(spec, replace(found, implementation=target.text, seconds=base.seconds, notes=base.notes))


def _judged(target: Target, spec: Spec, handed: Given, returned: Returned, base: Verdict, evidence: str) -> Verdict:
    computed = target.computed.in_format(spec.dtype, target.accumulation)
    call = call_of(spec.operation, handed.arrays, dict(handed.parameters), computed)
    result = returned.result
    wrong = refused(base, result, call.reading.shape, returned.dtype)
    if wrong is not None:
        return wrong
    finite = result[np.isfinite(result)]
    if not np.array_equal(computed.storage.round(finite), finite):
        return replace(base, verdict=FAILED, reason=f"returned numbers that {spec.dtype} cannot represent")
    if handed.exact is None:
        return judge_call(call, result, spec.dtype, evidence=evidence)
    return _judged_exactly(call, handed, result, base, evidence)


def _judged_exactly(call: Call, handed: Given, result: np.ndarray, base: Verdict, evidence: str) -> Verdict:
    """The verdict of a result with predetermined bits, in every arithmetic or in those without a logarithm."""
    assert handed.exact is not None
    assert handed.sure is not None
    assert handed.stored is not None
    same = result == handed.exact
    demanded = handed.stored if call.arithmetic.model != SPLIT else handed.sure
    if call.arithmetic.exp_error > EXP_ERROR:  # exp 0 is 1 in every library, unless one is declared to be coarser
        demanded = np.zeros_like(demanded)
    if np.all(same | ~demanded):
        if np.all(same[handed.stored]):
            return _with_power(call, handed, result, base, demanded)
        found = judge_call(call, result, base.dtype, evidence=evidence)
        return replace(found, reason=found.reason or OTHER_BITS)
    wrong = np.flatnonzero(~np.isfinite(result) & demanded)
    index = tuple(map(int, np.unravel_index(int(wrong[0]), result.shape))) if wrong.size else ()
    if wrong.size:
        base = replace(base, verdict=FAILED, reason=f"returned {result[index]} at {list(index)}")
        return replace(base, explanation=_explained(call, handed, result))
    expected, bounds = Reals.floats(handed.exact), Reals.floats(np.where(demanded, 0.0, np.inf))
    comparison = Comparison(result.shape, Digits(expected), expected, Reals.floats(result), {IMPLEMENTATION: bounds})
    verdict = decided(base, comparison, Observed(result, base.dtype), None, of=result.size, most=MOST_SHOWN)
    elements = int(np.sum(demanded))
    explanation = _explained(call, handed, result)
    return replace(verdict, evidence=PROVEN, elements=elements, reason=NOTHING_ROUNDS, explanation=explanation)


def _with_power(call: Call, handed: Given, result: np.ndarray, base: Verdict, demanded: np.ndarray) -> Verdict:
    """An agreement to the last bit; it excludes every mistake that changes one."""
    names: dict[str, bool] = {}
    for mistake in call.mistakes:
        read = call.reading.plain([mistake])
        if read is not None and read.shape == result.shape:
            changed = np.any(call.arithmetic.storage.round(read)[demanded] != handed.exact[demanded])  # type: ignore[index]
            names[mistake.name] = names.get(mistake.name, True) and bool(changed)
    blind = tuple(name for name, excluded in names.items() if not excluded)
    return replace(
        base,
        verdict=AGREES,
        elements=int(np.sum(demanded)) or int(np.sum(handed.stored)),  # type: ignore[arg-type]
        of=result.size,
        error=0.0,
        allowed=0.0,
        arithmetic=call.reading.models[0],
        rules_out=len(names) - len(blind),
        mistakes=len(names),
        blind_to=blind,
        shares=tuple(Share((name,), 0.0, 0.0 if excluded else np.inf) for name, excluded in names.items()),
    )


def _explained(call: Call, handed: Given, result: np.ndarray) -> str:
    """The mistakes that produce exactly these bits, or else the explanation of the ordinary judge."""
    storage = call.arithmetic.storage

    def gives(mistakes: Any) -> bool:
        read = call.reading.plain(mistakes)
        return (
            read is not None
            and read.shape == result.shape
            and np.array_equal(storage.round(read), result, equal_nan=True)
        )

    alike = [mistake for mistake in call.mistakes if gives([mistake])]
    if alike:
        return OR.join(names_of(alike))
    return judge_call(call, result, storage.name).explanation
