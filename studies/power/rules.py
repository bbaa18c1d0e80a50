"""The compared rules: lastdigit's verdict on a result, and those of other tools.

The tolerances are those of torch/testing/_comparison.py, of FlashAttention's tests/test_flash_attn.py (lines 702 to
713) and of KernelBench's comparison of a kernel with its reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts.judge_call import Call, judge_call
from studies.power.stored import stored

AGREES, DISAGREES, UNDECIDED, FAILED = "agrees", "disagrees", "undecided", "failed"
LASTDIGIT, TORCH, FLASH_ATTENTION, KERNEL_BENCH = "lastdigit", "torch", "FlashAttention", "KernelBench"

TORCH_DEFAULTS = {"float32": (1.3e-6, 1e-5), "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5)}
"""Relative and absolute tolerances of torch.testing's assertion."""

KERNEL_BENCH_DEFAULTS = {"float32": (1e-4, 1e-4), "float16": (1e-2, 1e-2), "bfloat16": (1e-2, 1e-2)}


@dataclass(frozen=True)
class Ruling:
    """The verdict of one rule on one result; ``of_limit``: the largest |e| ÷ (β + λσ) if it fits a model."""

    verdict: str
    evidence: str = ""
    arithmetic: str = ""
    of_limit: float | None = None

    @property
    def refused(self) -> bool:
        """Whether it refuses the result."""
        return self.verdict in (DISAGREES, FAILED)


@dataclass(frozen=True)
class Question:
    """A call of an operation on numbers of a format, its exact result and, for attention, a naive one in the format."""

    operation: str
    arrays: Sequence[np.ndarray | None]
    parameters: Mapping[str, Any]
    format: str
    exact: np.ndarray
    naive: np.ndarray | None = None

    @cached_property
    def call(self) -> Call:
        """lastdigit's call, which is the same for every result."""
        arrays = tuple(None if array is None else array.astype(np.float64) for array in self.arrays)
        return Call(self.operation, arrays, dict(self.parameters), Arithmetic.usual(FORMATS[self.format]))


def rulings(question: Question, result: np.ndarray) -> dict[str, Ruling]:
    """The verdict of every rule on ``result``."""
    expected = stored(question.exact.astype(np.float32), question.format)
    others = {
        TORCH: _close(result, expected, TORCH_DEFAULTS[question.format]),
        KERNEL_BENCH: _close(result, expected, KERNEL_BENCH_DEFAULTS[question.format]),
    }
    if question.naive is not None:
        others[FLASH_ATTENTION] = _flash_attention(question, result)
    accepted = {rule: Ruling(AGREES if agrees else DISAGREES) for rule, agrees in others.items()}
    return {LASTDIGIT: lastdigits(question, result), **accepted}


def lastdigits(question: Question, result: np.ndarray) -> Ruling:
    """lastdigit's verdict, its evidence and its arithmetic."""
    verdict = judge_call(question.call, result.astype(np.float64), question.format, explained=False)
    of_limit = _of_limit(question.call, result, verdict.arithmetic) if verdict.arithmetic else None
    return Ruling(verdict.verdict, verdict.evidence, verdict.arithmetic, of_limit)


def _of_limit(call: Call, result: np.ndarray, model: str) -> float:
    errors = call.reading.in_model(model).errors
    error = np.abs(result.astype(np.float64).reshape(errors.values.shape) - errors.values)
    with quietly():
        return float(np.nanmax(error / errors.limits(call.power().deviations), initial=0.0))


def _close(result: np.ndarray, expected: np.ndarray, allowed: tuple[float, float]) -> bool:
    relative, absolute = allowed
    wide = expected.astype(np.float64)
    return bool(np.all(np.abs(result - wide) <= absolute + relative * np.abs(wide)))


def _flash_attention(question: Question, result: np.ndarray) -> bool:
    return bool(_largest_error(question, result) <= 2 * _largest_error(question, question.naive))


def _largest_error(question: Question, result: np.ndarray | None) -> np.floating[Any]:
    assert result is not None
    return np.max(np.abs(result - question.exact))
