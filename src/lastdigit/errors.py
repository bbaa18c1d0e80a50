"""Named errors. Each says where, what was found and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from reprlib import Repr

_UNSEEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that change what a terminal shows around them, or that no encoding has."""


LONGEST_NAME = 200
"""Characters of a name that are compared with the known names."""


class LastdigitError(Exception):
    """Anything that lastdigit refuses, with its reason."""


class LocatedError(LastdigitError):
    """An error at a place in a file: line and column count from 1.

    ``within`` names what they are counted in, such as ``"cell 4, output 1"``, where that is not the file itself.
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
    """A document that no reader understands."""


class InvalidToken(LocatedError):
    """A token that is not a printed number."""


class InvalidStore(LocatedError):
    """Reference data that do not have the form they must have."""


class InvalidCase(LocatedError):
    """A case file that names something that does not exist or leaves something out."""


class InvalidImplementation(LocatedError):
    """A file of implementations whose declarations cannot be read."""


class StoreMismatch(LocatedError):
    """Stored goldens that differ from the document they were extracted from, or from their recorded hash."""


class InvalidRecord(LocatedError):
    """A record of a run that is not one, or not of a version that is understood, or was changed."""


class LostEnd(InvalidRecord):
    """A record of a run whose end is missing: the run was killed, the disk was full, or a copy was cut short."""


class RecordConflict(LastdigitError):
    """Two records that contradict each other."""

    def __init__(self, what: str, first: str, one: str, second: str, other: str) -> None:
        super().__init__(f"{what}: {first} has {one}, {second} has {other}")


class ImplementationConflict(LastdigitError):
    """Two functions of the same name that claim the same operation."""

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
    """An operation that has no definition."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, known
        self.expected = "an operation of docs/operations.md or of definitions/"
        self.found = repr(name) + meant(name, known)
        super().__init__(f"expected {self.expected}, found {self.found}")


class UnknownMistake(LastdigitError):
    """A mistake that cannot be made in an operation, or that is in no catalogue."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"expected a mistake that applies here, found {name!r}{did_you_mean(name, known)}")


class UnknownModel(LastdigitError):
    """An arithmetic model that does not exist."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"expected one of the arithmetic models {', '.join(known)}, found {name!r}")


def visible(text: str) -> str:
    """A text for people, in which characters that a terminal would obey are spelled."""
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


class _Short(Repr):
    """Spells values of any size in a line."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxlist, self.maxdict, self.maxstring, self.maxother = 4, 8, 8, 200, 200

    def repr_int(self, number: int, level: int) -> str:
        bits = number.bit_length()
        return repr(number) if bits <= 256 else f"a number of {bits} bits"


told = _Short().repr
"""A value that was found, as Python spells it, shortened where it is long or deep."""


def meant(name: str, known: Iterable[str]) -> str:
    """What an unknown name was probably meant to be, as the end of a sentence; empty if none is near."""
    near = get_close_matches(name[:LONGEST_NAME], list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """What was probably meant by ``name``, or else all that is known."""
    return meant(name, known) or f"; known: {', '.join(map(repr, known))}"


class MissingFramework(LastdigitError):
    """A framework, or a device, that an implementation needs and this environment lacks."""

    def __init__(self, framework: str, path: Path) -> None:
        self.framework = framework
        super().__init__(f"{framework} is not installed, and {path.name} imports it")


class MissingDevice(MissingFramework):
    """A device that an implementation needs and this machine lacks."""

    def __init__(self, device: str, path: Path) -> None:
        super().__init__(device, path)
        self.args = (f"this machine has no {device} device, and {path.name} needs one",)
