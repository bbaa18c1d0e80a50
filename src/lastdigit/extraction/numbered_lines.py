"""Values on numbered lines, ``3: 0.25``: the source names them, and the number distinguishes them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from lastdigit.document import Passage
from lastdigit.extraction.by_itself import RUNS_A_COMMAND
from lastdigit.extraction.labels import Print
from lastdigit.source.printed_expressions import PrintedExpression
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.syntax import parse, spelled

_NUMBERS = re.compile(r"[(\[]?[-+]?\d(?:[\d ,./%]|(?<=\d)e[-+]?\d){0,40}[)\]]?")
_LONGEST_CALL = 60
_SIGN = re.compile(r"(?!(?<=\d)e[-+]?\d)[^\d\s.,+-]")
"""A sign or a letter other than an exponent's."""


def is_numbered(entry: Print) -> bool:
    """Whether its label consists of numbers only."""
    return are_numbers(entry.found.label)


def called_by_its_row(entry: Print) -> Print:
    """The same print named by the source; a number in a row of several is no name."""
    named = with_name(entry)
    if named is not entry:
        return named
    text, start = entry.passage.text, entry.found.array.start
    before = text[text.rfind("\n", 0, start) + 1 : start]
    line_end = text.find("\n", entry.found.array.end)
    behind = text[entry.found.array.end : line_end if line_end >= 0 else len(text)]
    is_key = before.strip() == entry.found.label and not behind.strip() and " " not in entry.found.label
    return entry if is_key or _SIGN.search(before) else replace(entry, found=entry.found._replace(label=""))


def with_name(entry: Print) -> Print:
    """The same print with its name from the source before the numbers; an exponent is no line number."""
    if entry.put_in is None or not (entry.put_in.in_words and entry.put_in.label):
        return entry
    if "e" in entry.found.label and are_numbers(entry.found.label):
        return replace(entry, found=entry.found._replace(label=entry.put_in.label))
    return replace(entry, found=entry.found._replace(label=f"{entry.put_in.label} {entry.found.label}"))


def are_numbers(label: str) -> bool:
    """Whether a label has no words."""
    return _NUMBERS.fullmatch(label) is not None


def behind_what_prints(label: str, entry: Print, expressions: Sequence[PrintedExpression], source: Passage) -> str:
    """A label of numbers, preceded by the printed expression, or the only one of its cell, or its only call; or ""."""
    printed = {entry.put_in.label} if entry.put_in else {expression.text for expression in expressions}
    name = printed.pop() if len(printed) == 1 else "" if printed else _only_call(source)
    return f"{name} {label.strip('()[]')}" if name else ""


def _only_call(source: Passage) -> str:
    """The only call in a source; only the function's name, if the call is long."""
    tree = None if RUNS_A_COMMAND.search(source.text) else parse(source)
    body = tree.body if tree else []
    calls = [one.value for one in body if isinstance(one, (ast.Expr, ast.Assign)) and isinstance(one.value, ast.Call)]
    if len(calls) != 1 or any(isinstance(one, (ast.For, ast.While, ast.With, ast.Try, ast.If)) for one in body):
        return ""
    if name_of(calls[0].func) in PRINT:
        return ""
    whole = " ".join(spelled(calls[0]).split())
    return whole if len(whole) <= _LONGEST_CALL else spelled(calls[0].func)
