"""printed(text): what a text tells of its numbers, what can be said beside it, and what prints otherwise."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import lastdigit
from lastdigit.base.errors import LastdigitError
from lastdigit.verdicts.printed_array import _reals

ORDINARY = np.random.RandomState(1).normal(size=(6, 4))


def agrees(text: str, actual: object, **said: object) -> bool:
    return lastdigit.printed(text, **said).judge(actual).verdict == "agrees"  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "longdouble"])
@pytest.mark.parametrize("write", [str, repr])
def test_what_numpy_prints_of_an_array_agrees_with_it(dtype: str, write):
    array = ORDINARY.astype(dtype)
    lastdigit.printed(write(array)).assert_agrees(array)


@pytest.mark.parametrize(
    ("dtype", "allowed"), [("float64", ("float64",)), ("float32", ("float32",)), ("float16", ("float16",))]
)
def test_ordinary_numbers_settle_their_dtype_by_their_digits(dtype: str, allowed: tuple[str, ...]):
    with np.printoptions(suppress=True):
        known = lastdigit.printed(str(np.random.RandomState(1).normal(size=(9, 4)).astype(dtype))).format.inferred
    assert known is not None
    assert (known.dtypes, known.settled) == (allowed, True)


def test_powers_of_two_do_not_settle_it_since_every_dtype_has_them():
    powers = 2.0 ** -np.arange(40)
    known = lastdigit.printed(str(powers)).format.inferred
    assert known is not None
    assert (known.dtypes, known.settled) == (("float64", "float32"), False)


def test_three_weights_do_not_settle_it_and_are_read_as_wide_as_any_dtype_allows():
    weights = np.float32([0.42231882, 0.15536241, 0.42231882])
    known = lastdigit.printed(str(weights)).format.inferred
    assert known is not None
    assert (known.dtypes, known.settled) == (("float64", "float32"), False)
    lastdigit.printed(str(weights)).assert_agrees(weights)


def test_a_neighbour_in_the_dtype_that_the_digits_settle_is_told_apart():
    for dtype in ("float64", "float32", "float16"):
        array = ORDINARY.astype(dtype)
        changed = array.copy()
        changed[2, 3] += np.finfo(dtype).eps * 2 if dtype != "float64" else 2e-8
        assert str(changed) != str(array)
        assert not agrees(str(array), changed)


def test_numbers_without_decimals_are_read_by_the_default_options_and_the_message_says_so():
    expected = lastdigit.printed("[1. 2.]")
    expected.assert_agrees([1.0, 2.0])
    with pytest.raises(AssertionError) as error:
        expected.assert_agrees([1.4, 2.0])
    for words in ("default options of numpy", "8 digits after the point", "precision=0", "inferred"):
        assert words in str(error.value)
    assert "proven" not in str(error.value)
    lastdigit.printed("[1. 2.]", precision=0).assert_agrees([1.4, 2.0])


def test_a_refusal_that_no_option_explains_is_proven():
    assert lastdigit.printed("[1. 2.]").judge([1.6, 2.0]).evidence == "proven"
    assert lastdigit.printed("[0.42 0.5 ]").judge([0.43, 0.5]).evidence == "proven"


@pytest.mark.parametrize(
    ("text", "option"),
    [("[1.0, 2.0]", "rounded_to=1"), ("[1.e-05 2.e+00]", "precision=0"), ("0    1.0\n1    2.0\ndtype: float64", "=1")],
)
def test_of_other_printers_it_names_the_option_as_well(text: str, option: str):
    verdict = lastdigit.printed(text).judge([1e-5 if "e-05" in text else 1.0, 2.04])
    assert (verdict.verdict, verdict.evidence) == ("disagrees", "inferred")
    assert option in verdict.reason


def test_an_integer_valued_array_is_told_from_every_change_of_a_number():
    for number in range(1, 9):
        for change in (0.4, -0.4, 0.01):
            assert not agrees(str(np.arange(9.0)), np.where(np.arange(9) == number, number + change, np.arange(9)))


def test_fewer_digits_than_the_default_are_read_as_rounded_to_what_they_show():
    assert agrees("[0.42 0.5 ]", [0.4249, 0.5])
    assert not agrees("[0.42 0.5 ]", [0.4251, 0.5])
    assert agrees("tensor([0.42, 0.50])", [0.4249, 0.5])
    assert not agrees("[0.42 0.5 ]", [0.4249, 0.5], precision=8)


def test_what_is_said_of_a_print_holds():
    assert agrees("[0.42 0.5 ]", [0.42, 0.5], precision=8)
    assert agrees("[120. 200.]", [123.0, 200.0], rounded_to=-1)
    assert not agrees("[120. 200.]", [126.0, 200.0], rounded_to=-1)
    assert agrees("[0.5 0.25]", [0.5 + 2e-4, 0.25], dtype="float16", precision=8)
    assert agrees("[0.5, 12.3457]", [0.5, 12.34567], printer="mlx", dtype="float32")
    assert agrees("tensor([0.1200])", [0.1249], rounded_to=2)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"printer": "numpie"}, "did you mean 'numpy'"),
        ({"precision": -1}, "precision= 2 or more"),
        ({"precision": 1}, "precision= 2 or more"),
        ({"precision": 10**9}, "a number of digits"),
        ({"precision": True}, "a number of digits"),
        ({"dtype": "float23"}, "the dtype of such numbers"),
        ({"dtype": "int64"}, "the dtype of such numbers"),
    ],
)
def test_what_no_print_can_have_is_a_named_error(said: dict[str, object], words: str):
    with pytest.raises(LastdigitError, match=words):
        lastdigit.printed("[0.42 0.5 ]", **said)  # type: ignore[arg-type]


BIG = 2**53

THEMSELVES = [
    np.array([np.nan, 1.5]),
    np.array([np.inf, -np.inf, 0.5]),
    np.array([0.0, -0.0]),
    np.array([True, False]),
    np.array([BIG, BIG + 1, -BIG - 1]),
    np.array([2**64 - 1], dtype="uint64"),
    np.array([1.5 + 2j, complex(np.nan, -0.25)]),
    np.zeros((0, 3)),
    np.array([], dtype="int64"),
    np.float64(np.nan),
    np.bool_(True),
    np.int64(BIG + 1),
    np.arange(2000.0),
    np.longdouble("0.1") + np.zeros((2, 2), dtype="longdouble"),
]


@pytest.mark.parametrize("write", [str, repr])
@pytest.mark.parametrize("array", THEMSELVES, ids=str)
def test_what_is_no_ordinary_number_agrees_with_itself(array, write):
    lastdigit.printed(write(array)).assert_agrees(array)


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("[nan 1.5]", ([1.0, 1.5], [np.inf, 1.5], [np.nan, np.nan])),
        ("[inf 1.5]", ([-np.inf, 1.5], [np.nan, 1.5], [1e308, 1.5])),
        ("[-0.  1.]", ([0.0, 1.0], [-0.5, 1.0])),
        ("[0. 1.]", ([-0.0, 1.0],)),
        ("[ True False]", ([False, True], [1, 0], [1.0, 0.0])),
        ("[1 0]", ([True, False], [1 + 0j, 0j])),
        (f"[{BIG} {BIG + 1}]", ([BIG, BIG], [BIG + 1, BIG + 1])),
        ("[1.+2.j]", ([1.0], [1 + 2.1j], [1.1 + 2j])),
        ("array([], shape=(0, 3), dtype=float64)", (np.zeros((3, 0)), [0.0])),
        ("[]", ([0.0],)),
        ("np.True_", (False, 1.0)),
    ],
)
def test_what_is_no_ordinary_number_agrees_with_nothing_else(text: str, others):
    for other in others:
        assert not agrees(text, np.array(other)), other


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16", "int64", "bool", "complex64"])
def test_what_torch_prints_of_a_tensor_agrees_with_it(dtype: str):
    torch = pytest.importorskip("torch")
    tensor = torch.tensor(ORDINARY).mul(3).to(getattr(torch, dtype))
    lastdigit.printed(str(tensor)).assert_agrees(tensor)


def test_a_number_of_integers_beyond_float64_is_held_to_the_last_one_in_torch_as_well():
    torch = pytest.importorskip("torch")
    lastdigit.printed(f"tensor([{BIG + 1}])").assert_agrees(torch.tensor([BIG + 1]))
    assert not agrees(f"tensor([{BIG + 1}])", torch.tensor([BIG]))


def test_six_significant_digits_are_read_where_numbers_are_not_aligned():
    """As MLX prints, and NumPy the half formats of others: 3.140625 shows as 3.14062 beside 0.100098."""
    assert agrees("[0.100098 3.14062]", [0.10009765625, 3.140625])
    assert agrees("array([0.100098, 3.14062], dtype=float32)", [0.10009765625, 3.140625])
    assert agrees("[3.14062 0.100098]", [3.140625, 0.10009765625])
    assert not agrees("[0.100098 3.14062]", [0.10009765625, 3.1407])


def test_a_long_double_before_numpy_1_14_shows_eight_significant_digits():
    """Which it did not align either."""
    assert agrees("array([ 0.1,  12.345679], dtype=float128)", np.longdouble(["0.1", "12.3456789"]))


def test_of_short_digits_the_printed_numbers_are_not_taken_for_half_precise_arithmetic():
    """Four digits may be those of a float16, and what was computed in it would agree with nearly everything."""
    q = np.array([[1.0, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])
    scores = q @ q.T / 2
    weights = (np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True))[:1]
    shown = lastdigit.printed(str(weights.astype("float16")))
    known = shown.format.inferred
    assert known is not None
    assert (shown.format.dtype, known.settled) == ("float16", False)
    shown.assert_agrees(weights, "attention_weights", q[:1], q)
    with pytest.raises(AssertionError, match="disagrees"):
        shown.assert_agrees(weights + 5e-4, "attention_weights", q[:1], q)


@pytest.mark.parametrize("digits", ["1.e+4000", "-1.e+4000"])
def test_numbers_that_float64_does_not_reach_are_compared_exactly(digits: str):
    if np.finfo(np.longdouble).max < np.longdouble("1e4000"):
        pytest.skip("long doubles are no wider than float64 numbers here")
    text = f"array([{digits}, 1.], dtype=float128)"
    assert agrees(text, np.longdouble([digits, "1"]))
    for other in ("1.00001e4000", "-1.00001e4000", "inf", "nan", "1"):
        assert not agrees(text, np.longdouble([other, "1"]))
    verdict = lastdigit.printed(f"array([{digits}], dtype=float128)").judge(np.longdouble([digits]))
    assert (verdict.verdict, verdict.error, verdict.allowed) == ("agrees", 0.0, 0.0)


def test_whole_numbers_of_any_size_are_compared_exactly():
    large = np.array([10**400, 1], dtype=object)
    assert agrees(str(large), large)
    assert not agrees(str(large), large + 1)
    assert not agrees(str(large), large - 1)
    for number in (2**53 + 1, -(2**53) - 1):
        assert agrees(f"[{number}]", np.array([number]))
        verdict = lastdigit.printed(f"[{number}]").judge(np.array([number + 1]))
        assert (verdict.verdict, verdict.observed, verdict.error) == ("disagrees", str(number + 1), 1.0)
    assert lastdigit.printed("[True]").judge(np.array([False])).observed == "False"


def test_a_nan_in_its_place_is_off_by_nothing():
    verdict = lastdigit.printed("[nan]").judge(np.array([np.nan]))
    assert (verdict.verdict, verdict.error, verdict.allowed) == ("agrees", 0.0, 0.0)
    assert lastdigit.printed("nan").judge(np.float64(1.0)).reason == "prints nan at []; observed 1.0"
    grid = lastdigit.printed("[[1. 2.]\n [nan 4.]]").judge(np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert grid.reason == "prints nan at [1, 0]; observed 3.0"


def test_a_zero_has_a_sign_where_its_format_has_one_and_other_numbers_are_compared_as_numbers():
    assert agrees("[0 1]", np.array([-0.0, 1.0]))
    other = lastdigit.printed("[-0.  1.]").judge(np.array([0.0, 1.0]))
    assert (other.verdict, other.reason) == ("disagrees", "prints -0. at [0]; observed 0.0")
    assert lastdigit.printed("[-0.e+00  1.e-09]").judge(np.array([0.0, 1e-9])).reason.startswith("prints -0.e+00")
    verdict = lastdigit.printed("[-0.001  1.   ]").judge(np.array([0.0, 1.0]))
    assert (verdict.verdict, verdict.disagreeing, verdict.reason) == ("disagrees", 1, "")


def test_of_an_array_without_numbers_the_text_may_not_tell_the_shape():
    for shape in ((0,), (0, 3), (3, 0)):
        assert agrees("[]", np.zeros(shape))
    assert not agrees("[]", np.zeros(1))
    assert agrees("[[] []]", np.zeros((2, 0)))
    assert not agrees("[[] []]", np.zeros((3, 0)))


class Foreign:
    """An array of another library, which NumPy can read."""

    def __init__(self, dtype: str, values: list[float]) -> None:
        self.dtype, self._values = dtype, values

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        del dtype, copy
        return np.array(self._values, dtype=np.float32)


def test_results_are_lists_and_arrays_of_any_library_by_their_dtype():
    shown = lastdigit.printed("[0.5  0.25]")
    dtypes = [
        shown.judge(given).dtype for given in ([0.5, 0.25], Foreign("bfloat16", [0.5, 0.25]), np.float32([0.5, 0.25]))
    ]
    assert dtypes == ["float64", "bfloat16", "float32"]
    assert lastdigit.printed(f"[{10**400} 1]").judge([10**400, 1]).dtype == "float64"
    assert lastdigit.printed("[1 2]").judge(np.array([1, 2])).dtype == "float64"


def test_the_conjugate_of_a_tensor_is_compared_as_what_it_shows():
    torch = pytest.importorskip("torch")
    tensor = torch.tensor([[1.0 + 2.0j, 3.0 - 4.0j]]).conj()
    shown = lastdigit.printed("tensor([[1.-2.j, 3.+4.j]])")
    shown.assert_agrees(tensor)
    assert shown.judge(tensor.conj()).disagreeing == 2


def test_digits_that_float64_does_not_hold_are_compared_exactly():
    if np.finfo(np.longdouble).eps == np.finfo(np.float64).eps:
        pytest.skip("long doubles are no wider than float64 numbers here")
    tenths = np.longdouble(["0.1", "0.7"])
    with np.printoptions(precision=18):
        text = repr(tenths)
    assert agrees(text, tenths, precision=18)
    assert not agrees(text, tenths.astype(np.float64).astype(np.longdouble), precision=18)


def test_whole_numbers_that_are_no_float64_numbers_are_held_as_they_are():
    for number in (2**53 - 1, 2**53 + 1, -(2**53) - 1, 2**60 + 1):
        assert _reals(np.array([1, number])).exactly(1) == number


@pytest.mark.parametrize("text", ["[1 1 4]", "[1. 1. 4.]", "[1. nan 4.]"])
@pytest.mark.parametrize("other", ["1", None, 1 + 0j])
def test_objects_that_are_no_numbers_are_refused_by_name(text: str, other):
    verdict = lastdigit.printed(text).judge(np.array([other, 1, 4], dtype=object))
    assert (verdict.verdict, verdict.reason) == (
        "failed",
        "returned objects that are no real numbers; expected real numbers",
    )


def test_strings_are_refused_and_fractions_and_decimals_are_compared():
    assert lastdigit.printed("[1 1 4]").judge(np.array(["1", "1", "4"])).reason.startswith("returned strings")
    assert lastdigit.printed("[1 1 4]").judge(np.array([b"1", b"1", b"4"])).reason.startswith("returned strings")
    exact = np.array([Fraction(1, 4), Decimal("1.5"), 4], dtype=object)
    assert lastdigit.printed("[0.25 1.5  4.  ]").judge(exact).verdict == "agrees"


def test_integers_of_numpy_among_objects_are_numbers_and_a_nan_is_no_zero():
    assert lastdigit.printed("[1 1 4]").judge(np.array([np.int64(1), 1, 4], dtype=object)).verdict == "agrees"
    with_nan = np.array([float("nan"), Fraction(1, 4), 4], dtype=object)
    assert lastdigit.printed("[0.   0.25 4.  ]").judge(with_nan).reason == "returned nan at [0]"
    assert lastdigit.printed("[ nan 0.25 4.  ]").judge(with_nan).verdict == "agrees"
