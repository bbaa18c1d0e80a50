"""Arrays with a shape and no elements: definitions are evaluated on them for the shape and size of the result."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.base.errors import told
from lastdigit.enclosure.further import Further

MOST_ELEMENTS = 1 << 24
"""The most elements of any intermediate array of a case."""


class Shaped:
    """The shape of an array, as one that stores a single number for all of its elements.

    Raises ValueError, TypeError or IndexError, as an array would, for incompatible or too large shapes.
    """

    __slots__ = ("view",)
    __array_ufunc__ = None

    def __init__(self, view: np.ndarray) -> None:
        self.view = view

    @classmethod
    def of(cls, shape: Sequence[int]) -> Shaped:
        """An array of this shape; raises ValueError for one of too many elements."""
        if math.prod(shape) > MOST_ELEMENTS or max(shape, default=0) > MOST_ELEMENTS:
            raise ValueError(
                f"an array of shape {tuple(shape)} as an intermediate result, of more than {MOST_ELEMENTS} elements"
            )
        return cls(np.broadcast_to(np.int8(0), tuple(shape)))

    @property
    def shape(self) -> tuple[int, ...]:
        """Its extents."""
        return self.view.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.view.ndim

    @property
    def mT(self) -> Shaped:
        """The transpose of the last two axes."""
        return Shaped(np.swapaxes(self.view, -1, -2))

    def __array_namespace__(self, api_version: str | None = None) -> type[ShapedNamespace]:
        return ShapedNamespace

    def __getitem__(self, key: Any) -> Shaped:
        return Shaped(np.asarray(self.view[key]))

    def __neg__(self) -> Shaped:
        return self

    def __matmul__(self, other: Shaped) -> Shaped:
        one, two = self.shape, other.shape
        if not one or not two:
            raise ValueError("a product of matrices with a single number")
        left, right = (1, *one) if len(one) == 1 else one, (*two, 1) if len(two) == 1 else two
        if left[-1] != right[-2]:
            raise ValueError(f"a product of shapes {one} and {two}")
        batch = np.broadcast_shapes(left[:-2], right[:-2])
        return Shaped.of((*batch, *left[-2:-1][: len(one) - 1], *right[-1:][: len(two) - 1]))

    def _with(self, other: Any) -> Shaped:
        if not isinstance(other, (Shaped, np.ndarray, np.number, int, float)):
            raise TypeError(f"an array together with {told(other)}")
        shape = () if isinstance(other, (int, float)) else other.shape
        return Shaped.of(np.broadcast_shapes(self.shape, shape))

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _with


class ShapedNamespace(metaclass=Further):
    """The functions of the array API that definitions use."""

    further = "lastdigit.cases.shaped_functions:ShapedFunctions"

    @staticmethod
    def asarray(value: Any) -> Shaped:
        """The shape of a number or array."""
        return value if isinstance(value, Shaped) else Shaped.of(np.asarray(value, dtype=np.float64).shape)

    @staticmethod
    def exp(x: Shaped) -> Shaped:
        """The same shape."""
        return x

    sqrt = exp

    @staticmethod
    def maximum(x: Shaped, y: Shaped) -> Shaped:
        """The broadcast shape."""
        return x + y

    @staticmethod
    def sum(x: Shaped, *, axis: int, keepdims: bool = False) -> Shaped:
        """The shape without an axis."""
        shape = list(x.shape)
        shape[axis] = 1
        if not keepdims:
            del shape[axis]
        return Shaped.of(shape)

    mean = max = sum

    @staticmethod
    def where(condition: np.ndarray, x: Any, y: Any) -> Shaped:
        """The broadcast shape."""
        return Shaped.of(
            np.broadcast_shapes(
                *(np.shape(one) if not isinstance(one, Shaped) else one.shape for one in (condition, x, y))
            )
        )

    @staticmethod
    def reshape(x: Shaped, shape: Sequence[int]) -> Shaped:
        """The same elements in a new shape; one extent may be −1, to be inferred."""
        size, extents = math.prod(x.shape), [operator.index(extent) for extent in shape]
        rest = math.prod(extent for extent in extents if extent != -1)
        if extents.count(-1) == 1 and rest > 0 and size % rest == 0:
            extents[extents.index(-1)] = size // rest
        if min(extents, default=0) < 0 or math.prod(extents) != size:
            raise ValueError(f"shape {x.shape} as {tuple(shape)}")
        return Shaped.of(extents)

    @staticmethod
    def permute_dims(x: Shaped, axes: Sequence[int]) -> Shaped:
        """The shape with permuted axes."""
        return Shaped(np.transpose(x.view, axes))

    @staticmethod
    def stack(arrays: Sequence[Shaped], *, axis: int = 0) -> Shaped:
        """The shape with a new axis."""
        if len({one.shape for one in arrays}) != 1 or axis != 0:
            raise ValueError(f"a stack of shapes {', '.join(str(one.shape) for one in arrays) or 'none'}")
        return Shaped.of((len(arrays), *arrays[0].shape))

    @staticmethod
    def concat(arrays: Sequence[Shaped], *, axis: int = 0) -> Shaped:
        """The shape of arrays joined along an axis."""
        shape = list(arrays[0].shape)
        rests = [one.shape[:axis] + one.shape[axis:][1:] for one in arrays]
        if len(set(rests)) != 1 or len({one.ndim for one in arrays}) != 1:
            raise ValueError(f"shapes {', '.join(str(one.shape) for one in arrays)} joined along axis {axis}")
        shape[axis] = sum(one.shape[axis] for one in arrays)
        return Shaped.of(shape)
