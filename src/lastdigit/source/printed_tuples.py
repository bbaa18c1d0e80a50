"""What ``print (a, b)`` names where Python 2 printed it, as a tuple: each item after the words before it, or itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from lastdigit.source.printed_calls import PrintCall
from lastdigit.source.printed_expressions import spelling
from lastdigit.source.printed_lines import WrittenLine
from lastdigit.source.syntax import Offsets

_QUOTED = re.compile(r"[ub]?(?:'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")")
_NAMES = re.compile(r"[^\W\d_]")
_MOST_ITEMS = 40


def items_of_tuple(line: WrittenLine, text: str, offsets: Offsets) -> tuple[str, ...]:
    """A label for each argument of ``print (a, b)`` if the text is the tuple of these; else none.

    A string of the source stands there quoted, and names what follows it up to the next string.
    """
    arguments = line.by.call.args
    if not 2 <= len(arguments) <= _MOST_ITEMS or line.by.call.keywords:
        return ()
    items = _items(text.strip())
    if len(items) != len(arguments) or not all(map(_may_be, arguments, items)):
        return ()
    return tuple(_labels(line.by, arguments, offsets))


def items_of_any(lines: Sequence[WrittenLine], text: str, offsets: Offsets) -> tuple[str, ...]:
    """The labels by the only one of the ``lines`` that may have been printed as the tuple ``text``; else none.

    Of several, it is the one with most strings of its own in the text. Calls of one helper have its own names.
    """
    found = {items: line for line in lines if (items := items_of_tuple(line, text, offsets))}
    strings = max(map(_strings, found.values()), default=0)
    most = [(items, line) for items, line in found.items() if _strings(line) == strings]
    if len(most) == 1:
        return most[0][0]
    own = {id(line.by.own): line.by for _, line in most}
    by = next(iter(own.values()), None)
    if by is None or by.own is None or len(own) > 1:
        return ()
    return tuple(_labels(by, by.own.args, offsets))


def _strings(line: WrittenLine) -> int:
    return sum(isinstance(one, ast.Constant) for one in line.by.call.args)


def _items(text: str) -> list[str]:
    """The items of a tuple as printed, and nothing else; none if the text is no tuple."""
    if not (text.startswith("(") and text.endswith(")")):
        return []
    depth, begin, items = 0, 1, list[str]()
    for at, sign in enumerate(_QUOTED.sub(lambda quoted: "_" * len(quoted[0]), text)):
        depth += (sign in "([{") - (sign in ")]}")
        if (sign == "," and depth == 1) or depth == 0:
            items.append(text[begin:at].strip())
            begin = at + 1
        if depth == 0 and at < len(text) - 1:
            return []
    return items if depth == 0 else []


def _may_be(argument: ast.expr, item: str) -> bool:
    """Whether an argument may have been printed as an item: a string of the source only as itself."""
    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
        return True
    return repr(argument.value) == item.removeprefix("u") or not item.isascii() or not argument.value.isascii()


def _labels(by: PrintCall, arguments: Sequence[ast.expr], offsets: Offsets) -> list[str]:
    """The label of each argument; several values behind one string have its words and their expressions."""
    texts = [one.value if isinstance(one, ast.Constant) else None for one in arguments]
    words, labels = "", list[str]()
    for at, (argument, text) in enumerate(zip(arguments, texts, strict=True)):
        written = spelling(offsets, argument, by)
        if isinstance(text, str):
            words = " ".join(text.split()).strip(" :=,(->")
            words = words if _NAMES.search(words) else ""
            labels.append(written)
            continue
        before, behind = texts[at - 1] if at else None, texts[at + 1] if at + 1 < len(texts) else ""
        is_alone = isinstance(before, str) and isinstance(behind, str)
        labels.append(written if not words else words if is_alone else f"{words} {written}")
    return labels
