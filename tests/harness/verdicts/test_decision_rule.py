"""The decision rule on small documents: what the field's tools get wrong, as verdicts of lastdigit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lastdigit.extraction.extract import extract
from lastdigit.pytest_session.project import load_project
from lastdigit.readers.table import read_document
from lastdigit.store.documents import store
from lastdigit.verdicts.explain import NO_PAIR
from lastdigit.verdicts.verdict import Verdict

pytestmark = pytest.mark.long

Judge = Callable[..., Verdict]

SOFTMAX = """
    import numpy as np
    from lastdigit import implements

    @implements("softmax", dtypes=("float64", "float32"))
    def softmax(x):
        exponentials = np.exp(x - x.max(axis=-1, keepdims=True))
        return exponentials / exponentials.sum(axis=-1, keepdims=True)
    """
IDENTITY = """
    from lastdigit import implements

    @implements("projection", dtypes=("float64", "float32"))
    def project(x, weight):
        return x @ weight
    """
CAUSAL = """
    import numpy as np
    from lastdigit import implements

    @implements("attention_weights", dtypes=("float64",))
    def attention_weights(q, k, *, causal=False):
        exponentials = np.exp(q @ k.T / np.sqrt(2))
        return exponentials / exponentials.sum(axis=-1, keepdims=True)
    """
LITERAL = "x = np.array([[0.5, 1.25], [-0.75, 2.0]])"
LITERAL_3D = "x = np.array([[[0.5, 1.25], [-0.75, 2.0]], [[1.0, 0.0], [0.25, 3.0]]])"
IN_FLOAT64 = "[[0.3208213  0.6791787 ]\n [0.06008665 0.93991335]]"
IN_FLOAT32 = "array([[0.3208213 , 0.6791787 ],\n       [0.06008665, 0.93991333]], dtype=float32)"
IN_3D = (
    "[[[0.3208213  0.6791787 ]\n  [0.06008665 0.93991335]]\n\n [[0.73105858 0.26894142]\n  [0.06008665 0.93991335]]]"
)
WITH_3_DECIMALS = "[[0.321 0.679]\n [0.06  0.94 ]]"
IN_TORCH = "tensor([[0.3208, 0.6792],\n        [0.0601, 0.9399]])"


@pytest.fixture
def judge(root: Path, write, tmp_path: Path) -> Judge:
    """The verdict of an implementation in a dtype, against what a document printed or against the definition."""

    def judged(printed: str, code: str = SOFTMAX, *, operation="softmax", dtype="float64", against="document", **given):
        source = given.get("source", LITERAL) + given.get("options", "")
        read = read_document(write("007.txt", f"In [1]:\n{source}\nprint(y)\n\ny: {printed}\n"))
        store(read, extract(read), tmp_path / "reference_data")
        inputs = given.get("inputs", '{ x = "x" }')
        parameters = given.get("parameters", "{}")
        case = f'[[case]]\nname = "c"\noperation = "{operation}"\ninputs = {inputs}\nparameters = {parameters}\n'
        write("reference_data/007/cases.toml", case + 'goldens = ["y"]\n')
        write("implementations/mine.py", code)
        project = load_project(tmp_path / "reference_data", tmp_path / "implementations")
        if given.get("document"):
            return project.judge_document(project.cases[0])[0]
        (pairing,) = (pairing for pairing in project.pairings if pairing.dtype == dtype)
        verdicts = {verdict.against: verdict for verdict in project.judge_implementation(pairing)}
        return verdicts[against]

    return judged


def test_a_right_result_agrees_with_document_and_definition_and_says_what_it_rules_out(judge: Judge):
    for against in ("document", "definition"):
        verdict = judge(IN_FLOAT64, against=against)
        assert (verdict.verdict, verdict.gate, verdict.elements, verdict.explanation) == ("agrees", "pass", 4, "")
        assert verdict.rules_out == verdict.mistakes > 3
    assert judge(IN_FLOAT64).digits == 4
    assert judge(IN_FLOAT64, document=True).verdict == "agrees"


def test_the_last_of_8_digits_off_by_one_is_accepted_only_where_rounding_can_explain_it(judge: Judge):
    assert judge(IN_FLOAT64.replace("0.06008665", "0.06008666")).verdict == "disagrees"
    assert judge(IN_FLOAT64.replace("0.06008665", "0.06008666"), document=True).verdict == "disagrees"
    off_by_one = IN_FLOAT32.replace("0.06008665", "0.06008666")
    assert judge(off_by_one, dtype="float32").verdict == "agrees"
    assert judge(off_by_one, document=True).verdict == "agrees"


def test_a_float32_run_agrees_with_a_float64_document_and_its_other_digits_are_counted(judge: Judge):
    verdict = judge(IN_FLOAT64, dtype="float32")
    assert verdict.verdict == "agrees"
    assert verdict.digits < verdict.elements == 4


@pytest.mark.parametrize("printed", [WITH_3_DECIMALS, "[[0.321, 0.679], [0.06, 0.94]]"])
def test_3_printed_decimals_accept_8_live_ones(judge: Judge, printed: str):
    verdict = judge(printed, options="\nnp.set_printoptions(precision=3)")
    assert (verdict.verdict, verdict.digits) == ("agrees", 4)


def test_a_disagreement_that_fewer_digits_would_explain_is_inferred_and_not_proven(judge: Judge):
    for document in (False, True):
        verdict = judge(WITH_3_DECIMALS, document=document)
        assert (verdict.verdict, verdict.evidence) == ("disagrees", "inferred")
        assert "shows fewer digits" in verdict.reason
        assert judge(WITH_3_DECIMALS.replace("0.321", "0.323"), document=document).evidence == "proven"
    assert judge(IN_FLOAT64.replace("0.0600", "0.0601")).evidence == "proven"


@pytest.mark.parametrize("token", ["0.322", "0.320", "0.323", "0.319"])
def test_3_decimals_reject_a_unit_or_two(judge: Judge, token: str):
    options = "\nnp.set_printoptions(precision=3)"
    verdict = judge(WITH_3_DECIMALS.replace("0.321", token), options=options)
    assert (verdict.verdict, verdict.worst_index, verdict.expected) == ("disagrees", "0,0", token)
    assert [element.agrees for element in verdict.details] == [False, True, True, True]
    assert judge(WITH_3_DECIMALS.replace("0.321", token), options=options, document=True).verdict == "disagrees"


def test_every_value_wrong_by_0_8_percent_is_rejected(judge: Judge):
    wrong = SOFTMAX.replace("return exponentials /", "return 1.008 * exponentials /")
    verdict = judge(WITH_3_DECIMALS, wrong, options="\nnp.set_printoptions(precision=3)")
    assert (verdict.verdict, verdict.explanation) == ("disagrees", NO_PAIR)


def test_a_shape_that_is_not_the_printed_one_fails(judge: Judge):
    verdict = judge(IN_FLOAT64, SOFTMAX.replace("x - x.max", "x[0] - x[0].max"))
    assert (verdict.verdict, verdict.gate) == ("failed", "fail")
    assert verdict.reason == "returned shape (2,); expected (2, 2)"


def test_a_causal_row_rejects_weights_on_the_masked_keys_and_names_the_mask(judge: Judge):
    given = {"operation": "attention_weights", "inputs": '{ q = "x", k = "x" }', "parameters": "{ causal = true }"}
    causal = "[[1.         0.        ]\n [0.15141154 0.84858846]]"
    assert judge(causal, CAUSAL, document=True, **given).verdict == "agrees"
    for against in ("document", "definition"):
        verdict = judge(causal, CAUSAL, against=against, **given)
        assert (verdict.verdict, verdict.worst_index) == ("disagrees", "0,1")
        assert "no mask" in verdict.explanation.split("; ")


def test_the_last_of_4_digits_of_torch_is_held_to_its_half_unit(judge: Judge):
    assert judge(IN_TORCH, dtype="float32").verdict == "agrees"
    assert judge(IN_TORCH.replace("0.3208", "0.3209"), dtype="float32").verdict == "disagrees"


def test_the_last_digit_of_a_3_d_array_is_held_like_any_other(judge: Judge):
    assert judge(IN_3D, source=LITERAL_3D).verdict == "agrees"
    verdict = judge(IN_3D.replace("0.26894142", "0.26894143"), source=LITERAL_3D)
    assert (verdict.verdict, verdict.worst_index) == ("disagrees", "1,0,1")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("return np.full_like(x, np.nan)", "returned nan at [0, 0]"),
        ("return np.full_like(x, np.inf)", "returned inf at [0, 0]"),
        ("return x.astype(np.float32)", "returned float32; declared float64"),
        ("return np.ones((2, 3))", "returned shape (2, 3); expected (2, 2)"),
        ("raise ArithmeticError('no')", "raised ArithmeticError: no"),
        ("return None", "returned None"),
    ],
)
def test_what_is_no_result_fails_with_its_reason(judge: Judge, change: str, reason: str):
    verdict = judge(IN_FLOAT64, SOFTMAX.replace("exponentials = np.exp", f"{change}\n        exponentials = np.exp"))
    assert (verdict.verdict, verdict.gate, verdict.reason) == ("failed", "fail", reason)


UNSHIFTED = """
    import numpy as np
    from lastdigit import implements

    @implements("softmax", dtypes=("float64", "float32"))
    @np.errstate(all="ignore")
    def softmax(x):
        exponentials = np.exp(x)
        return exponentials / exponentials.sum(axis=-1, keepdims=True)
    """
HUGE = LITERAL.replace("2.0", "900.0")
IN_HUGE = "[[0.3208213 0.6791787]\n [0.        1.       ]]"


@pytest.mark.parametrize(("dtype", "source"), [("float64", HUGE), ("float32", LITERAL.replace("2.0", "90.0"))])
def test_a_softmax_that_overflows_without_its_shift_fails_and_names_it(judge: Judge, dtype: str, source: str):
    verdict = judge(IN_HUGE, UNSHIFTED, dtype=dtype, source=source)
    assert (verdict.verdict, verdict.reason) == ("failed", "returned nan at [1, 1]")
    assert verdict.explanation == "softmax without the shift by the largest score"


def test_nan_where_no_exponential_overflows_is_not_put_down_to_the_shift(judge: Judge):
    elsewhere = UNSHIFTED.replace("return exponentials /", "exponentials[0] = np.nan\n        return exponentials /")
    for code, source in ((elsewhere, HUGE), (elsewhere, LITERAL)):
        verdict = judge(IN_HUGE, code, source=source)
        assert (verdict.verdict, verdict.explanation) == ("failed", "")


def test_a_printed_nan_disagrees_with_every_result_of_real_numbers(judge: Judge):
    for document in (True, False):
        verdict = judge("[[0.3208213  0.6791787 ]\n [       nan 0.93991335]]", document=document)
        assert (verdict.verdict, verdict.gate) == ("disagrees", "fail")
        assert verdict.reason == "y prints nan where the definition gives real numbers"


def test_of_a_summarised_print_the_numbers_around_its_dots_are_judged(judge: Judge):
    source = f"x = np.array([{', '.join(f'[0.5, {row / 4}]' for row in range(8))}])"
    rows = [np.exp([0.5, row / 4]) / np.exp([0.5, row / 4]).sum() for row in range(8)]
    with np.printoptions(threshold=3, edgeitems=2):
        printed = str(np.array(rows))
    assert "..." in printed
    right = judge(printed, source=source)
    assert (right.verdict, right.elements, right.of) == ("agrees", 8, 16)
    last = printed.rpartition(" ")[2][:10]
    wrong = judge(printed.replace(last, f"{float(last) + 1e-3:.8f}"), source=source)
    assert wrong.verdict == "disagrees"
