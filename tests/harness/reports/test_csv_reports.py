"""The CSV reports: no cell that a spreadsheet runs, nothing lost on the way through a table, columns as documented."""

from __future__ import annotations

import csv
import math
import re
import tempfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pandas
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lastdigit
from lastdigit.base.errors import InvalidStore
from lastdigit.reports.tables.columns import DISCREPANCY_COLUMNS, VERDICT_COLUMNS
from lastdigit.reports.tables.csv_cells import text_cell, text_of_cell
from lastdigit.reports.tables.run_tables import (
    read_discrepancies,
    read_verdicts,
    write_discrepancies,
    write_verdicts,
)
from lastdigit.verdicts.verdict import Share, Verdict
from lastdigit.verdicts.words.evidence import interval_words, share_words, told
from tests.harness.made_up_runs import numbers, run_of, texts, verdict, verdicts

RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
hostile = st.builds(
    str.__add__,
    st.sampled_from(
        ["", " ", "'", "''", "\\", "\\u0000", "\x00", "\ud800", '"', '",', "\r\n", "NA", "nan", "null", "-0.5"]
    ),
    texts,
) | st.builds(str.__add__, st.sampled_from(RUN_BY_SPREADSHEETS), texts)


@pytest.mark.parametrize("number", ["-0.5", "+1.5e3", "-17.812", "-0.", "-.5", "-1e-05", "0.5"])
def test_a_number_stays_a_number(number: str):
    assert text_cell(number) == number


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+cmd|' /C calc'!A0", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "－1", "-inf", "-"],
)
def test_a_text_that_a_spreadsheet_would_run_is_quoted(text: str):
    assert text_cell(text) == f"'{text}"
    assert text_of_cell(text_cell(text)) == text


@given(hostile)
@example("'\\u0041")
@example("\\\x00\\u0041")
def test_every_text_comes_back_from_its_cell(text: str):
    content = text_cell(text)
    assert text_of_cell(content) == text
    assert not content.startswith(RUN_BY_SPREADSHEETS) or re.fullmatch(r"[+-][\d.]+([eE][+-]?\d+)?", content)
    content.encode("utf-8")


@given(st.lists(verdicts, max_size=4), hostile, hostile)
def test_verdicts_come_back_from_their_table_without_loss(made: list[Verdict], environment: str, reason: str):
    made = [*made, verdict(reason, "1.5", golden=environment)]
    run = run_of(*made, environment=environment or "here")
    with tempfile.TemporaryDirectory() as folder:
        write_verdicts(run, Path(folder, "verdicts.csv"))
        table = lastdigit.read_verdicts(Path(folder, "verdicts.csv"))
        plain = pandas.read_csv(Path(folder, "verdicts.csv"), dtype=object, na_filter=False)
    assert [*map(text_of_cell, plain["reason"])] == [*table["reason"]]
    assert list(plain.columns) == list(table.columns)
    assert len(table) == len(run.verdicts)
    for row, each in zip(table.itertuples(index=False), run.verdicts, strict=True):
        assert row.environment == run.environment
        for name in list(VERDICT_COLUMNS)[1:]:
            expected = getattr(each, name)
            found = getattr(row, name)
            if name in ("blind_to", "notes"):
                expected = "; ".join(expected)
            if name == "shares":
                expected = "; ".join(share_words(share) for share in each.shares if told(share, each))
            assert found == expected if expected is not None else found is table[name].dtype.na_value, name
            assert type(expected) is not float or math.copysign(1, found) == math.copysign(1, expected)


def test_shares_stand_in_the_table_where_they_may_be_one_or_are_not_excluded(tmp_path: Path):
    shares = (
        Share(("not scaled",), 0.999, 0.001),
        Share(("flipped",), 0.001, 0.002),
        Share(("rows shuffled", "rows repeated"), 0.25, 0.5),
        Share(("bias left out",), -0.3, 0.125),
    )
    made = replace(verdict("i", "9.5", found="disagrees"), blind_to=("a", "b"), evidence="calibrated", shares=shares)
    write_verdicts(run_of(replace(made, arithmetic="stored")), tmp_path / "verdicts.csv")
    (row,) = read_verdicts(tmp_path / "verdicts.csv").to_dict("records")
    assert (row["evidence"], row["arithmetic"], row["blind_to"]) == ("calibrated", "stored", "a; b")
    assert row["shares"] == "not scaled 1.00 ± 0.01"
    write_verdicts(run_of(replace(made, verdict="agrees", evidence="")), tmp_path / "verdicts.csv")
    (row,) = read_verdicts(tmp_path / "verdicts.csv").to_dict("records")
    others = "one of rows shuffled, rows repeated 0.25 ± 0.50; bias left out -0.30 ± 0.13"
    assert row["shares"] == f"not scaled 1.00 ± 0.01; {others}"


