"""Arithmetic with rounded numbers: as wide as the source tells, or left out where it does not bound the error."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastdigit.printing.words.reasons import REASONS
from lastdigit.source.rounded_numbers import Rounding, of_function
from tests.harness.made_up_notebooks import goldens, only, result


def _reasons(extraction) -> set[str]:
    return {one.reason for one in extraction.left_out}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("print('rate:', np.round(np.mean(x), decimals=2) * step)", "rate: 0.07233133133133133"),
        ("print('rate:', round(a, 2) / b)", "rate: 0.07233133133133133"),
        ("print(f'rate: {round(a, 2) / b:.5f}')", "rate: 0.07233"),
        ("print('rate: %.5f' % (round(a, 2) / b))", "rate: 0.07233"),
        ("print('rate:', round(a, 2) ** 2)", "rate: 0.07230000000000001"),
        ("print('rate:', 3 / round(a, 2))", "rate: 7.142857142857143"),
        ("print('rate:', np.sqrt(round(a, 2)))", "rate: 0.648074069840786"),
        ("print('rate:', np.sum(np.round(x, 2)))", "rate: 7.140000000000001"),
        ("print('rate:', sum(round(one, 2) for one in x))", "rate: 7.140000000000001"),
        ("total = 0\nfor one in x:\n    total += round(one, 2)\nprint('rate:', total)", "rate: 7.140000000000001"),
        (
            "total = 0\nfor one in x:\n    total = total + round(one, 2)\nprint('rate:', total)",
            "rate: 7.140000000000001",
        ),
        ("print('rate:', np.diff(np.round(x, 2))[0])", "rate: 7.140000000000001"),
        ("a = round(b, 2)\nprint('rate:', round(np.sqrt(a), 4))", "rate: 9.8064"),
        ("def rate(a, b):\n    return round(a, 2) * b\nprint('rate:', rate(x, y))", "rate: 7.140000000000001"),
        ("print('rate:', round(a, n) * b)", "rate: 7.140000000000001"),
        ("a = round(b, 3)\nprint('rate:', round(a, 2) * c)", "rate: 7.140000000000001"),
    ],
)
def test_what_is_computed_of_rounded_numbers_has_no_known_error(read, source: str, text: str):
    found = read((source, f"{text}\n"))
    assert goldens(found) == []
    assert _reasons(found) == {REASONS["rounded"]}


@pytest.mark.parametrize(
    ("source", "text", "half"),
    [
        ("print('rate:', round(a, 2) * 100)", "rate: 28.999999999999996", Fraction(1, 2)),
        ("print('rate:', 3 * round(a, 2))", "rate: 0.8699999999999999", Fraction(1, 20)),
        ("step = 0.05\nprint('rate:', round(a, 2) * step)", "rate: 0.014499999999999999", Fraction(1, 2000)),
        ("print('rate:', round(a, 2) / 40)", "rate: 0.0072499999999999995", Fraction(1, 2000)),
        ("print('rate:', 100 - round(a, 2))", "rate: 7.659999999999997", Fraction(1, 200)),
        ("print('rate:', round(a, 2) + b)", "rate: 7.659123123123123", Fraction(1, 200)),
        ("print('rate:', round(a, 2) - round(b, 2))", "rate: 7.659999999999997", Fraction(1, 20)),
        (
            "kept = []\nfor one in x:\n    kept.append(round(one, 2))\nprint('rate:', np.mean(kept))",
            "rate: 0.5633333333333332",
            Fraction(1, 200),
        ),
        (
            "kept = np.array([round(one, 2) for one in x])\nprint('rate:', kept.mean())",
            "rate: 0.5633333333333332",
            Fraction(1, 200),
        ),
        (
            "kept = round(x, 2) if x else 0\nprint('rate:', np.percentile(kept, 5))",
            "rate: 0.5633333333333332",
            Fraction(1, 200),
        ),
        ("a = round(b, 2)\nprint('rate:', round(np.mean(a), 4))", "rate: 0.5633", Fraction(1, 200)),
        ("print('rate:', np.round(x, 2).mean())", "rate: 7.659123123123123", Fraction(1, 200)),
        ("print(f'rate: {round(a, 1):.3f}')", "rate: 7.600", Fraction(1, 20)),
    ],
)
def test_what_is_known_of_sums_and_products_with_literals_is_the_interval(read, source: str, text: str, half: Fraction):
    (value,) = only(read((source, f"{text}\n"))).values
    assert half <= value.half_width < half * Fraction(102, 100)


@pytest.mark.parametrize(
    ("source", "is_rounded"),
    [
        ("size, shift = 64, 8\nn = np.floor(total / shift)\nprint('rate:', size * n + total * 2)", False),
        ("size, shift = 64, 8\nprint('rate:', total // shift * size + total * 2)", False),
        ("size = 64\nn = np.floor(total / size)\nprint('rate:', size * n)", True),
        ("print('rate:', 100 * np.floor(total / 100))", True),
        ("print('rate:', np.floor(100 * total) / 100)", True),
        ("print('rate:', 1000 * np.floor(total))", True),
    ],
)
def test_how_often_something_goes_into_a_number_rounds_no_product(read, source: str, is_rounded: bool):
    (value,) = only(read((f"total = f(x)\n{source}", "rate: 1928.75\n"))).values
    assert (value.half_width > Fraction(1, 180)) is is_rounded


@pytest.mark.parametrize(
    "source",
    [
        "print('rate:', np.abs(np.round(p) - y).mean())",
        "print('rate:', (np.round(p, 2) == y).sum() / n)",
        "print('rate:', score(np.round(p, 2), y) / n)",
        "x = x + x * f(x)\nx = f(x) * x + x * round(2.25, 1)\nprint('rate:', x * x)",
    ],
)
def test_whole_numbers_and_unseen_functions_are_no_such_arithmetic(read, source: str):
    assert only(read((source, "rate: 0.8666666666666667\n"))).label == "rate"


def test_the_value_of_a_cell_is_such_arithmetic_too(read):
    found = read(("a = np.round(x, 3)", ""), ("a * b", result("array([0.22222222, 0.44444444])")))
    assert goldens(found) == []
    assert _reasons(found) == {REASONS["rounded"]}


def test_a_print_with_more_digits_than_a_rounding_is_off_by_its_own_half_unit_as_well(read):
    source = "a = round(b, 2)\nprint('rate:', round(np.mean(a), 4))"
    (value,) = only(read((source, "rate: 0.5633\n"))).values
    assert value.half_width >= Fraction(1, 200) + Fraction(1, 20000)


@pytest.mark.parametrize(
    ("name", "error"), [("mean", Fraction(1, 200)), ("std", Fraction(3, 400)), ("describe", Fraction(3, 400))]
)
def test_a_deviation_is_off_by_more_than_the_numbers(name: str, error: Fraction):
    given = of_function(name, Rounding(2))
    assert given is not None
    assert given.error == error
