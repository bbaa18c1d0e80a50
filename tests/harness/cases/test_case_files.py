"""Case files: every word that does not exist is refused with file and line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lastdigit.base.errors import InvalidCase, InvalidStore, LastdigitError
from lastdigit.cases.reference import ReferenceDocument, load_reference

CASE = """
    [[case]]
    name = "sums"
    operation = "total"
    inputs = { x = "x" }
    goldens = ["y"]
    """
Document = Callable[[str], ReferenceDocument]


def test_a_case_file_is_read_into_cases(document_with: Document):
    (case,) = document_with(CASE).case_file.cases
    assert (case.id, case.operation, case.inputs, case.parameters) == ("007/sums", "total", {"x": "x"}, {})
    assert [expected.golden for expected in case.expected] == ["y"]


RECIPE = '[[draw]]\ngenerator = "torch"\nseed = 7\ninputs = [{ name = "drawn", call = "rand", shape = [2] }]\n'
USED = RECIPE.replace("seed", "stored = false\nseed") + CASE.replace('x = "x"', 'x = "drawn"')
CYCLE = "".join(
    f'[derived.{name}]\noperation = "total"\ninputs = {{ x = "{other}" }}\n' for name, other in ("ab", "ba")
)
ERRATUM = '[[erratum]]\nid = "odd"\nreason = "r"\ngolden = "y"\nevidence = "proven"\n'
MASKED = """\
[[case]]
name = "a"
operation = "scaled_dot_product_attention"
parameters = { mask = [[true, false]] }
inputs = { q = "x", k = "x", v = "x" }
"""
HEADS = '[[case]]\nname = "a"\noperation = "multi_head_attention"\ninputs = { x = "x" }\n'


@pytest.mark.parametrize(
    ("cases", "line", "expected"),
    [
        (CASE.replace("goldens", "golden"), 5, "no key 'golden' in case sums"),
        (CASE.replace("[[case]]", "[[cases]]"), 1, "no key 'cases' in the file"),
        (CASE.replace('"total"', '"totall"'), 3, "or of definitions/ in case sums"),
        (CASE.replace("{ x =", "{ z ="), 4, "one of x of total in case sums, found z"),
        (CASE.replace('{ x = "x" }', "{}"), 3, "a value for x of total in case sums, found none"),
        (CASE.replace('goldens = ["y"]', "parameters = { axis = 0 }"), 5, "one of none of total in case sums"),
        (CASE.replace('name = "sums"', "name = 3"), 2, "'name' in case 3 to be of type str, found 3"),
        (CASE.replace('    name = "sums"\n', ""), 1, "a value for 'name' in case 1, found none"),
        (CASE.replace('["y"]', '[{ golden = "y", rwo = 1 }]'), 5, "no key 'rwo' in case sums"),
        (HEADS, 3, "of multi_head_attention in case a, found none"),
        (RECIPE.replace("seed = 7", "seed = true"), 3, "'seed' in draw 1 to be of type int or str, found True"),
        (RECIPE.replace("shape = [2]", "shape = [2], size = 3"), 4, "no key 'size' in inputs drawn, found 3"),
        ('[[erratum]]\nid = "odd"\nreason = "r"\n', 2, "a golden or an implementation, not both, in erratum odd"),
        (
            ERRATUM.replace("proven", "likely"),
            5,
            "'evidence' in erratum odd to be one of proven, calibrated, inferred, found",
        ),
        (ERRATUM + 'failure = "hangs"\n', 6, "'failure' of an implementation's erratum, not of a golden's, in odd"),
        (ERRATUM + 'dtypes = ["float64"]\n', 6, "'dtypes' of an implementation's erratum, not of a golden's, in odd"),
        (MASKED.replace("[true, false]", "[1, 0]"), 4, "rows of equal length, of booleans, for mask in case a"),
        (
            MASKED.replace("[true, false]", "[true], [true, false]"),
            4,
            "rows of equal length, of booleans, for mask",
        ),
        (ERRATUM.replace('"proven"', "1"), 5, "'evidence' in erratum odd to be of type str, found 1"),
        ('[[relation]]\nname = "r"\nholds = "within"\ngolden = "y"\nwhit = {}\n', 5, "no key 'whit' in relation r"),
        ("case = 3\n", 1, "'case' in the file to be of type list, found 3"),
        ("case = [3]\n", 1, "'case' in the file to contain tables, found 3"),
    ],
)
def test_a_word_that_does_not_exist_is_refused_with_its_line(
    document_with, tmp_path, cases: str, line: int, expected: str
):
    with pytest.raises(InvalidCase) as error:
        document_with(cases)
    path = tmp_path / "reference_data" / "007" / "cases.toml"
    assert expected in str(error.value)
    assert (error.value.path, error.value.line) == (path, line)


def test_an_erratum_expects_proven_evidence_where_it_does_not_say_otherwise(document_with: Document):
    stated = document_with(CASE + ERRATUM.replace("proven", "calibrated")).case_file.errata
    silent = document_with(CASE + ERRATUM.replace('evidence = "proven"\n', "")).case_file.errata
    assert [erratum.evidence for erratum in (*stated, *silent)] == ["calibrated", "proven"]


def test_a_case_file_that_is_no_toml_is_refused(document_with: Document):
    with pytest.raises(InvalidStore, match=r"cases.toml:8:5: expected TOML, found a syntax error: invalid value"):
        document_with(f"{CASE}\n    a = 1\n".replace("a = 1", "a = @").replace("goldens", "\n    goldens", 1)[:-1])


@pytest.mark.parametrize(
    ("cases", "line", "expected"),
    [
        (CASE.replace('x = "x"', 'x = "z"'), 4, "an input or golden of document 007, found z"),
        (CASE.replace('["y"]', '["z"]'), 5, "document.toml, found z"),
        (CASE + '    [[erratum]]\n    id = "e"\n    golden = "z"\n    reason = "r"\n', 8, "document.toml, found z"),
        (USED.replace('"torch"', '"cupy"'), 2, "a generator among numpy.random, torch, random, jax.random, found cupy"),
        (USED.replace('"rand"', '"rnad"'), 5, "a call of torch among rand, uniform, randn, normal, found rnad"),
    ],
)
def test_a_name_of_nothing_is_refused_with_its_line(document_with: Document, cases: str, line: int, expected: str):
    with pytest.raises(InvalidCase) as error:
        document_with(cases).check()
    assert (error.value.line, error.value.path.name) == (line, "cases.toml")
    assert expected in str(error.value)


@pytest.mark.parametrize(
    "expression",
    [
        "{ ones = 2 }",
        '{ of = "x", row = 2 }',
        '{ of = "x" }',
        '{ join = ["x", "y"] }',
        '["x", "y"]',
        '{ eye = "two" }',
        "3",
    ],
)
def test_an_expression_that_gives_no_array_is_refused_with_its_line(document_with: Document, expression: str):
    with pytest.raises(InvalidCase, match=r"cases.toml:4: "):
        document_with(CASE.replace('x = "x"', f"x = {expression}")).check()


@pytest.mark.parametrize(
    ("second", "line"),
    [
        (CASE.replace("sums", "more").replace("goldens", "golden"), 11),
        (CASE.replace("sums", "more").replace("operation", "total = 1\n    operation"), 9),
        (CASE.replace("sums", "more").replace('"y"', '"sum"'), 11),
    ],
)
def test_the_line_is_that_of_the_mistake_and_not_of_a_word_like_it(document_with: Document, second: str, line: int):
    with pytest.raises(InvalidCase) as error:
        document_with(CASE + second).check()
    assert error.value.line == line


def test_two_cases_of_one_name_are_refused(document_with: Document):
    with pytest.raises(LastdigitError, match="sums"):
        document_with(CASE + CASE.replace('"total"', '"softmax"')).check()


def test_two_inputs_of_one_name_are_refused(document_with: Document):
    with pytest.raises(LastdigitError, match="drawn"):
        document_with(USED + RECIPE.replace("seed = 7", "seed = 8\nstored = false")).check()


def test_an_input_with_the_name_of_a_golden_is_refused(document_with: Document):
    with pytest.raises(LastdigitError, match="x"):
        document_with(USED.replace("drawn", "x")).check()


def test_two_errata_of_one_name_are_refused(document_with: Document):
    erratum = '[[erratum]]\nid = "odd"\nreason = "r"\ngolden = "y"\n'
    with pytest.raises(LastdigitError, match="odd"):
        document_with(CASE + erratum + erratum.replace('"y"', '"x"')).check()


@pytest.mark.parametrize(
    "cases",
    [
        pytest.param(CASE.replace('["y"]', "[3]"), id="a golden that is a number"),
        pytest.param("derived = { a = 3 }\n", id="a derived input that is a number"),
        pytest.param(
            "[[feasible]]\nlow = 0\nhigh = 1\nreproduces = []\ninputs = { v = 3 }\n", id="a shape that is one"
        ),
        pytest.param(USED.replace("[2]", '["two"]'), id="a shape of words"),
        pytest.param(USED.replace("seed = 7", "seed = -7"), id="a seed below zero"),
        pytest.param(USED.replace("seed = 7", "seed = 4294967296"), id="a seed of more than 32 bits"),
        pytest.param(CYCLE + CASE.replace('x = "x"', 'x = "a"'), id="inputs that are derived from one another"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused(document_with: Document, cases: str):
    with pytest.raises(InvalidCase):
        document_with(cases).check()


def test_a_broken_case_file_is_a_fault_and_leaves_the_other_documents_to_be_judged(
    document_with, write, tmp_path: Path
):
    document_with(CASE)
    shutil.copytree(tmp_path / "reference_data" / "007", tmp_path / "reference_data" / "008")
    broken = write("reference_data/008/cases.toml", CASE.replace('["y"]', '["z"]'))
    reference = load_reference(tmp_path / "reference_data")
    assert list(reference.documents) == ["007"]
    assert [fault.startswith(f"InvalidCase: {broken}:5: ") for fault in reference.faults] == [True]
