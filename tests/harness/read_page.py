"""Reads a written page back, as its script does: the markup, the index, and the blocks of details."""

from __future__ import annotations

import base64
import json
import math
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lastdigit.reports.html_numbers import FIRST

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
    several, single = iter(section.get("several", [])), _singles(section)
    parts = zip(section.get("verdicts", []), section.get("kinds", ""), strict=True)

    def following() -> dict[str, Any]:
        number, kind = next(parts)
        verdict = dict(section["said"][number])
        if kind != "-":
            verdict["elements"] = next(several if kind == "n" else single)
        return verdict

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


def _singles(section: dict[str, Any]) -> Iterator[dict[str, Any]]:
    columns, lists = section.setdefault("columns", []), section.setdefault("numbers", [])
    kept = section.get("singles")
    if not kept:
        return
    seen, letters = [0] * len(kept["terms"]), 0
    for at, count in enumerate(kept["count"]):
        of = kept["of"][at]
        together = [numbers(section, kept["error"])[at], numbers(section, kept["allowed"])[at]]
        together += [numbers(section, place)[seen[of]] for _, place in kept["terms"][of]]
        seen[of] += 1
        lists.append(together)
        columns.append({"texts": [kept["observed"][at]]})
        found: dict[str, Any] = {"count": count, "kept": [kept["kept"][at]], "worst": 0, "one": len(lists) - 1}
        found |= {"observed": len(columns) - 1, "terms": [name for name, _ in kept["terms"][of]]}
        found |= {key: "1" if kept[key] == "1" else kept[key][at] for key in ("agrees", "same")}
        if kept["expected"][at] is not None:
            columns.append({"texts": [kept["expected"][at]]})
            found["expected"] = len(columns) - 1
        if kept["indices"][at] is not None:
            found["indices"] = [kept["indices"][at]]
        else:
            if count > 1:
                found["bands"] = kept["bands"][letters : letters + count]
            if str(at) in kept.get("places", {}):
                found["places"] = kept["places"][str(at)]
            letters += count
        yield found


def texts(section: dict[str, Any], number: int) -> list[str]:
    """A list of texts of a section, decoded."""
    column = section["columns"][number]
    if "texts" in column:
        return list(column["texts"])
    before = texts(section, column["after"])
    parts = zip(before, column["taken"], column["ends"].split(","), strict=True)
    return [text[: ord(taken) - FIRST] + end for text, taken, end in parts]


def numbers(section: dict[str, Any], number: int) -> list[float]:
    """A list of numbers of a section."""
    found = section["numbers"][number]
    if isinstance(found, list):
        return found
    if "least" not in section:
        return [float(text) for text in found.split(",")]
    count = len(found) // 4
    powers = [section["least"] + ord(character) - FIRST for character in found[3 * count :]]
    digits = [found[at : at + 3] for at in range(0, 3 * count, 3)]
    return [math.inf if text == "inf" else float(f"{text}e{power}") for text, power in zip(digits, powers, strict=True)]
