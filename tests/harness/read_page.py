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

from lastdigit.reports.page.numbers import FIRST

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
    return WrittenPage(DATA.sub("", text), index, [_sections(found[f"block-{at}"]) for at in range(len(found))])


def _sections(block: dict[str, Any]) -> list[dict[str, Any]]:
    """A block's sections, each with the lists that they share."""
    shared = {key: value for key, value in block.items() if key != "sections"}
    return [section | shared for section in block["sections"]]


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
            elements = verdict["elements"] = next(single) if kind == "1" else dict(next(several))
            if isinstance(elements.get("bands"), int):
                elements["bands"] = section["bands"][elements["bands"]]
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
    groups, columns, lists = section["singles"], section["columns"], section["numbers"]

    def listed(text: str) -> int:
        columns.append({"texts": [text]})
        return len(columns) - 1

    for of, at in zip(section.get("of", []), section.get("at", []), strict=True):
        kept = groups[of]
        lists.append([numbers(section, place)[at] for place in (kept["error"], kept["allowed"])])
        lists[-1] += [numbers(section, place)[at] for _, place in kept["terms"]]
        found: dict[str, Any] = {"count": kept["count"], "kept": [kept.get("kept", {at: 0})[at]], "worst": 0}
        found |= {"one": len(lists) - 1, "terms": [name for name, _ in kept["terms"]]}
        found |= {key: "1" if kept[key] == "1" else kept[key][at] for key in ("agrees", "same")}
        found |= {key: listed(kept[key][at]) for key in ("observed", "expected") if key in kept}
        if "indices" in kept:
            found["indices"] = [kept["indices"][at]]
        if "places" in kept and kept["places"][at]:
            found["places"] = kept["places"][at]
        if "bands" in kept:
            found["bands"] = section["bands"][kept["bands"][at]]
        yield found


def texts(section: dict[str, Any], number: int) -> list[str]:
    """A list of texts of a section, decoded."""
    column = section["columns"][number]
    if "texts" in column:
        return list(column["texts"])
    ends = column["ends"].split(",")
    if "after" not in column:
        return ends
    parts = zip(texts(section, column["after"]), column["taken"], ends, strict=True)
    return [text[: ord(taken) - FIRST] + end for text, taken, end in parts]


def numbers(section: dict[str, Any], number: int) -> list[float]:
    """A list of numbers of a section."""
    found = section["numbers"][number]
    if isinstance(found, list):
        return found
    if "least" not in section:
        return [float(text) for text in found.split(",")]
    parts = [(found[at : at + 3], ord(found[at + 3]) - FIRST) for at in range(0, len(found), 4)]
    return [math.inf if digits == "inf" else float(f"{digits}e{section['least'] + power}") for digits, power in parts]
