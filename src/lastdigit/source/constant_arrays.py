"""The numbers of arrays that a constructor fills by sizes or ends that the source spells out: zeros, grids, counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from lastdigit.source.literals import UNKNOWN, Made, Value

_FILLED: Mapping[str, int] = {"zeros": 0, "ones": 1}
_COUNTS = frozenset(("range", "xrange", "arange"))
_SPACED = frozenset(("linspace", "logspace", "geomspace"))
MAKES = frozenset((*_FILLED, *_COUNTS, *_SPACED, "full", "eye", "identity", "diag"))
"""Functions whose arrays follow from their arguments alone."""
_LARGEST = 1000
"""The most numbers of an array that NumPy prints in full."""
_LARGEST_LOGARITHM = 700
"""That of the largest float is 709."""
_OF_SIZES = ("shape", "size", "N", "n")


def constant_array(name: str, given: Sequence[Value], named: Mapping[str | None, Value]) -> Value:
    """What a function of :data:`MAKES` returns; unknown if one of its arguments is, or if it is large."""
    if any(value is UNKNOWN for value in given):
        return UNKNOWN
    if name in _COUNTS:
        return _counted(given, named, is_list=name != "arange")
    if name in _SPACED:
        return _spaced(name, given, named)
    if name in ("eye", "identity"):
        return _unit_matrix(given, named)
    if name == "diag":
        return _diagonal(given[0]) if len(given) == 1 and not named else UNKNOWN
    given = list(given) or [named[key] for key in _OF_SIZES if key in named]
    filling = given.pop(1) if name == "full" and len(given) == 2 else named.get("fill_value", UNKNOWN)
    fill = _FILLED.get(name, filling)
    sizes = given[0] if given and isinstance(given[0], list) else given[:1] if name == "full" else _sizes(given)
    return _filled(sizes, fill) if type(fill) in (int, float, bool, complex) else UNKNOWN


def _sizes(given: Sequence[Value]) -> Sequence[Value]:
    """Sizes that are arguments of their own, as PyTorch takes them; NumPy's second argument is a dtype."""
    return [one for one in given if not isinstance(one, str)]


def _filled(sizes: Sequence[Value], fill: Value) -> Value:
    are_sizes = bool(sizes) and all(type(size) is int and size > 0 for size in sizes)
    if not are_sizes or math.prod(sizes) > _LARGEST:
        return UNKNOWN
    if len(sizes) == 1:
        return Made([fill] * sizes[0])
    return Made(list(_filled(sizes[1:], fill)) for _ in range(sizes[0]))


def _counted(given: Sequence[Value], named: Mapping[str | None, Value], *, is_list: bool) -> Value:
    ends = [*given, *(named[key] for key in ("start", "stop", "end", "step") if key in named)]
    are_numbers = all(type(end) is int or (type(end) is float and not is_list) for end in ends)
    if not 1 <= len(ends) <= 3 or not are_numbers:
        return UNKNOWN
    start, stop, step = (0, ends[0], 1) if len(ends) == 1 else (*ends[:2], *ends[2:], 1)[:3]
    count = math.ceil((stop - start) / step) if step and math.isfinite(stop) else 0
    if not 0 < count <= _LARGEST:
        return UNKNOWN
    return (list if is_list else Made)(start + at * step for at in range(count))


def _spaced(name: str, given: Sequence[Value], named: Mapping[str | None, Value]) -> Value:
    """Evenly spaced numbers, or powers with evenly spaced exponents."""
    keys = (("start",), ("stop", "end"), ("num", "steps"))[len(given) :]
    ends = [*given[:3], *(next((named[key] for key in names if key in named), UNKNOWN) for names in keys)]
    start, stop, count = (*ends[:2], 50) if ends[2] is UNKNOWN and name != "linspace" else ends
    if len(given) > 3 or named.get("retstep") or not all(type(end) in (int, float) for end in (start, stop)):
        return UNKNOWN
    if type(count) is not int or not 1 < count <= _LARGEST or not math.isfinite(stop - start):
        return UNKNOWN
    is_closed = bool(named.get("endpoint", True))
    if name == "geomspace":
        ends_are_positive = min(start, stop) > 0
        return (
            _powers(math.e, _between(math.log(start), math.log(stop), count, is_closed))
            if ends_are_positive
            else UNKNOWN
        )
    spaced = _between(start, stop, count, is_closed)
    return Made(spaced) if name == "linspace" else _powers(named.get("base", 10), spaced)


def _between(start: float, stop: float, count: int, is_closed: bool) -> list[float]:
    """So many evenly spaced numbers, of which ``stop`` is the last if they are closed."""
    step = (stop - start) / (count - is_closed)
    spaced = [start + at * step for at in range(count)]
    return [*spaced[:-1], stop] if is_closed else spaced


def _powers(base: Value, exponents: Sequence[float]) -> Value:
    is_positive = type(base) in (int, float) and base > 0
    may_be_floats = is_positive and all(abs(one * math.log(base)) < _LARGEST_LOGARITHM for one in exponents)
    return Made(base**one for one in exponents) if may_be_floats else UNKNOWN


def _diagonal(items: Value) -> Value:
    """The matrix with these numbers on its diagonal."""
    are_numbers = isinstance(items, list) and all(type(one) in (int, float) for one in items)
    if not are_numbers or len(items) ** 2 > _LARGEST:
        return UNKNOWN
    return Made([one if row == column else 0 for column in range(len(items))] for row, one in enumerate(items))


def _unit_matrix(given: Sequence[Value], named: Mapping[str | None, Value]) -> Value:
    sizes = [*given[:2], *(named[key] for key in ("N", "n", "M") if key in named)]
    above = given[2] if len(given) == 3 else named.get("k", 0)
    if type(above) is not int or not 1 <= len(sizes) <= 2 or not all(type(size) is int and size > 0 for size in sizes):
        return UNKNOWN
    rows, columns = sizes[0], sizes[-1]
    if rows * columns > _LARGEST:
        return UNKNOWN
    return Made([int(row + above == column) for column in range(columns)] for row in range(rows))
