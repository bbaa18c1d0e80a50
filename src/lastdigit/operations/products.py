"""Matrix products of all kinds: batches, vectors, scalars, diagonal and triangular matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations.linear import projection
from lastdigit.operations.operation import operation


@operation
def matmul(input: Any, other: Any) -> Any:
    """Σₖ aᵢₖ bₖⱼ: input (…, n, k) or (k,), other (…, k, m) or (k,) → (…, n, m), (…, n), (m,) or ()."""
    return projection(input, other)


@operation
def transposed_matmul(input: Any, other: Any, *, transpose_input: bool = False, transpose_other: bool = False) -> Any:
    """A product of matrices that may be stored transposed: input (…, n, k), other (…, k, m) → (…, n, m)."""
    return matmul(input.mT if transpose_input else input, other.mT if transpose_other else other)


@operation
def addmm(input: Any, mat1: Any, mat2: Any, *, beta: float = 1.0, alpha: float = 1.0) -> Any:
    """β C + α A B: input (n, m) or (m,), mat1 (n, k), mat2 (k, m) → (n, m)."""
    xp = mat1.__array_namespace__()
    product = matmul(mat1, mat2)
    product = product if alpha == 1.0 else product * xp.asarray(alpha)
    return product + (input if beta == 1.0 else input * xp.asarray(beta))


@operation
def multiply(input: Any, other: Any) -> Any:
    """a b, element by element: input (…), other (…) → (…); a scalar has no axes."""
    return input * other


@operation
def diagonal_matmul(diagonal: Any, other: Any) -> Any:
    """diag(a) B: diagonal (n,), other (n, m) → (n, m)."""
    return multiply(diagonal[:, np.newaxis], other)


@operation
def triangular_matmul(input: Any, other: Any, *, upper: bool) -> Any:
    """A triangle of A B, zeros elsewhere: input (n, n), other (n, n) → (n, n)."""
    product = matmul(input, other)
    rows, columns = product.shape[-2:]
    kept = np.triu(np.ones((rows, columns), dtype=bool)) if upper else np.tril(np.ones((rows, columns), dtype=bool))
    return product.__array_namespace__().where(np.broadcast_to(kept, product.shape), product, 0.0)
