"""The part of a result's typical errors that is not linear in the roundings of its steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.finer import FINER
from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly


@dataclass(frozen=True, eq=False)
class NonlinearErrors:
    """A ``bias`` and a deviation ``sigma`` for every element of a result, in any one shape."""

    bias: np.ndarray
    sigma: np.ndarray

    def reach(self, sizes: np.ndarray) -> bool:
        """Whether some element's exceed this size."""
        return bool(np.any(~(self.bias + self.sigma <= sizes)))

    def at_most(self, measured: np.ndarray) -> NonlinearErrors:
        """With ``measured`` as a bias wherever that is less."""
        less = measured < self.bias + self.sigma
        return NonlinearErrors(np.where(less, measured, self.bias), np.where(less, 0.0, self.sigma))

    def uncertain(self, radius: np.ndarray) -> NonlinearErrors:
        """With the half-widths of exact values that are not known exactly."""
        return NonlinearErrors(self.bias + radius, self.sigma)

    def in_shape(self, shape: tuple[int, ...]) -> NonlinearErrors:
        """The same in another shape."""
        return NonlinearErrors(self.bias.reshape(shape), self.sigma.reshape(shape))


def nonlinear_errors(values: np.ndarray, typical: Typical, finer: Typical) -> NonlinearErrors:
    """What a typical error's bias and deviation have that is not linear, by the error where all roundings are finer.

    Every term is a product of non-negative roundings: what a 1,024 times finer arithmetic leaves,
    multiplied by that, is the part that is linear.
    """
    with quietly():
        found = []
        for coarse, fine in zip(*(_bias_and_sigma(values, each) for each in (typical, finer)), strict=True):
            rest = np.maximum(coarse - FINER * fine, 0.0)
            found.append(np.where(np.isnan(rest), np.inf, rest))
        return NonlinearErrors(*found)


def _bias_and_sigma(values: np.ndarray, typical: Typical) -> tuple[np.ndarray, np.ndarray]:
    bias = np.broadcast_to(typical.bias, values.shape) + typical.factor * np.abs(values)
    return bias, np.broadcast_to(typical.sigma, values.shape)
