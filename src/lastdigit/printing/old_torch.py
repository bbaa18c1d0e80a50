"""Tensors as printed by torch before version 0.4: rows without brackets above ``[torch.FloatTensor of size 2x3]``.

LibTorch in C++ still prints them so, above ``[ CPUFloatType{2,3} ]``.

Wide matrices are split into blocks, each below a line such as ``Columns 0 to 8``; with more than two axes, each matrix
is printed below ``(0 ,.,.) =``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.printers import TORCH
from lastdigit.printing.shown_part import Summary
from lastdigit.printing.tokens import TOKEN, Token

_FOOTER = re.compile(
    r"^ ?\[torch\.(?:cuda\.)?(?P<type>[A-Z][a-z]{2,5})Tensor of size (?P<size>\d{1,9}(?:x\d{1,9}){0,7})"
    r"(?: \(GPU \d{1,4}\))?\]"
    r"|^\[ (?:CPU|CUDA|MPS|XLA)(?P<type_in_c>[A-Z][a-z]{2,5})Type\{(?P<size_in_c>\d{1,9}(?:,\d{1,9}){0,7})\} \]",
    re.MULTILINE,
)
_SCALED = re.compile(
    r"^[ \t]*\d\.\d{1,9}e[-+]\d{1,3} \*[ \t]*\n[^\[*]{1,100000}\[ ?(?:torch\.|CPU|CUDA)[^\]\n]{1,80}\]", re.MULTILINE
)
_MARKS = ("Tensor of size ", "Type{")
_COLUMNS = re.compile(r"\s*Columns \d{1,9} to \d{1,9}\s*")
_SLICE = re.compile(r"\s*\((?:\d{1,9}|\.)(?: ?,(?:\d{1,9} ?|\.)){1,7}\) =\s*")
_ROW = re.compile(r"\s*[-+]?(?:\d|\.\d|inf|nan)[-+.\deinfa \t]*")
_WORD = re.compile(r"\S+")
_DOTS = re.compile(r"\s*(?:\.\.\.|[⋮⋱…])(?:\s+(?:\.\.\.|[⋮⋱…]))*\s*")
"""The row that stands for omitted ones."""
_ELLIPSES = frozenset({"...", "…"})
_MOST_AXES_OF_DOTS = 2
_DTYPES = {
    "Float": "float32",
    "Double": "float64",
    "Half": "float16",
    "Long": "int64",
    "Int": "int32",
    "Short": "int16",
    "Char": "int8",
    "Byte": "uint8",
}


def scaled_tensors(text: str) -> list[tuple[int, int, str]]:
    """The spans of tensors with a common factor, such as ``1.00000e-03 *``, with the reason to leave them out."""
    if " *" not in text or not any(mark in text for mark in _MARKS):
        return []
    return [(*found.span(), "scaled") for found in _SCALED.finditer(text)]


def old_tensors(text: str) -> list[ArrayPrint]:
    """Every tensor that ``text`` prints in this layout, in order, except those with a common factor."""
    return list(_old_tensors(text)) if any(mark in text for mark in _MARKS) else []


def _old_tensors(text: str) -> Iterator[ArrayPrint]:
    behind = 0
    for footer in _FOOTER.finditer(text):
        lines = _lines_above(text, behind, footer.start())
        size = footer["size"] or footer["size_in_c"]
        shape = tuple(map(int, size.replace(",", "x").split("x")))
        tokens, summary = _tokens(text, lines, shape), None
        if tokens is None and len(shape) <= _MOST_AXES_OF_DOTS:
            tokens, shape, summary = _summarised(text, lines, shape)
        dtype = _DTYPES.get(footer["type"] or footer["type_in_c"])
        if tokens is not None and dtype is not None:
            start, end = lines[0][0], footer.end()
            yield ArrayPrint("printed", tokens, shape, False, TORCH.name, dtype, start, end, True, summary)
        behind = footer.end()


def _lines_above(text: str, behind: int, footer: int) -> list[tuple[int, int]]:
    """The lines of numbers and headings directly above the ``footer``, from the first row."""
    lines: list[tuple[int, int]] = []
    end = footer - 1
    while end > behind:
        start = max(text.rfind("\n", behind, end) + 1, behind)
        line = text[start:end]
        if line.strip() and not any(kind.fullmatch(line) for kind in (_ROW, _COLUMNS, _SLICE, _DOTS)):
            break
        lines.append((start, end))
        end = start - 1
    lines.reverse()
    first = next((n for n, (start, end) in enumerate(lines) if text[start:end].strip()), len(lines))
    return lines[first:]


def _tokens(text: str, lines: list[tuple[int, int]], shape: tuple[int, ...]) -> tuple[Token, ...] | None:
    """The tokens in row-major order; None if the lines have dots or do not fit the ``shape``."""
    matrices: list[list[list[list[Token]]]] = [[[]]]
    for start, end in lines:
        line = text[start:end]
        if not line.strip():
            continue
        if _SLICE.fullmatch(line):
            matrices.append([[]])
        elif _COLUMNS.fullmatch(line):
            matrices[-1].append([])
        else:
            matrices[-1][-1].append([Token(word.group(), word.start()) for word in _WORD.finditer(text, start, end)])
    tokens: list[Token] = []
    for matrix in matrices:
        blocks = [block for block in matrix if block]
        if len({len(block) for block in blocks}) > 1:
            return None
        tokens += [token for rows in zip(*blocks, strict=True) for row in rows for token in row]
    whole = len(tokens) == math.prod(shape) > 0 and all(TOKEN.fullmatch(token.text) for token in tokens)
    return tuple(tokens) if whole else None


def _summarised(
    text: str, lines: list[tuple[int, int]], full: tuple[int, ...]
) -> tuple[tuple[Token, ...] | None, tuple[int, ...], Summary | None]:
    """The visible tokens of a vector or matrix with dots, their shape and its summary; None if the lines do not fit."""
    rows: list[list[Token]] = []
    gaps: set[int] = set()
    splits: set[int | None] = set()
    for start, end in lines:
        if _DOTS.fullmatch(text, start, end):
            gaps.add(len(rows))
        elif text[start:end].strip():
            words = [Token(word.group(), word.start()) for word in _WORD.finditer(text, start, end)]
            dots = [number for number, word in enumerate(words) if word.text in _ELLIPSES]
            splits.add(dots[0] if len(dots) == 1 else None)
            rows.append([word for word in words if word.text not in _ELLIPSES])
    widths, split = {len(row) for row in rows}, next(iter(splits), None)
    tokens = tuple(token for row in rows for token in row)
    if len(widths) != 1 or len(splits) > 1 or len(gaps) > 1 or not all(TOKEN.fullmatch(token.text) for token in tokens):
        return None, full, None
    shown = (len(rows), *widths)[: len(full)]
    splits_of = (next(iter(gaps), None), split)[: len(full)]
    edges = tuple((at, size - at) if at is not None else None for at, size in zip(splits_of, shown, strict=True))
    fits = all(
        size < all_of_it if edge else size == all_of_it
        for edge, size, all_of_it in zip(edges, shown, full, strict=True)
    )
    is_vector = len(full) == 1 and widths == {1}
    if not (any(edges) and fits and (is_vector or len(full) == 2)):
        return None, full, None
    return tokens, shown, Summary(edges, full)
