"""Copies of a notebook as a class hands them in: made from the cases of a stored document, with mistakes of the
catalogue in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from lastdigit.cases.case import Case, Expected
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.operations.mistakes import Mistake, all_mistakes, read_mistakes
from lastdigit.verdicts.readings import CaseReadings

Cells = Sequence[tuple[str, str]]
"""The source of every cell, and its output."""


def mistake(name: str, operation: str) -> Mistake:
    """One mistake of the catalogue."""
    return next(each for each in all_mistakes() if (each.name, each.operation) == (name, operation))


def write_copy(path: Path, cells: Cells) -> Path:
    """Write a notebook of code cells with these outputs; a text that begins with an error's name is an error."""
    written = [
        {
            "cell_type": "code",
            "metadata": {},
            "execution_count": number,
            "source": source,
            "outputs": [{"output_type": "stream", "name": "stdout", "text": text}] if text else [],
        }
        for number, (source, text) in enumerate(cells, start=1)
    ]
    content = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": written}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


class Author:
    """Computes the results of a document's cases, as a student's notebook would print them."""

    def __init__(self, document: ReferenceDocument) -> None:
        self.document = document
        self._pairs: dict[str, tuple[Case, Expected]] = {}
        for case in document.case_file.cases:
            for expected in case.expected:
                self._pairs.setdefault(expected.golden, (case, expected))

    def array(self, golden: str, *mistakes: Mistake) -> np.ndarray:
        """The numbers of a golden, with mistakes in them."""
        case, expected = self._pairs[golden]
        middles = CaseReadings(self.document, case).middles
        result = np.asarray(read_mistakes(mistakes, case.operation, middles, dict(case.parameters)))
        result = np.swapaxes(result, -1, -2) if expected.transpose else result
        return result if expected.row is None else result[expected.row]

    def text(self, changes: Mapping[str, Sequence[Mistake]], cell: int, precision: int = 8) -> str:
        """The output of a cell: every printed golden of it with its label, with the given mistakes."""
        lines = []
        for golden in self.document.stored.goldens.values():
            if golden.provenance.cell == cell and golden.kind == "printed" and golden.name in self._pairs:
                array = self.array(golden.name, *changes.get(golden.name, ()))
                with np.printoptions(precision=precision, suppress=precision < 8):
                    lines.append(f"{golden.label}:\n{array}")
        return "\n".join(lines) + "\n"
