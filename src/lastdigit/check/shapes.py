"""The shapes of an operation's arguments, with axis lengths by letter."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lastdigit.base.errors import LastdigitError, did_you_mean
from lastdigit.operations import find_operation, is_gradient
from lastdigit.operations.operation import GRADIENT

TOKENS, WEIGHTS, POSITIVE, GAIN = "", "weights", "positive", "gain"
"""Distributions of arrays: normal; normal ÷ √(last axis); away from zero; around one."""

Sizes = Mapping[str, int]
"""Lengths by letter. ``b`` is that of a batch axis in front, which exists only if it is given."""

LARGEST = 1 << 16

COTANGENT = "cotangent"

_QKV = "q (…, n, d), k (…, m, d), v (…, m, c)"
_COLUMNS = (
    "x (d, n), omega_query (e, d) weights, omega_key (e, d) weights, omega_value (e, d) weights, "
    "beta_query (e, 1) weights, beta_key (e, 1) weights, beta_value (e, 1) weights"
)
_PACKED = (
    "in_weight (3·h·e, h·e) weights, in_bias (3·h·e) weights, out_weight (h·e, h·e) weights, out_bias (h·e) weights"
)
_SHAPES = {
    "linear": "x (…, n, d), weight (m, d), bias (m)",
    "projection": "x (…, n, d), weight (d, m)",
    "total": "x (…, n, d)",
    "mean": "x (…, n, d)",
    "mean_squared_error": "x (…, n, d), y (…, n, d)",
    "uniform_initialization": "unit (…, n, d)",
    "softmax": "x (…, n, m), mask (n, m)",
    "sum_normalization": "x (…, n, d) positive",
    "layer_norm": "x (…, n, d), weight (d) gain, bias (d)",
    "weighted_values": "weights (…, n, m) positive, v (…, m, c)",
    "sum_normalized_attention_weights": "q (…, n, d) positive, k (…, m, d) positive",
    "sum_normalized_attention": "q (…, n, d) positive, k (…, m, d) positive, v (…, m, c)",
    "grouped_query_attention": "q (…, g·h, n, d), k (…, g, m, d), v (…, g, m, c)",
    "self_attention_weights": "x (…, n, d), w_query (d, e) weights, w_key (d, e) weights",
    "self_attention": "x (…, n, d), w_query (d, e) weights, w_key (d, e) weights, w_value (d, c) weights",
    "multi_head_attention": f"x (…, n, h·e), {_PACKED}",
    "encoder_block": (
        f"x (n, h·e), {_PACKED}, hidden_weight (f, h·e) weights, hidden_bias (f) weights, "
        "return_weight (h·e, f) weights, return_bias (h·e) weights, norm1_weight (h·e) gain, "
        "norm1_bias (h·e) weights, norm2_weight (h·e) gain, norm2_bias (h·e) weights"
    ),
    "column_token_attention_weights": _COLUMNS,
    "column_token_attention": _COLUMNS,
    "column_self_attention": _COLUMNS,
    "column_multi_head_attention": (
        "x (h·e, n), omega_query (h, e, h·e) weights, omega_key (h, e, h·e) weights, omega_value (h, e, h·e) weights, "
        "beta_query (h, e, 1) weights, beta_key (h, e, 1) weights, beta_value (h, e, 1) weights, "
        "omega_output (h·e, h·e) weights"
    ),
} | dict.fromkeys(
    (
        *("attention_scores", "scaled_attention_scores", "attention_weights", "dot_product_attention_weights"),
        *("dot_product_attention", "scaled_dot_product_attention"),
    ),
    _QKV,
)

_ROWS = "input (…, n, d)"
_SHAPES |= dict.fromkeys(
    (
        *("relu", "relu6", "leaky_relu", "hardtanh", "sigmoid", "hardsigmoid", "tanh", "silu", "hardswish", "softplus"),
        *("logsigmoid", "mish", "softsign", "elu", "celu", "selu", "gelu", "log_softmax", "logsumexp", "normalize"),
        *("sum", "reduce_mean", "amax", "amin", "vector_norm", "mean_absolute_normalization", "sort"),
    ),
    _ROWS,
)
_SHAPES |= dict.fromkeys(
    ("mse_loss", "l1_loss", "huber_loss", "smooth_l1_loss", "cosine_similarity_loss", "multiply"),
    f"{_ROWS}, target (…, n, d), other (…, n, d)",
)
_SHAPES |= dict.fromkeys(("swiglu", "geglu"), "gate (…, n, d), up (…, n, d)")
_SHAPES |= dict.fromkeys(("pairwise_distance", "cosine_similarity"), "x1 (…, n, d), x2 (…, n, d)")
for _cell, _gates in (("rnn_tanh_cell", 1), ("gru_cell", 3), ("lstm_cell", 4), ("lstm_cell_state", 4)):
    _SHAPES[_cell] = (
        f"input (n, d), hx (n, m), cx (n, m), w_ih ({_gates}·m, d) weights, w_hh ({_gates}·m, m) weights, "
        f"b_ih ({_gates}·m) weights, b_hh ({_gates}·m) weights"
    )
_GROUPED = "q (…, g·h, n, d), k (…, g, m, d), v (…, g, m, c), bias (n, m), slopes (g·h) gain, sinks (g·h)"
_SHAPES |= dict.fromkeys(("attention", "attention_logits", "attention_logsumexp"), _GROUPED)
_SHAPES |= {
    "matmul": "input (…, n, d), other (…, d, m)",
    "addmm": "input (n, m), mat1 (n, d), mat2 (d, m)",
    "diagonal_matmul": "diagonal (n), other (n, m)",
    "triplet_margin_loss": "anchor (n, d), positive (n, d), negative (n, d)",
    "conv1d": "input (g, c, 3·h), weight (e, c, 3), bias (e)",
    "conv2d": "input (g, c, 3·h, 3·h), weight (e, c, 3, 3), bias (e)",
    "conv3d": "input (g, c, 3·h, 3·h, 3·h), weight (e, c, 3, 3, 3), bias (e)",
    "conv_transpose1d": "input (g, c, 3·h), weight (c, e, 3), bias (e)",
    "conv_transpose2d": "input (g, c, 3·h, 3·h), weight (c, e, 3, 3), bias (e)",
    "conv_transpose3d": "input (g, c, 3·h, 3·h, 3·h), weight (c, e, 3, 3, 3), bias (e)",
    "standardized": "input (…, n, d), mean (d), variance (d) positive, weight (d) gain, bias (d)",
    "channel_norm": "x (…, n, d), weight (n, 1) gain, bias (n, 1)",
    "instance_norm": "input (g, c, 3·h, 3·h), weight (c) gain, bias (c)",
    "rotary_embedding": "x (…, n, 2·e)",
}

KNOWN = frozenset("bncdefghm")
"""Letters whose lengths are drawn."""

CONSTRAINED = frozenset({"kl_div", "kl_divergence", "glu"})
"""Operations with constrained arguments, such as probabilities or halves of an axis, unlike random numbers."""

DRAWN_PARAMETERS = frozenset({"heads", "token", "fan_in"})
"""Required parameters determined by sizes."""

_ARRAY = re.compile(r"(?<![\w·])(\w+) \(([^()]*)\)(?: (weights|positive|gain)\b)?")
_FACTOR = re.compile(r"(\d*)([a-z]?)")


class UnknownShapes(LastdigitError):
    """An operation whose docstring lacks the shapes of its arguments."""

    def __init__(self, operation: str, array: str) -> None:
        super().__init__(
            f"expected the shape of {array!r} in the docstring of the operation {operation}, as in "
            f"'{array} (…, n, d)', found none"
        )


class NotDrawn(LastdigitError):
    """An operation whose arguments are not drawn."""

    def __init__(self, operation: str) -> None:
        super().__init__(
            f"expected an operation with drawn arguments, found {operation}: call "
            f"lastdigit.assert_agrees(result, {operation!r}, …) on your own arguments"
        )


class InvalidSizes(LastdigitError):
    """Lengths of axes that an operation lacks, or that are not lengths."""


@dataclass(frozen=True)
class Slot:
    """One array argument: its name, axis lengths as products, and distribution."""

    name: str
    axes: tuple[str, ...]
    drawn_as: str = TOKENS

    def shape(self, sizes: Sizes) -> tuple[int, ...]:
        """Its shape for these sizes."""
        lengths: list[int] = []
        for axis in self.axes:
            if axis == "…":
                lengths += [sizes["b"]] if "b" in sizes else []
            else:
                lengths.append(math.prod(_length(factor, sizes) for factor in axis.split("·")))
        return tuple(lengths)


@dataclass(frozen=True)
class Cotangent(Slot):
    """The gradient of a loss in the result of the operation ``of``: of that result's shape."""

    of: str = ""

    def shape(self, sizes: Sizes) -> tuple[int, ...]:
        """The shape of the result for these sizes."""
        return result_shape(self.of, sizes)


