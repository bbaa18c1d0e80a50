"""An operation: a named computation, its definition and the signature that cases and implementations share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lastdigit.base.errors import DefinitionConflict, LastdigitError, UnknownOperation

Definition = Callable[..., Any]

GRADIENT = ".gradient."
"""Separates the operation from the argument in the name of a gradient."""

OF_LAYERS = frozenset({"encoder_block", "mixture_of_experts"})
"""Operations that consist of several layers of a network."""

CORE = frozenset(
    f"lastdigit.operations.{name}"
    for name in (
        *("attention", "column_attention", "encoder", "initialization"),
        *("linear", "means", "normalization", "self_attention"),
    )
)
"""The modules of operations that are always loaded."""


@dataclass(frozen=True)
class Operation:
    """One named computation. Its arrays are positional, its static parameters keyword-only."""

    name: str
    definition: Definition

    @cached_property
    def arrays(self) -> tuple[str, ...]:
        """Names of the array arguments, in order."""
        return tuple(
            name
            for name, parameter in self._signature.parameters.items()
            if parameter.kind is not inspect.Parameter.KEYWORD_ONLY
        )

    @cached_property
    def required(self) -> frozenset[str]:
        """Names of the arguments that have no default."""
        return frozenset(
            name
            for name, parameter in self._signature.parameters.items()
            if parameter.default is inspect.Parameter.empty
        )

    @cached_property
    def parameters(self) -> Mapping[str, Any]:
        """Names of the static parameters with their defaults (``inspect.Parameter.empty`` if none)."""
        return {
            name: parameter.default
            for name, parameter in self._signature.parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }

    @property
    def of_attention(self) -> bool:
        """Whether it is attention or a gradient of it."""
        return self.name.partition(GRADIENT)[0].endswith("attention")

    @property
    def of_layers(self) -> bool:
        """Whether it consists of several layers of a network, or is a gradient of such an operation."""
        return self.name.partition(GRADIENT)[0] in OF_LAYERS

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.definition)

    @cached_property
    def is_core(self) -> bool:
        """Whether it is always loaded, as the operations are for which shared causes of errors are analysed by rows."""
        return self.definition.__module__ in CORE

    @property
    def summary(self) -> str:
        """The first line of the definition's docstring."""
        return (inspect.getdoc(self.definition) or "").partition("\n")[0]


_KINDS = {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}


class InvalidSignature(LastdigitError):
    """A definition whose arguments are not arrays followed by keyword-only parameters."""

    def __init__(self, definition: Definition) -> None:
        expected = "arrays, then the static parameters after a *"
        found = f"{definition.__name__}{inspect.signature(definition)}"
        super().__init__(f"{place_of(definition)}: expected {expected}, found {found}")


def file_of(definition: Definition) -> str:
    """The file of a definition."""
    return str(inspect.unwrap(definition).__code__.co_filename)


def place_of(definition: Definition) -> str:
    """The file and line of a definition."""
    return f"{file_of(definition)}:{inspect.unwrap(definition).__code__.co_firstlineno}"


def may_replace(new: Definition, old: Definition) -> bool:
    """Whether ``new`` is a reloaded ``old``: from the same file, or entered again in an interactive session."""
    new, old = inspect.unwrap(new), inspect.unwrap(old)
    same_function = (new.__module__, new.__qualname__) == (old.__module__, old.__qualname__)
    typed = new.__module__ == "__main__" and same_function
    return typed or (new.__code__.co_filename == old.__code__.co_filename and new.__qualname__ == old.__qualname__)


_OPERATIONS: dict[str, Operation] = {}
_LAST_AXIS: set[str] = set()
_CHANGED: ContextVar[Mapping[str, Sequence[Definition]]] = ContextVar("changed", default={})  # noqa: B039 (never mutated)
_CALLED: ContextVar[set[str] | None] = ContextVar("called", default=None)


def of_last_axis(definition: Definition) -> Definition:
    """A definition over the last axis that moves the axis ``dim`` to the end first, if that is another one.

    Changed definitions and theorems handle the last axis only, and take no ``dim``.
    """
    _LAST_AXIS.add(definition.__name__)
    return definition


