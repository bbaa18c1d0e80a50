"""A mistake: an operation's definition changed in one way, wherever the operation is called."""

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
"""Mistakes in operations that are loaded on demand: the module of those, and theirs."""


class NotApplicable(LastdigitError):
    """A mistake that cannot be made with these arguments, such as a wrong mask without a mask."""


@dataclass(frozen=True)
class Mistake:
    """A known way to get ``operation`` wrong: its name, what to look at, and the changed definition.

    Where ``operation`` is ``ANY_RESULT``, the changed definition takes the true result of whatever was computed; where
    it is ``ANY_INPUT``, it takes one array argument of numbers after the other, before anything is computed.

    ``gross``: it makes a result worthless, so that every agreement must exclude it. ``part``: it changes some rows,
    columns or elements of a result, and leaves all others right. ``across_rows``: what the changed definition gives in
    a row depends on other rows of its first argument, or on how many there are. ``in_rows`` gives some of its rows at
    less cost: of their numbers and the definition's arguments as float64 arrays; of a softmax, of
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
        """Whether any result can end in it."""
        return self.operation == ANY_RESULT

    @property
    def of_inputs(self) -> bool:
        """Whether it is made in the arguments of any operation."""
        return self.operation == ANY_INPUT

    def read(self, operation: str, arrays: Sequence[Any], parameters: dict[str, Any]) -> Any:
        """The result of ``operation`` with this mistake in it; raises :class:`NotApplicable`."""
        return read_mistakes([self], operation, arrays, parameters)


def read_mistakes(
    mistakes: Sequence[Mistake], operation: str, arrays: Sequence[Any], parameters: dict[str, Any]
) -> Any:
    """The result of ``operation`` with all of these mistakes in it, each seeing the next one of its operation.

    Those of any inputs come first and those of any result last, in their order. Raises :class:`NotApplicable`.
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
    """A result after those of the mistakes that any result can end in; raises :class:`NotApplicable`."""
    for entry in mistakes:
        if entry.of_result:
            result = entry.definition(result)
    return result


def _is_mask(array: Any) -> bool:
    """Whether an argument is left out, or of booleans, which are never read as balls."""
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
    """Register a changed definition of ``operation`` under a name that a person understands."""

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
    """The mistakes that can be made where these operations are called."""

    for operations_loaded, mistakes_in_them in LATER.items():
        if operations_loaded in sys.modules:
            import_module(mistakes_in_them)
    operations = {ANY_INPUT, ANY_RESULT, *called}
    return [entry for entry in _MISTAKES if entry.operation in operations]
