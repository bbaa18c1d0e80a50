"""One call of each operation, for docs/operations.md: its arrays and parameters as Python source.

``draw`` draws standard normal numbers of a shape. None is an omitted array.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import numpy as np

_ROWS = "draw(4, 8)"
_PAIR = "draw(6, 8), draw(6, 8)"
_QKV = "draw(6, 8), draw(9, 8), draw(9, 5)"
_HEADS = "draw(4, 6, 8), draw(2, 9, 8), draw(2, 9, 5)"
_POSITIVE = "abs(draw(6, 8)), abs(draw(9, 8))"
_CLASSES = "target=[2, 0, 1, 2, 4, 3]"
_LOGARITHMS = "logarithms(draw(6, 5))"
_COLUMNS = "draw(3, 4), draw(3, 3), draw(3, 3), draw(3, 3), draw(3, 1), draw(3, 1), draw(3, 1)"
_PACKED = "draw(12, 4), draw(12), draw(4, 4), draw(4)"
_LSTM = "draw(3, 5), draw(3, 4), draw(3, 4), draw(16, 5), draw(16, 4), draw(16), draw(16)"
_POOL = "kernel_size=3, stride=2, padding=1"

EXAMPLES: dict[str, str] = {
    "addmm": "draw(6, 5), draw(6, 7), draw(7, 5), beta=0.5, alpha=2.0",
    "amax": "draw(3, 6, 5), dim=1",
    "amin": "draw(3, 6, 5), dim=1",
    "argmax": "draw(3, 6, 5), dim=1",
    "argmin": "draw(3, 6, 5), dim=1",
    "attention": f"{_HEADS}, draw(4, 6, 9), scale=0.25, causal='last', softcap=20.0",
    "attention_logits": "draw(4, 6, 8), draw(2, 9, 8), draw(4, 6, 9), scale=0.25, softcap=20.0",
    "attention_logsumexp": f"{_HEADS}, draw(4, 6, 9), scale=0.25, causal='last'",
    "attention_scores": "draw(6, 8), draw(9, 8)",
    "attention_weights": "draw(6, 8), draw(9, 8), causal=True",
    "avg_pool": f"draw(2, 3, 12), axes=1, {_POOL}",
    "avg_pool1d": f"draw(2, 3, 12), {_POOL}",
    "avg_pool2d": f"draw(2, 3, 7, 8), {_POOL}, count_include_pad=False",
    "avg_pool3d": f"draw(2, 3, 5, 5, 6), {_POOL}",
    "batch_norm": "draw(3, 4, 5), draw(4), abs(draw(4)), draw(4), draw(4)",
    "binary_cross_entropy_with_logits": "draw(6), [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]",
    "channel_norm": "draw(4, 6), draw(4, 1), draw(4, 1), eps=0.01",
    "column_multi_head_attention": (
        "draw(4, 3), draw(2, 2, 4), draw(2, 2, 4), draw(2, 2, 4), draw(2, 2, 1), draw(2, 2, 1), draw(2, 2, 1), "
        "draw(4, 4)"
    ),
    "column_self_attention": _COLUMNS,
    "column_token_attention": f"{_COLUMNS}, token=1",
    "column_token_attention_weights": "draw(3, 4), draw(3, 3), draw(3, 3), draw(3, 1), draw(3, 1), token=1",
    "conv1d": "draw(2, 4, 9), draw(6, 2, 3), draw(6), padding=2, dilation=2, groups=2",
    "conv2d": "draw(2, 4, 6, 6), draw(6, 4, 3, 3), draw(6), stride=2, padding=1",
    "conv3d": "draw(1, 2, 4, 5, 5), draw(3, 2, 2, 3, 3), draw(3), padding=(0, 1, 1)",
    "conv_transpose1d": "draw(2, 4, 5), draw(4, 3, 3), draw(3), stride=2, output_padding=1",
    "conv_transpose2d": "draw(1, 4, 4, 3), draw(4, 2, 3, 2), draw(2), stride=(2, 3), padding=1",
    "conv_transpose3d": "draw(1, 2, 3, 3, 2), draw(2, 2, 2, 3, 3), draw(2), stride=2, padding=1",
    "convolution": "draw(1, 2, 5, 5), draw(3, 2, 3, 3), padding=1",
    "block_sparse_attention": (
        "draw(2, 6, 8), draw(2, 6, 8), draw(2, 6, 5), blocks=[[True, False, True], [True, True, False], "
        "[False, True, True]], block_size=2"
    ),
    "cosine_similarity": _PAIR,
    "cosine_similarity_loss": _PAIR,
    "cross_entropy": f"draw(6, 5), {_CLASSES}, label_smoothing=0.1",
    "cumprod": "draw(3, 6, 5), dim=1",
    "cumsum": "draw(3, 6, 5), dim=1, exclusive=True",
    "dequantize_linear": "whole(4, 6), abs(draw(4)), whole(4), axis=0",
    "diagonal_matmul": "draw(6), draw(6, 5)",
    "dot_product_attention": _QKV,
    "dot_product_attention_weights": "draw(6, 8), draw(9, 8)",
    "embedding": "draw(9, 4), input=[[3, 1, 8], [0, 3, 5]]",
    "encoder_block": (
        f"draw(6, 4), {_PACKED}, draw(8, 4), draw(8), draw(4, 8), draw(4), draw(4), draw(4), draw(4), draw(4), heads=2"
    ),
    "gather": "draw(3, 6), dim=1, index=[[2, 0], [5, 1], [0, 3]]",
    "geglu": _PAIR,
    "glu": _ROWS,
    "group_norm": "draw(3, 4, 5), draw(4), draw(4), num_groups=2",
    "grouped_query_attention": _HEADS,
    "gru_cell": "draw(3, 5), draw(3, 4), draw(12, 5), draw(12, 4), draw(12), draw(12)",
    "hinge_loss": "draw(6), [-1.0, 1.0, 1.0, -1.0, 1.0, -1.0]",
    "huber_loss": _PAIR,
    "instance_norm": "draw(3, 4, 5), draw(4), draw(4)",
    "inverse_deviation": f"{_ROWS}, eps=0.01",
    "keys_backward": "draw(6, 9), draw(6, 8)",
    "kl_div": "logarithms(draw(6, 5)), logarithms(draw(6, 5)), reduction='batchmean', log_target=True",
    "kl_divergence": "shares(draw(6, 5)), shares(draw(6, 5))",
    "l1_loss": _PAIR,
    "layer_norm": f"{_ROWS}, draw(8), draw(8)",
    "layer_norm_backward": "draw(4, 8), abs(draw(4, 1)) + 1.0, draw(4, 8)",
    "layer_norm_of_shape": "draw(3, 4, 5), draw(4, 5), draw(4, 5), normalized_shape=(4, 5)",
    "leaky_relu": f"{_ROWS}, negative_slope=0.2",
    "linear": "draw(6, 8), draw(5, 8), draw(5)",
    "linear_attention": f"{_QKV}, causal=True",
    "linear_biases": "draw(2, 3, 3), draw(2), distances=[[0, 1, 2], [1, 0, 1], [2, 1, 0]]",
    "log_softmax": f"{_ROWS}, dim=0",
    "log_softmax_backward": f"{_LOGARITHMS}, draw(6, 5)",
    "logsumexp": "draw(3, 6, 5), dim=(0, 2)",
    "lstm_cell": _LSTM,
    "lstm_cell_state": _LSTM,
    "matmul": "draw(2, 6, 8), draw(8, 5)",
    "max_pool": f"draw(2, 3, 12), axes=1, {_POOL}",
    "max_pool1d": f"draw(2, 3, 12), {_POOL}, dilation=2",
    "max_pool2d": f"draw(2, 3, 7, 8), {_POOL}",
    "max_pool3d": f"draw(2, 3, 5, 5, 6), {_POOL}",
    "mean_absolute_normalization": f"{_ROWS}, dim=1",
    "mean_squared_error": _PAIR,
    "mixture_of_experts": "draw(6, 4), draw(3, 4), draw(3, 5, 4), draw(3, 4, 5), k=2",
    "mse_loss": _PAIR,
    "multi_head_attention": f"draw(6, 4), {_PACKED}, heads=2",
    "multiply": _PAIR,
    "nll_loss": f"{_LOGARITHMS}, abs(draw(5)), {_CLASSES}",
    "normalize": f"{_ROWS}, dim=-1",
    "pad": "draw(5, 6), pad=(1, 2, 0, 3), value=0.5",
    "pairwise_distance": _PAIR,
    "positive_features": "draw(6, 8)",
    "prod": "draw(3, 6, 5), dim=1",
    "projection": "draw(6, 8), draw(8, 5)",
    "quantized_linear": "draw(6, 8), whole(5, 8), abs(draw(5, 2)), whole(5, 2), draw(5), group_size=4",
    "queries_backward": "draw(6, 9), draw(9, 8)",
    "reduce_mean": "draw(3, 6, 5), dim=(0, 2)",
    "rms_norm": f"{_ROWS}, draw(8), eps=1e-6",
    "rnn_tanh_cell": "draw(3, 5), draw(3, 4), draw(4, 5), draw(4, 4), draw(4), draw(4)",
    "rotary_embedding": "draw(2, 6, 8), base=10000.0, offset=3",
    "rotated": "draw(2, 6, 8), draw(6, 4), draw(6, 4), interleaved=True",
    "routing_weights": "draw(6, 5), k=2",
    "scaled_attention_scores": "draw(6, 8), draw(9, 8)",
    "scaled_dot_product_attention": f"{_QKV}, causal=True",
    "scores_backward": "shares(draw(6, 9)), draw(9, 5), draw(6, 5), draw(6, 5)",
    "scores_by_scale": "draw(6, 8), draw(9, 8), scale=0.3",
    "self_attention": "draw(6, 4), draw(4, 3), draw(4, 3), draw(4, 5)",
    "self_attention_weights": "draw(6, 4), draw(4, 3), draw(4, 3)",
    "separable_conv2d": "draw(1, 4, 6, 6), draw(4, 1, 3, 3), draw(3, 4, 1, 1), padding=1",
    "shared_heads": "draw(6, 4, 8), draw(3, 4, 8)",
    "smooth_l1_loss": _PAIR,
    "soft_capped": "draw(6, 9), softcap=2.0",
    "softmax": f"{_ROWS}, dim=0",
    "softmax_backward": "shares(draw(6, 5)), draw(6, 5)",
    "softplus": f"{_ROWS}, beta=2.0",
    "sort": f"{_ROWS}, descending=True",
    "standardized": "draw(4, 6), draw(6), abs(draw(6)), draw(6), draw(6)",
    "std": "draw(3, 6, 5), dim=1",
    "sum": "draw(3, 6, 5), dim=(0, 2)",
    "sum_normalization": "abs(draw(4, 8))",
    "sum_normalized_attention": f"{_POSITIVE}, draw(9, 5)",
    "sum_normalized_attention_weights": _POSITIVE,
    "swiglu": _PAIR,
    "topk": f"{_ROWS}, k=3",
    "transposed_convolution": "draw(1, 3, 4, 4), draw(3, 2, 3, 3), stride=2",
    "transposed_matmul": "draw(8, 6), draw(8, 5), transpose_input=True",
    "triangular_matmul": "draw(6, 6), draw(6, 6), upper=True",
    "triplet_margin_loss": "draw(6, 8), draw(6, 8), draw(6, 8), margin=3.0",
    "uniform_initialization": "uniform(4, 8), fan_in=8",
    "values_backward": "shares(draw(6, 9)), draw(6, 5)",
    "var": "draw(3, 6, 5), dim=1, correction=0.0",
    "vector_norm": f"{_ROWS}, ord=1.0, dim=1",
    "weighted_values": "shares(draw(6, 9)), draw(9, 5)",
} | dict.fromkeys(
    (
        *("relu", "relu6", "hardtanh", "sigmoid", "hardsigmoid", "tanh", "silu", "hardswish", "logsigmoid", "mish"),
        *("softsign", "elu", "celu", "selu", "gelu", "variance", "total", "mean"),
    ),
    _ROWS,
)
"""Arrays and parameters, by the operation's name."""


