"""Small calls of the operations that are loaded on demand, and torch's results for them, in any format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from lastdigit.operations import all_operations

Call = tuple[str, list[Any], dict[str, Any]]

UNARY = (
    *("relu", "relu6", "leaky_relu", "hardtanh", "sigmoid", "hardsigmoid", "tanh", "silu", "hardswish", "softplus"),
    *("logsigmoid", "mish", "softsign", "elu", "celu", "selu", "gelu"),
)


def vocabulary() -> set[str]:
    """The names of all operations that are loaded on demand."""
    from lastdigit.operations import vocabulary as loaded

    modules = {getattr(loaded, name).__name__ for name in vars(loaded) if not name.startswith("_")}
    return {name for name, one in all_operations().items() if one.definition.__module__ in modules}


def calls(seed: int = 20) -> Iterator[Call]:
    """Every such operation on generic inputs, in shapes that reveal transpositions, with parameters and without."""
    draw = np.random.RandomState(seed)

    def normal(*shape: int) -> np.ndarray:
        return draw.normal(size=shape)

    yield from _activations(normal)
    yield from _reductions(normal)
    yield from _products(normal)
    yield from _convolutions(normal)
    yield from _norms(normal)
    yield from _losses(normal, draw)
    yield from _attentions(normal)
    yield from _others(normal, draw)
    yield from _further(normal)


Normal = Callable[..., np.ndarray]


def _activations(normal: Normal) -> Iterator[Call]:
    for name in UNARY:
        yield name, [normal(8, 8) * 3.0], {}
    yield "leaky_relu", [normal(4, 6)], {"negative_slope": 0.25}
    yield "hardtanh", [normal(4, 6) * 2.0], {"min_val": -0.5, "max_val": 1.5}
    yield "softplus", [normal(4, 6) * 8.0], {"beta": 2.0, "threshold": 5.0}
    yield "elu", [normal(4, 6)], {"alpha": 1.5}
    yield "celu", [normal(4, 6)], {"alpha": 1.5}
    yield "gelu", [normal(4, 6) * 2.0], {"approximate": "tanh"}
    yield "glu", [normal(4, 8)], {}
    yield "glu", [normal(8, 4)], {"dim": 0}
    yield "swiglu", [normal(4, 6), normal(4, 6)], {}
    yield "geglu", [normal(4, 6), normal(4, 6)], {}


def _reductions(normal: Normal) -> Iterator[Call]:
    for name in ("sum", "reduce_mean", "amax", "amin", "prod", "argmax", "argmin", "var", "std", "logsumexp"):
        yield name, [normal(3, 6, 6)], {"dim": 1}
        yield name, [normal(6, 6)], {"dim": -1, "keepdim": True}
    for name in ("sum", "reduce_mean", "amax", "var", "std"):
        yield name, [normal(3, 4, 5)], {"dim": (0, 2)}
        yield name, [normal(3, 4)], {}
    yield "amax", [-np.abs(normal(4, 6))], {"dim": 1}
    yield "amin", [np.abs(normal(4, 6))], {"dim": 1}
    yield "var", [normal(6, 6)], {"dim": 0, "correction": 0.0}
    yield "variance", [normal(4, 6)], {}
    for order in (1.0, 2.0, float("inf")):
        yield "vector_norm", [normal(6, 6)], {"ord": order, "dim": 1}
    for name in ("cumsum", "cumprod"):
        yield name, [normal(3, 6, 6)], {"dim": 1}
        yield name, [normal(6, 6)], {"dim": -1}
    yield "cumsum", [normal(6, 6)], {"dim": 1, "exclusive": True}
    yield "cumsum", [normal(6, 6)], {"dim": 0, "reverse": True}
    yield "cumsum", [normal(6, 6)], {"dim": 1, "mask": normal(6, 6) > 0.0}


def _products(normal: Normal) -> Iterator[Call]:
    yield "matmul", [normal(6, 6), normal(6, 6)], {}
    yield "matmul", [normal(2, 3, 20), normal(20, 4)], {}
    yield "transposed_matmul", [normal(6, 6), normal(6, 6)], {"transpose_input": True, "transpose_other": True}
    yield "addmm", [normal(6, 6), normal(6, 6), normal(6, 6)], {"beta": 0.5, "alpha": 2.0}
    yield "multiply", [normal(4, 6), normal()], {}
    yield "multiply", [normal(4, 6), normal(4, 6)], {}
    yield "diagonal_matmul", [normal(6), normal(6, 6)], {}
    yield "triangular_matmul", [np.triu(normal(6, 6)), np.triu(normal(6, 6))], {"upper": True}
    yield "triangular_matmul", [normal(6, 6), normal(6, 6)], {"upper": False}


def _convolutions(normal: Normal) -> Iterator[Call]:
    yield "conv1d", [normal(2, 4, 9), normal(6, 2, 3), normal(6)], {"padding": 2, "dilation": 2, "groups": 2}
    yield "conv1d", [normal(2, 3, 9), normal(4, 3, 3)], {"stride": 2}
    yield "conv2d", [normal(2, 4, 6, 6), normal(4, 2, 3, 3), normal(4)], {"padding": 1, "groups": 2}
    yield "conv2d", [normal(2, 3, 7, 6), normal(4, 3, 3, 2)], {"stride": (2, 1), "dilation": (1, 2)}
    yield "conv2d", [normal(1, 4, 6, 6), normal(4, 1, 3, 3)], {"groups": 4, "padding": 1}
    yield "conv2d", [normal(2, 4, 4, 4), normal(3, 4, 1, 1)], {}
    yield "conv3d", [normal(1, 2, 4, 5, 5), normal(3, 2, 2, 3, 3), normal(3)], {"padding": (0, 1, 1)}
    yield "separable_conv2d", [normal(1, 4, 6, 6), normal(4, 1, 3, 3), normal(3, 4, 1, 1)], {"padding": 1}
    yield "convolution", [normal(1, 2, 5, 5), normal(2, 2, 3, 3)], {"padding": 1}
    yield "conv_transpose1d", [normal(2, 4, 5), normal(4, 4, 3), normal(4)], {"stride": 2, "output_padding": 1}
    yield (
        *("conv_transpose2d", [normal(1, 4, 4, 3), normal(4, 2, 3, 2), normal(4)]),
        {"stride": (2, 3), "padding": 1, "groups": 2, "dilation": (1, 2)},
    )
    yield "conv_transpose3d", [normal(1, 2, 3, 3, 2), normal(2, 2, 2, 3, 3)], {"stride": 2, "padding": 1}
    yield "transposed_convolution", [normal(1, 3, 4, 4), normal(3, 3, 3, 3)], {"stride": 2}
    for axes, space in ((1, (12,)), (2, (7, 8)), (3, (5, 5, 6))):
        given = {"kernel_size": 3, "stride": 2, "padding": 1}
        yield f"max_pool{axes}d", [normal(2, 3, *space) - 1.0], given
        yield f"avg_pool{axes}d", [normal(2, 3, *space)], given
    yield "max_pool1d", [normal(2, 3, 12)], {"kernel_size": 3, "stride": 1, "dilation": 2}
    yield "avg_pool2d", [normal(2, 3, 6, 6)], {"kernel_size": 2, "padding": 1, "count_include_pad": False}
    yield "max_pool", [normal(3, 8)], {"axes": 1, "kernel_size": 4}
    yield "avg_pool", [normal(3, 8)], {"axes": 1, "kernel_size": 4}


def _norms(normal: Normal) -> Iterator[Call]:
    image = normal(3, 4, 4, 3)
    yield "layer_norm_of_shape", [image, normal(4, 4, 3), normal(4, 4, 3)], {"normalized_shape": (4, 4, 3)}
    yield "layer_norm_of_shape", [normal(6, 6)], {"normalized_shape": 6, "eps": 0.01}
    yield "group_norm", [image, normal(4), normal(4)], {"num_groups": 2, "eps": 0.01}
    yield "group_norm", [image], {"num_groups": 2}
    yield "instance_norm", [image, normal(4), normal(4)], {"eps": 0.01}
    yield "channel_norm", [normal(4, 6), normal(4, 1), normal(4, 1)], {"eps": 0.01}
    yield "batch_norm", [image, None, None, normal(4), normal(4)], {"training": True, "eps": 0.01}
    yield "batch_norm", [image, normal(4), 1.0 + normal(4) ** 2, normal(4), normal(4)], {"eps": 0.01}
    yield "standardized", [normal(4, 6), normal(6), 1.0 + normal(6) ** 2, normal(6), normal(6)], {"eps": 0.01}
    yield "rms_norm", [normal(4, 6), normal(6)], {"eps": 0.01}
    yield "rms_norm", [normal(4, 6, 6)], {"eps": 1e-5, "dim": 1}
    yield "normalize", [normal(6, 6)], {}
    yield "normalize", [normal(3, 5, 5)], {"p": 1.0, "dim": 1}
    yield "normalize", [normal(4, 6)], {"dim": None, "eps": 0.0}
    yield "mean_absolute_normalization", [normal(6, 6)], {"dim": 1}


def _losses(normal: Normal, draw: np.random.RandomState) -> Iterator[Call]:
    classes = draw.randint(6, size=6)
    yield "log_softmax", [normal(6, 6)], {"dim": 1}
    yield "log_softmax", [normal(3, 4, 5)], {"dim": 1}
    yield "cross_entropy", [normal(6, 6)], {"target": classes}
    ignored = np.array([1, -100, 5, 2, -100, 3])
    yield (
        *("cross_entropy", [normal(6, 6), np.abs(normal(6)) + 0.5]),
        {"target": ignored, "label_smoothing": 0.1, "reduction": "mean"},
    )
    yield "cross_entropy", [normal(3, 5, 4)], {"target": draw.randint(5, size=(3, 4)), "reduction": "sum"}
    yield "nll_loss", [-np.abs(normal(6, 6))], {"target": classes}
    for name in ("mse_loss", "l1_loss", "huber_loss", "smooth_l1_loss"):
        for reduction in ("mean", "none"):
            yield name, [normal(6, 6) * 2.0, normal(6, 6)], {"reduction": reduction}
    logits, others = normal(6, 6), normal(6, 6)
    weights, targets = (np.exp(x) / np.exp(x).sum(-1, keepdims=True) for x in (logits, others))
    yield "kl_div", [np.log(weights), targets], {"reduction": "batchmean"}
    yield "kl_div", [np.log(weights), np.log(targets)], {"log_target": True}
    yield "kl_divergence", [weights, targets], {}
    yield "hinge_loss", [normal(6, 6), np.sign(normal(6, 6))], {}
    yield "pairwise_distance", [normal(6, 6), normal(6, 6)], {}
    yield "pairwise_distance", [normal(6, 6), normal(6, 6)], {"eps": 0.5}
    yield "triplet_margin_loss", [normal(6, 6), normal(6, 6), normal(6, 6)], {"margin": 3.0}
    yield "cosine_similarity", [normal(6, 6), normal(6, 6)], {}
    yield "cosine_similarity_loss", [normal(6, 6), normal(6, 6)], {}
    yield "binary_cross_entropy_with_logits", [normal(6, 6), (normal(6, 6) > 0.0).astype(float)], {}


def _attentions(normal: Normal) -> Iterator[Call]:
    def heads(groups: int = 4, keys: int = 6) -> list[np.ndarray]:
        return [normal(4, 6, 8), normal(groups, keys, 8), normal(groups, keys, 8)]

    yield "attention", heads(), {}
    yield "attention", [*heads(), normal(4, 6, 6)], {"scale": 0.25, "softcap": 2.0}
    yield "attention", heads(groups=2, keys=9), {"causal": "last"}
    yield "attention", heads(groups=2, keys=9), {"causal": "first"}
    yield "attention", heads(), {"causal": True, "window": (2, 0)}
    yield "attention", [*heads(), None, 2.0 ** -np.arange(1.0, 5.0), normal(4)], {"causal": True}
    yield "attention", [*heads(), None, None, normal(4)], {"window": 2, "mask": np.tri(6, dtype=bool)}
    slopes = 2.0 ** -np.arange(1.0, 5.0)
    given = {"scale": 0.25, "softcap": 2.0, "causal": "last"}
    yield "attention_logits", [normal(4, 6, 8), normal(2, 9, 8), normal(4, 6, 9), slopes], given
    yield "scores_by_scale", [normal(4, 6), normal(4, 6)], {"scale": 0.3}
    yield "soft_capped", [normal(4, 6) * 3.0], {"softcap": 2.0}
    apart = np.abs(np.arange(5) - np.arange(5)[:, np.newaxis])
    yield "linear_biases", [normal(3, 5, 5), np.abs(normal(3))], {"distances": apart}
    yield "shared_heads", [normal(6, 4, 8), normal(3, 4, 8)], {}
    angles = normal(6, 4)
    for interleaved in (False, True):
        yield "rotated", [normal(2, 6, 8), np.cos(angles), np.sin(angles)], {"interleaved": interleaved}
        yield "rotary_embedding", [normal(2, 6, 8)], {"interleaved": interleaved, "offset": 3}


def _others(normal: Normal, draw: np.random.RandomState) -> Iterator[Call]:
    for name, gates in (("rnn_tanh_cell", 1), ("gru_cell", 3), ("lstm_cell", 4), ("lstm_cell_state", 4)):
        states = [normal(3, 4), normal(3, 4)] if gates == 4 else [normal(3, 4)]
        weights = [normal(4 * gates, 5), normal(4 * gates, 4), normal(4 * gates), normal(4 * gates)]
        yield name, [normal(3, 5), *states, *weights], {}
    yield "sort", [normal(6, 6)], {"dim": 0}
    yield "sort", [normal(6, 6)], {"descending": True}
    yield "topk", [normal(6, 8)], {"k": 3}
    yield "gather", [normal(6, 6)], {"dim": 1, "index": draw.randint(5, size=(6, 3))}
    yield "embedding", [normal(9, 4)], {"input": np.array([[3, 1, 8], [0, 3, 5]])}
    yield "pad", [normal(5, 5)], {"pad": (1, 2, 0, 3), "value": 0.5}
    yield "pad", [normal(5, 5)], {"pad": (1, 1, 2, 0)}


def _further(normal: Normal) -> Iterator[Call]:
    """More forms of these operations, placed last so that the numbers of the others are unchanged."""
    heads = [normal(4, 6, 8), normal(2, 9, 8), normal(2, 9, 8)]
    yield "attention_logsumexp", heads, {"causal": "last"}
    yield "attention_logsumexp", [*heads, normal(4, 6, 9), None, normal(4)], {"scale": 0.25, "window": (6, 3)}
    for left, right in (((6,), (6, 6)), ((2, 3, 6), (6,)), ((20,), (20,))):
        yield "matmul", [normal(*left), normal(*right)], {}
    yield "inverse_deviation", [normal(4, 6)], {"eps": 0.01}
    yield "inverse_deviation", [normal(3, 4, 5)], {"dim": (1, 2)}
    for approximate in ("none", "tanh"):
        yield "gelu", [normal(4, 6)], {"approximate": approximate}
    yield "positive_features", [normal(4, 6)], {}
    for causal in (False, True):
        yield "linear_attention", [normal(2, 6, 4), normal(2, 6, 4), normal(2, 6, 5)], {"causal": causal}
    blocks = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1]], dtype=bool)
    heads = [normal(2, 8, 4), normal(2, 8, 4), normal(2, 8, 5)]
    yield "block_sparse_attention", heads, {"blocks": blocks, "block_size": 3}
    each = np.stack([blocks, blocks.T])
    yield "block_sparse_attention", heads, {"blocks": each, "block_size": 3, "scale": 0.25, "causal": True}
    yield "routing_weights", [normal(6, 5)], {"k": 2}
    yield "routing_weights", [normal(6, 5)], {"k": 3, "normalize": False}
    yield "mixture_of_experts", [normal(6, 4), normal(3, 4), normal(3, 5, 4), normal(3, 4, 5)], {"k": 2}
    whole = np.rint(normal(6, 6) * 3.0)
    yield "dequantize_linear", [whole, np.abs(normal(6)) + 0.1, np.rint(normal(6) * 3.0)], {"axis": 0}
    yield "dequantize_linear", [whole, np.abs(normal(6, 2)) + 0.1], {"block_size": 3}
    given = [normal(5, 6), whole, np.abs(normal(6)) + 0.1, np.rint(normal(6) * 3.0), normal(6)]
    yield "quantized_linear", given, {}
    given = [normal(5, 6), whole, np.abs(normal(6, 6)) + 0.1, np.rint(normal(6, 6) * 3.0)]
    yield "quantized_linear", given, {"group_size": 1}
    given = {"target": np.array([1, -100, 5, 2, -100, 3])}
    yield "nll_loss", [-np.abs(normal(6, 6)), np.abs(normal(6)) + 0.5], given
