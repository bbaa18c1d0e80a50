"""Mistakes in sorting, gathering, padding, table lookup, and recurrent cells."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import sigmoid, tanh
from lastdigit.operations import cells
from lastdigit.operations import ordering as known
from lastdigit.operations.linear import linear
from lastdigit.operations.mistakes.entries import Changed, cut, mistakes_of, need, times, wrong_axis
from lastdigit.operations.operation import find_operation


def _dim_last(operation: Changed) -> Changed:
    return lambda input, **given: wrong_axis(operation)(input, **{"dim": -1, **given})


def _last_two(input: Any, *, dim: int = -1, **given: Any) -> Any:
    """The last two elements are not compared."""
    need(input.shape[dim] > 2, "too few terms")
    found = known.sort(input, dim=dim, **given)
    parts = [cut(found, dim, slice(None, -2)), cut(found, dim, slice(-1, None)), cut(found, dim, slice(-2, -1))]
    return found.__array_namespace__().concat(parts, axis=dim)


def _of_magnitudes(operation: Changed) -> Changed:
    return lambda input, **given: operation(input.__array_namespace__().abs(input), **given)


mistakes_of(
    "sort",
    (
        "sorted the other way",
        "ascending or descending",
        lambda input, **given: known.sort(input, **{**given, "descending": not given.get("descending", False)}),
    ),
    ("sorted along the wrong axis", "the axis", _dim_last(known.sort)),
    ("last two not compared", "the upper end of the loop", _last_two),
    ("magnitudes sorted", "an absolute value", _of_magnitudes(known.sort)),
    ("not sorted at all", "whether the loop runs", lambda input, **given: times(input, 1.0)),
    ("sorted with the sign changed", "the key of the comparison", lambda input, **given: -known.sort(input, **given)),
)
mistakes_of(
    "topk",
    (
        "smallest in place of largest",
        "largest=",
        lambda input, **given: known.topk(input, **{**given, "largest": not given.get("largest", True)}),
    ),
    (
        "first elements in place of the largest",
        "whether they are sorted",
        lambda input, *, k, dim=-1, **given: cut(input, dim, slice(None, k)),
    ),
)


def _moved(index: Any, extent: int) -> np.ndarray:
    return np.asarray((np.asarray(index) + 1) % extent)


def _cyclic(input: Any, *, dim: int, index: Any) -> Any:
    return known.gather(input, dim=dim, index=_moved(index, input.shape[dim]))


def _first(input: Any, *, dim: int, index: Any) -> Any:
    return known.gather(input, dim=dim, index=np.zeros_like(index))


def _other_dim(input: Any, *, dim: int, index: Any) -> Any:
    axes = [axis for axis in range(input.ndim) if axis != dim % input.ndim and input.shape[axis] == input.shape[dim]]
    need(axes, "the shape tells")
    return known.gather(input, dim=axes[-1], index=index)


mistakes_of(
    "gather",
    ("gathered one place further", "places counted from 0 or 1", _cyclic),
    ("first element gathered everywhere", "whether the index is used", _first),
    ("gathered along another axis", "the axis", _other_dim),
    (
        "gathered from behind",
        "the sign of the index",
        lambda input, *, dim, index: known.gather(input, dim=dim, index=-1 - np.asarray(index)),
    ),
    (
        "index sorted",
        "the order of the index",
        lambda input, *, dim, index: known.gather(input, dim=dim, index=np.sort(index, axis=dim)),
    ),
    ("gathered elements with their sign changed", "the sign", lambda input, **given: -known.gather(input, **given)),
)
mistakes_of(
    "embedding",
    (
        "row one further",
        "tokens counted from 0 or 1",
        lambda weight, *, input: known.embedding(weight, input=_moved(input, weight.shape[0])),
    ),
    (
        "first row everywhere",
        "whether the number is used",
        lambda weight, *, input: known.embedding(weight, input=np.zeros_like(input)),
    ),
    (
        "rows from behind",
        "the sign of the number",
        lambda weight, *, input: known.embedding(weight, input=-1 - np.asarray(input)),
    ),
    (
        "rows scaled by √d",
        "a scale of the embedding",
        lambda weight, **given: times(known.embedding(weight, **given), weight.shape[-1] ** 0.5),
    ),
    (
        "tokens reversed",
        "the order of the tokens",
        lambda weight, *, input: known.embedding(weight, input=np.flip(input)),
    ),
    ("rows with their sign changed", "the sign", lambda weight, **given: -known.embedding(weight, **given)),
)


def _other_side(input: Any, *, pad: Any, value: float = 0.0) -> Any:
    swapped = [pad[at ^ 1] for at in range(len(pad))]
    need(list(swapped) != list(pad), "the same on both sides")
    return known.pad(input, pad=swapped, value=value)


def _other_axes(input: Any, *, pad: Any, value: float = 0.0) -> Any:
    need(len(pad) > 2 and input.shape[-1] == input.shape[-2], "the shape tells")
    return known.pad(input, pad=[*pad[2:4], *pad[:2], *pad[4:]], value=value)


def _value(change: Changed) -> Changed:
    return lambda input, *, pad, value=0.0: known.pad(input, pad=pad, value=change(value))


mistakes_of(
    "pad",
    ("padded on the other side", "before or behind", _other_side),
    ("padded along the other axes", "the last axis comes first", _other_axes),
    ("padded with 1 more", "the value", _value(lambda value: value + 1.0)),
    ("padded with the value's negative", "the value", _value(lambda value: -value if value else -1.0)),
    ("padded elements with their sign changed", "the sign", lambda input, **given: -known.pad(input, **given)),
    (
        "what is padded set to the value",
        "which elements are inside",
        lambda input, *, pad, value=0.0: known.pad(times(input, 0.0), pad=pad, value=value),
    ),
)
for _cell in ("rnn_tanh_cell", "gru_cell", "lstm_cell_state", "lstm_cell"):
    _operation = find_operation(_cell).definition
    mistakes_of(
        _cell,
        (
            f"state left out of {_cell}",
            "the recurrent product",
            lambda input, hx, *rest, _op=_operation: _op(input, times(hx, 0.0), *rest),
        ),
        (f"{_cell} with its sign changed", "the sign", lambda *given, _op=_operation: -_op(*given)),
        (
            f"input left out of {_cell}",
            "the product with the input",
            lambda input, *rest, _op=_operation: _op(times(input, 0.0), *rest),
        ),
    )


def _reset_before(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """tanh(W x + U (r h) + c): the reset gate applied to the state."""
    size = hx.shape[-1]
    one = hx.__array_namespace__().asarray(1.0)
    given, state = linear(input, w_ih, b_ih), linear(hx, w_hh, b_hh)
    reset = sigmoid(given[..., :size] + state[..., :size])
    update = sigmoid(given[..., size : 2 * size] + state[..., size : 2 * size])
    inner = linear(reset * hx, w_hh[2 * size :, :], None if b_hh is None else b_hh[2 * size :])
    return (one - update) * tanh(given[..., 2 * size :] + inner) + update * hx


def _gates(order: tuple[int, ...], operation: Changed, states: int) -> Changed:
    """Gates packed in another order."""

    def changed(*given: Any) -> Any:
        front, weights = given[: 1 + states], given[1 + states :]
        size = weights[1].shape[-1]
        rows = np.concatenate([np.arange(size * at, size * (at + 1)) for at in order])
        return operation(*front, *(None if part is None else part[rows] for part in weights))

    return changed


mistakes_of(
    "gru_cell",
    ("reset gate on the state", "whether the reset gate comes before the product", _reset_before),
    ("update gate first", "the order in which the gates are packed", _gates((1, 0, 2), cells.gru_cell, 1)),
)
for _name in ("lstm_cell_state", "lstm_cell"):
    _operation = find_operation(_name).definition
    _words = f"forget gate first in {_name}"
    mistakes_of(_name, (_words, "the order in which the gates are packed", _gates((1, 0, 2, 3), _operation, 2)))
