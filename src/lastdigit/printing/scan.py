"""Finds the arrays, scalars and shapes in printed text, and the words that name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lastdigit.number_format import is_integer
from lastdigit.printing.brackets import BracketedNumbers, Token, read_brackets
from lastdigit.printing.print_format import NUMBER, PrintFormat, decimals, is_scientific

_START = re.compile(r"torch\.Size\(|tensor\(|array\(|\[")
_SUFFIX = re.compile(r"(?:,\s*(?:dtype=[\w.']+|requires_grad=\w+|device='[^']*'|grad_fn=<\w+>|size=\([\d, ]*\)))*\s*\)")
_DTYPE = re.compile(r"dtype=(?:torch\.|np\.)?'?(\w+)'?")
_WRAPPER = re.compile(r"\s*Parameter containing:\s*\Z")
_LABEL_END = re.compile(r"[\s:=]+\Z")
_ITEM_GAP = re.compile(r"[\s,]*")


@dataclass(frozen=True)
class FoundPrint:
    """One printed array or scalar, or one printed shape (``kind`` is ``"printed"`` or ``"shape"``).

    ``item`` is its index where it was printed as one of a list of arrays. ``tokens`` carry their offsets.
    """

    kind: str
    label: str
    item: int | None
    tokens: tuple[Token, ...]
    shape: tuple[int, ...]
    cut: bool
    printer: str
    dtype: str
    start: int
    end: int

    def print_format(self, precision: int) -> PrintFormat:
        """How it was printed, where the printer showed ``precision`` digits after the point."""
        if is_integer(self.dtype):
            return PrintFormat(self.printer, None, False, self.dtype)
        whole_numbers = self.printer == "torch" and all(token.text.endswith(".") for token in self.tokens)
        scientific = any(is_scientific(token.text) for token in self.tokens)
        return PrintFormat(self.printer, None if whole_numbers else precision, scientific, self.dtype)

    @property
    def decimals(self) -> int:
        """The most digits after the point of any token that is certainly whole."""
        whole = self.tokens[:-1] if self.cut else self.tokens
        return max((decimals(token.text) for token in whole), default=0)


def scan(text: str, *, cut: bool) -> Iterator[FoundPrint]:
    """Every array, scalar and shape that ``text`` prints, in order. ``cut``: the text may end inside the last one."""
    position = previous = 0
    while (start := _START.search(text, position)) is not None:
        found = list(_read(text, start, previous, cut=cut))
        yield from found
        if found:
            position = previous = found[-1].end
        else:
            position = _behind(text, start.start())


def _read(text: str, start: re.Match[str], previous: int, *, cut: bool) -> Iterator[FoundPrint]:
    label = _label(text, previous, start.start())
    opener = start.group()
    if opener == "torch.Size(":
        shape = read_brackets(text, start.end())
        if shape is not None and not shape.cut and len(shape.shape) == 1 and text.startswith(")", shape.end):
            end = shape.end + 1
            yield FoundPrint(
                "shape", label, None, shape.tokens, shape.shape, False, "torch", "int64", start.start(), end
            )
    elif opener == "[":
        items = list(_list_of_arrays(text, start.start(), label, cut=cut))
        numbers = None if items else read_brackets(text, start.start())
        if numbers is not None and numbers.tokens and _stands_alone(text, start.start(), numbers, cut=cut):
            yield _found(label, None, numbers, start.start(), numbers.end, *_bare_printer(numbers))
        yield from items
    else:
        yield from _call(text, start, label, None, cut=cut)


def _call(text: str, start: re.Match[str], label: str, item: int | None, *, cut: bool) -> Iterator[FoundPrint]:
    """``tensor(…)`` or ``array(…)`` with what follows the numbers."""
    printer = "torch" if start.group() == "tensor(" else "numpy"
    numbers = read_brackets(text, start.end()) if text.startswith("[", start.end()) else _scalar(text, start.end())
    if numbers is None or not numbers.tokens or (numbers.cut and not cut):
        return
    suffix = _SUFFIX.match(text, numbers.end)
    if suffix is None and not (cut and "\n" not in text[numbers.end :]):
        return
    end = suffix.end() if suffix else len(text)
    named = _DTYPE.search(text, numbers.end, end)
    dtype = named[1] if named else _default_dtype(printer, numbers)
    yield _found(label, item, numbers, start.start(), end, printer, dtype)


def _list_of_arrays(text: str, start: int, label: str, *, cut: bool) -> Iterator[FoundPrint]:
    """``[array(…), array(…)]``: the arrays of a printed list."""
    position, item = start + 1, 0
    while (opener := _START.match(text, position)) is not None and opener.group() in ("array(", "tensor("):
        found = list(_call(text, opener, label, item, cut=cut))
        if not found:
            return
        yield from found
        gap = _ITEM_GAP.match(text, found[0].end)
        position = gap.end() if gap else found[0].end
        item += 1


def _found(
    label: str, item: int | None, numbers: BracketedNumbers, start: int, end: int, printer: str, dtype: str
) -> FoundPrint:
    return FoundPrint("printed", label, item, numbers.tokens, numbers.shape, numbers.cut, printer, dtype, start, end)


def _behind(text: str, start: int) -> int:
    """Where what opens at ``start`` closes; the end of its paragraph where it does not. No part of it is an array."""
    depth = 0
    for match in re.finditer(r"[(\[]|[)\]]|\n[ \t]*\n", text[start:]):
        if match.group().isspace():
            return start + match.end()
        depth += 1 if match.group() in "([" else -1
        if depth == 0:
            return start + match.end()
    return len(text)


def _scalar(text: str, start: int) -> BracketedNumbers | None:
    number = NUMBER.match(text, start)
    if number is None:
        return None
    return BracketedNumbers((Token(number.group(), start),), (), number.end(), False, False)


def _stands_alone(text: str, start: int, numbers: BracketedNumbers, *, cut: bool) -> bool:
    """Whether bare brackets are a printed array: they end their line, and begin it or follow a label's colon.

    ``Epoch [12]`` and ``step [3/10]`` are log lines.
    """
    if numbers.cut:
        return cut
    if text[numbers.end : numbers.end + 1] not in ("", "\n") and text[numbers.end :].split("\n", 1)[0].strip():
        return False
    before = text[:start].rpartition("\n")[2].rstrip(" ")
    if before == "" or before[-1] in ":=":
        return True
    return any("." in token.text for token in numbers.tokens)


def _bare_printer(numbers: BracketedNumbers) -> tuple[str, str]:
    """Brackets with commas are a Python list, without them a NumPy array."""
    printer = "list" if numbers.commas else "numpy"
    return printer, _default_dtype(printer, numbers)


def _default_dtype(printer: str, numbers: BracketedNumbers) -> str:
    """The dtype that a printer does not name: int64 without a point, else torch's float32 or float64."""
    if not any(set(token.text) & set(".eE") for token in numbers.tokens):
        return "int64"
    return "float32" if printer == "torch" else "float64"


def _label(text: str, previous: int, start: int) -> str:
    """The words that name what begins at ``start``: those on its line, or else on the line above."""
    before = _WRAPPER.sub("", text[previous:start])
    if "\n" in before and not before.rpartition("\n")[2].strip():
        before = before.rpartition("\n")[0]
    line = before.rpartition("\n")[2]
    return _LABEL_END.sub("", line).lstrip(" )],")
