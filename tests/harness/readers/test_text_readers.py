"""Markdown, reST, transcripts and HTML: which block is code, which is its output, and which is neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.base.errors import UnreadableDocument
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document

CODE = "print(x)"


@pytest.fixture
def seen(write, tmp_path: Path):
    """Reads a text and gives of each cell its source and the texts of its outputs."""

    def read(name: str, text: str) -> list[tuple[str, list[str]]]:
        document = read_document(write(name, text))
        return [(cell.source.text, [output.passage.text for output in cell.outputs]) for cell in document.cells]

    return read


@pytest.mark.parametrize(
    "between",
    ["", "Output:", "[output]", "The result is:", "**Output**", "<details>\n<summary>Output</summary>", "![a](b.png)"],
)
@pytest.mark.parametrize("language", ["", "text", "output", "{code-block} text", "{.output}", "{output}"])
def test_a_fence_behind_code_is_its_output_even_behind_words_that_announce_it(seen, between: str, language: str):
    text = f"```python\n{CODE}\n```\n\n{between}\n\n```{language}\n[0.5]\n```\n"
    assert seen("a.md", text) == [(CODE, ["[0.5]"])]


@pytest.mark.parametrize(
    "between", ["Now install it:", "# Output", "---", "```bash\nls\n```", "The output is long. " * 5, "> Prose"]
)
def test_a_fence_behind_anything_else_is_no_output(seen, between: str):
    assert seen("a.md", f"```python\n{CODE}\n```\n\n{between}\n\n```\n[0.5]\n```\n") == [(CODE, [])]


def test_a_fence_that_names_another_language_is_no_output(seen):
    assert seen("a.md", f"```python\n{CODE}\n```\n\n```json\n[0.5]\n```\n") == [(CODE, [])]


@pytest.mark.parametrize("fence", ["`" * 4, ":" * 3, "~" * 4])
def test_code_and_its_output_within_a_directive_of_myst_are_read(seen, fence: str):
    code = f"```python\n{CODE}\n```\n\n```\n[0.5]\n```\n"
    assert seen("a.md", f"{fence}{{note}} Words\n:class: tip\n\n{code}{fence}\n") == [(CODE, ["[0.5]"])]
    nested = f"{fence}{{note}}\n~~~{{tip}}\n{code}~~~\n{fence}\n"
    assert fence[0] == "~" or seen("a.md", nested) == [(CODE, ["[0.5]"])]


def test_an_output_within_a_directive_belongs_to_the_code_above_and_nothing_below_does(seen):
    text = f"```python\n{CODE}\n```\n\n````{{dropdown}} Output\n```\n[0.5]\n```\n````\n\n```\n[1.5]\n```\n"
    assert seen("a.md", text) == [(CODE, ["[0.5]"])]


def test_a_directive_of_mathematics_holds_no_code(seen):
    assert seen("a.md", f"```python\n{CODE}\n```\n\n````{{math}}\n```\n[0.5]\n```\n````\n") == [(CODE, [])]


def test_several_blocks_behind_code_are_several_outputs(seen):
    text = f"```python\n{CODE}\n```\n\n```\n[0.5]\n```\n\n```\n[1.5]\n```\n"
    assert seen("a.md", text) == [(CODE, ["[0.5]", "[1.5]"])]


def test_indented_code_behind_a_fence_is_its_output_as_nbconvert_writes_it(seen):
    assert seen("a.md", f"```python\n{CODE}\n```\n\n    [0.5\n     1.5]\n") == [(CODE, ["[0.5\n 1.5]"])]


def test_fences_without_a_language_alternate_where_one_is_certainly_code(seen):
    text = "```\nimport numpy as np\n```\n\n```\nprint(y)\n```\n\n```\ny = tensor([0.5])\n```\n"
    assert seen("a.md", text) == [("import numpy as np", []), ("print(y)", ["y = tensor([0.5])"])]


def test_a_fence_without_a_language_is_code_where_no_output_can_be(seen):
    assert seen("a.md", "Words.\n\n```\ny = f(x)\n```\n\n```\n[0.5]\n```\n") == [("y = f(x)", ["[0.5]"])]
    assert seen("a.rst", "Words::\n\n   y = f(x)\n\n::\n\n   [0.5]\n") == [("y = f(x)", ["[0.5]"])]


@pytest.mark.parametrize(
    ("options", "source"),
    [(":tags: [a]\n:name: b\n\n", CODE), ("---\ntags: [a]\n---\n", CODE), ("---\n", f"---\n{CODE}"), ("", CODE)],
)
def test_the_options_of_a_directive_are_no_code(seen, options: str, source: str):
    assert [cell[0].strip("\n") for cell in seen("a.md", f"```{{code-cell}}\n{options}{CODE}\n```\n")] == [source]


def test_a_table_of_pandas_with_its_style_sheet_is_one_output_with_its_html(write):
    html = (
        "<div>\n<style scoped>\n    .dataframe td {\n        top: 0;\n    }\n\n    .dataframe th {\n    }\n</style>\n"
    )
    html += (
        '<table class="dataframe">\n  <tr><th></th><th>a</th></tr>\n  <tr><th>0</th><td>0.5</td></tr>\n</table>\n</div>'
    )
    (cell,) = read_document(write("a.md", f"```python\ndf\n```\n\n{html}\n\n```\n[0.5]\n```\n")).cells
    assert [output.passage.text for output in cell.outputs] == ["a\n0  0.5", "[0.5]"]
    assert cell.outputs[0].html is not None
    assert "<td>0.5</td>" in cell.outputs[0].html.text


def test_a_table_without_an_end_takes_no_code_with_it(seen):
    assert seen("a.md", f"```python\ndf\n```\n\n<table>\n\n```python\n{CODE}\n```\n</table>\n") == [
        ("df", []),
        (CODE, []),
    ]


@pytest.mark.parametrize(
    ("source", "cells"),
    [
        ("x\n#> [0.5]\n#> [1.5]", [("x", ["[0.5]\n[1.5]"])]),
        ("x\n# Out: [0.5]\ny", [("x", ["[0.5]"]), ("y", [])]),
        ("x\n# Output: [[0.5]\n#  [1.5]]\n# prose", [("x", ["[[0.5]\n [1.5]]"]), ("# prose", [])]),
        ("x\n# Out[3]:\n# [0.5]\n# [1.5]\n\n# prose", [("x", ["[0.5]\n[1.5]"]), ("# prose", [])]),
        ("x  # [0.5]\n# [1.5]", [("x  # [0.5]\n# [1.5]", [])]),
        ("#> [0.5]\nx", [("", ["[0.5]"]), ("x", [])]),
    ],
)
def test_comments_that_show_an_output_are_one(seen, source: str, cells):
    assert seen("a.md", f"```python\n{source}\n```\n") == cells


def test_a_session_in_a_fence_goes_on_over_blank_lines_to_its_end(seen):
    text = "```pycon\n>>> x\narray([[[0.5]],\n\n       [[1.5]]])\n>>> for i in x:\n...     i\n...\n0.5\n```\n"
    assert seen("a.md", text) == [
        ("x", ["array([[[0.5]],\n\n       [[1.5]]])"]),
        ("for i in x:\n    i\n", ["0.5"]),
    ]


def test_an_ipython_session_has_its_counts_its_results_and_its_errors(write):
    text = (
        "In [3]: print(1)\n   ...: x\n1\nOut[3]:\narray([0.5,\n       1.5])\n\nIn [4]: y\n"
        + "-" * 75
        + "\nNameError: y\n"
    )
    cells = read_document(write("a.txt", text)).cells
    assert [(cell.count, cell.source.text) for cell in cells] == [(3, "print(1)\nx"), (4, "y")]
    assert [[(output.kind, output.passage.text) for output in cell.outputs] for cell in cells] == [
        [("stream", "1"), ("result", "array([0.5,\n       1.5])")],
        [("error", "-" * 75 + "\nNameError: y")],
    ]


@pytest.mark.parametrize(
    ("text", "outputs"),
    [
        ("Prose.\n\n>>> x\n[0.5]\n\n[9.5]\n", ["[0.5]"]),
        (">>> x\n[0.5]\n\n[9.5]\n", ["[0.5]\n\n[9.5]"]),
        (">>> x\n[0.5]\n<BLANKLINE>\n[1.5]\n\n[9.5]\n", ["[0.5]\n\n[1.5]"]),
        ("Python 3.11\n>>> x\n[0.5]\n\n[1.5]\n", ["[0.5]\n\n[1.5]"]),
    ],
)
def test_a_blank_line_ends_an_output_among_prose_and_not_on_a_screen(seen, text: str, outputs: list[str]):
    assert [output for _, found in seen("a.txt", text) for output in found] == outputs


def test_the_output_of_a_doctest_ends_with_its_docstring_and_with_its_indentation(seen):
    text = 'def f():\n    """Words.\n\n    >>> x\n    [0.5]\n    """\n    y = [9.5]\n\n\ndef g():\n    # >>> x\n'
    assert seen("a.py", text) == [("x", ["[0.5]"])]
    assert seen("b.py", "    >>> x\n    [0.5]\n[9.5]\n") == [("x", ["[0.5]"])]


def test_a_remark_behind_what_a_doctest_prints_is_none_of_it(seen):
    text = "Prose.\n\n>>> x\narray([[0.5, 1.5],  # may vary\n       [2.5, 3.5]])\n>>> '#'\n'a #b'\n"
    assert seen("a.rst", text) == [("x", ["array([[0.5, 1.5],\n       [2.5, 3.5]])"]), ("'#'", ["'a #b'"])]


@pytest.mark.parametrize(
    ("statement", "printed", "labels"),
    [
        ("x.ndim", "2", ["x.ndim"]),
        ("x is y", "False", ["x is y"]),
        ("c = x is y", "False", []),
    ],
)
def test_a_lone_value_behind_an_expression_is_its_value(write, statement: str, printed: str, labels: list[str]):
    found = extract(read_document(write("a.rst", f"Prose.\n\n>>> {statement}\n{printed}\n")))
    assert [entry.golden.label for entry in found] == labels


def test_a_log_without_prompts_is_one_output_without_a_source(seen):
    assert seen("a.log", "\nloss: 0.5\n\n[0.5 1.5]\n\n") == [("", ["loss: 0.5\n\n[0.5 1.5]"])]
    assert seen("b.txt", "x: [0.5]") == [("", ["x: [0.5]"])]
    assert seen("c.log", "\n\n") == [("", [])]


def test_a_layout_of_a_notebook_is_told_from_a_session_by_its_headers(seen):
    assert seen("a.txt", "In [1]:\nx\n\n[0.5]\n\n## Words\n") == [("x", ["[0.5]"])]
    assert seen("b.txt", "In [1]: x\n[0.5]\n\nIn [2]:\n") == [("x", ["[0.5]"]), ("", [])]


REST = ".. code-block:: python\n\n   print(x)\n\n"


@pytest.mark.parametrize(
    "output",
    [
        "::\n\n   [0.5]\n",
        "Output::\n\n   [0.5]\n",
        "The output is:\n\n.. code-block:: none\n\n   [0.5]\n",
        ".. code-block::\n\n   [0.5]\n",
        ".. testoutput::\n   :hide:\n\n   [0.5]\n",
        ".. parsed-literal::\n\n   [0.5]\n",
        ".. figure:: a.png\n\n   A caption\n\n::\n\n   [0.5]\n",
    ],
)
def test_a_block_of_rest_behind_code_is_its_output(seen, output: str):
    assert seen("a.rst", REST + output) == [(CODE, ["[0.5]"])]


@pytest.mark.parametrize(
    "other",
    [
        "Prose with an example::\n\n   [0.5]\n",
        ".. code-block:: json\n\n   [0.5]\n",
        ".. note:: Prose.\n\n   [0.5]\n\n::\n\n   [1.5]\n",
        ".. comment\n\n   [0.5]\n",
        ".. raw:: html\n\n   <b>[0.5]</b>\n",
        "[0.5]\n",
    ],
)
def test_another_block_of_rest_is_no_output(seen, other: str):
    assert seen("a.rst", REST + other) == [(CODE, [])]


def test_a_directive_that_would_read_a_file_reads_none(seen, tmp_path: Path):
    (tmp_path / "other.txt").write_text("[0.5]", encoding="utf-8")
    for directive in ("include", "literalinclude", "raw"):
        text = f"{REST}.. {directive}:: other.txt\n   :file: other.txt\n\n.. csv-table::\n   :file: other.txt\n"
        assert seen("a.rst", text) == [(CODE, [])]


def test_a_page_says_by_its_classes_what_is_input_and_what_is_output(write):
    page = (
        '<div class="prompt input_prompt">In&nbsp;[7]:</div><div class="input_area"><pre>x &lt; 1</pre></div>'
        '<div class="output_area"><div class="prompt output_prompt">Out[7]:</div>'
        '<div class="output_subarea output_text output_execute_result"><pre>\n[0.5\n 1.5]\n</pre></div></div>'
        '<div class="output_area"><div class="output_subarea output_stderr"><pre>[9.5]</pre></div></div>'
        '<div class="text_cell_render"><pre>[8.5]</pre></div>'
    )
    (cell,) = read_document(write("a.html", page)).cells
    assert (cell.count, cell.source.text) == (7, "x < 1")
    assert [(output.kind, output.passage.text) for output in cell.outputs] == [
        ("result", "[0.5\n 1.5]"),
        ("stderr", "[9.5]"),
    ]


@pytest.mark.parametrize(
    "ending",
    ["", "</pre", "<!--", "<!-- [9.5]", '<a href="', "<a href=' [9.5]", "<script>[9.5]", "&", "</p></b></div>"],
)
def test_a_page_that_ends_too_early_loses_nothing_before(seen, ending: str):
    page = '<pre class="language-python">x</pre><div class="output"><pre>[0.5]</pre>'
    assert seen("a.html", page + ending) == [("x", ["[0.5]"])]


def test_a_comment_in_a_cell_of_an_exported_notebook_is_no_output(seen):
    page = '<div class="input_area"><pre>x\n#&gt; [9.5]\ny</pre></div><div class="output"><pre>[0.5]</pre></div>'
    assert seen("a.html", page) == [("x\n#> [9.5]\ny", ["[0.5]"])]


def test_no_entity_is_read_from_a_page(seen):
    page = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><pre class="language-python">&x; &lt; &#49;</pre>'
    assert seen("a.html", page) == [("&x; < 1", [])]


@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.html", "a.txt", "a.log", "a.py", "a.ipynb"])
@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"a\n\xff", 2, "expected UTF-8 text, found byte 0xff"),
        (b"a\r\rb\xe2\x28", 3, "expected UTF-8 text, found byte 0xe2"),
        (b"a\n\nb\0", 3, "expected UTF-8 or UTF-16 text, found byte 0x00"),
        ("a\nb".encode("utf-16-le"), 1, "expected UTF-8 or UTF-16 text, found byte 0x00"),
        ("a\nb".encode("utf-16") + b"\n", 2, "expected UTF-16 text, as its first two bytes say, found byte 0x0a"),
    ],
)
def test_what_is_no_text_is_named_with_line_and_byte(tmp_path: Path, name: str, content: bytes, line: int, words: str):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnreadableDocument) as error:
        read_document(path)
    assert str(error.value) == f"{path}:{line}: {words}"


@pytest.mark.parametrize("name", ["styles.md", "styles.rst", "sphinx.html", "shell.pycon", "prose.txt", "labels.ipynb"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encoding_and_line_ends_change_nothing(root: Path, tmp_path: Path, name: str, encoding: str, line_end: str):
    original = root / "tests" / "documents" / name
    copy = tmp_path / name
    copy.write_bytes(original.read_text(encoding="utf-8").replace("\n", line_end).encode(encoding))
    assert read_document(copy).cells == read_document(original).cells
