"""Reads and extracts one document, then stores or checks it; reports plain values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lastdigit.base.errors import LastdigitError
from lastdigit.cases.proposal import proposed
from lastdigit.extraction.extract import extract_all
from lastdigit.extraction.extracted import Extraction
from lastdigit.printing.golden import Golden
from lastdigit.readers.table import read_document
from lastdigit.store.documents import check, store

CASES = "cases.toml"
STORE, CHECK, LOOK = "store", "check", "look"


@dataclass(frozen=True)
class Found:
    """The content of one document, as plain values that can be sent between processes; ``failure`` is why there is
    none.

    ``proposed`` are draws and cases for its case file, if it has none yet.
    """

    id: str
    path: Path
    goldens: tuple[dict[str, Any], ...] = ()
    left_out: tuple[dict[str, Any], ...] = ()
    proposed: str = ""
    failure: str = ""


def read_one(path: Path, into: Path, action: str, *, propose: bool = True) -> Found:
    """Read one document, and ``store`` its goldens below ``into``, ``check`` them, or only ``look``.

    ``propose``: proposes draws and cases for a document without a case file.
    """
    try:
        document = read_document(path)
        extraction = extract_all(document)
        if action != LOOK:
            (check if action == CHECK else store)(document, list(extraction.goldens), into)
    except LastdigitError as error:
        return Found("", path, failure=f"{type(error).__name__}: {error}")
    proposal = ""
    if propose and action != CHECK and not (into / document.id / CASES).is_file():
        proposal = proposed(document, [entry.golden for entry in extraction.goldens])
    left_out = tuple(entry.record() for entry in extraction.left_out)
    return Found(document.id, path, tuple(_plain(extraction)), left_out, proposal)


def _plain(extraction: Extraction) -> list[dict[str, Any]]:
    return [{**entry.golden.record(), "tokens": _nested(entry.golden)} for entry in extraction.goldens]


def _nested(golden: Golden) -> Any:
    """The tokens as nested lists of the golden's shape; flat if the output was cut."""
    tokens: list[Any] = list(golden.tokens)
    if golden.cut or golden.kind == "shape":
        return tokens
    for extent in reversed(golden.shape[1:]):
        tokens = [tokens[start : start + extent] for start in range(0, len(tokens), extent)] if extent else []
    return tokens if golden.shape else tokens[0]
