"""Input expressions: their kinds, and the number of arrays in one with its derived inputs expanded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lastdigit.base.errors import LastdigitError, told
from lastdigit.cases.case import Derived, InputExpression

MOST_ARRAYS = 1000
"""The most arrays in an expression."""
MOST_STEPS = 50
"""The most nested derived inputs."""
LARGEST_IDENTITY = 2048

_KEYS: Mapping[str, dict[str, type]] = {
    "eye": {"eye": int},
    "join": {"join": list, "axis": int},
    "of": {"of": object, "row": int},
}
_OPTIONAL = {"axis"}


class InvalidExpression(LastdigitError):
    """An input expression that is not an array, or has too many parts; ``expected`` and ``found`` say why."""

    def __init__(self, expected: str, found: str) -> None:
        self.expected, self.found = expected, found
        super().__init__(f"expected {expected}, found {found}")


def check_expression(expression: InputExpression) -> None:
    """Check the form of an input expression; raises :class:`InvalidExpression`."""
    if isinstance(expression, str):
        return
    kind = next((key for key in _KEYS if isinstance(expression, dict) and key in expression), None)
    if kind is not None:
        known = _KEYS[kind]
        for key, value in expression.items():
            if key not in known or not isinstance(value, known[key]) or isinstance(value, bool):
                raise InvalidExpression(f"{kind} with {' and '.join(known)}", told(expression))
        if known.keys() - expression.keys() - _OPTIONAL:
            raise InvalidExpression(f"{kind} with {' and '.join(known)}", told(expression))
        if kind == "eye" and not 0 <= expression["eye"] <= LARGEST_IDENTITY:
            raise InvalidExpression(f"an identity of at most {LARGEST_IDENTITY} rows", told(expression))
    elif not isinstance(expression, list):
        raise InvalidExpression("a name, a list, eye, join or of", told(expression))
    if expression in ([], {"join": []}):
        raise InvalidExpression("at least one array", told(expression))
    for part in parts_of(expression):
        check_expression(part)


def parts_of(expression: InputExpression) -> Iterator[InputExpression]:
    """The subexpressions of an expression."""
    if isinstance(expression, list):
        yield from expression
    elif isinstance(expression, dict):
        yield from expression.get("join", ())
        if "of" in expression:
            yield expression["of"]


def names_in(expression: InputExpression) -> Iterator[str]:
    """Every name in an expression."""
    if isinstance(expression, str):
        yield expression
    for part in parts_of(expression):
        yield from names_in(part)


class Counter:
    """Counts the arrays of expressions in which names may refer to ``derived`` inputs."""

    def __init__(self, derived: Mapping[str, Derived]) -> None:
        self._derived = derived
        self._known: dict[str, tuple[int, int]] = {}

    def check(self, expression: InputExpression) -> None:
        """Raise :class:`InvalidExpression` for too many arrays, and for a circular definition."""
        self._count(expression, ())

    def _count(self, expression: InputExpression, way: tuple[str, ...]) -> tuple[int, int]:
        """The number of arrays, and the depth of nested derived inputs."""
        if isinstance(expression, str):
            if expression in self._derived and expression not in self._known:
                self._known[expression] = self._of_derived(expression, way)
            return self._known.get(expression, (1, 0))
        return _together([self._count(part, way) for part in parts_of(expression)], "an input")

    def _of_derived(self, name: str, way: tuple[str, ...]) -> tuple[int, int]:
        if name in way:
            circle = " → ".join((*way[way.index(name) :], name))
            raise InvalidExpression("derived inputs without a cycle", circle)
        inputs = self._derived[name].inputs.values()
        below = [(0, 0)] if len(way) == MOST_STEPS else [self._count(part, (*way, name)) for part in inputs]
        total, depth = _together(below, name)
        if depth >= MOST_STEPS or len(way) == MOST_STEPS:
            raise InvalidExpression(f"at most {MOST_STEPS} nested derived inputs", f"more, at {name}")
        return total, depth + 1


def _together(parts: list[tuple[int, int]], name: str) -> tuple[int, int]:
    total = 1 + sum(count for count, _ in parts)
    if total > MOST_ARRAYS:
        raise InvalidExpression(f"{name} to combine at most {MOST_ARRAYS} arrays", str(total))
    return total, max((depth for _, depth in parts), default=0)
