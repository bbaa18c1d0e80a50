"""Matrix products of the fast engine: midpoints by BLAS, radii with as few further products as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lastdigit.enclosure.upward import TINY, gamma, matmul_up, norms_up, raised, where_finite

if TYPE_CHECKING:
    from lastdigit.enclosure.fast import FastBalls

U = 2.0**-53
"""Unit roundoff of float64."""

SMALLEST = 2.0**-1074
"""The smallest positive float64: more than the underflow of a product by u, whatever multiplies it later."""

Ball = tuple[np.ndarray, np.ndarray]


def matrix_product(a: FastBalls, b: FastBalls) -> Ball:
    """A B: |A'B' − fl(A B)| ≤ rad A (|B| + rad B) + |A| rad B + γₙ|A||B|, n products to a sum, in any order.

    Rump 1999, algorithm 4.5, with the rounding of the midpoints' product bounded by Higham 2002, eq. 3.13, instead of a
    second product in another rounding mode. If both are known exactly, |A||B| is at most the product of the rows' and
    columns' norms (Cauchy–Schwarz), and no second matrix product is needed.
    """
    n = a.shape[-1]
    mid = a.mid @ b.mid
    rounding = gamma(n, U)
    if a.is_exact and b.is_exact and a.ndim > 1 and b.ndim > 1:
        columns = np.swapaxes(norms_up(np.swapaxes(b.mid, -1, -2)), -1, -2)
        return mid, product_of_norms(norms_up(a.mid), columns, rounding)
    if b.is_exact:
        radius = matmul_up(a.rad + (rounding * np.abs(a.mid) + SMALLEST), b.magnitudes())
    else:
        radius = matmul_up(np.abs(a.mid), b.rad + (rounding * np.abs(b.mid) + SMALLEST))
        if not a.is_exact:
            radius = radius + matmul_up(a.radii, b.magnitudes())
    return mid, where_finite(mid, raised(radius))


def product_of_norms(rows: np.ndarray, columns: np.ndarray, relative: float, lost: float = 0.0) -> np.ndarray:
    """Upper bounds of ``relative`` |A||B| plus the underflow in A B: rows (…, n, 1), columns (…, 1, m) → (…, n, m).

    ``lost``: a bound on the earlier underflow in the norm of a row of A, which large columns may amplify. Elements
    whose product of norms approaches the overflow threshold are unknown.
    """
    least, largest = np.minimum.reduce, np.maximum.reduce
    size = float(largest(rows, axis=None, initial=0.0)) * float(largest(columns, axis=None, initial=0.0))
    rows = (relative + 2.0**-60) * (1.0 + 2.0**-40) * rows + (lost + 2.0 * SMALLEST)
    radius = np.asarray(rows * columns)
    if not float(least(rows, axis=None, initial=1.0)) * float(least(columns, axis=None, initial=1.0)) > TINY:
        radius += TINY
    return radius if size < 2.0**1000 else np.full_like(radius, np.inf)


def convex_combinations(weights: FastBalls, v: FastBalls) -> Ball:
    """W V where the exact rows of W are non-negative and sum to one: centred on c, the median of each column of V.

    W'V' − W V = (W' − W)(V − c) + (ΣW' − ΣW) c + W'(V' − V), and ΣW' = 1, so the uncertainty of the weights is
    multiplied by the spread of the values and not by their size. W being fl(E ÷ fl(ΣE)), its own sum is 1 up to m + 2
    roundings. weights (…, n, m) or (m,), v (…, m, c).
    """
    m = weights.shape[-1]
    if v.ndim < 2 or m == 0:
        return matrix_product(weights, v)
    mid = weights.mid @ v.mid
    centre, spread = v.spread.centre, v.spread.distances
    rounding = gamma(m + 2, U)
    unsure = np.multiply(weights.mid, rounding)
    unsure += weights.rad
    radius = matmul_up(unsure, spread)
    radius += 4.0 * rounding * np.abs(centre if weights.ndim > 1 else centre[..., 0, :])
    if not v.is_exact:
        radius += matmul_up(np.minimum(weights.mid + weights.rad, 1.0 + 2.0**-50), v.radii)
    return mid, where_finite(mid, raised(radius))
