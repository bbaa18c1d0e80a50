"""Relations between printed values: each holds exactly as far as printing and rounding can explain, and no further."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from lastdigit.base.errors import InvalidCase
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.value import PrintedValue
from lastdigit.verdicts.relations import RELATIONS, _rational, judge_relation
from lastdigit.verdicts.verdict import Verdict

HALF = Fraction(1, 2 * 10**8)
TINY = Fraction(1, 10**40)
LARGEST_SUM = (Fraction(11, 2) + 2 * HALF) / (1 - Fraction(3, 2**53))
"""What 1.5 and 4.0, printed with 8 decimals, can add up to at most, where three roundings are allowed for."""

Judge = Callable[..., Verdict]


@pytest.fixture
def judge(document_with: Callable[[str], ReferenceDocument]) -> Judge:
    """The verdict of a relation of a golden, by default y = [1.5 4. ], to the input x = [[0.5, 1.5], [2.0, 3.0]]."""

    def judged(holds: str, golden: str = "y", **arguments: str | Fraction) -> Verdict:
        given = ", ".join(f'{name} = "{value}"' for name, value in arguments.items())
        text = f'[[relation]]\nname = "r"\nholds = "{holds}"\ngolden = "{golden}"\nwith = {{ {given} }}\n'
        document = document_with(text)
        document.check()
        return judge_relation(document, document.case_file.relations[0])

    return judged


@pytest.mark.parametrize(
    ("holds", "arguments", "verdict"),
    [
        ("sums_to", {"sum": Fraction(11, 2)}, "agrees"),
        ("sums_to", {"sum": LARGEST_SUM}, "agrees"),
        ("sums_to", {"sum": LARGEST_SUM + TINY}, "disagrees"),
        ("within", {"low": Fraction(3, 2), "high": Fraction(4)}, "agrees"),
        ("within", {"low": Fraction(3, 2) + HALF, "high": Fraction(4) - HALF}, "agrees"),
        ("within", {"low": Fraction(3, 2) + HALF + TINY, "high": Fraction(4)}, "disagrees"),
        ("within", {"low": Fraction(3, 2), "high": Fraction(4) - HALF - TINY}, "disagrees"),
    ],
)
def test_a_relation_holds_as_far_as_the_printed_digits_tell(judge: Judge, holds: str, arguments, verdict: str):
    assert judge(holds, **arguments).verdict == verdict


def test_a_component_outside_its_column_is_found(judge: Judge):
    verdict = judge("between_rows", input="x")
    assert (verdict.verdict, verdict.worst_index, verdict.observed) == ("disagrees", "1", "4.")
    assert [element.agrees for element in verdict.details] == [True, False]
    assert judge("between_rows", golden="x", input="x").verdict == "agrees"


def test_an_input_prints_what_was_printed_of_it_or_it_does_not(judge: Judge):
    assert judge("prints", input="y").verdict == "agrees"
    assert judge("prints", golden="x", input="x").verdict == "agrees"


def test_a_printed_shape_is_that_of_an_input_or_it_is_not(judge: Judge):
    assert judge("shape_of", golden="size", input="x").verdict == "agrees"
    verdict = judge("shape_of", golden="size", input="y")
    assert (verdict.verdict, verdict.expected, verdict.observed) == ("disagrees", "(2,)", "(2, 2)")


@pytest.mark.parametrize(
    ("holds", "arguments", "line"),
    [
        ("nearly", {}, 3),
        ("within", {"low": 0}, 5),
        ("prints", {"input": "z"}, 5),
        ("prints", {"input": "x"}, 5),
        ("sums_to", {"sum": "one"}, 5),
    ],
)
def test_a_relation_that_cannot_be_judged_is_refused_with_its_line(judge: Judge, holds: str, arguments, line: int):
    with pytest.raises(InvalidCase) as error:
        judge(holds, **arguments)
    assert (error.value.path.name, error.value.line) == ("cases.toml", line)


@pytest.mark.parametrize("number", [5, 5.5, -2, "5.5", "-11/2", 2**1000 - 1, -(2**1000) + 1])
def test_an_argument_is_a_number_exactly_as_it_is_written(number: object):
    assert _rational({"sum": number}, "sum") == Fraction(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("other", [float("inf"), float("nan"), 2**1000, -(2**1000), True, "five", "1/0", None, [1.0]])
def test_an_argument_that_is_no_number_or_beyond_all_reason_is_refused(other: object):
    with pytest.raises(ValueError, match="sum is not a number"):
        _rational({"sum": other}, "sum")


@pytest.mark.parametrize(
    ("findings", "worst"),
    [
        ([(3, 1), (2, Fraction(1, 2))], "1"),
        ([(4, 0), (3, 1)], "0"),
        ([(9, 10), (2, 1)], "1"),
        ([(Fraction(1, 2), 1), (1, 4), (1, 3)], "0"),
    ],
)
def test_the_worst_element_is_the_one_that_exceeds_most_what_it_may(judge: Judge, monkeypatch, findings, worst: str):
    found = [((at,), "0", "1", Fraction(error), Fraction(allowed)) for at, (error, allowed) in enumerate(findings)]
    monkeypatch.setitem(RELATIONS, "made up", lambda *_: found)  # type: ignore[arg-type]
    assert judge("made up").worst_index == worst


def golden(dtype: str, *tokens: str) -> Any:
    half = Fraction(1, 200)
    known = [(token, Fraction(token)) for token in tokens if token.isdecimal()]
    values = [PrintedValue(token, centre - half, centre + half) for token, centre in known]
    return SimpleNamespace(
        format=SimpleNamespace(dtype=dtype),
        coarsest=dtype,
        numbers=values,
        tokens=tokens,
        shape=(len(tokens),),
        cut=False,
        summary=None,
    )


def of(**known: object) -> Any:
    return SimpleNamespace(input=lambda name: SimpleNamespace(**known))


def test_a_printed_input_may_be_off_by_its_digits_and_by_half_a_unit_of_its_dtype():
    for dtype, rounding in (("float32", Fraction(1, 2**24)), ("int64", Fraction(0))):
        ((index, *_, error, allowed),) = RELATIONS["prints"](
            of(centre=[Fraction(1)]), golden(dtype, "2"), {"input": "x"}
        )
        assert (index, error, allowed) == ((0,), 1, Fraction(1, 200) + rounding)


def test_a_shape_of_words_is_that_of_no_input():
    for tokens, error in ((("2", "1"), 0), (("2", "x"), 1), (("2", "3"), 1)):
        ((*_, found, _),) = RELATIONS["shape_of"](of(shape=(2, 1)), golden("int64", *tokens), {"input": "x"})
        assert found == error


def test_a_range_is_told_by_its_ends(judge: Judge):
    assert [each.printed for each in judge("within", low="1/3", high=4).details] == ["[0.33333333333333331, 4]"] * 2


def test_a_golden_that_does_not_print_all_of_its_numbers_is_judged_by_no_relation():
    known, cut = golden("float64", "2", "3"), PrintFormat("numpy", 8, False, "float64").read_cut("0.1306")
    begun = [*known.numbers, cut]
    for numbers, cut_off, count in (([*known.numbers], False, 2), (begun, True, 2), ([*known.numbers, None], True, 2)):
        known.numbers, known.cut, known.tokens, known.name = numbers, cut_off, ["t"] * len(numbers), "y"
        assert len(RELATIONS["within"](of(), known, {"low": 0, "high": 9})) == count
    for numbers, cut_off in (([None, *begun], True), ([begun[0], None], False)):
        known.numbers, known.cut, known.tokens = numbers, cut_off, ["t"] * len(numbers)
        with pytest.raises(ValueError, match="y is printed incompletely"):
            RELATIONS["within"](of(), known, {"low": 0, "high": 9})
