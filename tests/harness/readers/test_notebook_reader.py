"""Jupyter notebooks: cells and outputs as Jupyter shows them, in every nbformat, and where a broken one is broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lastdigit.base.errors import UnreadableDocument
from lastdigit.document import Cell, Place
from lastdigit.readers.table import read_document


def stream(text: Any, name: str = "stdout") -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


def result(**data: Any) -> dict[str, Any]:
    data = {f"text/{kind}": value for kind, value in data.items()}
    return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}


def code(source: Any = "x", *outputs: Any, count: Any = 1) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs), "execution_count": count, "metadata": {}}


def notebook(*cells: Any) -> dict[str, Any]:
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.ipynb"


def read(path: Path, content: Any) -> tuple[Cell, ...]:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return read_document(path).cells


def outputs(path: Path, *entries: Any) -> list[tuple[int, str, str]]:
    (cell,) = read(path, notebook(code("x", *entries)))
    return [(output.number, output.kind, output.passage.text) for output in cell.outputs]


def test_code_cells_are_numbered_without_the_others_and_keep_the_kernels_count(path: Path):
    words = {"cell_type": "markdown", "source": "[9.5 8.5]", "metadata": {}}
    cells = read(path, notebook(words, code(["a\n", "b"], count=7), words, code("c", count=None), code("d", count=2)))
    assert [(cell.number, cell.count, cell.source.text) for cell in cells] == [
        (1, 7, "a\nb"),
        (2, None, "c"),
        (3, 2, "d"),
    ]


def test_what_is_printed_to_one_stream_in_a_row_is_one_output(path: Path):
    assert outputs(path, stream("a"), stream(["b\n", "c"]), stream("d", "stderr"), stream("e"), result(plain="f")) == [
        (1, "stream", "ab\nc"),
        (2, "stderr", "d"),
        (3, "stream", "e"),
        (4, "result", "f"),
    ]


def test_two_results_in_a_row_are_two_outputs(path: Path):
    display = {**result(plain="b"), "output_type": "display_data"}
    assert outputs(path, result(plain="a"), display, display) == [
        (1, "result", "a"),
        (2, "display", "b"),
        (3, "display", "b"),
    ]


def test_a_carriage_return_reaches_from_one_chunk_of_a_stream_into_the_next(path: Path):
    assert outputs(path, stream(" 10%\r"), stream("100%\r\n")) == [(1, "stream", "100%\n")]


def test_a_picture_alone_is_no_text_but_keeps_its_number(path: Path):
    picture = {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo="}, "metadata": {}}
    assert outputs(path, picture, result(plain="a")) == [(2, "result", "a")]


def test_html_stands_beside_the_plain_text_and_gives_it_where_there_is_none(path: Path):
    table = "<table>\n<tr><th></th><th>a</th></tr>\n<tr><td>0</td><td>0.5</td></tr></table>"
    (cell,) = read(path, notebook(code("x", result(plain="   a\n0  0.5", html=table), result(html=table))))
    both, alone = cell.outputs
    assert (both.passage.text, both.html and both.html.text) == ("   a\n0  0.5", table)
    assert (alone.passage.text, alone.html and alone.html.text) == ("a\n0  0.5", table)


def test_a_traceback_is_an_error_without_its_colours(path: Path):
    error = {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": ["\x1b[31m---", "no\x1b[0m"]}
    assert outputs(path, error, {**error, "traceback": []}) == [(1, "error", "---\nno"), (2, "error", "ValueError: no")]


def test_places_are_counted_in_the_cell_and_in_its_output(path: Path):
    (cell,) = read(path, notebook(code("a\nb", stream("x:\n [0.5]"))))
    assert cell.source.place(2) == Place(2, 1, "cell 1")
    assert cell.outputs[0].passage.place(5) == Place(2, 3, "cell 1, output 1")


@pytest.mark.parametrize("major", [2, 3])
def test_older_notebooks_hold_worksheets_and_call_things_otherwise(path: Path, major: int):
    cell = {
        "cell_type": "code",
        "language": "python",
        "input": ["x\n", "y"],
        "prompt_number": 5,
        "outputs": [
            {"output_type": "stream", "stream": "stdout", "text": "a\n"},
            {"output_type": "pyout", "prompt_number": 5, "text": ["[0.5]"], "html": "<b>0.5</b>"},
            {"output_type": "display_data", "png": "iVBORw0KGgo="},
            {"output_type": "pyerr", "ename": "E", "evalue": "v", "traceback": ["t"]},
        ],
    }
    heading = {"cell_type": "heading", "level": 1, "source": "A"}
    (read_cell,) = read(path, {"nbformat": major, "nbformat_minor": 0, "worksheets": [{"cells": [heading, cell]}]})
    assert (read_cell.count, read_cell.source.text) == (5, "x\ny")
    found = [(output.number, output.kind, output.passage.text) for output in read_cell.outputs]
    assert found == [(1, "stream", "a\n"), (2, "result", "[0.5]"), (4, "error", "t")]
    assert read_cell.outputs[1].html is not None


def test_the_number_5_that_some_editors_write_is_format_4(path):
    (cell,) = read(path, {"nbformat": 5, "nbformat_minor": 9, "cells": [{"cell_type": "code", "source": "x"}]})
    assert cell.source.text == "x"


def test_what_jupyter_does_without_may_be_missing(path: Path):
    (cell,) = read(path, {"nbformat": 4, "cells": [{"cell_type": "code"}]})
    assert (cell.source.text, cell.outputs, cell.count) == ("", (), None)


def test_a_cell_that_still_ran_when_it_was_saved_has_no_count(path: Path):
    cells = [{"cell_type": "code", "input": "x", "prompt_number": "*", "outputs": []}]
    (cell,) = read(path, {"nbformat": 3, "worksheets": [{"cells": cells}]})
    assert cell.count is None


def test_a_byte_order_mark_and_a_number_that_is_none_change_nothing(path: Path):
    text = json.dumps({**notebook(code("a", stream("b"))), "metadata": {"x": float("nan")}})
    plain = read(path, text)
    assert read(path, "\ufeff" + text) == plain
    path.write_bytes(text.encode("utf-16"))
    assert read_document(path).cells == plain


def test_what_a_quick_parser_refuses_or_reads_otherwise_is_read_with_care(path: Path):
    assert outputs(path, stream("\ud800b")) == [(1, "stream", "\ufffdb")]
    assert read(path, notebook(code("a", count=10**30)))[0].count == 10**30


WRONG = [
    ('{"nbformat": 4, "cells": [', 1, 27, "JSON (expecting value), found the end of the file"),
    ('{"nbformat": 4,\n "cells": [}', 2, 12, "JSON (expecting value), found '}'"),
    ('{"nbformat": 4,\n "cells": ["a\nb"]}', 2, 14, "JSON (invalid control character at), found '\\n'"),
    (
        '{"nbformat": 4,\n<<<<<<< HEAD\n "cells": []}',
        2,
        1,
        "JSON (expecting property name enclosed in double quotes), found an unresolved merge conflict, '<<<<<<< HEAD'",
    ),
    ("[]", 1, 1, "a notebook at the whole file, found a list"),
    ("{}", 1, 1, "2, 3 or 4 at nbformat, found nothing"),
    ('{"nbformat": 6}', 1, 14, "2, 3 or 4 at nbformat, found 6"),
    ('{"nbformat": true}', 1, 14, "2, 3 or 4 at nbformat, found a boolean"),
    ('{"nbformat": 4,\n "cells": {}}', 2, 11, "a list of cells at cells, found an object"),
    ('{"nbformat": 4,\n "cells": [\n  null]}', 3, 3, "an object at cells[0], found null"),
    ('{"nbformat": 4,\n "cells": [\n  {}]}', 3, 3, "a kind of cell at cells[0].cell_type, found nothing"),
    (
        '{"nbformat": 4, "cells": [\n  {"cell_type": "markdown"},\n  {"cell_type": "code", "source": 5}]}',
        3,
        35,
        "a string or a list of lines at cells[1].source, found a number",
    ),
    (
        '{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [\n{"output_type": "stream", "text": [\n2]}]}]}',
        3,
        1,
        "a string at cells[0].outputs[0].text[0], found a number",
    ),
    (
        '{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [\n{"output_type": "shout"}]}]}',
        2,
        17,
        "one of stream, execute_result, pyout, display_data, error, pyerr at cells[0].outputs[0].output_type",
    ),
    (
        '{"nbformat": 4, "cells": [{"cell_type": "code", "execution_count":\n"1"}]}',
        2,
        1,
        "a number or null at cells[0].execution_count, found a string",
    ),
    ('{"nbformat": 4, "a":\n' + "[" * 100_000, 2, 100_000, "JSON, found brackets nested too deeply"),
    ('{"nbformat":\n' + "4" * 5000 + "}", 2, 1, "a number of at most 4300 digits, found a longer one"),
]


@pytest.mark.parametrize(("text", "line", "column", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_a_broken_notebook_is_named_with_its_place(path: Path, text: str, line: int, column: int, words: str):
    with pytest.raises(UnreadableDocument) as error:
        read(path, text)
    assert (error.value.line, error.value.column) == (line, column)
    assert str(error.value).startswith(f"{path}:{line}:{column}: expected {words}")


def test_an_output_with_nothing_but_metadata_is_skipped(path: Path):
    shown = '{"output_type": "stream", "text": "0.5"}'
    cell = f'{{"cell_type": "code", "outputs": [{{"metadata": {{}}}}, {shown}]}}'
    (read_cell,) = read(path, f'{{"nbformat": 4, "cells": [{cell}]}}')
    assert [(output.number, output.passage.text) for output in read_cell.outputs] == [(1, "0.5")]


def test_of_a_key_that_stands_twice_the_last_one_counts_and_is_the_one_that_is_named(path: Path):
    with pytest.raises(UnreadableDocument) as error:
        read(path, '{"nbformat": 4,\n"cells": [],\n"cells": 5}')
    assert (error.value.line, error.value.column) == (3, 10)


def test_nbformat_reads_the_same_sources_and_outputs(root: Path):
    nbformat = pytest.importorskip("nbformat")
    for file in sorted((root / "tests" / "documents").glob("*.ipynb")):
        cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]
        assert [cell.source for cell in cells] == [cell.source.text for cell in read_document(file).cells]
