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
        return unfolded(self.blocks[block[number]][number - block.index(block[number])])


def read_page(path: Path) -> WrittenPage:
    """The page that stands in a file."""
    text = path.read_text(encoding="utf-8")
    found = {name: json.loads(zlib.decompress(base64.b64decode(packed))) for name, packed in DATA.findall(text)}
    index = found.pop("index")
    return WrittenPage(DATA.sub("", text), index, [found[f"block-{at}"] for at in range(len(found))])


def unfolded(section: dict[str, Any]) -> dict[str, Any]:
    """A section with its verdicts as objects, out of the columns that it keeps them in."""
    if "unfolded" in section:
        return section
    section["unfolded"] = True
    parts = zip(section.get("verdicts", []), section.get("elements", []), strict=True)

    def following() -> dict[str, Any]:
        number, elements = next(parts)
        return section["said"][number] | ({"elements": elements} if elements else {})

    names = [section.get(key, []) for key in ("case", "name", "dtype", "count")]
    views = [
        {"case": case, "name": name, "dtype": dtype, "verdicts": [following() for _ in range(count)]}
        for case, name, dtype, count in zip(*names, strict=True)
    ]
    if views:
        section["views"] = views
    for verdict in section.get("own", []):
        if verdict["relation"]:
            verdict["elements"] = following()["elements"]
    return section


def numbers(text: str) -> list[float]:
    """A list of numbers as a section keeps it."""
    return [float(decimal) for decimal in text.split(",")]
