"""Brackets within a line of words: a shape or a list where the source puts one in there, else what they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import read_array
from lastdigit.printing.found import FoundPrint, SkippedText
from lastdigit.printing.python_values import as_list
from lastdigit.printing.scan import NOT_RECTANGULAR
from lastdigit.printing.tokens import Token
from lastdigit.printing.words.line_kinds import REASONS
from lastdigit.source.printed_lines import PrintedLine

UNBALANCED = "brackets of which one is never opened or never closed"

_TUPLE, _CONTAINER = REASONS["loose tuple"], REASONS["container"]
_EXTENTS = re.compile(r"\(\s?\d{1,18}(?:,\s?\d{1,18}){0,63},?\s?\)")
_CLOSERS = re.compile(r"[\])}]{1,20}")
_INTEGER = re.compile(r"\d{1,18}")


def may_be_written(skipped: SkippedText) -> bool:
    """Whether what was left out may be a value all the same, if the source writes it."""
    return skipped.reason in (_TUPLE, _CONTAINER)


def written_brackets(text: str, skipped: SkippedText, lines: Sequence[PrintedLine]) -> FoundPrint | None:
    """The shape or the list that was ``skipped`` in ``text``, where one of the source's ``lines`` puts it in there."""
    start = text.rfind("\n", 0, skipped.start) + 1
    end = text.find("\n", skipped.end)
    line = text[start : end if end >= 0 else len(text)]
    indent = len(line) - len(line.lstrip())
    for written in lines:
        hole = written.at(line.strip(), skipped.start - start - indent, skipped.end - start - indent)
        if hole is None:
            continue
        if hole.is_shape and _EXTENTS.fullmatch(text, skipped.start, skipped.end):
            return FoundPrint(_shape(text, skipped), hole.label)
        array = read_array(text, skipped.start, cut=False) if text.startswith("[", skipped.start) else None
        if array is not None and array.end == skipped.end and array.tokens:
            return FoundPrint(as_list(array), hole.label)
    return None


def true_reason(text: str, skipped: SkippedText) -> SkippedText:
    """What was left out, with the reason that its brackets do not match where that is so."""
    if skipped.reason not in (NOT_RECTANGULAR, _CONTAINER) or text.startswith("{", skipped.start):
        return skipped
    more = _CLOSERS.match(text, skipped.end)
    part = text[skipped.start : more.end() if more else skipped.end]
    balanced = all(part.count(opener) == part.count(closer) for opener, closer in ("[]", "()", "{}"))
    return skipped if balanced else skipped._replace(reason=UNBALANCED)


def _shape(text: str, skipped: SkippedText) -> ArrayPrint:
    extents = [Token(found.group(), found.start()) for found in _INTEGER.finditer(text, skipped.start, skipped.end)]
    return ArrayPrint("shape", extents, (len(extents),), False, "python", "int64", skipped.start, skipped.end)
