"""The page's index: all that the scoreboard needs of every verdict, in columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

from lastdigit.records.run import Run
from lastdigit.reports.outcome.states import NAMES, SYMBOLS, state
from lastdigit.reports.outcome.totals import totals_by_implementation
from lastdigit.reports.page.numbers import short
from lastdigit.reports.page.palette import BITS, MARKERS, TERMS
from lastdigit.reports.page.places import BANDS
from lastdigit.reports.page.speed import speed
from lastdigit.reports.page.view import WORSE, Row, Section, dtype_order
from lastdigit.verdicts.explain import looks
from lastdigit.verdicts.verdict import CALIBRATED, THE_DOCUMENT, Verdict
from lastdigit.verdicts.words.evidence import ARITHMETIC, EVIDENCE
from lastdigit.verdicts.words.numbers import NEGLIGIBLE

EAGER = 5_000
"""Verdicts up to which the page draws every section by itself; in a larger one, those that are scrolled to."""

_IMPLEMENTATION = "implementation "
_STATES = {name: at for at, name in enumerate(SYMBOLS)}
_OF_VERDICTS = {name: attrgetter(name) for name in ("digits", "elements", "error", "allowed", "mistakes", "seconds")}
_OF_VERDICTS["power"] = attrgetter("rules_out")
FAILS, OF_GOLDEN, IS_CALIBRATED = 8, 16, 32
"""Flags beside the number of a state: the gate stops it; it is about printed values; it is calibrated, not proven."""


def index_json(
    run: Run, sections: Sequence[Section], numbers: Sequence[int], benchmarks: Path, opened: Collection[str] = ()
) -> dict[str, Any]:
    """Documents, sections, rows and verdicts.

    ``numbers`` are the blocks that hold the sections' details, ``opened`` the sections that are not folded.
    """
    documents = list(dict.fromkeys(section.document for section in sections))
    places = {document: at for at, document in enumerate(documents)}
    files = {section.document: section.stored for section in sections if section.stored}
    rows = _rows(sections)
    row_of = {row: at for at, row in enumerate(rows)}
    return {
        "eager": len(run.verdicts) <= EAGER,
        "words": words(),
        "opened": [at for at, section in enumerate(sections) if section.id in opened],
        "places": {
            key.removeprefix(_IMPLEMENTATION): f"{path}:{line}"
            for key, (path, line) in run.places.items()
            if key.startswith(_IMPLEMENTATION)
        },
        "documents": [
            [name, files[name].file_name, files[name].sha256] if name in files else [name, "", ""] for name in documents
        ],
        "sections": {
            "id": [section.id for section in sections],
            "name": [section.name for section in sections],
            "document": [places[section.document] for section in sections],
            "label": [section.golden.label if section.golden else "" for section in sections],
            "golden": [int(section.golden is not None) for section in sections],
            "operations": [
                " ".join(dict.fromkeys([verdict.operation for verdict in section.verdicts])) for section in sections
            ],
            "block": list(numbers),
        },
        "rows": rows,
        "verdicts": _columns(sections, row_of),
        "totals": {
            entry.name: [[entry.states[name] for name in SYMBOLS], entry.digits, entry.printed]
            for entry in totals_by_implementation(run.verdicts)
        },
        "speed": speed(run, row_of, benchmarks),
        "look": looks(),
        "evidence": EVIDENCE,
        "arithmetic": ARITHMETIC,
        "errata": {erratum.id: erratum.reason for erratum in run.reference.errata},
    }


def words() -> dict[str, Any]:
    """Names, symbols and bands, which the page's script has from here alone."""
    return {
        "states": [[name, SYMBOLS[name], NAMES[name]] for name in SYMBOLS],
        "worse": sorted(WORSE, key=WORSE.__getitem__),
        "flags": {"fails": FAILS, "of_golden": OF_GOLDEN, "calibrated": IS_CALIBRATED},
        "terms": [*TERMS],
        "negligible": NEGLIGIBLE,
        "bands": BANDS,
        "bits": BITS,
        "markers": {name: [shape, [*TERMS].index(term)] for name, (shape, term) in MARKERS.items()},
        "document": THE_DOCUMENT,
    }


def _rows(sections: Sequence[Section]) -> list[Row]:
    found = {view.row for section in sections for view in section.views}
    return sorted(found, key=lambda key: (key[0] != THE_DOCUMENT, key[0], dtype_order(key[1])))


def _columns(sections: Sequence[Section], row_of: dict[Row, int]) -> dict[str, Any]:
    """What the scoreboard shows of verdicts, one list per kind of fact; ``count`` tells where a section's end."""
    columns: dict[str, list[Any]] = {name: [] for name in _OF_VERDICTS}
    codes: list[int] = []
    rows: list[int] = []
    # Section by section: the facts of a verdict stand near each other in memory, and those of all verdicts do not.
    for section in sections:
        found = section.verdicts
        for name, column in columns.items():
            column.extend(map(_OF_VERDICTS[name], found))
        codes.extend(map(_code, found))
        rows += [number for view in section.views for number in (row_of[view.row],) * len(view.verdicts)]
    shortened = {name: [*map(short, columns[name])] for name in ("error", "allowed", "seconds")}
    return {
        "count": [len(section.verdicts) for section in sections],
        "row": rows,
        "code": codes,
        **columns,
        **shortened,
    }


def _code(verdict: Verdict) -> int:
    flags = (FAILS if verdict.gate != "pass" else 0) + (OF_GOLDEN if verdict.golden else 0)
    return _STATES[state(verdict)] + flags + (IS_CALIBRATED if verdict.evidence == CALIBRATED else 0)
