"""One array in several arithmetics: what depends on exact values alone is computed once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.operators import Operators
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.sharing import sharing

_TOGETHER: dict[str, Callable[..., Any]] = {}


def read_together(operation: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register an evaluation of ``operation`` in all arithmetics at once, instead of one after another."""

    def register(reading: Callable[..., Any]) -> Callable[..., Any]:
        _TOGETHER[operation] = reading
        return reading

    return register


class InModels(Operators):
    """Rounded balls of the same exact values in several arithmetics; definitions use it like any other array."""

    def __init__(self, readings: Sequence[RoundedBalls]) -> None:
        self.readings = tuple(readings)

    @classmethod
    def of(cls, readings: Sequence[RoundedBalls | None]) -> InModels | None:
        """The same argument in each arithmetic; None for an omitted one."""
        given = [reading for reading in readings if reading is not None]
        if not given:
            return None
        value = given[0].value
        return cls([RoundedBalls(value, each.bound, each.arithmetic, each.typical) for each in given])

    @property
    def value(self) -> Balls:
        """The exact values."""
        return self.readings[0].value

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.readings[0].shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.readings[0].ndim

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        if name in _TOGETHER:
            return _TOGETHER[name]
        theorem = RoundedBalls.__operation__(name)
        return None if theorem is None else partial(_each, theorem)

    def __array_namespace__(self, api_version: str | None = None) -> ModelsNamespace:
        """The functions of the array API that definitions use."""
        return ModelsNamespace([reading.__array_namespace__() for reading in self.readings])

    def applied(self, function: Callable[..., Any], *others: Any) -> InModels:
        """The result of a function of rounded balls in each arithmetic."""
        return _each(function, self, *others)


class ModelsNamespace:
    """The functions of the array API, each called for one arithmetic after another."""

    def __init__(self, namespaces: Sequence[Any]) -> None:
        self._namespaces = namespaces

    def __getattr__(self, name: str) -> Callable[..., InModels]:
        return partial(_in_turn, [getattr(namespace, name) for namespace in self._namespaces])


def _each(function: Callable[..., RoundedBalls], *given: Any, **chosen: Any) -> InModels:
    return _in_turn([function] * len(given[0].readings), *given, **chosen)


def _in_turn(functions: Sequence[Callable[..., RoundedBalls]], *given: Any, **chosen: Any) -> InModels:
    with sharing():
        return InModels(
            [
                function(*(_of(index, argument) for argument in given), **chosen)
                for index, function in enumerate(functions)
            ]
        )


def _of(index: int, argument: Any) -> Any:
    """An argument in one arithmetic; lists of arrays too."""
    if isinstance(argument, InModels):
        return argument.readings[index]
    return [_of(index, each) for each in argument] if isinstance(argument, list) else argument
