"""Literals that a document zips, goes through or puts together, parameters of searches, numbers of rows, and times."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastdigit.extraction.extract import extract_all
from lastdigit.readers.table import read_document


@pytest.fixture
def read(tmp_path: Path):
    """The labels and tokens of what cells print, each a source and its text; a text in a tuple is the cell's value."""

    def reads(*cells: tuple[str, str | tuple[str]]) -> list[tuple[str, str]]:
        content = [{"cell_type": "code", "source": source, "outputs": [_output(text)]} for source, text in cells]
        path = tmp_path / "a.ipynb"
        path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": content}))
        found = [one.golden for one in extract_all(read_document(path)).goldens]
        return [(one.label, " ".join(one.tokens)) for one in found if one.kind == "printed"]

    return reads


def _output(text: str | tuple[str]) -> dict[str, object]:
    if isinstance(text, str):
        return {"output_type": "stream", "name": "stdout", "text": text}
    return {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": text[0]}}


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        ("[pair for pair in zip(names, sizes)]", "[('pear', 1), ('plum', 2)]"),
        ("list(zip(names, sizes))", "[('pear', 1), ('plum', 2)]"),
        ("dict(zip(names, sizes))", "{'pear': 1, 'plum': 2}"),
        ("dict([('pear', 1), ('plum', 2)])", "{'pear': 1, 'plum': 2}"),
        ("sizes + [5, 6]", "[1, 2, 5, 6]"),
    ],
)
def test_literals_that_are_zipped_gone_through_or_put_together_are_literals(read, shown, text):
    given = "names = ['pear', 'plum']\nsizes = {}\n"
    assert read((given.format("[1, 2]") + f"x = {shown}\nprint(x)", text)) == []
    assert read((given.format("[1, 2]") + shown, (text,))) == []
    assert read((given.format("count(names)") + f"x = {shown}\nprint(x)", text)) != [] or "dict([" in shown


def test_what_a_comprehension_computes_is_a_result(read):
    assert read(("sizes = [1, 2]\n[2 * one for one in sizes]", ("[2, 4]",))) != []
    assert read(("sizes = [1, 2]\n[one for one in sizes if f(one)]", ("[2, 2]",))) != []


def test_a_parameter_is_no_name_of_other_cells(read):
    function = "def ripen(t):\n    x = days(t)\n    print(f'heat t = {t}')\n    return x\n"
    for other in ("t = f(3)", "t = 3"):
        assert read((other, ""), (function + "ripen(1.5)\nripen(2)", "heat t = 1.5\nheat t = 2\n")) == []
        found = read((other, ""), (function + "ripen(g(3))", "heat t = 1.5\n"))
        assert [tokens for _, tokens in found] == ["1.5"]


def test_how_many_devices_there_are_is_of_the_machine(read):
    source = "print('devices: {}'.format(len(tf.config.list_physical_devices('GPU'))))"
    assert read((source, "devices: 1\n")) == []


def test_a_number_that_begins_a_row_of_words_counts_rows(read):
    table = "   kind     note\n{}  -     bruised\n{}  pear  ripe\n{}  plum  -\n"
    assert read(("print(frame)", table.format(4, 5, 6))) == []


SEARCH = "found = grid.cv_results_\nfor score, tried in zip(found['mean_test_score'], found['params']):\n    "


@pytest.mark.parametrize("shown", ["print(f'score {score:.2f}, by: {tried}')", "print('score', score, 'by:', tried)"])
def test_parameters_that_a_search_tried_are_settings_in_loops(read, shown):
    between = ", by: " if "f'" in shown else " by: "
    found = read((SEARCH + shown, f"score 0.25{between}{{'depth': 3}}\nscore 0.75{between}{{'depth': 5}}\n"))
    assert not {tokens for _, tokens in found} & {"3", "5"}


def test_a_dict_that_a_search_does_not_try_is_a_result(read):
    source = (SEARCH + "print(f'score {score:.2f}, by: {tried}')").replace("found['params']", "measured(found)")
    found = read((source, "score 0.25, by: {'depth': 3}\n"))
    assert found == [("score", "0.25"), ("by['depth']", "3")]


def test_what_a_scheduler_of_pytorch_writes_is_its_own_log(read):
    assert read(("train(model)", "Epoch    17: reducing learning rate of group 0 to 5.0000e-05.\n")) == []


def test_seconds_since_1970_are_dates_in_a_column_that_is_called_a_time(read):
    frame = "   {}  weight\n0  978300760      12\n1  978302109      15"
    assert read(("frame", (frame.format("timestamp"),))) == [("frame['weight']", "12 15")]
    assert len(read(("frame", (frame.format("salaries_"),)))) == 2


RUNS = """class Run:
    def __init__(self, seed, start):
        self.start = start
        self.seed = seed
    def run(self):
        end = grow(self.seed, self.start)
        return {{'Start': {}, 'End': end}}
run = Run(3, 1000)
print(run.run())"""


def test_an_item_of_a_dict_to_which_the_source_gives_a_setting_is_one(read):
    shown = "{'Start': 1000, 'End': 874.5}\n"
    for given in ("self.start", "amount"):
        source = "amount = 1000\n" + RUNS.format(given)
        assert [tokens for _, tokens in read((source, shown))] == ["874.5"]
        assert len(read((source + "\nbest['Start'] = f(3)", shown))) == 2
    assert len(read((RUNS.format("self.start").replace("Run(3, 1000)", "Run(3, f(3))"), shown))) == 2


def test_an_item_of_a_dict_that_a_loop_or_a_call_varies_is_a_result(read):
    source = "for rate in (1, 2):\n    rows.append({'rate': rate, 'score': f(rate)})\nprint(max(rows, key=g))"
    assert len(read((source, "{'rate': 2, 'score': 0.75}\n"))) == 2


def test_a_literal_in_percent_is_a_setting(read):
    source = "rate = {}\nprint(f'known rate: {{rate * 100:.0f}}%')"
    assert read((source.format("0.3"), "known rate: 30%\n")) == []
    assert len(read((source.format("f(3)"), "known rate: 30%\n"))) == 1
