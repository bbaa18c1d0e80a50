"""Turns a comparison into a verdict: agreement, the worst element, and power."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lastdigit.verdicts.comparison import Comparison
from lastdigit.verdicts.elements import UNKNOWN, Elements, Grid, Terms
from lastdigit.verdicts.texts import texts_of
from lastdigit.verdicts.verdict import AGREES, DISAGREES, UNDECIDED, Verdict

if TYPE_CHECKING:
    from lastdigit.printing.golden import Golden


def decided(
    base: Verdict,
    comparison: Comparison,
    observed: Sequence[str],
    same: np.ndarray | None,
    *,
    of: int,
    most: int | None = None,
) -> Verdict:
    """The verdict of a comparison before its power is known, with the ``most`` worst elements in detail."""
    worst = comparison.worst
    disagreeing = comparison.disagreeing
    errors, allowed = comparison.errors.floats64(), comparison.allowed.floats64()
    count = len(errors)
    verdict = DISAGREES if disagreeing.size else UNDECIDED if comparison.unknown else AGREES
    reason = ""
    if verdict == UNDECIDED:
        reason = f"no finite rounding bound for {comparison.unknown} of {count} elements in {base.dtype}"
    shown: np.ndarray = np.arange(count)
    if same is None:
        order = np.argsort(comparison.excess[disagreeing], kind="stable")
        kept = disagreeing if most is None else disagreeing[order][-most:]
        shown = np.unique([*kept, *([] if worst is None else [worst])]).astype(np.intp)
    agrees = np.ones(count, dtype=np.bool_)
    agrees[disagreeing] = False
    return replace(
        base,
        verdict=verdict,
        elements=count,
        disagreeing=len(disagreeing),
        of=of,
        worst_index="" if worst is None else ",".join(map(str, comparison.index(worst))),
        expected="" if worst is None else comparison.shown[worst],
        observed="" if worst is None else observed[worst],
        error=None if worst is None else float(errors[worst]),
        allowed=None if worst is None else float(allowed[worst]),
        digits=None if same is None else int(np.sum(same)),
        reason=reason,
        terms=Terms((name, bounds.floats64()[shown]) for name, bounds in comparison.terms.items()),
        details=Elements(
            Grid(comparison.shape, range(count) if same is not None else shown),
            texts_of([comparison.shown[i] for i in shown.tolist()]),
            texts_of([observed[i] for i in shown.tolist()]),
            errors[shown],
            allowed[shown],
            agrees[shown],
            np.full(len(shown), UNKNOWN, dtype=np.int8) if same is None else same.astype(np.int8),
        ),
    )


def shape_verdict(base: Verdict, golden: Golden, shape: tuple[int, ...]) -> Verdict:
    """Compare a printed shape with the shape of a result."""
    printed = tuple(int(token) for token in golden.tokens)
    return replace(
        base,
        verdict=AGREES if printed == tuple(shape) else DISAGREES,
        elements=len(printed),
        of=len(printed),
        expected=str(printed),
        observed=str(tuple(shape)),
        digits=sum(p == s for p, s in zip(printed, shape, strict=False)),
    )


def shortest(value: float, dtype: str) -> str:
    """The shortest decimal that identifies this number in its format."""
    return repr(float(value)) if dtype not in {"float32", "float16"} else str(np.dtype(dtype).type(value))


class Observed(Sequence[str]):
    """The shortest decimals of a result's elements, formatted on demand."""

    def __init__(self, result: np.ndarray, dtype: str) -> None:
        self._flat = result.ravel()
        self._dtype = dtype

    def __len__(self) -> int:
        return int(self._flat.size)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return shortest(float(self._flat[index]), self._dtype)
