"""The study of all operations: its table is complete, and what it counts is what the judge says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lastdigit.assertions.agreement import arithmetic_of, call_of
from lastdigit.base.number_format import float_format
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import all_operations, find_operation
from lastdigit.operations.operation import GRADIENT
from lastdigit.verdicts.judge_call import judge_call

pytest.importorskip("torch")

from studies.vocabulary.page import page
from studies.vocabulary.right_results import right_results
from studies.vocabulary.stepwise import Stepwise, ways
from studies.vocabulary.subjects import EVERY, Subject, every_number, subjects
from studies.vocabulary.table import Row, read_rows, rows_of, write_rows
from studies.vocabulary.trial import BEYOND_BOUND, FORMATS, changes, tally

ROWS = read_rows()
ENOUGH = 10_000_000
SEED = 20


def test_the_table_has_every_operation_and_every_gradient_in_four_formats():
    named = {subject.operation for subject in subjects(SEED, "generic")}
    assert {name for name in named if GRADIENT not in name} == set(all_operations())
    assert [(row.operation, row.format) for row in ROWS] == [(name, each) for name in sorted(named) for each in FORMATS]


def test_no_right_result_was_refused_in_ten_million_elements():
    assert sum(row.elements for row in ROWS) >= ENOUGH
    assert [row for row in ROWS if row.refused] == []
    assert all(row.right == row.agrees + row.undecided for row in ROWS)


def test_nine_in_ten_wrong_results_of_every_operation_were_caught_in_every_format():
    assert [row for row in ROWS if row.share_caught < 0.9] == []
    assert all(row.wrong == row.caught + row.left_undecided + row.missed for row in ROWS)


def test_the_page_is_that_of_the_table():
    assert (Path(__file__).parents[3] / "docs" / "operations-study.md").read_text(encoding="utf-8") == page(ROWS)


def test_a_table_is_read_as_it_was_written(tmp_path: Path):
    rows = rows_of([{"operation": "softmax", "formats": {"float32": {"elements": 4, "right": {"agrees": 1}}}}])
    assert rows == [Row("softmax", "float32", elements=4, right=1, agrees=1)]
    write_rows(rows, tmp_path / "found.csv")
    assert read_rows(tmp_path / "found.csv") == rows


@pytest.mark.parametrize("dtype", EVERY.values())
def test_every_number_of_a_half_format_is_there(dtype: str):
    numbers = every_number(dtype)
    assert np.array_equal(float_format(dtype).round(numbers), numbers)
    exponents, digits = {"float16": (5, 10), "bfloat16": (8, 7)}[dtype]
    assert len(np.unique(numbers)) == 2 * (2**exponents - 1) * 2**digits - 1


SMALL = [
    subject for subject in subjects(SEED, "generic") if subject.operation in ("rms_norm", "rms_norm.gradient.input")
]


def test_arrays_that_round_every_step_compute_what_a_definition_says():
    for subject in SMALL:
        operation, arrays, parameters = subject.call
        definition = find_operation(operation).definition
        true = definition(*arrays, **parameters)
        for dtype in ("float64", "bfloat16"):
            for rounding in ways(float_format(dtype)).values():
                found = definition(
                    *(None if x is None else Stepwise(x, rounding) for x in arrays), **parameters
                ).numbers
                off = np.max(np.abs(found - true)) / np.max(np.abs(true))
                unit = float_format(dtype).unit_roundoff
                assert off < 64.0 * unit
                assert dtype == "float64" or (off > unit / 64.0) == (rounding.steps == rounding.storage)


def test_what_counts_as_beyond_the_bound_is_proven_by_the_judge():
    subject = SMALL[0]
    found = tally(subject, "float16", mistakes=True)
    operation, arrays, parameters = subject.call
    given = [None if x is None else float_format("float16").round(x) for x in arrays]
    call = call_of(operation, tuple(given), parameters, arithmetic_of("float16"))
    with quietly():
        verdicts = [judge_call(call, wrong, "float16", explained=False) for _, wrong, _ in changes(call, "float16")]
    proven = sum(verdict.evidence == "proven" for verdict in verdicts)
    assert 0 < found.wrong[BEYOND_BOUND] + found.slight[BEYOND_BOUND] == proven


def test_results_of_all_ways_are_right_and_one_that_is_not_is_refused():
    subject = Subject(("softmax", [np.random.RandomState(0).normal(size=(4, 32))], {}))
    found = tally(subject, "bfloat16", mistakes=False)
    assert found.right == {"agrees": len(list(right_results(subject, float_format("bfloat16"))))}
