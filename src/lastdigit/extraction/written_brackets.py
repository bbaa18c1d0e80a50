"""Brackets within a line of words: a shape or a list if the source inserts one there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import read_array
from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.printers import PYTHON
from lastdigit.printing.python_values import as_list
from lastdigit.printing.scan import NOT_RECTANGULAR
from lastdigit.printing.tokens import Token
from lastdigit.printing.words.reasons import REASONS
from lastdigit.source.printed_lines import PrintedLine

UNBALANCED = "brackets of which one is never opened or never closed"

_TUPLE, _CONTAINER = REASONS["loose tuple"], REASONS["container"]
_EXTENTS = re.compile(r"\(\s?\d{1,18}(?:,\s?\d{1,18}){0,63},?\s?\)")
_CLOSERS = re.compile(r"[\])}]{1,20}")
_INTEGER = re.compile(r"\d{1,18}")


def may_be_written(left_out: LeftOut) -> bool:
    """Whether a left-out text may be a value after all, if the source inserts it."""
    return left_out.reason in (_TUPLE, _CONTAINER)


def written_brackets(text: str, left_out: LeftOut, lines: Sequence[PrintedLine]) -> FoundPrint | None:
    """The shape or list ``left_out`` of ``text`` that one of the source's ``lines`` inserts there."""
    start = text.rfind("\n", 0, left_out.start) + 1
    end = text.find("\n", left_out.end)
    line = text[start : end if end >= 0 else len(text)]
    indent = len(line) - len(line.lstrip())
    for written in lines:
        hole = written.at(line.strip(), left_out.start - start - indent, left_out.end - start - indent)
        if hole is None:
            continue
        if hole.is_shape and _EXTENTS.fullmatch(text, left_out.start, left_out.end):
            return FoundPrint(_shape(text, left_out), hole.label)
        array = read_array(text, left_out.start, cut=False) if text.startswith("[", left_out.start) else None
        if array is not None and array.end == left_out.end and array.tokens:
            return FoundPrint(as_list(array), hole.label)
    return None


def true_reason(text: str, left_out: LeftOut) -> LeftOut:
    """The left-out text; if its brackets do not match, with that as the reason."""
    if left_out.reason not in (NOT_RECTANGULAR, _CONTAINER) or text.startswith("{", left_out.start):
        return left_out
    more = _CLOSERS.match(text, left_out.end)
    part = text[left_out.start : more.end() if more else left_out.end]
    balanced = all(part.count(opener) == part.count(closer) for opener, closer in ("[]", "()", "{}"))
    return left_out if balanced else replace(left_out, reason=UNBALANCED)


def _shape(text: str, left_out: LeftOut) -> ArrayPrint:
    extents = [Token(found.group(), found.start()) for found in _INTEGER.finditer(text, left_out.start, left_out.end)]
    return ArrayPrint("shape", extents, (len(extents),), False, PYTHON.name, "int64", left_out.start, left_out.end)
