"""The stricter rule: if the store has cases for a notebook, their definitions determine its prints."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lastdigit.cases.reference import load_reference_document
from lastdigit.document import Document
from lastdigit.grading.grader import Grader
from lastdigit.grading.mark import RIGHT, WRONG
from lastdigit.store.documents import RECORD

Output = tuple[int, int]
"""A cell, and the number of one of its outputs in the document."""


def disproved(store: Path, stored: Document, new: Document) -> Mapping[Output, str]:
    """The outputs that a case proves wrong in a new run but not in the stored one, with reasons. Empty unless the store
    has exactly this notebook. Raises errors in its reference data.
    """
    folder = store / stored.id
    if not (folder / RECORD).is_file():
        return {}
    reference = load_reference_document(folder)
    if reference.stored.sha256 != stored.sha256:
        return {}
    reference.check()
    grader = Grader(reference)
    right = {mark.golden for mark in grader.grade(stored, "stored").marks if mark.verdict == RIGHT}
    return {
        (
            mark.cell,
            mark.output,
        ): f"{mark.golden} no longer agrees with its case (proven): {mark.mistake or mark.reason}"
        for mark in grader.grade(new, "new").marks
        if mark.verdict == WRONG and mark.golden in right and mark.cell is not None and mark.output is not None
    }
