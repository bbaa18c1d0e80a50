"""Reverse mode: arrays that record what they were computed from, and the pass from a result back to an argument."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from lastdigit.functions import plus
from lastdigit.operations.gradients.places import scattered, unbroadcast

Pull = Callable[[Any], Any]
"""From the cotangent of a result to that of one of the arrays from which it was computed."""

_NUMBERS: Iterator[int] = itertools.count()


class Traced:
    """An array ``inner`` of any engine, with the pullbacks to the arrays from which it was computed.

    An array that does not depend on the argument has no pullbacks: it is a constant.
    """

    __array_priority__ = 200

    is_variable: bool

    def __init__(self, inner: Any, *parents: tuple[Traced, Pull]) -> None:
        self.inner = inner
        self.parents = [(parent, pull) for parent, pull in parents if parent.is_variable]
        self.is_variable = bool(self.parents)
        self.number = next(_NUMBERS)

    @classmethod
    def variable(cls, inner: Any) -> Traced:
        """The argument of the gradient."""
        found = cls(inner)
        found.is_variable = True
        return found

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return tuple(self.inner.shape)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def mT(self) -> Traced:
        """The transpose of the last two axes."""
        return Traced(self.inner.mT, (self, lambda g: g.mT))

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        from lastdigit.operations.gradients.steps import STEPS

        return STEPS.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> Any:
        """The functions of the array API that definitions use."""
        from lastdigit.operations.gradients.functions import TracedNamespace

        return TracedNamespace(self.inner.__array_namespace__())

    def __getitem__(self, key: Any) -> Traced:
        return Traced(self.inner[key], (self, lambda g: scattered(g, key, self.shape)))

    def __neg__(self) -> Traced:
        return Traced(-self.inner, (self, lambda g: -g))

    def __add__(self, other: Traced) -> Traced:
        return Traced(self.inner + other.inner, self._as_it_is, other._as_it_is)

    def __sub__(self, other: Traced) -> Traced:
        return Traced(self.inner - other.inner, self._as_it_is, (other, lambda g: -unbroadcast(g, other.shape)))

    def __mul__(self, other: Traced) -> Traced:
        return Traced(
            self.inner * other.inner,
            (self, lambda g: unbroadcast(g * other.inner, self.shape)),
            (other, lambda g: unbroadcast(g * self.inner, other.shape)),
        )

    def __truediv__(self, other: Traced) -> Traced:
        quotient = self.inner / other.inner
        return Traced(
            quotient,
            (self, lambda g: unbroadcast(g / other.inner, self.shape)),
            (other, lambda g: -unbroadcast(g * quotient / other.inner, other.shape)),
        )

    def __matmul__(self, other: Traced) -> Traced:
        if self.ndim == 1 or other.ndim == 1:
            return self._with_a_vector(other)
        return Traced(
            self.inner @ other.inner,
            (self, lambda g: unbroadcast(g @ other.inner.mT, self.shape)),
            (other, lambda g: unbroadcast(self.inner.mT @ g, other.shape)),
        )

    def _with_a_vector(self, other: Traced) -> Traced:
        left = self[None, :] if self.ndim == 1 else self
        right = other[:, None] if other.ndim == 1 else other
        product = left @ right
        product = product[..., 0, :] if self.ndim == 1 else product
        return product[..., 0] if other.ndim == 1 else product

    @property
    def _as_it_is(self) -> tuple[Traced, Pull]:
        return self, lambda g: unbroadcast(g, self.shape)


def cotangent_of(argument: Traced, result: Traced, cotangent: Any) -> Any:
    """The cotangent of the argument for a ``cotangent`` of the result; None if the result does not depend on it."""
    return next((g for node, g in cotangents(result, cotangent) if node is argument), None)


def cotangents(result: Traced, cotangent: Any) -> Iterator[tuple[Traced, Any]]:
    """The result and all variables from which it was computed, in reverse order, each with its cotangent."""
    waiting: dict[int, tuple[Traced, Any]] = {result.number: (result, cotangent)} if result.is_variable else {}
    while waiting:
        node, g = waiting.pop(max(waiting))
        yield node, g
        for parent, pull in node.parents:
            pulled = pull(g)
            if parent.number in waiting:
                pulled = plus(waiting[parent.number][1], pulled)
            waiting[parent.number] = parent, pulled
