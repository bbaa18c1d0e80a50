"""A table of a TOML file, read key by key: each type is checked, and unknown keys are errors with a line."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lastdigit.base.errors import LocatedError, meant, told
from lastdigit.base.files import LONGEST_FILE_NAME, is_file_name, read_toml
from lastdigit.base.toml_lines import Span, TomlLines

_REQUIRED: Any = dataclasses.MISSING
MOST_AXES = 32
"""Axes of an array; NumPy has no more than 64, and no print has as many."""


class Table:
    """A TOML table whose keys are taken one by one; a key left over is an error."""

    def __init__(
        self,
        path: Path,
        what: str,
        content: dict[str, Any],
        error: type[LocatedError],
        lines: TomlLines | None = None,
        span: Callable[[TomlLines], Span] | None = None,
    ) -> None:
        self.path, self.what, self.content = path, what, dict(content)
        self.label = what.partition(" ")[2] or what
        self.known: list[str] = []
        self._error, self._lines, self._span = error, lines or TomlLines(path), span

    @classmethod
    def of_file(cls, path: Path, error: type[LocatedError]) -> Table:
        """The top-level table of a file."""
        return cls(path, "the file", read_toml(path), error)

    def take(self, key: str, kind: type | tuple[type, ...], default: Any = _REQUIRED) -> Any:
        """Take the value of a key, with this type; ``default`` if it is missing."""
        self.known.append(key)
        if key not in self.content:
            if default is _REQUIRED:
                raise self.error(f"a value for '{key}' in {self.what}", "none")
            return default
        value = self.content.pop(key)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kind) or (isinstance(value, bool) and bool not in kinds):
            names = " or ".join(each.__name__ for each in kinds)
            raise self.error(f"'{key}' in {self.what} to be of type {names}", told(value), key)
        return value

    def number(self, key: str, default: float | Any = _REQUIRED) -> float:
        """Take a finite number."""
        value = self.take(key, (int, float), default)
        try:
            found = float(value)
        except OverflowError:
            found = math.inf
        if not math.isfinite(found):
            raise self.error(f"'{key}' in {self.what} to be a finite number", told(value), key)
        return found

    def integer(self, key: str, least: int, most: int, default: int | Any = _REQUIRED, what: str = "") -> Any:
        """A whole number in a range, named ``what`` in errors; the ``default`` if it is missing."""
        value = self.take(key, int, default)
        if value is not default and not least <= value <= most:
            expected = f"{what or repr(key)} in {self.what}, {least} to {most}"
            raise self.error(expected, told(value), key)
        return value

    def one_of(self, key: str, known: Iterable[str], default: str | Any = _REQUIRED) -> Any:
        """Take one of the known words."""
        value = self.take(key, str, default)
        if value is not default and value not in known:
            expected = f"'{key}' in {self.what} to be one of {', '.join(known)}"
            raise self.error(expected, told(value) + meant(value, known), key)
        return value

    def file_name(self, key: str, default: str | Any = _REQUIRED) -> str:
        """Take a valid file name."""
        name: str = self.take(key, str, default)
        return name if name == default else self.as_file_name(name, key)

    def as_file_name(self, name: str, key: str) -> str:
        """Check that a text of this table is a valid file name."""
        if not is_file_name(name):
            expected = f"a name without slashes of at most {LONGEST_FILE_NAME} bytes in {self.what}"
            raise self.error(expected, told(name), key)
        return name

    def texts(self, key: str, default: Sequence[str] | Any = _REQUIRED) -> tuple[str, ...]:
        """Take a list of texts."""
        values = self.take(key, list, default)
        if not all(isinstance(value, str) for value in values):
            raise self.error(f"'{key}' in {self.what} to be a list of names", told(values), key)
        return tuple(values)

    def shape(self, key: str, most: int) -> tuple[int, ...]:
        """The shape of an array of at most ``most`` elements."""
        return self.as_shape(self.take(key, list), key, most)

    def as_shape(self, shape: Any, key: str, most: int) -> tuple[int, ...]:
        """Convert a value of this table to a shape."""
        if not isinstance(shape, list) or not all(type(extent) is int and extent >= 0 for extent in shape):
            raise self.error(f"a list of extents in {self.what}", told(shape), key)
        if len(shape) > MOST_AXES:
            raise self.error(f"at most {MOST_AXES} axes in {self.what}", str(len(shape)), key)
        if math.prod(shape) > most or max(shape, default=0) > most:
            raise self.error(f"an array of at most {most} elements in {self.what}", told(shape), key)
        return tuple(shape)

    def tables(self, key: str) -> Iterator[Table]:
        """Take a list of tables."""
        for number, entry in enumerate(self.take(key, list, [])):
            if not isinstance(entry, dict):
                raise self.error(f"'{key}' in {self.what} to contain tables", told(entry), key)
            names = ("golden", "id", "name") if key == "golden" else ("name", "id")
            label = next((entry[name] for name in names if name in entry), number + 1)
            label = ", ".join(map(str, label)) if isinstance(label, list) else label
            label = label if isinstance(label, str) and len(label) < 100 else told(label)
            yield self._inner(f"{key} {label}", entry, self._of_table(key, number))

    def named_tables(self, key: str) -> Iterator[tuple[str, Table]]:
        """Take the tables in a table, by name."""
        for name, entry in self.take(key, dict, {}).items():
            if not isinstance(entry, dict):
                raise self.error(f"'{key}' in {self.what} to contain tables", told(entry), key)
            yield name, self._inner(f"{key} {name}", entry, self._of_name(key, name))

    def inner(self, content: dict[str, Any]) -> Table:
        """A table inside this one, named like it in errors."""
        return self._inner(self.what, content, self._span)

    def with_more(self, content: dict[str, Any]) -> Table:
        """This table, with defaults from an outer table."""
        return self._inner(self.what, {**self.content, **content}, self._span)

    def done(self) -> None:
        """Raise for a key that was not taken."""
        if self.content:
            key = next(iter(self.content))
            raise self.error(f"no key '{key}' in {self.what}", told(self.content[key]) + meant(key, self.known), key)

    def error(self, expected: str, found: str, word: str = "") -> LocatedError:
        """An error located at a word of this table."""
        span = self._span(self._lines) if self._span else self._lines.whole
        return self._error(self.path, self._lines.line_of(word, span), expected, found)

    def _inner(self, what: str, content: dict[str, Any], span: Callable[[TomlLines], Span] | None) -> Table:
        return Table(self.path, what, content, self._error, self._lines, span)

    def _of_table(self, key: str, number: int) -> Callable[[TomlLines], Span]:
        def span(lines: TomlLines) -> Span:
            found = lines.tables(key)
            if number < len(found):
                return found[number]
            return self._span(lines) if self._span else lines.whole

        return span

    @staticmethod
    def _of_name(key: str, name: str) -> Callable[[TomlLines], Span]:
        return lambda lines: lines.named(key, name)
