"""Labels of arrays behind a value on their line, below a line with a value, and in brackets that the source writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document


def named(folder: Path, source: str, text: str) -> list[tuple[str, str]]:
    output = {"output_type": "stream", "name": "stdout", "text": text}
    cell = {"cell_type": "code", "source": source, "execution_count": 1, "outputs": [output]}
    path = folder / "a.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}))
    return [(entry.golden.label, " ".join(entry.golden.tokens)) for entry in extract(read_document(path))]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print('share of red:', s, '[', *np.quantile(a, [0.25, 0.75]).round(2), ']')",
            "share of red: 3.63 [ 2.6 5.4 ]\n",
            [("share of red", "3.63"), ("share of red", "2.6 5.4")],
        ),
        ("print('[', *np.sort(w), ']')", "[ 2.6 5.4 3.5 ]\n", [("np.sort(w)", "2.6 5.4 3.5")]),
        (
            "print 'at rate=', r, 'Weight of the pears is\\n', w",
            "at rate= 0.06 Weight of the pears is\n[-4.5625 -7.3125]\n",
            [("at rate", "0.06"), ("Weight of the pears", "-4.5625 -7.3125")],
        ),
        (
            "print('at rate', r, 'pears')\nprint(w)",
            "at rate 0.06 pears\n[-4.5625 -7.3125]\n",
            [("at rate", "0.06"), ("w", "-4.5625 -7.3125")],
        ),
    ],
    ids=["behind a value", "alone in brackets", "below a value", "no words that lead below"],
)
def test_an_array_beside_or_below_a_value_is_named_by_words(tmp_path: Path, source: str, text: str, expected):
    assert named(tmp_path, source, text) == expected
