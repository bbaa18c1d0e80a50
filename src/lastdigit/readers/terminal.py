"""The text that a terminal shows: without colours, and with overprinted text replaced."""

from __future__ import annotations

import re
from itertools import groupby

from lastdigit.document import Passage

_CONTROLS = [chr(code) for code in (*range(9), *range(11, 32), 127)]
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_SHORT = 200
_SURROGATE = re.compile("[\ud800-\udfff]")
_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # a control sequence, such as a colour (ECMA-48, 5.4)
    r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?"  # an operating system command, such as a link
    r"|\x1b[ -/]*[0-~]?"
    "|[\x00-\x08\x0b-\x1f\x7f]"
)
_ERASE_TO_END, _ERASE_LINE = ("\x1b[K", "\x1b[0K"), "\x1b[2K"


def shown(passage: Passage) -> Passage:
    """The passage as a terminal shows it, with the place of every character in the file."""
    if not _has_control(passage.text):
        return _without_surrogates(passage)
    return _without_surrogates(passage.joined(_kept(passage.text), ""))


def shown_text(text: str) -> str:
    """The text as a terminal shows it."""
    if _has_control(text):
        text = "".join([text[start:end] for start, end in _kept(text)])
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _has_control(text: str) -> bool:
    """Whether ``text`` has a control character; in a long text, searching for each is faster than for their class."""
    if len(text) < _SHORT:
        return _CONTROL.search(text) is not None
    return any(map(text.__contains__, _CONTROLS))


def _without_surrogates(passage: Passage) -> Passage:
    """The passage with unpaired surrogates replaced by U+FFFD."""
    if passage.text.isascii() or not _SURROGATE.search(passage.text):
        return passage
    text = _SURROGATE.sub("\ufffd", passage.text)
    return Passage(text, passage.first_line, passage.within, passage.jumps)


def _kept(text: str) -> list[tuple[int, int]]:
    """The visible spans of ``text``, in the order shown."""
    kept: list[tuple[int, int]] = []
    position = 0
    while (control := _CONTROL.search(text, position)) is not None:
        line = text.rfind("\n", position, control.start()) + 1 or position
        end = text.find("\n", line)
        end = len(text) if end < 0 else end + 1
        if line > position:
            kept.append((position, line))
        kept += _kept_of_line(text, line, end)
        position = end
    if position < len(text):
        kept.append((position, len(text)))
    return kept


def _kept_of_line(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The visible spans of one line; its line feed is one of them."""
    cells: list[int] = []
    cursor, position = 0, start
    stop = end - (text[end - 1] == "\n")
    for sequence in _SEQUENCE.finditer(text, start, stop):
        cursor = _print_over(cells, cursor, position, sequence.start())
        position = sequence.end()
        if sequence.group() == "\r":
            cursor = 0
        elif sequence.group() == "\b":
            cursor = max(cursor - 1, 0)
        elif sequence.group() in _ERASE_TO_END:
            del cells[cursor:]
        elif sequence.group() == _ERASE_LINE:
            cells.clear()
            cursor = 0
    _print_over(cells, cursor, position, stop)
    cells += range(stop, end)
    return [(run[0][1], run[-1][1] + 1) for run in _runs(cells)]


def _print_over(cells: list[int], cursor: int, start: int, end: int) -> int:
    cells[cursor : cursor + end - start] = range(start, end)
    return cursor + end - start


def _runs(cells: list[int]) -> list[list[tuple[int, int]]]:
    """Runs of consecutive offsets, each offset with its index."""
    return [list(run) for _, run in groupby(enumerate(cells), key=lambda entry: entry[1] - entry[0])]
