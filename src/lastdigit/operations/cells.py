"""Cells of recurrent networks."""

from __future__ import annotations

from typing import Any

from lastdigit.functions import sigmoid, tanh
from lastdigit.operations.linear import linear
from lastdigit.operations.operation import operation


def _parts(x: Any, count: int) -> list[Any]:
    size = x.shape[-1] // count
    return [x[..., size * at : size * (at + 1)] for at in range(count)]


@operation
def rnn_tanh_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """tanh(W x + b + U h + c): input (b, n), hx (b, m), w_ih (m, n), w_hh (m, m), b_ih (m,), b_hh (m,) → (b, m)."""
    return tanh(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh))


@operation
def gru_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next state: input (b, n), hx (b, m), w_ih (3m, n), w_hh (3m, m), b_ih (3m,), b_hh (3m,) → (b, m).

    Gates are packed as reset, update, new; the reset gate multiplies U h + c (Cho et al. 2014).
    """
    one = input.__array_namespace__().asarray(1.0)
    (r, z, n), (hr, hz, hn) = _parts(linear(input, w_ih, b_ih), 3), _parts(linear(hx, w_hh, b_hh), 3)
    update = sigmoid(z + hz)
    return (one - update) * tanh(n + sigmoid(r + hr) * hn) + update * hx


@operation
def lstm_cell_state(input: Any, hx: Any, cx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next cell state: input (b, n), hx (b, m), cx (b, m), w_ih (4m, n), w_hh (4m, m), b_ih (4m,) → (b, m).

    Gates are packed as input, forget, cell, output (Hochreiter and Schmidhuber 1997).
    """
    i, f, g, _ = _parts(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh), 4)
    return sigmoid(f) * cx + sigmoid(i) * tanh(g)


@operation
def lstm_cell(input: Any, hx: Any, cx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next output, σ(o) tanh(cell state): arguments as in :func:`lstm_cell_state`."""
    output = _parts(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh), 4)[3]
    return sigmoid(output) * tanh(lstm_cell_state(input, hx, cx, w_ih, w_hh, b_ih, b_hh))
