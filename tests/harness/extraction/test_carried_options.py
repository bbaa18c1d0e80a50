"""Print options of an unseen module, told by one array of a document, widen the others that show as few decimals."""

from __future__ import annotations

import json
from pathlib import Path

from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document


def rounded(folder: Path, *shown: str) -> list[int | None]:
    """The decimals to which the values of cells may have been rounded."""
    cells = [
        {
            "cell_type": "code",
            "source": f"v{number} = f({number})\nv{number}",
            "outputs": [{"output_type": "execute_result", "metadata": {}, "data": {"text/plain": text}}],
        }
        for number, text in enumerate(shown)
    ]
    path = folder / "a.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}))
    return [entry.golden.format.rounded_to for entry in extract(read_document(path))]


def test_an_array_with_as_few_decimals_as_one_that_contradicts_the_options_may_be_rounded(tmp_path: Path):
    fixed = "array([1.00, 1.00, 0.50])"
    assert rounded(tmp_path, fixed, "array([0.89, 0.45, 0.09])") == [None, 2]
    assert rounded(tmp_path, "array([0.89, 0.45, 0.09])", fixed) == [2, None]
    assert rounded(tmp_path, fixed, "array([0.8911, 0.4511])") == [None, None]
    assert rounded(tmp_path, "array([0.89, 0.45, 0.09])") == [None]
