"""Numba: loops compiled as they are written, and with the freedom that fastmath gives."""

import math

import numba
import numpy as np

from lastdigit import implements


def attend(q, k, v, seen):
    """q (n, d), k (m, d), v (m, c), seen (n, m) → (n, c), with a running maximum over the keys."""
    out = np.zeros((q.shape[0], v.shape[1]), q.dtype)
    scale = q.dtype.type(1 / math.sqrt(q.shape[1]))
    for i in range(q.shape[0]):
        highest, total = q.dtype.type(-np.inf), q.dtype.type(0)
        for j in range(k.shape[0]):
            if not seen[i, j]:
                continue
            score = q.dtype.type(0)
            for e in range(q.shape[1]):
                score += q[i, e] * k[j, e]
            score *= scale
            higher = max(highest, score)
            shrink, weight = np.exp(highest - higher), np.exp(score - higher)
            total = total * shrink + weight
            for e in range(v.shape[1]):
                out[i, e] = out[i, e] * shrink + weight * v[j, e]
            highest = higher
        for e in range(v.shape[1]):
            out[i, e] /= total
    return out


ordered = numba.njit(attend)
# Infinities must stay: the running maximum starts at −∞.
fast = numba.njit(attend, fastmath={"reassoc", "contract", "arcp", "nsz"})


def each_head(compiled, q, k, v, causal, mask):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    seen = np.broadcast_to(True if mask is None else mask, (q.shape[-2], k.shape[-2]))
    seen = np.tril(seen) if causal else seen.copy()
    heads = (compiled(*map(np.ascontiguousarray, each), seen) for each in zip(*map(flat, (q, k, v)), strict=True))
    return np.stack(list(heads)).reshape(*q.shape[:-1], v.shape[-1])


def flat(x):
    """(b, h, n, d) → (b·h, n, d)."""
    return x.reshape(-1, *x.shape[-2:])


@implements("scaled_dot_product_attention", variant="ordered", key_tile=1)
def ordered_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return each_head(ordered, q, k, v, causal, mask)


@implements("scaled_dot_product_attention", variant="fastmath", key_tile=1)
def fast_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return each_head(fast, q, k, v, causal, mask)


@implements("softmax", variant="fastmath")
@numba.njit(fastmath={"reassoc", "contract", "arcp", "nsz"})
def softmax(x):
    """x (…, n) → (…, n)."""
    rows = np.ascontiguousarray(x).reshape((-1, x.shape[-1]))
    out = np.empty_like(rows)
    for i in range(rows.shape[0]):
        out[i] = np.exp(rows[i] - rows[i].max())
        out[i] /= out[i].sum()
    return out.reshape(x.shape)
