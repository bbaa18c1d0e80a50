"""Notebooks that a test makes up, what is extracted from them, and what a test asks of that."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lastdigit.extraction.extract import extract_all
from lastdigit.extraction.extracted import Extraction
from lastdigit.printing.golden import CANDIDATE, Golden
from lastdigit.readers.table import read_document

Output = Mapping[str, Any]

STREAM, RESULT, DISPLAY = "stream", "execute_result", "display_data"
"""Kinds of output, as a notebook names them."""


def output(kind: str, text: str = "", html: str = "") -> Output:
    """An output of any kind."""
    if kind == STREAM:
        return {"output_type": kind, "name": "stdout", "text": text}
    data = {"text/plain": text, "text/html": html}
    return {"output_type": kind, "metadata": {}, "data": {name: value for name, value in data.items() if value}}


def result(text: str = "", html: str = "") -> Output:
    """The value of a cell's last expression."""
    return output(RESULT, text, html)


def shown(text: str = "", html: str = "") -> Output:
    """What ``display`` shows, or a plot."""
    return output(DISPLAY, text, html)


def written(
    folder: Path,
    *cells: tuple[str | Output, ...],
    name: str = "a.ipynb",
    count: int | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Path:
    """A notebook of these cells, each a source and its outputs: a text is printed, and an empty one is no output.

    ``count`` is the execution count of every cell, and ``metadata`` that of the notebook.
    """
    content = [
        {
            "cell_type": "code",
            "execution_count": count,
            "metadata": {},
            "source": source,
            "outputs": [output(STREAM, one) if isinstance(one, str) else one for one in outputs if one],
        }
        for source, *outputs in cells
    ]
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata or {}, "cells": content}
    path = folder / name
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def extracted(folder: Path, *cells: tuple[str | Output, ...], **options: Any) -> Extraction:
    """What is extracted from a notebook that is :func:`written` so."""
    return extract_all(read_document(written(folder, *cells, **options)))


def goldens(extraction: Extraction) -> list[Golden]:
    return [entry.golden for entry in extraction.goldens]


def only(extraction: Extraction) -> Golden:
    """The one golden that there is."""
    (golden,) = goldens(extraction)
    return golden


def printed(extraction: Extraction) -> Extraction:
    """The same without what a source holds."""
    found = (one for one in extraction.goldens if one.golden.provenance.output is not None)
    return replace(extraction, goldens=tuple(found))


def labels(extraction: Extraction) -> list[str]:
    return [golden.label for golden in goldens(extraction)]


def tokens(extraction: Extraction) -> list[str]:
    """The tokens of each golden, with spaces between them."""
    return [" ".join(golden.tokens) for golden in goldens(extraction)]


def names(extraction: Extraction) -> list[tuple[str, str]]:
    """The label of each golden, and its tokens."""
    return list(zip(labels(extraction), tokens(extraction), strict=True))


def reasons(extraction: Extraction) -> set[str]:
    """Why something was left out."""
    return {one.reason for one in extraction.left_out}


def marks(extraction: Extraction) -> dict[str, bool]:
    """Whether the golden of each label is a candidate."""
    return {golden.label: golden.kind == CANDIDATE for golden in goldens(extraction) if golden.is_printed}