def result_shape(operation: str, sizes: Sizes, **parameters: Any) -> tuple[int, ...]:
    """The shape of an operation's result for these sizes."""
    from lastdigit.cases.shapes import Shaped

    found = find_operation(operation)
    given = {name: size for name, size in size_parameters(sizes).items() if name in found.parameters}
    shapes = (Shaped.of(slot.shape(sizes)) for slot in slots(operation))
    return tuple(found.definition(*shapes, **given, **parameters).shape)


def size_parameters(sizes: Sizes, token: int = 0) -> dict[str, int]:
    """The values of :data:`DRAWN_PARAMETERS` from sizes."""
    found = {"heads": sizes.get("h"), "fan_in": sizes.get("d"), "token": token}
    return {name: size for name, size in found.items() if size is not None}


def slots(operation: str) -> list[Slot]:
    """The array arguments of an operation, without its mask; raises :class:`UnknownShapes`. A gradient has those of its
    operation, and the cotangent.
    """
    found = find_operation(operation)
    if is_gradient(operation):
        of = operation.rpartition(GRADIENT)[0]
        return [*slots(of), Cotangent(COTANGENT, (), TOKENS, of)]
    text = _SHAPES.get(operation) or (found.definition.__doc__ or "")
    written = {name: (axes, drawn_as) for name, axes, drawn_as in _ARRAY.findall(text)}
    known: list[Slot] = []
    for name in found.arrays:
        if name == "mask":
            continue
        if name not in written:
            raise UnknownShapes(operation, name)
        axes, drawn_as = written[name]
        known.append(Slot(name, tuple(part.strip() for part in axes.split(",") if part.strip()), drawn_as))
    used = {letter for slot in known for axis in slot.axes for letter in re.findall("[^…·0-9]", axis)}
    missing = {name for name in found.required if name not in found.arrays} - DRAWN_PARAMETERS
    if found.definition.__module__.startswith("lastdigit.") and (
        operation in CONSTRAINED
        or missing
        or not used <= KNOWN
        or any(not slot.axes or slot.axes == ("…",) for slot in known)
    ):
        raise NotDrawn(operation)
    return known


