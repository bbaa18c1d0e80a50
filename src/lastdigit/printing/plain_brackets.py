"""A fast reader of plain nested brackets: one or two axes of finite numbers, none omitted, and tuples of these.

:mod:`lastdigit.printing.brackets` reads all others bracket by bracket; both give the same result.
"""

from __future__ import annotations

import re

from lastdigit.printing.bracketed_numbers import BracketedNumbers
from lastdigit.printing.token_run import TokenRun

_ONE_AXIS = re.compile(r"\[[^][()jTFni]*\]|\([^][()jTFni]*\)")
_TWO_OPEN = re.compile(r"\[\s*\[(?!\s*\[)")
_TWO_CLOSE = re.compile(r"\]\s*\]")
_NOT_PLAIN = re.compile(r"[()jTFni]")
_BETWEEN_ROWS = re.compile(r"\]\s*,?\s*\[")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?(?![0-9])")
_NUMBERS = re.compile(rf"(?:{_NUMBER.pattern}(?: |\Z))+")
_ROW = re.compile(rf"\[\s*{_NUMBER.pattern}(?:(?:\s+|,\s*){_NUMBER.pattern})*\s*\]")
"""One row of numbers, separated by spaces or commas."""
_MISPLACED_COMMA = re.compile(r"[,[(]\s*,|,\s*\]")
LONGEST = 2000
"""More digits than any number has; a text with longer ones is left to the general reader."""


def read_plain(text: str, start: int) -> BracketedNumbers | None:
    """The one or two axes of numbers that open at ``start``; None for anything else, or if not rectangular."""
    row = _ROW.match(text, start)
    if row is not None and row.end() - start <= LONGEST:
        body = row.group()
        texts, commas = _NUMBER.findall(body), body.count(",")
        run = TokenRun(texts, text, start, row.end())
        return _plain(run, (len(texts),), row.end(), commas) if commas in (0, len(texts) - 1) else None
    end = _end(text, start)
    if end is None:
        return None
    body = text[start:end]
    rows = _BETWEEN_ROWS.split(body.strip("[]() \t\n"))
    if any("[" in row or "]" in row for row in rows):
        return None
    split = [row.replace(",", " ").split() for row in rows]
    width = len(split[0])
    if not width or any(len(words) != width for words in split):
        return None
    texts = [word for words in split for word in words]
    if not _NUMBERS.fullmatch(" ".join(texts)) or max(map(len, texts)) > LONGEST:
        return None
    commas, is_tuple = body.count(","), body[0] == "("
    gaps = max(len(texts) - 1, int(is_tuple))
    if (commas or is_tuple) and (commas != gaps or _MISPLACED_COMMA.search(body)):
        return None
    shape = (len(rows), width) if body.find("[", 1) > 0 else (width,)
    return _plain(TokenRun(texts, text, start, end), shape, end, commas)


def _plain(tokens: TokenRun, shape: tuple[int, ...], end: int, commas: int) -> BracketedNumbers:
    """Numbers of which none is omitted and none truncated."""
    return BracketedNumbers(tokens, shape, end, False, commas > 0, (None,) * len(shape))


def _end(text: str, start: int) -> int | None:
    """The end of one or two nested brackets that contain only digits, points, signs, exponents and separators."""
    if _TWO_OPEN.match(text, start):
        close = _TWO_CLOSE.search(text, start)
        return None if close is None or _NOT_PLAIN.search(text, start, close.end()) else close.end()
    one = _ONE_AXIS.match(text, start)
    return None if one is None else one.end()
