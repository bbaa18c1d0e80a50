"""Single steps of a right computation in a coarser format: inputs, constants, exp, the softmax, the result.

Each is a changed definition, like a mistake, and is named only if the result lies within its bounds. They are not
mistakes of the catalogue.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.upward import up
from lastdigit.operations.attention import attention_scores
from lastdigit.operations.mistakes import Mistake, NotApplicable
from lastdigit.operations.mistakes.mistake import ANY_INPUT, ANY_RESULT
from lastdigit.operations.mistakes.normalization import exponentials_of, softmax_depths
from lastdigit.operations.normalization import layer_norm, softmax
from lastdigit.verdicts.coarse_directions import EIGHT_BITS

INPUTS, CONSTANT, EXP = "inputs rounded to {}", "a constant in {}", "exp in {}"
SOFTMAX, RESULT = "softmax in {}", "result rounded to {}"
STEP_LOOKS = {
    INPUTS: "a cast of the arguments to {}",
    CONSTANT: "the dtype of a constant in {}: the scale, its root, an epsilon",
    EXP: "the dtype of exp: {}",
    SOFTMAX: "the dtype of the scores and the weights: {}",
    RESULT: "the dtype of the output buffer, or a cast of the result to {}",
}


def coarser_steps(arithmetic: Arithmetic) -> Iterator[Mistake]:
    """Every step in every format coarser than the result's."""
    for coarse in FORMATS.values():
        if coarse.name == "tf32" or coarse.digits >= arithmetic.storage.digits:
            continue

        def step(operation: str, name: str, definition: Callable[..., Any], to: str = coarse.name) -> Mistake:
            return Mistake(operation, name.format(to), STEP_LOOKS[name].format(to), definition)

        yield rounded_inputs(coarse)
        yield step(ANY_RESULT, RESULT, lambda result, coarse=coarse: _stored(result, coarse))
        yield from (step("scaled_attention_scores", CONSTANT, scale) for scale in _scales(coarse))
        yield step("layer_norm", CONSTANT, _epsilon(coarse))
        yield step("softmax", EXP, _forward_only(_exp_in(coarse)))
        yield step("softmax", SOFTMAX, _forward_only(_softmax_in(coarse)))


def rounded_inputs(coarse: FloatFormat) -> Mistake:
    """All inputs rounded to a format."""
    name, look = INPUTS.format(coarse.name), STEP_LOOKS[INPUTS].format(coarse.name)
    return Mistake(ANY_INPUT, name, look, _rounded_input(coarse))


def is_definite(step: Mistake) -> bool:
    """Whether a step has one definite result, not a range of possible roundings."""
    return step.operation != "softmax"


def step_looks() -> dict[str, str]:
    """What to check in the code, by the name of a step."""
    looks = {name.format(format): look.format(format) for name, look in STEP_LOOKS.items() for format in FORMATS}
    return looks | {INPUTS.format(format): STEP_LOOKS[INPUTS].format(format) for format in EIGHT_BITS}


def _rounded_input(coarse: FloatFormat) -> Callable[[Any], Any]:
    def rounded(array: Any) -> Any:
        if isinstance(array, np.ndarray):
            return coarse.round(array)
        moved = FastBalls(coarse.round(array.value.mid), array.value.rad)
        return RoundedBalls(moved, array.bound, array.arithmetic)

    return rounded


def _scales(coarse: FloatFormat) -> Iterator[Callable[[Any, Any], Any]]:
    """Scores scaled by a rounded root, by its rounded reciprocal, or by the rounded root of the reciprocal on both
    sides."""

    def number(value: float) -> float:
        return float(coarse.round(np.array(value)))

    factors: list[Callable[[float], float]] = [
        lambda root: 1.0 / number(root),
        lambda root: number(1.0 / root),
        lambda root: number(1.0 / number(root)),
        lambda root: number(math.sqrt(1.0 / root)) ** 2,
        lambda root: number(math.sqrt(number(1.0 / number(root)))) ** 2,
        lambda root: 1.0 / number(math.sqrt(root)) ** 2,
    ]
    for factor in factors:

        def scaled(q: Any, k: Any, factor: Callable[[float], float] = factor) -> Any:
            xp = q.__array_namespace__()
            return attention_scores(q, k) * xp.asarray(factor(math.sqrt(q.shape[-1])))

        yield scaled


def _epsilon(coarse: FloatFormat) -> Callable[..., Any]:
    def normed(x: Any, weight: Any, bias: Any, *, eps: float = 1e-5) -> Any:
        return layer_norm(x, weight, bias, eps=float(coarse.round(np.array(eps))))

    return normed


def _forward_only(definition: Callable[..., Any]) -> Callable[..., Any]:
    """A step without a gradient."""

    def read(x: Any, mask: Any = None) -> Any:
        if not isinstance(x, np.ndarray | RoundedBalls):
            raise NotApplicable("a step without a gradient")
        return definition(x, mask)

    return read


def _softmax_in(coarse: FloatFormat) -> Callable[..., Any]:
    def narrow(x: Any, mask: Any = None) -> Any:
        if isinstance(x, np.ndarray):
            return coarse.round(softmax(coarse.round(x), mask))
        return _in(x.arithmetic, softmax(_stored(x, coarse, compute=True), mask))

    return narrow


def _exp_in(coarse: FloatFormat) -> Callable[..., Any]:
    def narrow(x: Any, mask: Any = None) -> Any:
        depths = softmax_depths(x, mask)
        if isinstance(x, np.ndarray):
            raised = exponentials_of(_native_exp(coarse, coarse.round(depths)), mask)
        else:
            narrowed = _stored(depths, coarse, compute=True)
            raised = exponentials_of(_in(x.arithmetic, narrowed.__array_namespace__().exp(narrowed)), mask)
        return raised / x.__array_namespace__().sum(raised, axis=-1, keepdims=True)

    return narrow


def _native_exp(coarse: FloatFormat, depths: np.ndarray) -> np.ndarray:
    """NumPy's exp in a format: its float32 exp is not correctly rounded."""
    dtype = "float32" if coarse.digits <= FORMATS["float32"].digits else "float64"
    return coarse.round(np.asarray(np.exp(depths.astype(dtype)), dtype=np.float64))


def _stored(result: Any, coarse: FloatFormat, *, compute: bool = False) -> Any:
    """A computed value stored in a coarser format; ``compute``: and used in that format from there."""
    if isinstance(result, np.ndarray):
        return coarse.round(result)
    loss = up(result.error + coarse.unit_roundoff * result.magnitudes + coarse.underflow)
    accumulation = max(coarse, FORMATS["float32"], key=lambda format: format.digits)
    arithmetic = replace(result.arithmetic, storage=coarse, accumulation=accumulation) if compute else result.arithmetic
    return RoundedBalls(result.value, loss, arithmetic)


def _in(arithmetic: Arithmetic, read: RoundedBalls) -> RoundedBalls:
    """The same numbers in another arithmetic."""
    return RoundedBalls(read.value, read.bound, arithmetic)