def operation(definition: Definition) -> Definition:
    """Register ``definition`` as the operation of its name.

    A definition is written in array-API style for the namespace of its first argument, so that the same code runs on
    float64 arrays, on exact balls and on rounded balls. An engine with a sharper theorem about an operation than the
    composition of its steps provides it through a static method ``__operation__(name)``.

    Arrays are positional, static parameters keyword-only. Raises :class:`DefinitionConflict` for a name that is taken.
    """
    name = definition.__name__
    if not definition.__module__.startswith("lastdigit."):
        import lastdigit.operations.vocabulary  # noqa: F401  (whose names are taken)
    if name in _OPERATIONS and not may_replace(definition, _OPERATIONS[name].definition):
        raise DefinitionConflict(f"operation {name}", place_of(definition), place_of(_OPERATIONS[name].definition))
    kinds = {parameter.kind for parameter in inspect.signature(definition).parameters.values()}
    if not kinds <= _KINDS or inspect.Parameter.POSITIONAL_OR_KEYWORD not in kinds:
        raise InvalidSignature(definition)

    @functools.wraps(definition)
    def read(first: Any, *rest: Any, **parameters: Any) -> Any:
        if (called := _CALLED.get()) is not None:
            called.add(name)
        if name in _LAST_AXIS and (dim := parameters.pop("dim", -1)) not in (-1, len(first.shape) - 1):
            return _with_last(read, dim, first, *rest, **parameters)
        changed = _CHANGED.get()
        if changed.get(name):
            change, *inner = changed[name]
            with _reading({**changed, name: inner}):
                return change(first, *rest, **parameters)
        theorem = getattr(type(first), "__operation__", lambda _: None)(name)
        return (theorem or definition)(first, *rest, **parameters)

    _OPERATIONS[name] = Operation(name, read)
    return read


def _with_last(read: Definition, dim: int, first: Any, *rest: Any, **parameters: Any) -> Any:
    """``read``, which handles the last axis, applied to the axis ``dim``."""
    from lastdigit.functions import axes_of, swapped

    if any(array is not None for array in (*rest, parameters.get("mask"))):
        raise ValueError(f"a mask is of the last axis, not of {dim}")
    (axis,) = axes_of(first, dim)
    return swapped(read(swapped(first, axis, -1), **parameters), axis, -1)


@contextmanager
def changed_definitions(changes: Mapping[str, Definition | Sequence[Definition]]) -> Iterator[None]:
    """Replace definitions of operations, wherever they are called inside the block.

    Several replacements of one operation nest: each calls the next one, and the last one calls the true definition.
    Blocks nest in the same way: the replacements of an inner block call those of the outer one.
    """
    changed = dict(_CHANGED.get())
    for name, change in changes.items():
        changed[name] = (*([change] if callable(change) else change), *changed.get(name, ()))
    with _reading(changed):
        yield


@contextmanager
def _reading(changed: Mapping[str, Sequence[Definition]]) -> Iterator[None]:
    token = _CHANGED.set(changed)
    try:
        yield
    finally:
        _CHANGED.reset(token)


def is_changed() -> bool:
    """Whether any operation is replaced."""
    return bool(_CHANGED.get())


def changed_operations() -> frozenset[str]:
    """The names of the replaced operations."""
    return frozenset(_CHANGED.get())


@contextmanager
def called_operations() -> Iterator[set[str]]:
    """Collect the names of all operations that are called inside the block."""
    called: set[str] = set()
    token = _CALLED.set(called)
    try:
        yield called
    finally:
        _CALLED.reset(token)


def is_gradient(name: str) -> bool:
    """Whether an operation is the gradient of another one."""
    return GRADIENT in name


def find_operation(name: str) -> Operation:
    """The operation called ``name``; raises :class:`UnknownOperation`."""
    import lastdigit.operations

    if name not in _OPERATIONS:
        import lastdigit.operations.vocabulary  # noqa: F401
    if name not in _OPERATIONS and is_gradient(name):
        from lastdigit.operations.gradients.gradient import gradient

        return gradient(name)
    try:
        return _OPERATIONS[name]
    except KeyError:
        raise UnknownOperation(name, sorted(_OPERATIONS)) from None


def all_operations() -> Mapping[str, Operation]:
    """Every defined operation by name; gradients are created on demand."""
    import lastdigit.operations.vocabulary  # noqa: F401

    return {name: one for name, one in sorted(_OPERATIONS.items()) if not is_gradient(name)}