@cache
def _generator() -> np.random.Generator:
    return np.random.default_rng(0)


def _shares(x: np.ndarray) -> np.ndarray:
    raised = np.exp(x)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


NAMES: dict[str, Any] = {
    "np": np,
    "draw": lambda *shape: _generator().normal(size=shape),
    "uniform": lambda *shape: _generator().uniform(size=shape),
    "whole": lambda *shape: np.rint(_generator().normal(size=shape) * 3.0),
    "shares": _shares,
    "logarithms": lambda x: np.log(_shares(x)),
}
"""The names in examples: functions that draw normal, uniform and integer numbers, rows of sum 1, logarithms."""


def arguments_of(name: str) -> tuple[list[str], dict[str, str]]:
    """The arrays of an operation's example in order, and its parameters, as text."""
    call = ast.parse(f"f({EXAMPLES[name]})", mode="eval").body
    assert isinstance(call, ast.Call)
    arrays = [ast.unparse(argument) for argument in call.args]
    return arrays, {str(each.arg): ast.unparse(each.value) for each in call.keywords}


def example(name: str, arrays: tuple[str, ...]) -> str:
    """The call of an operation with these array names, as lines of Python; ``name`` is the caller's function."""
    values, parameters = arguments_of(name)
    drawn = [(each, value) for each, value in zip(arrays, values, strict=False) if value != "None"]
    given = [each if value != "None" else value for each, value in zip(arrays, values, strict=False)]
    rest = "".join(f", {key}={value}" for key, value in parameters.items())
    return (
        f"{', '.join(each for each, _ in drawn)} = {', '.join(value for _, value in drawn)}\n"
        f"actual = {name}({', '.join(given)}{rest})\n"
        f'lastdigit.assert_agrees(actual, "{name}", {", ".join(given)}{rest})'
    )
