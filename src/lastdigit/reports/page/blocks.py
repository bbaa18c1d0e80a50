"""Compressed blocks: JSON in the page as base64, which its script reads on demand."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from lastdigit.base.extras import needs
from lastdigit.records.run import Run
from lastdigit.reports.page.detail import section_json
from lastdigit.reports.page.elements import WHOLE
from lastdigit.reports.page.shown import columns_of, shown_of
from lastdigit.reports.page.view import Section

with needs("report"):
    import orjson

try:
    from isal import isal_zlib as _zlib
except ModuleNotFoundError:
    import zlib as _zlib  # type: ignore[no-redef]

BLOCK = 50_000
"""What a block holds at most, unless one section holds more: sections count as 20, verdicts as 5, elements as 1."""

LEVEL = 1
"""Of ISA-L, where it is installed: it packs a large page as well as zlib's 3, in a quarter of the time of zlib's 1."""


def packed(plain: Any) -> str:
    """Plain values as JSON, deflated (zlib's format) and in base64, which holds nothing that markup could be."""
    return base64.b64encode(_zlib.compress(_json(plain), LEVEL)).decode("ascii")


def _json(plain: Any) -> bytes:
    try:
        return orjson.dumps(plain)
    except orjson.JSONEncodeError:
        # A lone surrogate of an undecodable byte in some text is no UTF-8, and orjson has no way to replace it.
        text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "replace")


def block_numbers(sections: Sequence[Section], costs: Sequence[int]) -> list[int]:
    """The block of every section, from what is known without details; neighbours share one while they are small."""
    numbers: list[int] = []
    number, held = 0, 0
    for section, elements in zip(sections, costs, strict=True):
        weight = 20 + 5 * len(section.verdicts) + elements
        if held and held + weight > BLOCK:
            number, held = number + 1, 0
        held += weight
        numbers.append(number)
    return numbers


def blocks(run: Run, sections: Sequence[Section], numbers: Sequence[int], costs: Sequence[int]) -> Iterator[str]:
    """Every block, one after the other; of the details, those of a few small sections or of one are held at a time."""
    total = sum(costs)
    shares = costs if total <= WHOLE else [own * WHOLE // total for own in costs]
    shown = (shown_of(section, share) for section, share in zip(sections, shares, strict=True))
    parts = zip(columns_of(run, shown), numbers, strict=True)
    for _, block in groupby(parts, key=lambda part: part[1]):
        yield packed([section_json(each, columns, complete=run.complete) for (each, columns), _ in block])
