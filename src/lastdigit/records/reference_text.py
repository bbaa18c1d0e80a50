"""Reference data as text in a record, and the reference rebuilt from it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from lastdigit.base.errors import told
from lastdigit.base.files import is_file_name
from lastdigit.cases.case_file import NAME as CASES
from lastdigit.cases.inputs import FOLDER as INPUTS
from lastdigit.cases.inputs import RECORD as INPUT_RECORD
from lastdigit.cases.recovered import NAME as RECOVERED
from lastdigit.cases.reference import Reference, ReferenceDocument, load_reference
from lastdigit.records.fields import NoRecord
from lastdigit.store.documents import GOLDENS, RECORD, records_in

_TABLES = (RECORD, CASES, RECOVERED, INPUT_RECORD)
_SEGMENT = r"(?!\.\.?(?:/|$))[^/\\\0]+"
_NAME = re.compile(
    rf"{_SEGMENT}/(?:{'|'.join(map(re.escape, _TABLES))}|(?:{GOLDENS}|{INPUTS})/{_SEGMENT}\.csv)", re.DOTALL
)


def reference_texts(root: Path) -> dict[str, str]:
    """The files below ``root`` that :func:`~lastdigit.cases.reference.load_reference` reads, by their path there.

    Invalid UTF-8 bytes become Python's surrogate escapes, so that a broken file is preserved.
    """
    paths = [
        path
        for folder in (path.parent for path in records_in(root))
        for path in (
            *(folder / name for name in _TABLES),
            *sorted((folder / GOLDENS).glob("*.csv")),
            *sorted((folder / INPUTS).glob("*.csv")),
        )
        if path.is_file()
    ]
    return {path.relative_to(root).as_posix(): path.read_bytes().decode("utf-8", "surrogateescape") for path in paths}


def reference_from(texts: Mapping[str, str], root: Path) -> Reference:
    """Rebuild the reference from these texts, as if loaded from ``root``, which need not exist. Raises
    :class:`NoRecord` for a name that is not of reference data.
    """
    with tempfile.TemporaryDirectory(prefix="lastdigit-") as folder:
        for name, text in texts.items():
            if not _NAME.fullmatch(name) or not all(map(is_file_name, name.split("/"))):
                raise NoRecord("names of files of reference data", told(name))
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_content(name, text))
        loaded = load_reference(Path(folder))
        return Reference(root, {name: _moved(document, root) for name, document in loaded.documents.items()})


def _content(name: str, text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise NoRecord(f"the text of {name}", f"the character {text[error.start]!a}") from error


def _moved(document: ReferenceDocument, root: Path) -> ReferenceDocument:
    """The document with paths relative to ``root``; it includes its inputs, since they cannot be read there."""
    moved = replace(document, stored=replace(document.stored, folder=root / document.stored.id))
    vars(moved).update(drawn=document.drawn, kept=document.kept)
    return moved
