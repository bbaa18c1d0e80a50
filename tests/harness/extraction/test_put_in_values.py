"""What the source says of the values that its prints put into lines."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, labels, only, printed, reasons

CUT = PrintFormat("python", 0, False, "float64", "truncated")


@pytest.mark.parametrize(
    ("token", "low", "high"), [("97", 97, 98), ("-3", -4, -3), ("0", -1, 1)], ids=["above", "below", "about zero"]
)
def test_a_format_that_cuts_digits_shows_all_numbers_up_to_the_next(token, low, high):
    value = CUT.read(token)
    assert (value.low, value.high) == (low, high)


def test_a_cut_number_prints_as_what_stands_before_its_point():
    assert CUT.prints("97", Fraction("97.9"))
    assert CUT.prints("-3", Fraction("-3.9"))
    assert not CUT.prints("97", Fraction(98))


@pytest.mark.parametrize(
    ("source", "high"),
    [
        ("print('share: %2d%%' % (100. * a / b))", 98),
        ("print('share: %i%%' % share)", 98),
        ("print('share: %d%%' % len(pears))", 97),
        ("n = len(pears)\nprint('share: %d%%' % n)", 97),
        ("print('share: {:d}%'.format(share))", 97),
        ("print('share: %s%%' % share)\nprint('%d' % x)", 97),
    ],
)
def test_an_integer_that_cuts_a_float_reaches_up_to_the_next(read, source, high):
    golden = only(read((source, "share: 97%\n")))
    value = golden.format.read("97")
    assert (value.low, value.high) == (97, high)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("rate = 0.25\nprint('rate:', rate)", "setting"),
        ("print('rate: %.2f' % 0.25)", "setting"),
        ("rate, size = 0.25, 3\nprint('rate: ' + str(rate))", "setting"),
        ("for rate in (0.25, 0.5):\n    print(f'rate: {rate}')", "setting"),
        ("a = time.time()\nb = time.time()\nprint('rate:', b - a)", "timing"),
        ("rates = [0.25, 0.5]\nfor rate in rates:\n    print(f'rate: {rate}')", "setting"),
        ("for rate in np.linspace(0, 1):\n    print(f'rate: {rate}')", "counter"),
        ("print('rate:', round(perf_counter() - a, 2))", "timing"),
        ("from timeit import default_timer as now\na = now()\nprint('rate:', now() - a)", "timing"),
        ("clock = psutil.cpu_freq()\nprint(f'rate: {clock.max}')", "identifier"),
        ("print('rate:', pears.__version__)", "version"),
        ("print(f'rate: {orchard.max_steps}')", "setting"),
        ("pearId = int(name.split('-')[0])\nprint(f'rate: {pearId}')", "identifier"),
    ],
)
def test_what_no_computation_gives_is_no_golden(read, source, reason):
    found = read((source, "rate: 0.25\n"))
    assert (labels(printed(found)), reasons(found)) == ([], {REASONS[reason]})


@pytest.mark.parametrize(
    "source",
    [
        "rate = f(x)\nprint('rate:', rate)",
        "rate = 0.5\nrate -= 0.25\nprint('rate:', rate)",
        "a = 0.5\nprint('rate:', a / 2)",
        "rate, x = f()\nprint('rate:', rate)",
    ],
)
def test_what_is_computed_is_a_golden(read, source):
    found = read((source, "rate: 0.25\n"))
    assert [(golden.label, golden.tokens) for golden in goldens(found)] == [("rate", ("0.25",))]


def test_a_counter_is_no_golden(read):
    source = "for i in range(3, 4):\n    print('pears:', i + 1, 'rate:', f(i))"
    found = read((source, "pears: 4 rate: 0.25\n"))
    assert (labels(found), reasons(found)) == (["rate"], {REASONS["counter"]})


def test_values_without_words_are_named_by_the_order_of_their_lines(read):
    source = "print(names)\nprint(f(x))\nprint(sizes)\nprint(g(y))"
    output = "['a', 'b']\n0.25\n{'c': 'd'}\n[1. 2.]\n"
    found = read((source, output))
    assert labels(found) == ["f(x)", "g(y)"]


def test_lines_of_one_loop_come_again_and_again(read):
    source = "for x in pears:\n    print(x.name)\n    print(f(x))"
    found = read((source, "william\n0.25\nconference\n0.5\n"))
    assert labels(found) == ["f(x)", "f(x)"]


def test_numbers_of_which_there_are_more_than_prints_are_left_out(read):
    source = "x = solve(pears)\nprint(x)\nprint(f(x))"
    found = read((source, "0.25\n0.5\n0.75\n1.5\n"))
    assert (goldens(found), reasons(found)) == ([], {REASONS["nameless"]})


def test_what_the_source_writes_above_names_what_stands_below(read):
    source = "print(title)\nprint(f(x))\nprint('Sum:')\nprint(g(x))"
    found = read((source, "Pears and plums\n0.25\nSum:\n0.5\n"))
    assert labels(found) == ["f(x)", "Sum"]


@pytest.mark.parametrize(
    ("source", "output", "reason"),
    [
        ("%%bash\ncat pears.cfg", "version = 3\n", "command"),
        ("print(torch.cuda.is_available())", "True\n", "identifier"),
        ("print(counts)", "Counter({0: 979,\n         1: 971", "container"),
        ("print(optimizer)", "SGD (\nParameter Group 0\n    lr: 0.1\n    momentum: 0\n)\n", "representation"),
        ("print(state)", "{'param_groups': [{'lr': 0.1}]}\n", "representation"),
    ],
)
def test_what_describes_a_machine_or_an_object_is_no_golden(read, source, output, reason):
    found = read((source, output))
    assert goldens(found) == []
    assert REASONS[reason] in reasons(found)


@pytest.mark.parametrize(
    ("source", "output", "label"),
    [
        (
            "print('This pear\\'s weight is ' + str(w) + ' times more')",
            "This pear's weight is 0.25 times more",
            "This pear's weight",
        ),
        ("print('The ' + str(f(p)) + 'th share')", "The 49.5th share", "f(p)"),
    ],
)
def test_words_that_name_nothing_give_way_to_the_expression(read, source, output, label):
    found = read((source, output + "\n"))
    assert labels(found) == [label]


def test_lines_that_fit_in_order_tell_values_that_look_alike_apart(read):
    source = "print(true_w, fit.w)\nprint(true_b, fit.b)"
    found = read((source, "0.25 0.2501\n0.5 0.5002\n"))
    assert labels(found) == ["true_w", "fit.w", "true_b", "fit.b"]


def test_a_dict_that_no_print_is_seen_to_make_has_no_guessed_name(read):
    source = "for one in grids:\n    print(one)\n    fit(one)\n    print(f(one))"
    found = read((source, "{'c': 0.25}\n{'c': 0.5}\n{'c': 0.75}\n"))
    assert (goldens(found), reasons(found)) == ([], {REASONS["nameless"]})


def test_complex_numbers_of_others_are_not_read_in_parts(read):
    found = read(("z[1, end]", "z = 1.0 - 1.0im\n"))
    assert (goldens(found), reasons(found)) == ([], {REASONS["word"]})


def test_of_what_is_no_python_only_plain_names_name_numbers(read):
    found = read(("summary(lm(y ~ x))", "t = -1.5, p-value = 0.25\nPears  209.5  24.41\n"))
    assert labels(found) == ["t", "p-value"]
    assert REASONS["nameless"] in reasons(found)


def test_what_a_loop_goes_over_is_a_counter_beside_what_is_of_it(read):
    source = "for n in pears:\n    print('pear =', n, 'weight =', weight[n])"
    found = read((source, "pear = 3 weight = 0.25\npear = 7 weight = 0.5\n"))
    assert [golden.tokens for golden in goldens(found)] == [("0.25",), ("0.5",)]
    assert REASONS["counter"] in reasons(found)
    source = "for n in pears:\n    print('pear =', n, 'of', total)"
    found = read((source, "pear = 3 of 0.25\npear = 7 of 0.5\n"))
    assert ("3",) in [golden.tokens for golden in goldens(found)]


@pytest.mark.parametrize(
    "cells",
    [
        ("print(f'share: {shares.mean():.0%}')",),
        ("def show(x):\n    print(f'share: {x:.0f}%')", "show(shares.mean())"),
        ("class Shop:\n    def show(self):\n        print('share: %.0f%%' % self.x)", "shop.show()"),
        ("print(report)",),
    ],
)
def test_a_whole_percentage_may_be_a_rounded_float(read, cells: tuple[str, ...]):
    *above, last = cells
    golden = only(read(*((source, "") for source in above), (last, "share: 97%\n")))
    value = golden.format.read("97")
    assert (value.low, value.high) == (Fraction(193, 2), Fraction(195, 2))
