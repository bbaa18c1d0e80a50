"""A badge for each implementation: an SVG of its own, and the JSON that shields.io draws one from."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

from lastdigit.base.files import write_whole
from lastdigit.reports.outcome.states import ERRATUM
from lastdigit.reports.outcome.totals import Totals
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED

GOOD, FAIR, BAD, NOTHING = "#2d7d3f", "#8a6100", "#b3261e", "#5d6269"
_SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{title}">
<title>{title}</title>
<clipPath id="r"><rect width="{width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#3c4146"/>
<rect x="{left}" width="{right}" height="20" fill="{colour}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="{middle}" y="14" textLength="{name_width}">{name}</text>
<text x="{other}" y="14" textLength="{message_width}">{message}</text></g>
</svg>
"""
_LETTER, _MARGIN = 6.6, 6


def message(totals: Totals) -> tuple[str, str]:
    """What a badge says of an implementation, and its colour."""
    states = totals.states
    if totals.failing:
        return f"{totals.failing} of {_judged(totals)} stopped", BAD
    if not _judged(totals):
        return "not judged", NOTHING
    if states[UNDECIDED] or states[ERRATUM]:
        notes = [f"{states[UNDECIDED]} undecided"] if states[UNDECIDED] else []
        notes += [f"{states[ERRATUM]} known errors"] if states[ERRATUM] else []
        return f"{states[AGREES]} agree, {', '.join(notes)}", FAIR if states[ERRATUM] else GOOD
    return f"{states[AGREES]} agree", GOOD


def badge_json(totals: Totals) -> str:
    """The badge as shields.io's endpoint reads it."""
    words, colour = message(totals)
    plain = {"schemaVersion": 1, "label": totals.name, "message": words, "color": colour}
    return json.dumps(plain | ({"isError": True} if colour == BAD else {}), indent=1) + "\n"


def badge_svg(totals: Totals) -> str:
    """The badge as a picture that needs no network and no font."""
    words, colour = message(totals)
    sizes = [round(_LETTER * len(text)) for text in (totals.name, words)]
    left, right = (size + 2 * _MARGIN for size in sizes)
    return _SVG.format(
        width=left + right,
        left=left,
        right=right,
        colour=colour,
        middle=left / 2,
        other=left + right / 2,
        name=_text(totals.name),
        message=_text(words),
        name_width=sizes[0],
        message_width=sizes[1],
        title=_text(f"{totals.name}: {words}"),
    )


def write_badges(found: list[Totals], folder: Path) -> None:
    """Write both for every implementation, under its name as far as that can name a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in found:
        name = re.sub(r"[^A-Za-z0-9_.+-]", "_", entry.name).lstrip(".")[:100] or "_"
        write_whole(folder / f"{name}.svg", badge_svg(entry).encode("utf-8", "replace"))
        write_whole(folder / f"{name}.json", badge_json(entry).encode("ascii"))


def _judged(totals: Totals) -> int:
    return sum(totals.states[name] for name in (AGREES, ERRATUM, DISAGREES, UNDECIDED, FAILED))


def _text(words: str) -> str:
    """Text that is XML whatever it says: no control characters, no lone surrogates."""
    plain = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in words)
    return escape(plain.encode("utf-8", "replace").decode())
