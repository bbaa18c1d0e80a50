"""The rules that are compared: what lastdigit says of a result, and what the rules of others do.

The figures are those of torch/testing/_comparison.py, of FlashAttention's tests/test_flash_attn.py (lines 702 to 713)
and of KernelBench's comparison of a kernel with its reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import lastdigit
from studies.power.stored import as_format, stored

AGREES, DISAGREES, UNDECIDED, FAILED = "agrees", "disagrees", "undecided", "failed"
LASTDIGIT, TORCH, FLASH_ATTENTION, KERNEL_BENCH = "lastdigit", "torch", "FlashAttention", "KernelBench"

TORCH_DEFAULTS = {"float32": (1.3e-6, 1e-5), "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5)}
"""Relative and absolute, of torch.testing's assertion."""

KERNEL_BENCH_DEFAULTS = {"float32": (1e-4, 1e-4), "float16": (1e-2, 1e-2), "bfloat16": (1e-2, 1e-2)}


@dataclass(frozen=True)
class Ruling:
    """What one rule says of one result; ``of_limit``: the largest error as a part of what is allowed there."""

    verdict: str
    evidence: str = ""
    arithmetic: str = ""
    of_limit: float | None = None

    @property
    def refused(self) -> bool:
        """Whether it is called wrong."""
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


def rulings(question: Question, result: np.ndarray) -> dict[str, Ruling]:
    """What every rule says of ``result``."""
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
    """lastdigit's verdict, its evidence and its arithmetic, as far as it tells them."""
    arrays = [None if array is None else as_format(array, question.format) for array in question.arrays]
    actual = as_format(result, question.format)
    judge = getattr(lastdigit, "judge", None)
    if judge is None:
        return _asserted(actual, question, arrays)
    verdict = judge(actual, question.operation, *arrays, **question.parameters)
    named = [str(getattr(verdict, name, "") or "") for name in ("evidence", "arithmetic")]
    of_limit = None if verdict.error is None or not verdict.allowed else verdict.error / verdict.allowed
    return Ruling(verdict.verdict, *named, of_limit)


def _asserted(actual: Any, question: Question, arrays: Sequence[Any]) -> Ruling:
    try:
        lastdigit.assert_agrees(actual, question.operation, *arrays, **question.parameters)
    except AssertionError as error:
        heading = str(error).partition("\n")[0]
        return Ruling(next(verdict for verdict in (UNDECIDED, DISAGREES, FAILED) if f": {verdict} with" in heading))
    return Ruling(AGREES)


def _close(result: np.ndarray, expected: np.ndarray, allowed: tuple[float, float]) -> bool:
    relative, absolute = allowed
    wide = expected.astype(np.float64)
    return bool(np.all(np.abs(result - wide) <= absolute + relative * np.abs(wide)))


def _flash_attention(question: Question, result: np.ndarray) -> bool:
    return bool(_largest_error(question, result) <= 2 * _largest_error(question, question.naive))


def _largest_error(question: Question, result: np.ndarray | None) -> np.floating[Any]:
    assert result is not None
    return np.max(np.abs(result - question.exact))
