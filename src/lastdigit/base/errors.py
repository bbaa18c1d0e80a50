"""Named errors: each states the place, what was found and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from reprlib import Repr

_UNSEEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that change how a terminal shows their surroundings, or that no encoding has."""


LONGEST_NAME = 200
"""Characters of a name that are compared with the known names."""


class LastdigitError(Exception):
    """Base class of lastdigit's errors."""


class LocatedError(LastdigitError):
    """An error at a place in a file: line and column count from 1.

    ``within`` names the part they are counted in, such as ``"cell 4, output 1"``, if not the file itself.
    """

    def __init__(
        self, path: Path | str, line: int, expected: str, found: str, column: int | None = None, within: str = ""
    ) -> None:
        self.path, self.line, self.column, self.within = Path(path), line, column, within
        self.expected, self.found = expected, found
        place = f"{path}:{line}" if column is None else f"{path}:{line}:{column}"
        if within:
            place = f"{path}: {within}, line {line}" + ("" if column is None else f", column {column}")
        super().__init__(visible(f"{place}: expected {expected}, found {found}"))


class UnreadableDocument(LocatedError):
    """A document in no supported format."""


class InvalidToken(LocatedError):
    """A token that is not a printed number."""


class InvalidStore(LocatedError):
    """Malformed reference data."""


class InvalidCase(LocatedError):
    """A case file with an unknown name or a missing entry."""


class InvalidImplementation(LocatedError):
    """A file of implementations with invalid declarations."""


class StoreMismatch(LocatedError):
    """Stored goldens that differ from their document or from their recorded hash."""


class InvalidRecord(LocatedError):
    """A file that is not a record of a run, has an unsupported version, or was modified."""


class LostEnd(InvalidRecord):
    """A truncated record of a run: the run was killed, the disk was full, or a copy was incomplete."""


class RecordConflict(LastdigitError):
    """Two records that contradict each other."""

    def __init__(self, what: str, first: str, one: str, second: str, other: str) -> None:
        super().__init__(f"{what}: {first} has {one}, {second} has {other}")


class ImplementationConflict(LastdigitError):
    """Two functions of the same name that implement the same operation."""

    def __init__(self, path: Path, line: int, name: str, operation: str, other: Path, other_line: int) -> None:
        super().__init__(
            f"{path}:{line}: expected one function for {operation} in {name}, found another at {other}:{other_line}; "
            f"give one of them a variant"
        )


class DefinitionConflict(LastdigitError):
    """Two definitions of one name; one would replace the other."""

    def __init__(self, what: str, place: str, other: str) -> None:
        super().__init__(f"{place}: expected a unique name for {what}; {other} already defines it")


class UnknownOperation(LastdigitError):
    """An operation without a definition."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, known
        self.expected = "an operation of docs/operations.md or of definitions/"
        self.found = repr(name) + meant(name, known)
        super().__init__(f"expected {self.expected}, found {self.found}")


class UnknownMistake(LastdigitError):
    """A mistake that does not apply to an operation or is not in the catalogue."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"expected a mistake that applies here, found {name!r}{did_you_mean(name, known)}")


class UnknownModel(LastdigitError):
    """An arithmetic model that does not exist."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"expected one of the arithmetic models {', '.join(known)}, found {name!r}")


def visible(text: str) -> str:
    """Escape terminal control characters in a text for display."""
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


class _Short(Repr):
    """Formats values of any size in one line."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxlist, self.maxdict, self.maxstring, self.maxother = 4, 8, 8, 200, 200

    def repr_int(self, number: int, level: int) -> str:
        bits = number.bit_length()
        return repr(number) if bits <= 256 else f"a number of {bits} bits"


told = _Short().repr
"""The ``repr`` of a value, shortened if it is long or deeply nested."""


def meant(name: str, known: Iterable[str]) -> str:
    """What an unknown name was probably meant to be, as the end of a sentence; empty if none is near."""
    near = get_close_matches(name[:LONGEST_NAME], list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """What was probably meant by ``name``, or else all that is known."""
    return meant(name, known) or f"; known: {', '.join(map(repr, known))}"


class MissingRequirement(LastdigitError):
    """A framework or a device that an implementation needs and that this environment lacks."""


class MissingFramework(MissingRequirement):
    """A framework that an implementation needs and that is not installed."""

    def __init__(self, framework: str, path: Path) -> None:
        self.framework = framework
        super().__init__(f"{framework} is not installed, and {path.name} imports it")


class MissingDevice(MissingRequirement):
    """A device that an implementation needs and that this machine lacks."""

    def __init__(self, device: str, path: Path) -> None:
        super().__init__(f"this machine has no {device} device, and {path.name} needs one")
