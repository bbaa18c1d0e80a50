"""Why a print is no golden, judged by its label and by the source."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from lastdigit.base.rule import Rule
from lastdigit.document import PYTHON, Cell
from lastdigit.extraction.answered import is_answered
from lastdigit.extraction.between_commas import stands_between_commas
from lastdigit.extraction.by_itself import is_by_itself
from lastdigit.extraction.context import Context
from lastdigit.extraction.conventions import reason_by_convention
from lastdigit.extraction.labels import Print
from lastdigit.extraction.lines_around import before, has_others_beside, is_in_a_row, is_spelled_out
from lastdigit.extraction.measured_times import is_a_time
from lastdigit.extraction.no_labels import is_part_of_a_value
from lastdigit.extraction.no_results import reason_by_surroundings
from lastdigit.extraction.no_results_by_source import reason_by_source
from lastdigit.extraction.numbered_lines import are_numbers
from lastdigit.extraction.printed_back import is_printed_back
from lastdigit.extraction.reason_by_column import reason_by_column
from lastdigit.extraction.reason_by_expression import reason_by_expression, reason_by_what_is_shown
from lastdigit.extraction.rounded_before import has_unbounded_error
from lastdigit.printing.printers import PYTHON as PYTHON_PRINTS
from lastdigit.source.copied import shows_a_copy
from lastdigit.source.numbered_items import numbers_its_row
from lastdigit.source.syntax import expression_of
from lastdigit.source.written_words import counters

ReasonOf: TypeAlias = "Callable[[Context, Cell, Print, str], str]"
"""What says why the value of an expression is no result."""

IN_ANOTHER = Rule(
    r"\s*%%(?:R|julia|octave|matlab|stata|sql|ruby|perl|js)\b",
    "a cell is written in another language",
    "%%R\nsummary(x)",
    "%run pears.py",
)
NAMED_BY_A_SIGN = Rule(r"[^\W\d_][^\n]{0,80}[:=]\s*\Z", "words and a sign stand before a number", "t = ", "3.5 2.5 ")

OF_A_SUMMARY_OF_R = Rule(
    r"\A(?:Min\.|1st Qu\.|Median|Mean|3rd Qu\.|Max\.)\Z",
    "words stand in the cells of a summary of R",
    "1st Qu.",
    "Mean of x",
)


def reason_by_name(context: Context, cell: Cell, entry: Print, label: str, *, certain: bool) -> str:
    """Why a print is no golden, as a key of ``REASONS``; "" if it is one. ``certain``: its label is not inferred."""
    found, array = entry.found, entry.found.array
    reason = entry.put_in.reason if entry.put_in else "file" if context.prints_text_of_file(cell) else ""
    if reason in ("file", "container") and entry.output.kind == "stream":
        return reason
    foreign = context.document.language != PYTHON or IN_ANOTHER.match(cell.source.text)
    if foreign and (array.shape or found.path or _is_a_part(entry, label)):
        return "language"
    if reason := _reason_apart_from_names(context, cell, entry, label):
        return reason
    if _is_behind_a_part(entry, label) or _is_nameless_item(entry, label, certain):
        return "nameless"
    if reason := _by_expressions(reason_by_what_is_shown, context, cell, entry, label):
        return reason
    if array.shape or found.path:
        reason = "timing" if is_a_time(context, cell, entry, label) else reason_by_column(context, entry, label)
        return reason or _reason_at_last(context, cell, entry, label)
    if _is_nameless(context, cell, entry, label, certain):
        return "nameless"
    if entry.output.kind == "stream" and (is_spelled_out(cell.source.text, entry) or is_answered(cell, entry)):
        return "setting"
    if entry.put_in and entry.put_in.reason:
        return entry.put_in.reason
    if reason := _by_expressions(reason_by_expression, context, cell, entry, label):
        return reason
    if entry.put_in and entry.put_in.numbers_rounds and array.dtype == "int64":
        return "counter"
    if is_a_time(context, cell, entry, label):
        return "timing"
    return _reason_at_last(context, cell, entry, label)


def _reason_at_last(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why what no name says to be none is no golden: a library prints it, or its error is unknown."""
    if is_by_itself(context, cell, entry, label):
        return "by itself"
    return "rounded" if has_unbounded_error(context, cell, entry, label) else ""


def _by_expressions(reason_of: ReasonOf, context: Context, cell: Cell, entry: Print, label: str) -> str:
    """The reason that holds for every expression the print may show; "" if they differ."""
    reasons = {reason_of(context, cell, entry, one) for one in entry.expressions(label)}
    return reasons.pop() if len(reasons) == 1 else ""


