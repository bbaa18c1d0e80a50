"""Affine forms: evaluates definitions as affine functions of unknown draws.

Every element is constant + Σ coefficient · unit, within a radius, where the units are uniform numbers in [0, 1].
Anything not affine in the units raises :class:`NotAffine`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.cases.inputs import Input

SLACK = 2.0**-50
"""Relative rounding error of one float64 operation, times four: a bound that covers its neighbours as well."""


class NotAffine(LastdigitError):
    """A definition with a product of draws or a nonlinear function of them."""


class AffineForms:
    """An array of affine forms: ``constant`` and ``radius`` (…), ``coefficients`` (…, units)."""

    __array_priority__ = 100

    def __init__(self, constant: np.ndarray, coefficients: np.ndarray, radius: np.ndarray) -> None:
        self.constant, self.coefficients, self.radius = constant, coefficients, radius

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.constant.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.constant.ndim

    @property
    def mT(self) -> AffineForms:
        """The transpose of the last two axes."""
        swapped = (np.swapaxes(part, -1, -2) for part in (self.constant, self.radius))
        constant, radius = swapped
        return AffineForms(constant, np.swapaxes(self.coefficients, -2, -3), radius)

    @property
    def magnitudes(self) -> np.ndarray:
        """Upper bounds of the absolute values."""
        return np.asarray(np.abs(self.constant) + np.abs(self.coefficients).sum(axis=-1) + self.radius)

    @property
    def is_constant(self) -> bool:
        """Whether no element depends on a draw."""
        return not np.any(self.coefficients)

    def __array_namespace__(self, api_version: str | None = None) -> type[AffineNamespace]:
        """The functions of the array API that definitions use."""
        return AffineNamespace

    def __getitem__(self, key: Any) -> AffineForms:
        trailing = (*key, slice(None)) if isinstance(key, tuple) else (key, ..., slice(None))
        return AffineForms(
            np.asarray(self.constant[key]), np.asarray(self.coefficients[trailing]), np.asarray(self.radius[key])
        )

    def __neg__(self) -> AffineForms:
        return AffineForms(-self.constant, -self.coefficients, self.radius)

    def __add__(self, other: AffineForms) -> AffineForms:
        summed = AffineForms(
            self.constant + other.constant, self.coefficients + other.coefficients, self.radius + other.radius
        )
        return AffineForms(summed.constant, summed.coefficients, summed.radius + SLACK * summed.magnitudes)

    def __sub__(self, other: AffineForms) -> AffineForms:
        return self + -other

    def __mul__(self, other: AffineForms) -> AffineForms:
        if not self.is_constant:
            if not other.is_constant:
                raise NotAffine("a product of draws")
            return other * self
        radius = self.magnitudes * other.radius + self.radius * other.magnitudes
        coefficients = self.constant[..., np.newaxis] * other.coefficients
        radius = radius + SLACK * self.magnitudes * other.magnitudes
        return AffineForms(self.constant * other.constant, coefficients, radius)

    def __truediv__(self, other: AffineForms) -> AffineForms:
        if not other.is_constant or np.any(other.radius >= np.abs(other.constant)):
            raise NotAffine("a quotient by draws")
        inverse = 1.0 / other.constant
        radius = other.radius / (np.abs(other.constant) * (np.abs(other.constant) - other.radius))
        return self * AffineForms(inverse, np.zeros_like(other.coefficients), radius + SLACK * np.abs(inverse))

    def __matmul__(self, other: AffineForms) -> AffineForms:
        if not self.is_constant and not other.is_constant:
            raise NotAffine("a product of draws")
        if other.ndim == 1:
            other = AffineForms(
                other.constant[:, np.newaxis], other.coefficients[:, np.newaxis], other.radius[:, np.newaxis]
            )
            return (self @ other)[..., 0]
        if self.ndim == 1:
            return (self[np.newaxis] @ other)[..., 0, :]
        slack = SLACK * (self.shape[-1] + 2)
        radius = self.magnitudes @ other.radius + self.radius @ other.magnitudes
        radius = radius + slack * (self.magnitudes @ other.magnitudes)
        if self.is_constant:
            coefficients = np.einsum("...ij,...jku->...iku", self.constant, other.coefficients)
        else:
            coefficients = np.einsum("...iju,...jk->...iku", self.coefficients, other.constant)
        return AffineForms(self.constant @ other.constant, coefficients, radius)


class AffineNamespace:
    """The functions of the array API that keep a form affine; every other one raises :class:`NotAffine`."""

    @staticmethod
    def asarray(value: Any) -> AffineForms:
        """A number or an array of exactly known numbers."""
        if isinstance(value, AffineForms):
            return value
        array = np.asarray(value, dtype=np.float64)
        return AffineForms(array, np.zeros((*array.shape, 1)), np.zeros(array.shape))

    @staticmethod
    def sqrt(x: AffineForms) -> AffineForms:
        """The square root of elements independent of draws."""
        if not x.is_constant or np.any(x.radius):
            raise NotAffine("the square root of draws")
        root = np.sqrt(x.constant)
        return AffineForms(root, x.coefficients, SLACK * root)

    @staticmethod
    def sum(x: AffineForms, *, axis: int, keepdims: bool = False) -> AffineForms:
        """The sum along an axis."""
        axis = axis % x.ndim
        slack = SLACK * (x.shape[axis] + 1) * x.magnitudes.sum(axis=axis, keepdims=keepdims)
        return AffineForms(
            x.constant.sum(axis=axis, keepdims=keepdims),
            x.coefficients.sum(axis=axis, keepdims=keepdims),
            x.radius.sum(axis=axis, keepdims=keepdims) + slack,
        )

    @staticmethod
    def mean(x: AffineForms, *, axis: int, keepdims: bool = False) -> AffineForms:
        """The mean along an axis."""
        return AffineNamespace.sum(x, axis=axis, keepdims=keepdims) / AffineNamespace.asarray(x.shape[axis])

    @staticmethod
    def reshape(x: AffineForms, shape: tuple[int, ...]) -> AffineForms:
        """The same elements in another shape."""
        units = x.coefficients.shape[-1]
        return AffineForms(x.constant.reshape(shape), x.coefficients.reshape(*shape, units), x.radius.reshape(shape))

    @staticmethod
    def permute_dims(x: AffineForms, axes: tuple[int, ...]) -> AffineForms:
        """The axes in another order."""
        coefficients = x.coefficients.transpose(*axes, x.ndim)
        return AffineForms(x.constant.transpose(axes), coefficients, x.radius.transpose(axes))

    @staticmethod
    def concat(arrays: Sequence[AffineForms], *, axis: int = 0) -> AffineForms:
        """Concatenate arrays along an axis."""
        axis = axis % arrays[0].ndim
        constant, coefficients, radius = _parts(arrays)
        return AffineForms(*(np.concatenate(part, axis=axis) for part in (constant, coefficients, radius)))

    @staticmethod
    def stack(arrays: Sequence[AffineForms], *, axis: int = 0) -> AffineForms:
        """Stack arrays along a new axis."""
        axis = axis % (arrays[0].ndim + 1)
        constant, coefficients, radius = _parts(arrays)
        return AffineForms(*(np.stack(part, axis=axis) for part in (constant, coefficients, radius)))

    @staticmethod
    def exp(x: AffineForms) -> AffineForms:
        """Raises :class:`NotAffine`."""
        raise NotAffine("the exponential of draws")

    max = maximum = where = exp


def known(given: Input, units: int) -> AffineForms:
    """An input that no draw affects; every element lies in its interval."""
    centre = np.array([float(value) for value in given.centre])
    ends = zip(given.low, given.high, strict=True)
    radius = np.array([math.nextafter(float((high - low) / 2), math.inf) if high > low else 0.0 for low, high in ends])
    radius = radius + SLACK * np.abs(centre)
    shape = given.shape
    return AffineForms(centre.reshape(shape), np.zeros((*shape, units)), radius.reshape(shape))


def _parts(arrays: Sequence[AffineForms]) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]:
    return [a.constant for a in arrays], [a.coefficients for a in arrays], [a.radius for a in arrays]
