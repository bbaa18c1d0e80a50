"""An output with each printed array on one line and without spaces, as the patterns of printed lines expect values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from lastdigit.base.frozen import frozen

Span = tuple[int, int]
_LONGEST = 200


@frozen
class PrintedText:
    """A text with the ``spans`` of what was found in it, of which some are ``values``."""

    text: str
    spans: Sequence[Span]
    values: Collection[Span]


@frozen
class FlatText:
    """A text with each value on one line, and the ``places`` of all spans there."""

    text: str
    places: Sequence[Span]


def on_one_line(printed: PrintedText) -> FlatText:
    r"""A text with its values closed up, and cut to a usual length.

    If spans overlap, as those of the columns of a table do, it is left as it is.

    >>> on_one_line(PrintedText("params: [1. 2.\n 3.], loss: 0.5", [(8, 19), (27, 30)], [(8, 19)])).text
    'params: [1.2.3.], loss: 0.5'
    """
    text, ordered = printed.text, sorted(set(printed.spans))
    if not printed.values or any(start < end for (_, end), (start, _) in pairwise(ordered)):
        return FlatText(text, printed.spans)
    pieces: list[str] = []
    at: dict[Span, Span] = {}
    done = length = 0
    for start, end in ordered:
        shown = text[start:end]
        if (start, end) in printed.values and not shown.endswith(" %"):
            shown = "".join(shown.split())[:_LONGEST]
        begin = length + start - done
        pieces += [text[done:start], shown]
        at[start, end] = begin, begin + len(shown)
        done, length = end, begin + len(shown)
    return FlatText("".join([*pieces, text[done:]]), [at[span] for span in printed.spans])
