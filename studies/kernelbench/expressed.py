"""Each problem as a call of an operation: its name, its arrays and its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

Call = tuple[str, list[Any], dict[str, Any]]
Expressed = Callable[[torch.nn.Module, list[Any]], Call]


def _plain(operation: str, **parameters: Any) -> Expressed:
    """An operation on the inputs unchanged."""
    return lambda model, inputs: (operation, list(inputs), dict(parameters))


def _read(operation: str, **names: str) -> Expressed:
    """An operation with parameters from these attributes of the model."""
    return lambda model, inputs: (
        operation,
        list(inputs),
        {parameter: getattr(model, name) for parameter, name in names.items()},
    )


def _inner(model: torch.nn.Module) -> Any:
    """The only layer of a model."""
    (layer,) = model.children()
    return layer


def _pool(operation: str, *names: str) -> Expressed:
    def call(model: torch.nn.Module, inputs: list[Any]) -> Call:
        layer = _inner(model)
        return operation, inputs, {name: _plainly(getattr(layer, name)) for name in names}

    return call


def _plainly(extent: Any) -> Any:
    """8 for (8,)."""
    return extent[0] if isinstance(extent, tuple) and len(extent) == 1 else extent


def _convolution(model: torch.nn.Module, inputs: list[Any]) -> Call:
    layer = _inner(model)
    kind = type(layer).__name__
    transposed = "Transpose" in kind
    operation = f"conv{'_transpose' if transposed else ''}{kind[-2]}d"
    names = ["stride", "padding", "dilation", "groups", *(["output_padding"] if transposed else [])]
    parameters = {name: getattr(layer, name) for name in names}
    return operation, [*inputs, layer.weight, layer.bias], parameters


def _separable(model: Any, inputs: list[Any]) -> Call:
    layer = model.depthwise
    parameters = {name: getattr(layer, name) for name in ("stride", "padding", "dilation")}
    return "separable_conv2d", [*inputs, layer.weight, model.pointwise.weight], parameters


def _norm(operation: str, *names: str, **fixed: Any) -> Expressed:
    def call(model: torch.nn.Module, inputs: list[Any]) -> Call:
        layer = _inner(model)
        given = {name: getattr(layer, name) for name in names}
        gains = [getattr(layer, name, None) for name in ("weight", "bias")]
        running = [None, None] if operation == "batch_norm" else []
        return operation, [*inputs, *running, *gains], {**given, **fixed, "eps": layer.eps}

    return call


def _masked(model: Any, inputs: list[Any]) -> Call:
    return "cumsum", inputs[:1], {"dim": model.dim, "mask": inputs[1]}


def _classes(model: Any, inputs: list[Any]) -> Call:
    return "cross_entropy", inputs[:1], {"target": inputs[1].numpy()}


def _exclusive(model: Any, inputs: list[Any]) -> Call:
    return "cumsum", inputs, {"dim": model.dim, "exclusive": True}


def _reverse(model: Any, inputs: list[Any]) -> Call:
    return "cumsum", inputs, {"dim": model.dim, "reverse": True}


_MAX = ("kernel_size", "stride", "padding", "dilation")
_AVERAGE = ("kernel_size", "stride", "padding")
CALLS: dict[int, Expressed] = {
    **dict.fromkeys((1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13), _plain("matmul")),
    5: _plain("multiply"),
    12: _plain("diagonal_matmul"),
    14: _plain("triangular_matmul", upper=True),
    15: _plain("triangular_matmul", upper=False),
    16: _plain("transposed_matmul", transpose_input=True),
    17: _plain("transposed_matmul", transpose_other=True),
    18: _plain("transposed_matmul", transpose_input=True, transpose_other=True),
    19: _plain("relu"),
    20: _read("leaky_relu", negative_slope="negative_slope"),
    21: _plain("sigmoid"),
    22: _plain("tanh"),
    23: _plain("softmax"),
    24: _read("log_softmax", dim="dim"),
    25: _plain("silu"),
    26: _plain("gelu"),
    27: _plain("selu"),
    28: _plain("hardsigmoid"),
    29: _plain("softplus"),
    30: _plain("softsign"),
    31: _read("elu", alpha="alpha"),
    32: _plain("hardtanh"),
    33: _norm("batch_norm", training=True),
    34: _norm("instance_norm"),
    35: _norm("group_norm", "num_groups"),
    36: lambda model, inputs: ("rms_norm", inputs, {"dim": 1, "eps": model.eps}),
    37: _plain("normalize", dim=None, eps=0.0),
    38: _plain("mean_absolute_normalization", dim=1),
    39: _plain("normalize", dim=1, eps=0.0),
    40: _norm("layer_norm_of_shape", "normalized_shape"),
    41: _pool("max_pool1d", *_MAX),
    42: _pool("max_pool2d", *_MAX),
    43: _pool("max_pool3d", *_MAX),
    44: _pool("avg_pool1d", *_AVERAGE),
    45: _pool("avg_pool2d", *_AVERAGE),
    46: _pool("avg_pool3d", *_AVERAGE),
    47: lambda model, inputs: ("sum", inputs, {"dim": model.dim, "keepdim": True}),
    48: _read("reduce_mean", dim="dim"),
    49: _read("amax", dim="dim"),
    51: _read("argmax", dim="dim"),
    52: _read("argmin", dim="dim"),
    53: _read("amin", dim="dim"),
    50: _convolution,
    **dict.fromkeys(range(54, 88), _convolution),
    86: _separable,
    88: _plain("gelu", approximate="tanh"),
    89: _read("cumsum", dim="dim"),
    90: _read("cumprod", dim="dim"),
    91: _reverse,
    92: _exclusive,
    93: _masked,
    94: _plain("mse_loss"),
    95: _classes,
    96: _plain("smooth_l1_loss"),
    97: _plain("scaled_dot_product_attention"),
    98: _plain("kl_divergence", reduction="batchmean"),
    99: lambda model, inputs: ("triplet_margin_loss", inputs, {"margin": model.loss_fn.margin}),
    100: _plain("hinge_loss"),
}
"""Operations by the problem's number."""
