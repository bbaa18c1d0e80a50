"""An output of a node as a call of an operation, or as a copy of inputs; and the verdict on a program's result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from lastdigit.assertions.agreement import arithmetic_of, call_of, judge
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from lastdigit.vectors.outputs import InFormat
from lastdigit.verdicts.judge_call import Call
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, AGREES, DISAGREES, FAILED, PROVEN, Verdict

COPY = "copy"
"""Replaces an operation's name for copied numbers, without computation."""


@dataclass(frozen=True, eq=False)
class OutputCall:
    """An operation on arrays; ``heads`` of a result in the layout (batch, tokens, heads · width), 0 for four axes.

    ``empty`` is the result for a query that attends to no key. ``hidden`` is where the result must be −∞. ``arranged``
    converts a result with a separate axis of heads to the operation's layout.
    """

    operation: str
    arrays: Sequence[np.ndarray | None]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    empty: str = ""
    heads: int = 0
    hidden: np.ndarray | None = None
    arranged: Callable[[np.ndarray], np.ndarray] | None = None

    @classmethod
    def of_copy(cls, array: np.ndarray) -> OutputCall:
        """A copy of these numbers."""
        return cls(COPY, (array,))

    def laid(self, result: np.ndarray) -> np.ndarray:
        """A result in the operation's layout, as float64."""
        result = np.asarray(result, dtype=np.float64)
        if self.heads and result.ndim == 3 and not result.shape[-1] % self.heads:
            result = result.reshape(*result.shape[:2], self.heads, -1).transpose(0, 2, 1, 3)
        return self.arranged(result) if self.arranged else result

    def judged(self, result: np.ndarray, dtype: str) -> Verdict:
        """The verdict of a result whose numbers are of ``dtype``."""
        values = self.laid(result)
        if self.operation == COPY:
            return self._copied(values, dtype)
        if self.hidden is None:
            return self._judged(values, dtype)
        if values.shape != self.hidden.shape:
            return self._judged(values, dtype)
        if (wrong := np.argwhere(self.hidden & ~np.isneginf(values))).size:
            index = tuple(int(i) for i in wrong[0])
            verdict = _plain(self.operation, dtype, DISAGREES, f"returned {values[index]:g} at {list(index)}, not -inf")
            return replace(verdict, disagreeing=len(wrong), elements=values.size, of=values.size)
        with quietly():
            exact = np.asarray(find_operation(self.operation).definition(*self.arrays, **self.parameters))
        return self._judged(np.where(self.hidden, FORMATS[dtype].round(exact), values), dtype)

    def call(self, dtype: str) -> Call:
        """The call to judge for a result in a format."""
        return call_of(self.operation, tuple(self.arrays), dict(self.parameters), arithmetic_of(dtype), self.empty)

    def _judged(self, values: np.ndarray, dtype: str) -> Verdict:
        empty: Any = self.empty
        return judge(InFormat(values, dtype), self.operation, *self.arrays, empty=empty, **self.parameters)

    def _copied(self, values: np.ndarray, dtype: str) -> Verdict:
        expected = np.asarray(self.arrays[0], dtype=np.float64)
        if values.shape != expected.shape:
            return _plain(COPY, dtype, FAILED, f"returned the shape {list(values.shape)}, not {list(expected.shape)}")
        same = np.array_equal(values, expected, equal_nan=True)
        return _plain(COPY, dtype, AGREES if same else DISAGREES, "" if same else "numbers changed in transit")


def _plain(operation: str, dtype: str, verdict: str, reason: str) -> Verdict:
    evidence = PROVEN if verdict == DISAGREES else ""
    return Verdict(*("", "", "", operation, "", dtype, AGAINST_DEFINITION, verdict), reason=reason, evidence=evidence)
