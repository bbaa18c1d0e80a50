"""A checkout of another project: its own tests end alike before and after, and one that does not is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from studies.elsewhere.checkout import in_words, outcomes, told

LOG = """<testsuites><testsuite>
<testcase classname="test_a" name="test_one[1-2]" />
<testcase classname="test_a" name="test_two"><failure message="no">no</failure></testcase>
<testcase classname="test_a" name="test_three"><skipped message="later" /></testcase>
</testsuite></testsuites>
"""


def test_a_log_says_of_each_test_how_it_ended(tmp_path: Path):
    (tmp_path / "junit.xml").write_text(LOG)
    found = outcomes(tmp_path / "junit.xml")
    assert found == {"test_a::test_one[1-2]": "passed", "test_a::test_two": "failure", "test_a::test_three": "skipped"}
    assert in_words(found) == "1 failure, 1 passed, 1 skipped"
    assert in_words({}) == "no tests"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"a": "passed"}, {"a": "failure"}, "a: passed before, failure after"),
        ({"a": "passed", "b": "passed"}, {"a": "passed"}, "b: passed before, not there after"),
        ({"a": "passed"}, {"a": "passed", "c": "passed"}, "c: not there before, passed after"),
    ],
)
def test_a_test_that_ends_otherwise_is_told(before: dict, after: dict, words: str, capsys: pytest.CaptureFixture[str]):
    assert told(before, after) == 1
    assert capsys.readouterr().out == f"{words}\n"


def test_equal_outcomes_pass_and_none_at_all_do_not():
    assert told({"a": "passed", "b": "failure"}, {"a": "passed", "b": "failure"}) == 0
    assert told({}, {}) == 1
