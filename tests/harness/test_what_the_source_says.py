"""A value is a golden where the source says which expression printed it, or where its words name a measure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastdigit.extraction.extract import extract_all
from lastdigit.readers.table import read_document


@pytest.fixture
def read(tmp_path: Path):
    """The labels of what cells print, with their first tokens; each cell is a source and its text or output."""

    def reads(*cells: tuple[str, str | dict]) -> list[tuple[str, str]]:
        path = tmp_path / "a.ipynb"
        written = [
            {
                "cell_type": "code",
                "source": source,
                "outputs": [{"output_type": "stream", "name": "stdout", "text": text} if isinstance(text, str) else text]
                if text
                else [],
            }
            for source, text in cells
        ]
        path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": written}))
        return [(one.golden.label, one.golden.tokens[0]) for one in extract_all(read_document(path)).goldens]

    return reads


def shown(text: str, kind: str = "execute_result") -> dict:
    """An output that a cell shows."""
    return {"output_type": kind, "data": {"text/plain": text}, "metadata": {}}


def test_what_an_object_shows_of_itself_is_no_golden_and_a_measure_is(read):
    fit = "Search converged\nscore: 0.75\nridge weight: 0.5\n"
    assert read(("search.run()", shown(fit))) == [("score", "0.75")]
    assert read(("print(search)", fit)) == [("score", "0.75")]


def test_words_that_a_function_of_the_document_writes_name_their_value(read):
    helper = "def show(x):\n    print('ridge weight:', x.weight)"
    assert read((helper, ""), ("show(fit)", "ridge weight: 0.5\n")) == [("ridge weight", "0.5")]


def test_values_of_branches_and_of_loops_over_several_prints_are_not_counted_off(read):
    branches = "if a:\n    print(x)\nelse:\n    print(y)"
    assert read((branches, "[0.5 1.5]\n")) == []
    loops = "for x in xs:\n    if x[0]:\n        print(f(x))\n    print(g(x))"
    assert read((loops, "[0.5 1.5]\n[2.5 3.5]\n[4.5 5.5]\n")) == []
    assert read(("for x in xs:\n    print(f(x))", "[0.5 1.5]\n[2.5 3.5]\n")) == [("f(x)", "0.5"), ("f(x)", "2.5")]
