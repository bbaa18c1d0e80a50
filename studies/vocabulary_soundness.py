"""Right results of the operations that are loaded on demand, of many draws and sizes: none may be refused.

``python -m studies.vocabulary_soundness --seeds 20``
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
import torch

from lastdigit import judge
from lastdigit.verdicts.verdict import DISAGREES, FAILED
from studies.vocabulary_calls import Call, calls
from studies.vocabulary_torch import by_torch

FORMATS = ("float64", "float32", "float16", "bfloat16")
SCALES = (1.0, 1e-3, 30.0)
OFFSETS = (0.0, 5.0)
FIXED = {"kl_div", "kl_divergence", "hinge_loss", "binary_cross_entropy_with_logits", "standardized", "batch_norm"}
"""Operations whose arguments are no free numbers: probabilities, signs, variances."""


def scaled_calls(seed: int) -> Iterator[Call]:
    """Calls of one seed, of other sizes and with offsets where that is possible."""
    draw = np.random.RandomState(seed)
    for operation, arrays, parameters in calls(seed):
        factor, offset = draw.choice(SCALES), draw.choice(OFFSETS)
        if operation in FIXED or operation == "nll_loss":
            factor, offset = 1.0, 0.0
        if operation in ("prod", "cumprod"):
            offset = 0.0
        yield operation, [None if x is None else x * factor + offset for x in arrays], parameters


def refused(seed: int) -> Iterator[tuple[str, str]]:
    """The verdict of every right result, and what it says where it is refused."""
    for operation, arrays, parameters in scaled_calls(seed):
        for dtype in FORMATS:
            given, result = by_torch(operation, arrays, parameters, getattr(torch, dtype))
            verdict = judge(result, operation, *given, **parameters)
            wrong = verdict.verdict in (DISAGREES, FAILED)
            told = f"{operation} {dtype} seed {seed} {parameters}: {verdict.evidence} {verdict.reason} "
            yield verdict.verdict, told + verdict.explanation if wrong else ""


def main(arguments: list[str] | None = None) -> int:
    """Print how often each verdict was given, and what was refused; give 1 where anything was."""
    parser = argparse.ArgumentParser(prog="python -m studies.vocabulary_soundness", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in range(options.seeds):
        for verdict, told in refused(seed):
            counts[verdict] += 1
            if told:
                wrong.append(told)
                print(told, flush=True)
    print(", ".join(f"{verdict} {count}" for verdict, count in sorted(counts.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
