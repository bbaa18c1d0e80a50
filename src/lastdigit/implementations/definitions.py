"""A project's own definitions: files that the judge loads, out of reach of implementations."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

import lastdigit
from lastdigit.base.errors import LastdigitError, LocatedError
from lastdigit.implementations.isolation.loading import load
from lastdigit.operations import find_operation
from lastdigit.operations.mistakes import mistake as known_mistake
from lastdigit.operations.operation import Definition, all_operations, file_of

_PACKAGE = Path(lastdigit.__file__).parent


class InvalidDefinition(LocatedError):
    """A file of definitions that fails to run or has an invalid declaration."""


def mistake(
    of: Definition | str, name: str = "", *, look: str = "", gross: bool = False, across_rows: bool = False
) -> Callable[[Definition], Definition]:
    """Declare a way to get the operation ``of`` wrong: its definition, changed in one way.

    ``name`` is its name in reports, by default the function's name in words; ``look`` says what to check in code with
    this mistake. ``gross``: it makes a result worthless, so every agreement must exclude it. ``across_rows``: a row of
    its result depends on other rows of the first argument. If it does not apply to the given arguments, the function
    raises :class:`lastdigit.NotApplicable`. Raises :class:`UnknownOperation`, and :class:`DefinitionConflict` where the
    operation has a mistake of that name.

    >>> import lastdigit
    >>> @lastdigit.operation
    ... def doubled(x):
    ...     return x + x
    >>> @lastdigit.mistake(of=doubled, look="the second summand")
    ... def taken_once(x):
    ...     return x
    >>> lastdigit.judge([1.0, 2.5], "doubled", [1.0, 2.5]).explanation
    'taken once'
    """
    operation = find_operation(of if isinstance(of, str) else of.__name__).name

    def declare(definition: Definition) -> Definition:
        words = name or definition.__name__.replace("_", " ")
        declared: Definition = known_mistake(
            operation, words, look=look or f"what makes {words!r}", gross=gross, across_rows=across_rows
        )(definition)
        return declared

    return declare


def own_operations() -> Mapping[str, Path]:
    """Operations not built into lastdigit, each with the file that defines it."""
    files = {name: Path(file_of(operation.definition)) for name, operation in all_operations().items()}
    return {name: path for name, path in files.items() if not path.is_relative_to(_PACKAGE)}


def load_definitions(folder: Path) -> None:
    """Run every Python file of a folder once, to register its declarations.

    Raises :class:`InvalidDefinition` with the line at which a file fails.
    """
    for path in sorted(folder.glob("*.py")):
        try:
            load(path, "")
        except InvalidDefinition:
            raise
        except LastdigitError as error:
            raise InvalidDefinition(path, _line(error, path), "definitions", str(error)) from error
        except SyntaxError as error:
            raise InvalidDefinition(path, error.lineno or 1, "Python source", error.msg) from error
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
            raise InvalidDefinition(path, _line(error, path), "a file that runs without an error", found) from error


def _line(error: Exception, path: Path) -> int:
    """The last line of a file in the error's traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 1 for frame in reversed(frames) if frame.filename == str(path)), 1)