@given(numbers, numbers.map(abs))
@example(-0.001, 0.0)
@example(0.0, 0.01)
def test_the_interval_that_is_shown_contains_the_interval_that_was_found(share: float, uncertainty: float):
    words = interval_words(Share(("m",), share, uncertainty))
    if words == "not known":
        assert abs(share) > 1e5
        return
    shown, width = words.split(" ± ")
    assert shown != "-0.00"
    if width == "∞":
        assert uncertainty > 1e5
        return
    # The decimals that are written for the floats, which no binary fraction meets: 0.02 is shown as 0.02.
    apart = abs(Fraction(repr(share)) - Fraction(shown))
    assert apart <= Fraction("0.005")
    assert 0 <= Fraction(width) - Fraction(repr(uncertainty)) - apart < Fraction("0.01")


def test_what_is_missing_is_no_empty_text_and_an_empty_text_is_not_missing(tmp_path: Path):
    write_verdicts(run_of(verdict("i")), tmp_path / "verdicts.csv")
    (row,) = read_verdicts(tmp_path / "verdicts.csv").to_dict("records")
    assert (row["reason"], row["expected"]) == ("", "")
    table = read_verdicts(tmp_path / "verdicts.csv")
    assert table[["error", "allowed", "digits", "rules_out"]].isna().all(axis=None)
    assert [str(table[name].dtype) for name in ("reason", "digits", "error")] == ["object", "Int64", "Float64"]


def test_a_run_without_verdicts_has_tables_of_the_same_types(tmp_path: Path):
    write_verdicts(run_of(tests=0), tmp_path / "verdicts.csv")
    table = read_verdicts(tmp_path / "verdicts.csv")
    assert (len(table), list(table.columns), str(table["digits"].dtype)) == (0, list(VERDICT_COLUMNS), "Int64")


def test_elements_that_disagree_come_back_from_their_table(tmp_path: Path):
    run = run_of(verdict("i", "-2.5", "9.5", found="disagrees"), verdict("j", "1.5"))
    write_discrepancies(run, tmp_path / "discrepancies.csv")
    table = read_discrepancies(tmp_path / "discrepancies.csv")
    assert list(zip(table["index"], table["observed"], table["error"], strict=True)) == [
        ("0", "-2.5", 4.0),
        ("1", "9.5", 8.0),
    ]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("environment", "surroundings", "the columns environment"),
        (",1,0,1.5", ",one,0,1.5", "verdicts.csv:2: expected a number or nothing for elements"),
        (",float64", ',"float64', "comma-separated values"),
        (",pass", ",pass,,", "verdicts.csv:2: expected 29 cells, found 31"),
        (",0.25,", "", "verdicts.csv:2: expected 29 cells, found 27"),
    ],
)
def test_a_table_of_another_form_is_refused_with_its_place(tmp_path: Path, old: str, new: str, found: str):
    path = tmp_path / "verdicts.csv"
    write_verdicts(run_of(verdict("i", "1.5")), path)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(InvalidStore, match=re.escape(found)):
        read_verdicts(path)


def dictionary(root: Path, file: str) -> list[list[str]]:
    """The rows of a table in docs/reports.md below the heading that begins with a file's name."""
    section = (root / "docs" / "reports.md").read_text(encoding="utf-8").split(f"\n## {file}")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines][1:]


@pytest.mark.parametrize(
    ("file", "columns"), [("verdicts.csv", VERDICT_COLUMNS), ("discrepancies.csv", DISCREPANCY_COLUMNS)]
)
def test_the_dictionary_names_exactly_the_columns_and_their_types(root: Path, file: str, columns: dict[str, str]):
    rows = dictionary(root, file)
    assert [row[0] for row in rows] == list(columns)
    assert {row[0]: row[1] for row in rows} == columns
    assert all(len(row) == 4 and row[2] and row[3] for row in rows)


def test_a_file_that_was_written_has_the_columns_of_the_dictionary(root: Path, tmp_path: Path):
    write_verdicts(run_of(verdict("i", "1.5")), tmp_path / "verdicts.csv")
    with (tmp_path / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == [row[0] for row in dictionary(root, "verdicts.csv")]
