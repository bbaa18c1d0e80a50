"""A mistake: one change to an operation's definition, wherever the operation is called."""

from __future__ import annotations

import sys
from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from lastdigit.base.errors import DefinitionConflict, LastdigitError
from lastdigit.operations import changed_definitions, find_operation
from lastdigit.operations.operation import Definition, may_replace, place_of

ANY_RESULT = "*"
ANY_INPUT = "inputs"

LATER = {
    "lastdigit.operations.vocabulary": "lastdigit.operations.mistakes.vocabulary",
    "lastdigit.operations.gradients.steps": "lastdigit.operations.mistakes.gradients",
}
"""From modules of operations that are loaded on demand to the modules of their mistakes."""


class NotApplicable(LastdigitError):
    """A mistake that cannot be made with these arguments, such as a wrong mask without a mask."""


@dataclass(frozen=True)
class Mistake:
    """A known way to get ``operation`` wrong: its name, the place to check (``look``), and the changed definition.

    If ``operation`` is ``ANY_RESULT``, the changed definition takes the correct result of any operation; if it is
    ``ANY_INPUT``, it takes each numeric array argument in turn, before the computation.

    ``gross``: it makes a result worthless, so every agreement must exclude it. ``part``: it changes some rows, columns
    or elements of a result and leaves all others correct. ``across_rows``: a row of the wrong result depends on other
    rows of the first argument, or on their number. ``in_rows`` computes some rows of the wrong result at lower cost,
    from the row indices and the definition's arguments as float64 arrays; for a softmax, from
    :class:`~lastdigit.operations.mistakes.softmax_rows.SoftmaxRows`.
    """

    operation: str
    name: str
    look: str
    definition: Definition
    gross: bool = False
    part: bool = False
    across_rows: bool = False
    in_rows: Definition | None = None

    @property
    def of_result(self) -> bool:
        """Whether it changes the result of any operation."""
        return self.operation == ANY_RESULT

    @property
    def of_inputs(self) -> bool:
        """Whether it changes the arguments of any operation."""
        return self.operation == ANY_INPUT

    def read(self, operation: str, arrays: Sequence[Any], parameters: dict[str, Any]) -> Any:
        """The result of ``operation`` with this mistake in it; raises :class:`NotApplicable`."""
        return read_mistakes([self], operation, arrays, parameters)


def read_mistakes(
    mistakes: Sequence[Mistake], operation: str, arrays: Sequence[Any], parameters: dict[str, Any]
) -> Any:
    """The result of ``operation`` with all of these mistakes; those of the same operation are nested.

    Mistakes of any input are applied first and those of any result last, in order. Raises :class:`NotApplicable`.
    """
    changes: dict[str, list[Definition]] = {}
    for entry in mistakes:
        if entry.of_inputs:
            arrays = [array if _is_mask(array) else entry.definition(array) for array in arrays]
        elif not entry.of_result:
            changes.setdefault(entry.operation, []).append(entry.definition)
    with changed_definitions(changes):
        result = find_operation(operation).definition(*arrays, **parameters)
    return changed_result(mistakes, result)


def changed_result(mistakes: Sequence[Mistake], result: Any) -> Any:
    """A result changed by those mistakes that apply to any result; raises :class:`NotApplicable`."""
    for entry in mistakes:
        if entry.of_result:
            result = entry.definition(result)
    return result


def _is_mask(array: Any) -> bool:
    """Whether an argument is omitted or boolean, which no engine encloses."""
    return array is None or (isinstance(array, np.ndarray) and array.dtype == bool)


_MISTAKES: list[Mistake] = []


def mistake(
    operation: str,
    name: str,
    *,
    look: str,
    gross: bool = False,
    part: bool = False,
    across_rows: bool = False,
    in_rows: Definition | None = None,
) -> Callable[[Definition], Definition]:
    """Register a changed definition of ``operation``; raises :class:`DefinitionConflict` for a taken name."""

    def register(definition: Definition) -> Definition:
        for known in [known for known in _MISTAKES if (known.operation, known.name) == (operation, name)]:
            if not may_replace(definition, known.definition):
                what = f"mistake {name!r} of {operation}"
                raise DefinitionConflict(what, place_of(definition), place_of(known.definition))
            _MISTAKES.remove(known)
        insort(_MISTAKES, Mistake(operation, name, look, definition, gross, part, across_rows, in_rows), key=_place)
        return definition

    return register


def _place(entry: Mistake) -> tuple[str, str]:
    return entry.operation, entry.name


def all_mistakes() -> list[Mistake]:
    """The whole catalogue, by operation and name."""
    import lastdigit.operations.mistakes.vocabulary  # noqa: F401  (fills the list)

    return list(_MISTAKES)


def applicable_mistakes(called: set[str]) -> list[Mistake]:
    """The mistakes in the operations ``called``, in any argument and in any result."""

    for operations_loaded, mistakes_in_them in LATER.items():
        if operations_loaded in sys.modules:
            import_module(mistakes_in_them)
    operations = {ANY_INPUT, ANY_RESULT, *called}
    return [entry for entry in _MISTAKES if entry.operation in operations]
