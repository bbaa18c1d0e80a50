"""Reads a written page back, as its script does: the markup, the index, and the blocks of details."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = re.compile(r'<script type="application/octet-stream" id="([^"]+)">([^<]*)</script>')


@dataclass(frozen=True)
class WrittenPage:
    """What a page holds; ``blocks`` are lists of sections."""

    markup: str
    index: dict[str, Any]
    blocks: list[list[dict[str, Any]]]

    def section(self, golden: str) -> dict[str, Any]:
        """The details of a golden's section."""
        number = self.index["sections"]["id"].index(golden)
        block = self.index["sections"]["block"]
        return self.blocks[block[number]][number - block.index(block[number])]


def read_page(path: Path) -> WrittenPage:
    """The page that stands in a file."""
    text = path.read_text(encoding="utf-8")
    found = {name: json.loads(zlib.decompress(base64.b64decode(packed))) for name, packed in DATA.findall(text)}
    index = found.pop("index")
    return WrittenPage(DATA.sub("", text), index, [found[f"block-{at}"] for at in range(len(found))])


def texts(section: dict[str, Any], number: int) -> list[str]:
    """A list of texts of a section, decoded."""
    column = section["columns"][number]
    if "texts" in column:
        return list(column["texts"])
    before = texts(section, column["after"])
    parts = zip(before, column["taken"], column["ends"].split(","), strict=True)
    return [text[:taken] + end for text, taken, end in parts]


def numbers(section: dict[str, Any], number: int) -> list[float]:
    """A list of numbers of a section."""
    return [float(text) for text in section["numbers"][number].split(",")]
