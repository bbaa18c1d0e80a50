"""Tables in text whose cells were formatted one by one, so each number is known to one unit of its own last digit."""

from __future__ import annotations

from fractions import Fraction

from lastdigit.printing.golden import Golden
from tests.harness.made_up_notebooks import goldens, only

STAN = (
    "Inference for Stan model: pears.\n\n"
    "         mean se_mean     sd   2.5%  97.5%  n_eff   Rhat\n"
    "tau      32.0  1.1e-3   7.01   21.1  48.45   3837    1.0\n"
    "rho    3412.2    0.02  20.71 3380.1 3448.0   4933    1.0\n"
    "lp__   -1.4e6    0.41  18.63 -1.4e6 -1.4e6   2095    1.0\n"
)


def reach(golden: Golden, number: int) -> tuple[float, float]:
    """How far the interval of a number reaches below and above it, in units of its last digit."""
    value, token = golden.numbers[number], golden.tokens[number]
    digits, _, exponent = token.partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))
    spelled = Fraction(token)
    return float((spelled - value.low) / unit), float((value.high - spelled) / unit)


def test_each_number_of_a_summary_of_stan_may_be_rounded_or_cut_where_it_ends(read):
    found = {golden.column.name: golden for golden in goldens(read(("print(fit)", STAN))) if golden.column}
    assert [reach(found["mean"], number) for number in range(3)] == [(0.5, 1), (0.5, 1), (1, 0.5)]
    assert min(reach(found["se_mean"], 0)) >= 0.5
    assert min(reach(found["Rhat"], 0)) >= 0.5
    assert reach(found["n_eff"], 0) == (0.5, 0.5)


def test_numbers_with_decimals_of_their_own_were_not_printed_by_pandas(read):
    text = "      rate\na     0.25\nb      1.5\nc   1024.0\n"
    golden = only(read(("import pandas as pd\nprint(frame)", text)))
    assert [reach(golden, number) for number in range(3)] == [(0.5, 1)] * 3


def test_objects_of_a_frame_show_all_their_digits(read):
    text = "                rate\na  0.1234567890123456\nb                 1.5\n".replace("     ", "       ", 1)
    golden = only(read(("import pandas as pd\nprint(frame)", text)))
    assert max(reach(golden, 1)) < 0.01


def test_a_series_was_printed_by_pandas(read):
    text = "a      0.25\nb       1.5\nc    1024.0\ndtype: object\n"
    golden = only(read(("import pandas as pd\nprint(rates)", text)))
    assert max(reach(golden, 0)) < 0.5
