"""Whether a source prints values alone on their lines, so that a lone integer in the output is one."""

from __future__ import annotations

import ast

from lastdigit.document import Passage
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import first_print, from_line, parse

_WORDS = {"str", "repr", "format", "join", "decode", "type", "getvalue", "read", "input", "summary", "strip", "text"}


def prints_lone_values(source: Passage) -> bool:
    """Whether a ``print`` in ``source`` begins a line with a value and writes no word after it."""
    if "print" not in source.text:
        return False
    tree = parse(from_line(source, first_print(source.text) or 0))
    return tree is not None and any(
        isinstance(node, ast.Call) and name_of(node.func) == "print" and _is_lone(node) for node in ast.walk(tree)
    )


def _is_lone(call: ast.Call) -> bool:
    """Whether ``call`` prints a line that begins with a value and has no text."""
    parts = [part for argument in call.args for part in _parts(argument)]
    holes = [number for number, part in enumerate(parts) if part is None]
    if not holes or not all(_may_be_a_number(argument) for argument in call.args):
        return False
    before, behind = parts[: holes[0]], parts[holes[0] + 1 :]
    text_before = "".join(part or "" for part in before)
    text_behind = "".join(part or "" for part in behind)
    return not text_before.rpartition("\n")[2].strip() and not text_behind.partition("\n")[0].strip()


def _parts(argument: ast.expr) -> list[str | None]:
    """The pieces that an argument prints: strings, and None for each value."""
    nodes = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    return [node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None for node in nodes]


def _may_be_a_number(argument: ast.expr) -> bool:
    return not (isinstance(argument, ast.Call) and name_of(argument.func) in _WORDS) and not isinstance(
        argument, ast.Starred
    )