def optional(operation: str) -> list[str]:
    """The names of an operation's optional arrays, without a mask and a cotangent."""
    needed = {*find_operation(operation).required, COTANGENT}
    return [slot.name for slot in slots(operation) if slot.name not in needed]


def letters(operation: str) -> list[str]:
    """The letters of an operation's axis lengths; with ``b`` if it supports a batch."""
    axes = [axis for slot in slots(operation) for axis in slot.axes]
    found = {letter for axis in axes for letter in re.findall("[a-z]", axis)}
    return sorted(found | ({"b"} if "…" in axes else set()))


def sizes_of(text: str, operation: str) -> dict[str, int]:
    """Parse sizes such as ``n=7,m=13``; raises :class:`InvalidSizes`."""
    known, sizes = letters(operation), dict[str, int]()
    for part in filter(None, re.split(r"[,\s]+", text)):
        name, equals, number = part.partition("=")
        if not equals or not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= LARGEST:
            raise InvalidSizes(f"expected axis lengths such as {','.join(f'{a}=4' for a in known)}, found {part!r}")
        if name not in known:
            raise InvalidSizes(f"{operation} has no axis {name!r}{did_you_mean(name, known)}")
        sizes[name] = int(number)
    return sizes


def written(sizes: Sizes) -> str:
    """Format sizes as on the command line."""
    return ",".join(f"{name}={length}" for name, length in sizes.items())


def _length(factor: str, sizes: Sizes) -> int:
    match = _FACTOR.fullmatch(factor)
    if not match or not factor:
        raise InvalidSizes(f"expected a number or a letter as the length of an axis, found {factor!r}")
    return int(match[1] or 1) * (sizes[match[2]] if match[2] else 1)
