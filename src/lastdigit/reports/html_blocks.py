"""Compressed blocks: JSON that stands in the page as base64, and is read by its script where it is looked at."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from lastdigit.reports.html_detail import section_json
from lastdigit.reports.html_elements import WHOLE
from lastdigit.reports.html_view import Section
from lastdigit.run import Run

BLOCK = 4000
"""What a block holds at most, unless one section holds more: sections count as 20, verdicts as 5, elements as 1."""

LEVEL = 1
"""zlib's: 6 packs a large page into a seventh less, and takes more than twice as long."""


def packed(plain: Any) -> str:
    """Plain values as JSON, deflated (zlib's format) and in base64, which holds nothing that markup could be."""
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # A lone surrogate of an undecodable byte in some text is no UTF-8.
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), LEVEL)).decode("ascii")


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
    """Every block, one after the other: only one block's details are held at a time."""
    total = sum(costs)
    held: list[dict[str, Any]] = []
    current = 0
    for section, number, own in zip(sections, numbers, costs, strict=True):
        if number != current:
            yield packed(held)
            current, held = number, []
        held.append(section_json(section, run, own if total <= WHOLE else own * WHOLE // total))
    if held:
        yield packed(held)
