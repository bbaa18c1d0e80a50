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


def large_calls(seed: int) -> Iterator[Call]:
    """Calls of many elements, in which errors that elements share add up."""
    draw = np.random.RandomState(seed)

    def normal(*shape: int) -> np.ndarray:
        return draw.normal(size=shape) * draw.choice(SCALES[:2]) + draw.choice((0.0, 0.5))

    image, rows = normal(2, 12, 28, 28), normal(64, 192)
    for name in ("gelu", "silu", "mish", "selu", "softplus", "tanh", "sigmoid", "hardswish", "softsign", "logsigmoid"):
        yield name, [rows], {}
    yield "gelu", [rows], {"approximate": "tanh"}
    yield "batch_norm", [image, None, None], {"training": True}
    yield "batch_norm", [image, None, None, normal(12), normal(12)], {"training": True}
    yield "batch_norm", [image, normal(12), 0.1 + normal(12) ** 2, normal(12), normal(12)], {"eps": 1e-5}
    yield "instance_norm", [image, normal(12), normal(12)], {}
    yield "group_norm", [image, normal(12), normal(12)], {"num_groups": 3}
    yield "layer_norm_of_shape", [normal(16, 12, 14), normal(12, 14), normal(12, 14)], {"normalized_shape": (12, 14)}
    yield "rms_norm", [rows, normal(192)], {"eps": 1e-6}
    yield "rms_norm", [image], {"eps": 1e-5, "dim": 1}
    yield "normalize", [rows], {}
    yield "normalize", [image], {"dim": None, "eps": 0.0}
    yield "mean_absolute_normalization", [image], {"dim": 1}
    yield "log_softmax", [rows], {"dim": 1}
    yield "log_softmax", [image], {"dim": 1}
    yield "conv2d", [image, normal(16, 12, 3, 3) / 9.0, normal(16)], {"padding": 1}
    yield "conv2d", [image, normal(12, 1, 5, 5) / 5.0], {"groups": 12}
    yield "separable_conv2d", [image, normal(12, 1, 3, 3), normal(8, 12, 1, 1)], {"padding": 1}
    yield "conv_transpose2d", [image, normal(12, 6, 4, 4) / 9.0], {"stride": 2, "padding": 1}
    yield "avg_pool2d", [image], {"kernel_size": 3, "stride": 2, "padding": 1}
    for name in ("sum", "reduce_mean", "var", "std", "logsumexp"):
        yield name, [rows], {"dim": 1}
        yield name, [normal(64, 48, 6)], {"dim": 1}
    yield "cumsum", [rows], {"dim": 1}
    yield "cumsum", [rows], {"dim": 0}
    yield "cross_entropy", [rows], {"target": draw.randint(192, size=64)}
    for name in ("mse_loss", "smooth_l1_loss", "cosine_similarity"):
        yield name, [rows, normal(64, 192)], {}
    heads = [normal(4, 48, 32), normal(2, 48, 32), normal(2, 48, 32)]
    yield "attention", heads, {"causal": True, "window": (16, 0), "scale": 0.125}
    yield "attention", [*heads, normal(4, 48, 48), None, normal(4)], {"softcap": 20.0}
    yield "attention", [*heads, None, 2.0 ** -np.arange(1.0, 5.0)], {"causal": True}
    yield "rotary_embedding", [normal(4, 48, 32)], {"offset": 5, "interleaved": False}
    weights = [normal(96, 20) / 5.0, normal(96, 24) / 5.0, normal(96), normal(96)]
    yield "lstm_cell", [normal(32, 20), normal(32, 24), normal(32, 24), *weights], {}


def refused(seed: int) -> Iterator[tuple[str, str]]:
    """The verdict of every right result, and what it says where it is refused."""
    for operation, arrays, parameters in (*scaled_calls(seed), *large_calls(seed)):
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
