"""Stale outputs of texts: Markdown, doctests and jupytext's files are run as notebooks are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastdigit.document import Cell, Document, Output, Passage
from lastdigit.reports.page.notebooks_page import (
    BEFORE,
    SHOWN,
    SHOWN_AT_ONCE,
    SOURCE_LINES,
    RerunOutput,
    render_notebooks,
)
from lastdigit.stale.sources import NoOutputs, as_stored, code_of, run_before, stored_outputs
from studies.copies import write_copy
from tests.harness.conftest import run_python

DOCTESTS = '''
    import math


    def doubled(x):
        """
        >>> doubled(math.pi)
        6.283185307179586
        >>> doubled(1.5)
        3.5
        >>> doubled(object())  # doctest: +SKIP
        7
        """
        return 2 * x
    '''
PERCENT = """
    # %% [markdown]
    # # A title

    # %%
    import numpy as np
    print(np.array([0.25, {}]))
    """
MARKDOWN = """
    # A page

    ```python
    import numpy as np
    ```

    ```python
    >>> np.arange(3) / 8
    array([0.   , 0.125, 0.25 ])
    >>> print(1.5); 2.5
    1.5
    2.75
    ```
    """


def test_a_doctest_that_is_to_be_skipped_is_neither_run_nor_compared(write):
    path = write("doubled.py", DOCTESTS)
    assert [bool(cell.outputs) for cell in stored_outputs(path).cells] == [True, True, False]
    assert [cell.source for cell in code_of(path).cells] == ["doubled(math.pi)", "doubled(1.5)", ""]
    assert str(path) in run_before(path)


def test_a_text_of_jupytext_counts_the_outputs_of_the_notebook_beside_it(write, tmp_path: Path):
    pytest.importorskip("jupytext")
    path = write("a.py", PERCENT)
    with pytest.raises(NoOutputs, match=r"a\.py:1: expected stored outputs, in the file or in a\.ipynb"):
        stored_outputs(path)
    write_copy(tmp_path / "a.ipynb", [("", "[0.25 0.5 ]\n")])
    assert stored_outputs(path).path.name == "a.ipynb"
    assert [cell.source.partition("\n")[0] for cell in code_of(path).cells if cell.cell_type == "code"] == [
        "import numpy as np"
    ]
    assert not run_before(path)


def test_a_text_without_outputs_is_refused_by_name(write):
    with pytest.raises(NoOutputs, match=r"expected stored outputs"):
        stored_outputs(write("a.md", "# A page\n\n```python\nx = 1\n```\n"))


def test_what_a_cell_prints_is_put_together_where_a_text_stores_it_so():
    def document(path: str, *texts: str) -> Document:
        outputs = tuple(
            Output(number, Passage(text, 1), False, kind)
            for number, (text, kind) in enumerate(zip(texts, ("stream", "result"), strict=False), start=1)
        )
        return Document(Path(path), "", (Cell(1, None, Passage("", 1), outputs),))

    new = document("a.ipynb", "1.5\n", "2.5")
    assert [output.passage.text for output in as_stored(document("a.md", "1.5\n2.75"), new).cells[0].outputs] == [
        "1.5\n2.5"
    ]
    assert as_stored(document("a.ipynb", "1.5\n2.75"), new) == new


@pytest.mark.long
def test_stale_outputs_of_texts_are_told_with_their_cells(write, tmp_path: Path):
    pytest.importorskip("jupytext")
    write("doubled.py", DOCTESTS)
    write("page.md", MARKDOWN)
    write("paired.py", PERCENT.format("0.75"))
    write_copy(tmp_path / "paired.ipynb", [("", "[0.25 0.5 ]\n")])
    write("test_mine.py", "def test_mine():\n    pass\n")
    files = ("doubled.py", "page.md", "paired.py", "test_mine.py")
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "lastdigit.pytest_plugin"}
    process = run_python("-m", "pytest", "-q", "--lastdigit-notebooks", *files, folder=tmp_path, **alone)
    said = process.stdout
    assert process.returncode == 1, said + process.stderr
    assert "3 failed, 3 passed" in said
    for words in (
        "doubled.py: cell 2, output 1: stale output\n  line 1: stored '3.5', now '3.0'",
        "page.md: cell 3, output 1: stale output\n  line 2: stored '2.75', now '2.5'",
        "paired.py: cell 1 (In [1]), output 1: stale output\n  line 1: stored '0.5', now '0.75'",
    ):
        assert words in said
    page = (tmp_path / "reports" / "notebooks.html").read_text(encoding="utf-8")
    assert "3 stale outputs" in page
    assert "<td>3.<mark>5</mark></td><td>3.<mark>0</mark></td>" in page
    assert json.loads((tmp_path / "paired.ipynb").read_text())["cells"][0]["outputs"]


def test_the_page_of_notebooks_has_every_stale_output_and_counts_the_others():
    page = render_notebooks(
        [
            RerunOutput("b.ipynb", 2, 1, True, [(1, "<0.5>", "0.75")], counts={"same": 3}),
            RerunOutput("a.md", 1, 1, False, counts={"rounding": 2}),
            RerunOutput("b.ipynb", 3, 1, True, reason="prints nothing here now: x"),
        ]
    )
    assert "2 stale outputs" in page
    assert "<td><mark>&lt;0.5&gt;</mark></td><td><mark>0.75</mark></td>" in page
    assert "prints nothing here now: x" in page
    assert "3 numbers the same" in page
    assert "2 numbers apart by rounding" in page
    assert page.index("a.md") < page.index("b.ipynb")
    assert "index.html" not in page


def test_the_page_of_notebooks_shows_long_texts_about_their_difference_and_counts_what_it_leaves_out():
    long = "a" * 300
    differences = [(line, f"{long}{line}", f"{long}!") for line in range(SHOWN + 3)]
    source = "\n".join(f"line_{number}()" for number in range(SOURCE_LINES + 2))
    found = RerunOutput("b.ipynb", 2, 1, True, differences, count=5, source=source)
    page = render_notebooks([found], report="index.html")
    assert f"<td>… {'a' * BEFORE}<mark>7</mark></td><td>… {'a' * BEFORE}<mark>!</mark></td>" in page
    assert "<h3>cell 2 (In [5]), output 1</h3>" in page
    assert f"<summary>{SHOWN - SHOWN_AT_ONCE} more</summary>" in page
    assert "and 3 that are not shown" in page
    assert f"line_{SOURCE_LINES - 1}()\n… and 2 more lines</pre>" in page
    assert '<a href="index.html">' in page
