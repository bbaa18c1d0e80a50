"""``@lastdigit.printer``: a class in a project's own files that describes a printer; its attributes are checked."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar, overload

from lastdigit.base.errors import DefinitionConflict, meant, told
from lastdigit.base.number_format import is_integer, is_printed_dtype
from lastdigit.implementations.definitions import InvalidDefinition
from lastdigit.printing.print_format import MOST_DIGITS
from lastdigit.printing.printers import PRINTERS
from lastdigit.printing.printers.own_printer import DIGITS, WHOLE, OwnPrinter

Declared = TypeVar("Declared", bound=type)

_NAME = re.compile(r"\w[\w.+-]*")
_SAID = ("precision", "digits", "floats", "trims", "whole")
_NOT_SAID: Any = object()


@overload
def printer(declared: Declared) -> Declared: ...


@overload
def printer(*, name: str = "") -> Callable[[Declared], Declared]: ...


def printer(declared: Any = None, *, name: str = "") -> Any:
    """Declare a printer that lastdigit does not know, by the attributes of a class.

    It is called as the class in lower case, or ``name``. ``digits`` are its "decimals", a number of digits after the
    decimal point; "significant" digits; or the "shortest" that identify a number. ``precision`` is how many.
    ``floats`` is the dtype of numbers that it prints without naming one ("float64"). A number that shows fewer digits
    was rounded to those, unless the printer ``trims`` zeros. ``whole`` is "exact" where only whole numbers print
    without a point; otherwise such a number was "rounded". Raises :class:`InvalidDefinition` for what cannot be, and
    :class:`DefinitionConflict` for a name that another printer has.

    >>> import lastdigit
    >>> @lastdigit.printer
    ... class Octave:
    ...     \"\"\"GNU Octave under ``format short``.\"\"\"
    ...     precision = 5
    ...     digits = "significant"
    ...     whole = "exact"
    >>> octave = lastdigit.printed("[1.2346e+04 0]", printer="octave")
    >>> octave.judge([12345.7, 0.0]).verdict, octave.judge([12345.7, 0.01]).verdict
    ('agrees', 'disagrees')
    """
    frame = sys._getframe(1)
    path, line = frame.f_code.co_filename, frame.f_lineno

    def declare(one: Declared) -> Declared:
        _declare(one, name, path, line)
        return one

    return declare if declared is None else declare(declared)


def _declare(declared: Any, name: str, path: str, line: int) -> None:
    if not isinstance(declared, type):
        raise InvalidDefinition(path, line, "a class that describes a printer", told(declared))
    known_as = name or declared.__name__.lower()
    if not _NAME.fullmatch(known_as):
        raise InvalidDefinition(path, line, "a printer name without spaces", told(known_as))
    made = _Said(declared, path, line).printer(known_as)
    other = PRINTERS.get(known_as)
    if other is not None and not _is_the_same(other, made):
        raise DefinitionConflict(f"printer {known_as}", made.place, _place_of(other))
    PRINTERS[known_as] = made


def _is_the_same(old: Any, new: OwnPrinter) -> bool:
    """Whether two printers are the same class of the same file, loaded twice."""
    if not isinstance(old, OwnPrinter):
        return False
    return (old.place.rpartition(":")[0], old.declared_as) == (new.place.rpartition(":")[0], new.declared_as)


def _place_of(known: Any) -> str:
    if isinstance(known, OwnPrinter):
        return known.place
    return f"{inspect.getsourcefile(type(known))}:{inspect.getsourcelines(type(known))[1]}"


class _Said:
    """The printer attributes of a class."""

    def __init__(self, declared: type, path: str, line: int) -> None:
        self._class, self._path, self._line = declared, path, line
        self._said = {key: value for key, value in vars(declared).items() if not key.startswith("_")}

    def printer(self, name: str) -> OwnPrinter:
        """Build the printer; raises :class:`InvalidDefinition` at an invalid attribute."""
        for key in self._said:
            if key not in _SAID:
                self._refuse(key, f"one of {', '.join(_SAID)}", repr(key) + meant(key, _SAID))
        digits = self._one_of("digits", DIGITS)
        precision = self._precision(digits)
        floats = self._said.get("floats", "float64")
        if not isinstance(floats, str) or not is_printed_dtype(floats) or _is_no_float(floats):
            self._refuse("floats", "floats to be a number format, such as float32", told(floats))
        trims = self._said.get("trims", False)
        if not isinstance(trims, bool):
            self._refuse("trims", "trims to be a bool", told(trims))
        if trims and digits == "shortest":
            self._refuse("trims", "no trims with shortest digits, which have no trailing zeros", told(trims))
        whole = self._one_of("whole", WHOLE, "rounded")
        place = f"{self._path}:{self._line}"
        return OwnPrinter(
            name, digits, precision, floats, trims=trims, whole=whole, place=place, declared_as=self._class.__qualname__
        )

    def _one_of(self, key: str, known: Iterable[str], default: Any = _NOT_SAID) -> str:
        value = self._said.get(key, default)
        expected = f"{key} to be one of {', '.join(map(repr, known))}"
        if value is _NOT_SAID:
            self._refuse(key, expected, "none")
        if not isinstance(value, str) or value not in known:
            self._refuse(key, expected, told(value) + (meant(value, known) if isinstance(value, str) else ""))
        return value

    def _precision(self, digits: str) -> int | None:
        precision = self._said.get("precision")
        if precision is None and digits == "shortest":
            return None
        least = 1 if digits == "significant" else 0
        if type(precision) is not int or not least <= precision <= MOST_DIGITS:
            found = "none" if precision is None else told(precision)
            self._refuse("precision", f"precision to be a number of digits, {least} to {MOST_DIGITS}", found)
        return precision

    def _refuse(self, key: str, expected: str, found: str) -> NoReturn:
        raise InvalidDefinition(self._path, self._line_of(key), f"{expected}, in {self._class.__name__}", found)

    def _line_of(self, key: str) -> int:
        """The line where the class sets an attribute, or else where the class is declared."""
        try:
            tree = ast.parse(Path(self._path).read_text(encoding="utf-8"))
        except (OSError, ValueError, SyntaxError):
            return self._line
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        for one in (node for node in classes if node.name == self._class.__name__):
            for statement in one.body:
                if key in _names_set(statement):
                    return statement.lineno
        return self._line


def _names_set(statement: ast.stmt) -> list[str]:
    """The names that a statement assigns."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _is_no_float(dtype: str) -> bool:
    return is_integer(dtype) or dtype.startswith(("bool", "complex"))
