"""Calls with many elements, in which errors that elements share add up."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from studies.vocabulary_calls import Call

SCALES, OFFSETS = (1.0, 1e-3), (0.0, 0.5)


def large_calls(seed: int) -> Iterator[Call]:
    """The calls with the numbers of a seed."""
    draw = np.random.RandomState(seed)

    def normal(*shape: int) -> np.ndarray:
        return draw.normal(size=shape) * draw.choice(SCALES) + draw.choice(OFFSETS)

    image, rows = normal(2, 12, 14, 14), normal(64, 96)
    for name in ("gelu", "silu", "mish", "selu", "softplus", "tanh", "sigmoid", "hardswish", "softsign", "logsigmoid"):
        yield name, [rows], {}
    yield "gelu", [rows], {"approximate": "tanh"}
    yield "batch_norm", [image, None, None], {"training": True}
    yield "batch_norm", [image, None, None, normal(12), normal(12)], {"training": True}
    yield "batch_norm", [image, normal(12), 0.1 + normal(12) ** 2, normal(12), normal(12)], {"eps": 1e-5}
    yield "instance_norm", [image, normal(12), normal(12)], {}
    yield "group_norm", [image, normal(12), normal(12)], {"num_groups": 3}
    yield "layer_norm_of_shape", [normal(16, 12, 7), normal(12, 7), normal(12, 7)], {"normalized_shape": (12, 7)}
    yield "rms_norm", [rows, normal(96)], {"eps": 1e-6}
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
        yield name, [normal(64, 24, 6)], {"dim": 1}
    yield "cumsum", [rows], {"dim": 1}
    yield "cumsum", [rows], {"dim": 0}
    yield "cross_entropy", [rows], {"target": draw.randint(96, size=64)}
    for name in ("mse_loss", "smooth_l1_loss", "cosine_similarity"):
        yield name, [rows, normal(64, 96)], {}
    heads = [normal(4, 48, 32), normal(2, 48, 32), normal(2, 48, 32)]
    yield "attention", heads, {"causal": True, "window": (16, 0), "scale": 0.125}
    yield "attention", [*heads, normal(4, 48, 48), None, normal(4)], {"softcap": 20.0}
    yield "attention", [*heads, None, 2.0 ** -np.arange(1.0, 5.0)], {"causal": True}
    yield "rotary_embedding", [normal(4, 48, 32)], {"offset": 5, "interleaved": False}
    weights = [normal(96, 20) / 5.0, normal(96, 24) / 5.0, normal(96), normal(96)]
    yield "lstm_cell", [normal(32, 20), normal(32, 24), normal(32, 24), *weights], {}
