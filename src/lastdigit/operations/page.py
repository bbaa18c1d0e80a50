"""docs/operations.md, made from the definitions: ``python -m lastdigit.operations.page > docs/operations.md``."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from itertools import groupby

from lastdigit.operations.operation import Operation, all_operations

_HEADING = """\
# Operations

What a case may name as its `operation`, with its `inputs` and `parameters` ([cases.toml](cases.md)). This page is made
from the definitions: `python -m lastdigit.operations.page > docs/operations.md`.
"""


def operations_page() -> str:
    """Every operation of lastdigit's own by its module: arrays, parameters, and what the definition says."""
    own = [one for one in all_operations().values() if one.definition.__module__.startswith("lastdigit.operations.")]
    ordered = sorted(own, key=lambda one: (one.definition.__module__, _line(one)))
    parts = [_HEADING]
    for module, operations in groupby(ordered, key=lambda one: one.definition.__module__):
        first, _, rest = (inspect.getdoc(sys.modules[module]) or "").partition("\n\n")
        parts.append("\n".join([f"## {_plain(first).rstrip('.')}", *(["", _plain(rest)] if rest else []), ""]))
        parts += ["\n".join(_lines(one)) for one in operations]
    return "\n".join(parts)


def _lines(operation: Operation) -> Iterator[str]:
    yield f"### {operation.name}"
    yield ""
    yield _plain(inspect.getdoc(operation.definition) or "")
    yield ""
    yield f"- inputs: {', '.join(_input(operation, name) for name in operation.arrays)}"
    if operation.parameters:
        yield f"- parameters: {', '.join(_parameter(name, value) for name, value in operation.parameters.items())}"
    yield ""


def _input(operation: Operation, name: str) -> str:
    return f"`{name}`" if name in operation.required else f"`{name}` (may be left out)"


def _parameter(name: str, default: object) -> str:
    return f"`{name}`" if default is inspect.Parameter.empty else f"`{name}` ({_toml(default)})"


def _toml(value: object) -> str:
    return "none" if value is None else str(value).lower()


def _line(operation: Operation) -> int:
    return inspect.getsourcelines(inspect.unwrap(operation.definition))[1]


def _plain(text: str) -> str:
    """A docstring as Markdown."""
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`")


if __name__ == "__main__":
    sys.stdout.write(operations_page())
