"""Every right and wrong attention in ``lastdigit check``: no right one is refused, every wrong one is.

``python -m studies.power.checked`` prints a table and returns 1 if that does not hold.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.check.codes import NoExactInput
from lastdigit.check.plan import Asked, plan
from lastdigit.check.target import Computed, Target
from lastdigit.check.trial import Trial, tried
from lastdigit.implementations.isolation.call import Call, Returned
from lastdigit.implementations.isolation.runner import Limits
from lastdigit.operations.attention import seen_keys
from studies.power.attention import Attention
from studies.power.attention_study import right_attentions
from studies.power.wrong_attentions import WRONG_ATTENTIONS, right_by_nature
from studies.processes import mapped

FORMATS = ("float32", "float16", "bfloat16")
OPERATION = "scaled_dot_product_attention"
FEWEST = 5
"""The fewest queries for which every wrong attention is wrong."""


@dataclass(frozen=True)
class Checked:
    """One attention in a format: the number of its inputs, and how many exact and other inputs refuse it."""

    name: str
    right: bool
    format: str
    inputs: int
    exact: int
    other: int
    first: str

    @property
    def refused(self) -> bool:
        """Whether any input shows that it is wrong."""
        return bool(self.exact + self.other)


class InStudy:
    """Runs attentions of the study, which take float32 arrays and round to their format."""

    def call(self, call: Call, arrays: Sequence[np.ndarray | None], limits: Limits) -> Returned:
        """The result of the attention that the call names."""
        del limits
        q, k, v, *mask = (np.asarray(array) for array in arrays)
        seen = seen_keys((q.shape[-2], k.shape[-2]), call.parameters.get("causal", False), mask[0] if mask else None)
        given = Attention(*(array.astype(np.float32) for array in (q, k, v)), seen, call.dtype)
        with np.errstate(all="ignore"):
            result: Any = (
                right_attentions()[call.function](given)
                if call.function in right_attentions()
                else WRONG_ATTENTIONS[call.function](given, np.random.RandomState(1))
            )
        return Returned(np.asarray(result, dtype=np.float64), call.dtype, 0.0)


def trials(name: str, format: str) -> Iterator[Trial]:
    """An attention on every planned input without a batch, and with enough queries."""
    tile = Computed(exp_error=40.0, key_tile=512) if name == "torch's fused kernel" else Computed()
    masks = frozenset(("causal", "mask"))
    where = (name, Path(__file__), "", "", name, OPERATION, "numpy")
    target = Target(*where, (format,), {"float16": "float32", "bfloat16": "float32"}, masks, 3, tile, ())
    for spec in plan(target, Asked()):
        if "b" not in spec.sizes and spec.sizes["n"] >= FEWEST:
            try:
                yield tried(target, spec, InStudy(), Limits())
            except NoExactInput:
                continue


def checked(job: tuple[str, str]) -> Checked:
    """One attention in a format."""
    name, format = job
    found = list(trials(name, format))
    failing = [trial for trial in found if trial.fails]
    exact = sum(trial.spec.is_exact for trial in failing)
    first = failing[0].spec.words if failing else ""
    return Checked(name, name in right_attentions(), format, len(found), exact, len(failing) - exact, first)


def main(arguments: list[str] | None = None) -> int:
    """Check all attentions and print which inputs refuse which."""
    parser = argparse.ArgumentParser(prog="python -m studies.power.checked", description=__doc__)
    parser.add_argument("--formats", nargs="+", default=FORMATS)
    parser.add_argument("--processes", type=int, default=0)
    options = parser.parse_args(arguments)
    jobs = [(name, format) for format in options.formats for name in (*right_attentions(), *WRONG_ATTENTIONS)]
    wrong_calls = []
    print("attention,right,format,inputs,refused by exact inputs,refused by others,first refused by")
    for found in mapped(checked, jobs, options.processes):
        row = (found.name, found.right, found.format, found.inputs, found.exact, found.other, found.first)
        print(",".join(f'"{cell}"' if "," in str(cell) else str(cell) for cell in row), flush=True)
        by_nature = not found.right and right_by_nature(found.name, found.format)
        if found.refused == found.right and not by_nature:
            wrong_calls.append(found)
    for found in wrong_calls:
        print(f"{'refused' if found.right else 'not refused'}: {found.name} in {found.format}", file=sys.stderr)
    return 1 if wrong_calls else 0


if __name__ == "__main__":
    sys.exit(main())