def _is_a_place_of_a_loop(cell: Cell, entry: Print, label: str) -> bool:
    """Whether a name holds the indices of an element, over which a loop goes."""
    source, found = cell.source.text, entry.found
    if found.array.dtype != "int64" or not (found.array.shape or found.path):
        return False
    return ("ndindex" in source or "ndenumerate" in source) and label.removesuffix(found.path) in counters(source)


ROW_AND_FIRST = Rule(r"\[(\d{1,9})\]\[0\]\Z", "the first item of a row of a list", "topics()[3][0]", "topics()[3][1]")


def _is_number_of_its_row(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether an item is its row's number, as the source says, or as that of ``enumerate`` in the row before shows."""
    if entry.found.array.shape or entry.found.array.dtype != "int64" or entry.found.path.count("[") != 2:
        return False
    node = expression_of(label)
    if node is not None and numbers_its_row(node, context.reached.within(cell.source)):
        return True
    row = ROW_AND_FIRST.search(entry.found.path)
    if row is None or entry.found.array.texts[0] != row[1]:
        return False
    beside = int(row[1]) - 1 if int(row[1]) else 1
    return re.search(rf"[\[(]{beside},", entry.passage.text) is not None


def _is_in_a_constant_line(cell: Cell, entry: Print) -> bool:
    """Whether a list stands behind its words on a line that a string of the source spells out."""
    array, text = entry.found.array, entry.passage.text
    if entry.output.kind != "stream" or entry.put_in is not None or not (entry.found.label and array.shape):
        return False
    behind_words = entry.found.label in before(entry) and "\n" not in text[array.start : array.end]
    return behind_words and array.column is None and is_spelled_out(cell.source.text, entry)


def _reason_apart_from_names(context: Context, cell: Cell, entry: Print, label: str) -> str:
    """Why a print is no golden: it repeats what the source says, or what surrounds it says so."""
    is_python = entry.found.array.by is PYTHON_PRINTS
    if is_python and _is_a_copy(context, cell, entry, label.removesuffix(entry.found.path)):
        return "setting"
    if is_printed_back(entry, label, cell, context.spelled) or _is_in_a_constant_line(cell, entry):
        return "setting"
    if stands_between_commas(entry, cell):
        return "commas"
    if _is_a_place_of_a_loop(cell, entry, label) or _is_number_of_its_row(context, cell, entry, label):
        return "counter"
    return (
        reason_by_source(context, cell, entry, label)
        or reason_by_convention(context, entry, label)
        or reason_by_surroundings(context, cell, entry, label)
    )


def _is_a_copy(context: Context, cell: Cell, entry: Print, label: str) -> bool:
    """Whether the print repeats a literal of the source, a part of one, or a setting.

    A list or a dict printed as a whole is not: it may hold results computed elsewhere.
    """
    is_whole = bool(entry.found.array.shape) and not entry.found.path
    if entry.put_in is not None and entry.put_in.reason == "setting":
        return entry.put_in.label.endswith("]") and not entry.put_in.label.startswith("[")
    if is_whole or not context.tells_results or entry.output.kind != "result" or entry.found.label:
        return False
    known = context.show_copies
    if cell.number not in known:
        known[cell.number] = "(" not in label and shows_a_copy(cell.source, context.reached)
    return known[cell.number]


def _is_a_part(entry: Print, label: str) -> bool:
    """Whether a number is a part of a vector or a summary of R, or not all that is shown as the value of a cell."""
    if are_numbers(label) or OF_A_SUMMARY_OF_R.search(label):
        return True
    text, array = entry.passage.text, entry.found.array
    return entry.output.kind == "result" and bool((text[: array.start] + text[array.end :]).strip())


def _is_nameless_item(entry: Print, label: str, certain: bool) -> bool:
    """Whether it is printed by an unknown expression, or is a scalar in a list or dict that has no name."""
    found = entry.found
    is_unnamed = entry.output.kind == "stream" and label.startswith("output ")
    if found.label or entry.put_in or (certain and not is_unnamed):
        return False
    return (bool(found.path) and not found.array.shape) or (is_unnamed and not certain)


def _is_behind_a_part(entry: Print, label: str) -> bool:
    """Whether the words before a value, which the source does not write, are a part of another value's text."""
    words = entry.found.label
    if not words or not label.startswith(words) or (entry.put_in is not None and entry.put_in.in_words):
        return False
    return is_part_of_a_value(words)


def _is_nameless(context: Context, cell: Cell, entry: Print, label: str, certain: bool) -> bool:
    """Whether a scalar is named by neither words nor source."""
    if (entry.output.kind == "stream" and are_numbers(label)) or is_in_a_row(entry):
        return True
    if not (entry.found.label or (entry.put_in and entry.put_in.in_words)) and has_others_beside(entry):
        return True
    if entry.put_in:
        return False
    if not context.is_python(cell) and not NAMED_BY_A_SIGN.search(before(entry)):
        return True
    return not entry.found.label and (not certain or label.startswith("output "))
