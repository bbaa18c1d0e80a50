"""Every public name in the code: exports, settings, options, columns, keys, errors."""

from __future__ import annotations

import argparse
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import lastdigit
from lastdigit.base.errors import LastdigitError
from lastdigit.check.as_json import SCHEMA as CHECKED
from lastdigit.commands.command_line import _parser
from lastdigit.grading.tables import COPY_COLUMNS, GRADE_COLUMNS
from lastdigit.pytest_session.options import OF_NOTEBOOKS, OPTIONS, PREFIX
from lastdigit.reports.difference.diff_table import DIFF_COLUMNS
from lastdigit.reports.tables.columns import DISCREPANCY_COLUMNS, VERDICT_COLUMNS
from lastdigit.vectors.vector import SCHEMA as VECTOR

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "verdicts.csv": tuple(VERDICT_COLUMNS),
    "discrepancies.csv": tuple(DISCREPANCY_COLUMNS),
    "diff.csv": tuple(DIFF_COLUMNS),
    "grades.csv": tuple(GRADE_COLUMNS),
    "copies.csv": tuple(COPY_COLUMNS),
}
SCHEMAS: Mapping[str, Mapping[str, Any]] = {"check --json": CHECKED, "export": VECTOR}


def keys(schema: Mapping[str, Any]) -> list[str]:
    """The names of all properties of a schema, including those of nested objects, in order."""
    found: dict[str, None] = {}

    def look(part: Any) -> None:
        if isinstance(part, Mapping):
            for name, inner in (part.get("properties") or {}).items():
                found[name] = None
                look(inner)
            for key, inner in part.items():
                if key != "properties":
                    look(inner)
        elif isinstance(part, list):
            for inner in part:
                look(inner)

    look(schema)
    return list(found)


def options() -> Iterator[tuple[str, str, str]]:
    """Each option of each command, the command, and its help; then those of pytest."""
    yield from _options(_parser(), "lastdigit")
    for name, described in (*OPTIONS, *OF_NOTEBOOKS):
        yield f"{PREFIX}{name}", "pytest", described["help"]


def _options(parser: argparse.ArgumentParser, command: str) -> Iterator[tuple[str, str, str]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _options(inner, f"{command} {name}")
        elif action.option_strings and action.help not in (None, argparse.SUPPRESS) and action.dest != "help":
            text = str(action.help) % {"default": action.default}
            yield action.option_strings[0], command, text


@cache
def errors() -> dict[str, str]:
    """The named errors, each with the first line of its docstring."""
    for module in pkgutil.walk_packages(lastdigit.__path__, "lastdigit."):
        if module.name.rpartition(".")[2] not in ("__main__", "scipy_doctest", "syrupy", "torch_testing", "torch"):
            importlib.import_module(module.name)
    found: dict[str, str] = {}
    below = [LastdigitError]
    while below:
        one = below.pop()
        if one.__module__.startswith("lastdigit."):
            found[one.__name__] = (inspect.getdoc(one) or "").partition("\n")[0]
        below += one.__subclasses__()
    return dict(sorted(found.items()))


def public() -> dict[str, str]:
    """What ``lastdigit`` exports, each with the first line of its docstring."""
    return {name: (inspect.getdoc(getattr(lastdigit, name)) or "").partition("\n")[0] for name in lastdigit.__all__}
