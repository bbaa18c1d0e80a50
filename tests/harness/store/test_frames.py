"""Frames of pandas: stored whole, with the labels of their rows, and named whole or by column."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.base.errors import InvalidCase, StoreMismatch
from lastdigit.cases.reference import Reference, ReferenceDocument, load_reference_document
from lastdigit.extraction.extract import extract
from lastdigit.printing.golden import Golden
from lastdigit.pytest_session.project import Project
from lastdigit.readers.table import read_document
from lastdigit.store.documents import check, load_document, store, with_hash
from lastdigit.store.frames import Frame, by_frame
from tests.harness.made_up_notebooks import written

SOURCE = """\
import pandas as pd
x = np.array([[0.5, 1.5], [2.0, 3.0]])
twice = np.array([[2.0, 0.0], [0.0, 2.0]])
print("doubled:")
print(pd.DataFrame(x @ twice, index=["first", "second"]))
print()
print(table)
"""
PRINTED = """\
doubled:
          0    1
first   1.0  3.0
second  4.0  6.0

   a     b     a
x  1  0.25   1.5
y  2  0.75  -2.5
"""
SERIES = "x    0.25\ny    0.75\nName: b, dtype: float64"


@pytest.fixture
def stored_with(write, tmp_path: Path):
    """The stored document with the case file that a test gives it."""

    def stored(cases: str = "") -> ReferenceDocument:
        read = read_document(written(tmp_path, (SOURCE, PRINTED), ('print(table["b"])', SERIES), name="007.ipynb"))
        store(read, extract(read), tmp_path / "reference_data")
        write("reference_data/007/cases.toml", cases)
        return load_reference_document(tmp_path / "reference_data" / "007")

    return stored


def columns(golden: Golden) -> tuple[str, int, tuple[str, ...]]:
    assert golden.column is not None
    return golden.column.name, golden.column.number, golden.column.rows


def test_columns_of_one_name_are_told_apart_and_rows_keep_their_labels(stored_with):
    goldens = stored_with().stored.goldens
    assert {name: columns(golden) for name, golden in goldens.items() if golden.column} == {
        "doubled_0": ("0", 0, ("first", "second")),
        "doubled_1": ("1", 0, ("first", "second")),
        "table_a_iloc_0": ("a", 0, ("x", "y")),
        "table_b": ("b", 0, ("x", "y")),
        "table_a_iloc_1": ("a", 1, ("x", "y")),
        "table_b_cell_2": ("b", 0, ("x", "y")),
    }


def test_a_frame_is_one_file_whose_columns_have_formats_of_their_own(stored_with):
    stored = stored_with().stored
    assert (stored.folder / "goldens" / "table.csv").read_text(encoding="utf-8") == "1,0.25,1.5\n2,0.75,-2.5\n"
    assert {path.stem for path in (stored.folder / "goldens").iterdir()} == {
        "x",
        "twice",
        "doubled",
        "table",
        "table_b_cell_2",
    }
    assert [stored.goldens[name].format.dtype for name in ("table_a_iloc_0", "table_b")] == ["int64", "float64"]
    assert stored.csv_path("table_b") == stored.csv_path("table_a_iloc_1")


def test_a_stored_frame_is_read_back_and_checked(stored_with, tmp_path: Path):
    kept = stored_with().stored
    document = read_document(tmp_path / "007.ipynb")
    extracted = extract(document)
    assert load_document(kept.folder).goldens == {entry.golden.name: entry.golden for entry in extracted}
    check(document, extracted, tmp_path / "reference_data")
    record = kept.folder / "document.toml"
    _, _, lines = record.read_bytes().partition(b"\n")
    record.write_bytes(with_hash(lines.replace(b'["first", "second"]', b'["first", "third"]')))
    with pytest.raises(StoreMismatch, match="third"):
        check(document, extracted, tmp_path / "reference_data")


def test_a_frame_without_some_of_its_rows_shows_where_they_are(tmp_path: Path):
    text = "      a    b\n0   0.5  1.5\n1   1.5  2.5\n..  ...  ...\n98  2.5  3.5\n99  3.5  4.5\n"
    path = written(tmp_path, ("import pandas as pd\nprint(table)", text), name="007.ipynb")
    (frame,) = by_frame(entry.golden for entry in extract(read_document(path)))
    assert isinstance(frame, Frame)
    assert frame.rows == [["0.5", "1.5"], ["1.5", "2.5"], ["...", "..."], ["2.5", "3.5"], ["3.5", "4.5"]]
    assert frame.record()["rows"] == ["0", "1", "98", "99"]


@pytest.mark.parametrize(
    ("goldens", "verdicts"),
    [
        ('["doubled"]', {"doubled_0": "agrees", "doubled_1": "agrees"}),
        ('[{ golden = "doubled", transpose = true }]', {"doubled_0": "disagrees", "doubled_1": "disagrees"}),
        ('[{ golden = "doubled_1", transpose = true, row = 1 }]', {"doubled_1": "agrees"}),
    ],
)
def test_a_case_gives_a_frame_or_a_column(stored_with, goldens: str, verdicts: dict[str, str]):
    case = '[[case]]\nname = "doubled"\noperation = "linear"\ninputs = { x = "x", weight = "twice" }\n'
    document = stored_with(f"{case}goldens = {goldens}\n")
    document.check()
    project = Project(Reference(document.stored.folder.parent, {"007": document}), ())
    (case,) = document.case_file.cases
    assert {verdict.golden: verdict.verdict for verdict in project.judge_document(case)} == verdicts


def test_what_is_said_of_a_frame_holds_for_its_columns(stored_with):
    document = stored_with('[[golden]]\ngolden = "table"\nunverifiable = "typed by hand"\n')
    said = {name for name, golden in document.stored.goldens.items() if golden.unverifiable}
    assert said == {"table_a_iloc_0", "table_b", "table_a_iloc_1"}
    with pytest.raises(InvalidCase, match="did you mean"):
        stored_with('[[golden]]\ngolden = "tabel"\nunverifiable = "typed by hand"\n')
