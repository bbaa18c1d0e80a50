"""Finds everything in brackets in a text: arrays, shapes, containers, and brackets that are none of these."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lastdigit.base.rule import Rule
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import OPENER, read_array
from lastdigit.printing.containers import CONTAINER, read_container
from lastdigit.printing.described_arrays import read_described
from lastdigit.printing.found import Bracketed, FoundPrint
from lastdigit.printing.python_values import python_number
from lastdigit.printing.quantities import QUANTITY, read_quantity
from lastdigit.printing.tables.sparse_rows import COORDINATES
from lastdigit.printing.three_digits import says_type, with_three_digits
from lastdigit.printing.thresholds import NEAR_BRACKET
from lastdigit.printing.tokens import COMPLEX

_OPENER = re.compile(rf"{QUANTITY.pattern}|{OPENER.pattern}|{CONTAINER.pattern}")
_MARK = re.compile(r"[\[({]|np\.[TF]|<tf\.|<[A-Z]\w{4,8} [\[\d.+-]")
_BRACKET = re.compile(r"[(\[{]|[)\]}]|\n[ \t]*\n")
SHAPE_BEFORE = Rule(
    r"(?i)(?:^|^[-+\d. \t]{1,200}|\b(?:shape|size)[ \t]*(?:is|of|:|=)?)[ \t]*\Z",
    "the label of a tuple that is a shape",
    "the shape is ",
    "reshaped by ",
)
LINE_OF_WORDS = Rule(
    r"\n(?=[^\n]{0,200}[^\W\d_]{2}|\s*\n|[^\w\s]{4})",
    "the line after unclosed rows",
    "[0.5 1.5\nthe next",
    "[0.5 1.5\n 2.5 3.5",
)
_OF_NUMBERS = "-+0123456789. \t"
_DIMENSIONS = re.compile(r"\(\d+,(?: ?\d+,)*(?: ?\d+)?\)")
_BEHIND_A_SHAPE = re.compile(
    r"[ \t]*(?:$|[\[({,]|[-+\d.e \t]{1,200}$|(?:torch\.)?(?:b?float|u?int|bool|complex)\d*$)", re.MULTILINE
)
"""What may follow a shape: the end of the line, more brackets, numbers, or a dtype."""
_ON_ONE_LINE = re.compile(r"[\[(][^][(){}'\"<\n]{0,200}[\])]")
_MAY_BE_A_NUMBER = re.compile(r"\d|nan|inf|True|False|∞", re.IGNORECASE)
_ENDS_AS_A_HEADER = re.compile(r"P>\|[tz]\|\Z")
"""``P>|t|   [0.025   0.975]`` is a header in the summary of a fitted model."""
_LINE_END = re.compile(r"[ \t]*$", re.MULTILINE)
_DOTS_END_THE_LINE = re.compile(r" ?\.{3}[ \t]*$", re.MULTILINE)
_TWO_NUMBERS = re.compile(r"[-+\d.][,\s]+[-+\d.]")
_MORE_BRACKETS = re.compile(
    r"(?:[ \t]*(?:\[[-+\d., \t]{0,200}\]|\(\d[\d, ]{0,200}\))){0,8}[ \t]*(?:$|[-=]+>|\[[-+\d., ]{1,20})", re.MULTILINE
)
_MORE_VALUES = re.compile(r"[ \t]*(?:$|[\[({,;|)]|(?:±|\+[/\\]?-)[ \t]*\[|[^\s\d]\S{0,40}[ \t]*[:=])", re.MULTILINE)

_BRACKETS_WITH_A_NAME = re.compile(r"[ \t]*[,;|]?[ \t]*[^\W\d][^\n\[\]:=]{0,40}[:=][ \t]*\[{1,4}[ \t]*[-+]?[\d.]")
"""What follows brackets that are values: words, a colon, and further brackets of numbers."""


def bracketed(text: str, *, cut: bool) -> Iterator[Bracketed]:
    """Everything in brackets that is a print, and all multi-line brackets that are not, in order.

    ``cut``: the text may end inside the last one. Takes time linear in the length of the text.
    """
    position = behind = 0
    closing: dict[int, int] | None = None
    while (opener := _next_opener(text, position)) is not None:
        start = opener.start()
        found = read_described(text, start) or read_quantity(text, start) or _read(text, start, behind, cut=cut)
        if found is not None and (found.prints or text.find("\n", start, found.end) >= 0):
            yield with_three_digits(text, found) if found.prints else found
            end = behind = found.end
        elif OPENER.match(text, start) is None:
            end = _closed(text, start, start + NEAR_BRACKET, otherwise=opener.end())
        else:
            closing = _closing(text, start) if closing is None else closing
            end = closing.get(opener.end() - 1) or _rows_end(text, start)
            if text.find("\n", start, end) >= 0:
                yield Bracketed((), start, end)
                behind = end
        position = max(end, opener.end())


def _next_opener(text: str, position: int) -> re.Match[str] | None:
    """The first opening bracket or name of an array from ``position``; words without a bracket are skipped."""
    mark = _MARK.search(text, position)
    if mark is None:
        return None
    at = mark.start()
    return _OPENER.search(text, max(text.rfind(" ", position, at), text.rfind("\n", position, at), position - 1) + 1)


def _read(text: str, start: int, behind: int, *, cut: bool) -> Bracketed | None:
    """The prints in what opens at ``start``, or None; the previous print ended at ``behind``."""
    if _is_certainly_none(text, start, behind):
        return None
    number = COMPLEX.match(text, start) if text.startswith("(", start) else None
    array = python_number(number.group(), start) if number else read_array(text, start, cut=cut)
    if array is None:
        found = read_container(text, start, cut=cut)
        array = _only_item(text, found) if found is not None else None
        if array is not None and not array.shape:
            return None
    if array is not None:
        found = Bracketed((FoundPrint(array),), array.start, array.end, array.cut)
        if not text.startswith(("[", "("), array.start):
            return found
    return found if found and (found.cut or _stands_alone(text, found, behind)) else None


def _only_item(text: str, found: Bracketed) -> ArrayPrint | None:
    """The one array or number that stands in parentheses and is no tuple, which would have a comma behind it."""
    only = found.prints[0].array if [one.path for one in found.prints] == ["[0]"] else None
    is_alone = only is not None and text.startswith("(", found.start) and text[only.end : found.end].strip() == ")"
    return only if is_alone else None


def _is_certainly_none(text: str, start: int, behind: int) -> bool:
    """Whether what opens at ``start`` is certainly not a print, as most brackets, such as ``[INFO]``, are not.

    Such brackets hold no number, or integers that do not stand alone.
    """
    closed = _ON_ONE_LINE.match(text, start)
    if closed is None:
        return False
    if says_type(text, closed.end()):
        return False
    if COORDINATES.match(text, start) or _ENDS_AS_A_HEADER.search(_before(text, start, behind)):
        return True
    if _MAY_BE_A_NUMBER.search(text, start, closed.end()) is None:
        return True
    if text.find(".", start, closed.end()) >= 0:
        return False
    before = _before(text, start, behind)
    if before == "" or (text[start] == "(" and SHAPE_BEFORE.search(before)):
        return False
    return before[-1] not in ":=" or not _ends_its_line(text, start, closed.end())


def _ends_its_line(text: str, start: int, end: int) -> bool:
    """Whether brackets end their line; dots may follow if they hold at least two numbers."""
    if _LINE_END.match(text, end):
        return True
    return bool(_DOTS_END_THE_LINE.match(text, end) and _TWO_NUMBERS.search(text, start, end))


def _before(text: str, start: int, behind: int) -> str:
    """The text before ``start`` on its line, from the end of the previous print."""
    nearest = max(behind, start - NEAR_BRACKET)
    return text[max(nearest, text.rfind("\n", nearest, start) + 1) : start].rstrip(" ")


def _stands_alone(text: str, found: Bracketed, behind: int) -> bool:
    """Whether brackets are printed values: they end their line, and begin it or follow a label's colon.

    ``Epoch [12]`` and ``step [3/10]`` are log lines. Other values may follow two numbers with a point, and a shape;
    other brackets or an arrow may follow integers that begin a line.
    """
    start, end = found.start, found.end
    before = _before(text, start, behind)
    if says_type(text, end):
        return True
    if text.startswith("(", start) and SHAPE_BEFORE.search(before) and _DIMENSIONS.match(text, start):
        return before.strip(_OF_NUMBERS) != "" or _BEHIND_A_SHAPE.match(text, end) is not None
    with_point = (text for one in found.prints for text in one.array.texts if "." in text)
    points = len(list(islice(with_point, 2)))
    if points > 1 and before[-1:] in (":", "="):
        return True
    if points and before[-1:] == "=" and _MORE_VALUES.match(text, end):
        return True
    if points and before[-1:] == ":" and text[start] == "[" and _BRACKETS_WITH_A_NAME.match(text, end):
        return True
    ends_its_line = _ends_its_line(text, start, end)
    if points <= 1 and before == "" and text[start] == "[" and not ends_its_line:
        return bool(_MORE_BRACKETS.match(text, end) or (points and _MORE_VALUES.match(text, end)))
    if not ends_its_line and not (points > 1 and _MORE_VALUES.match(text, end)):
        return False
    return before == "" or before[-1] in ":=" or points > 0


def _closed(text: str, start: int, stop: int, *, otherwise: int) -> int:
    """The end of brackets at ``start`` if they close before ``stop``, else ``otherwise``. No part of it is a print."""
    depth = 0
    for match in _BRACKET.finditer(text, start, stop):
        if match.group().isspace():
            break
        depth += 1 if match.group() in "([{" else -1
        if depth == 0:
            return match.end()
    return otherwise


def _closing(text: str, start: int) -> dict[int, int]:
    """From the offset of each opening bracket to the end of its closing one, for pairs within one paragraph.

    A parenthesis without its like inside other brackets is a smiley in a text, and closes none.
    """
    waiting: list[int] = []
    closing = {}
    others = 0
    for match in _BRACKET.finditer(text, start):
        bracket = match.group()
        if bracket.isspace():
            waiting.clear()
            others = 0
        elif bracket in "([{":
            waiting.append(match.start())
            others += bracket != "("
        elif bracket == ")":
            if waiting and text[waiting[-1]] == "(":
                closing[waiting.pop()] = match.end()
        elif others:
            while text[waiting[-1]] == "(":
                waiting.pop()
            closing[waiting.pop()] = match.end()
            others -= 1
    return closing


def _rows_end(text: str, start: int) -> int:
    """The end of the rows after an unclosed bracket at ``start``: before the next line of words."""
    line_end = text.find("\n", start)
    words = LINE_OF_WORDS.search(text, line_end) if line_end >= 0 else None
    return words.start() + 1 if words else len(text)
