"""What the source says of the values that its prints put into lines."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from lastdigit.extraction.extract import extract_all
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.words.reasons import REASONS
from lastdigit.readers.table import read_document


def extracted(folder: Path, source: str, output: str):
    stream = {"output_type": "stream", "name": "stdout", "text": output}
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": source, "outputs": [stream]}
    path = folder / "pears.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]}))
    found = extract_all(read_document(path))
    return [entry.golden for entry in found.goldens], {left_out.reason for left_out in found.left_out}


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
def test_an_integer_that_cuts_a_float_reaches_up_to_the_next(tmp_path, source, high):
    ((golden,), _) = extracted(tmp_path, source, "share: 97%\n")
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
        ("print('rate:', pears.__version__)", "version"),
    ],
)
def test_what_no_computation_gives_is_no_golden(tmp_path, source, reason):
    goldens, reasons = extracted(tmp_path, source, "rate: 0.25\n")
    assert ([golden for golden in goldens if golden.kind == "printed"], reasons) == ([], {REASONS[reason]})


@pytest.mark.parametrize(
    "source",
    [
        "rate = f(x)\nprint('rate:', rate)",
        "rate = 0.5\nrate -= 0.25\nprint('rate:', rate)",
        "a = 0.5\nprint('rate:', a / 2)",
        "rate, x = f()\nprint('rate:', rate)",
    ],
)
def test_what_is_computed_is_a_golden(tmp_path, source):
    goldens, _ = extracted(tmp_path, source, "rate: 0.25\n")
    assert [(golden.label, golden.tokens) for golden in goldens] == [("rate", ("0.25",))]


def test_a_counter_is_no_golden(tmp_path):
    source = "for i in range(3, 4):\n    print('pears:', i + 1, 'rate:', f(i))"
    goldens, reasons = extracted(tmp_path, source, "pears: 4 rate: 0.25\n")
    assert ([golden.label for golden in goldens], reasons) == (["rate"], {REASONS["counter"]})


def test_values_without_words_are_named_by_the_order_of_their_lines(tmp_path):
    source = "print(names)\nprint(f(x))\nprint(sizes)\nprint(g(y))"
    output = "['a', 'b']\n0.25\n{'c': 'd'}\n[1. 2.]\n"
    goldens, _ = extracted(tmp_path, source, output)
    assert [golden.label for golden in goldens] == ["f(x)", "g(y)"]


def test_lines_of_one_loop_come_again_and_again(tmp_path):
    source = "for x in pears:\n    print(x.name)\n    print(f(x))"
    goldens, _ = extracted(tmp_path, source, "william\n0.25\nconference\n0.5\n")
    assert [golden.label for golden in goldens] == ["f(x)", "f(x)"]


def test_numbers_of_which_there_are_more_than_prints_are_left_out(tmp_path):
    source = "x = solve(pears)\nprint(x)\nprint(f(x))"
    assert extracted(tmp_path, source, "0.25\n0.5\n0.75\n1.5\n") == ([], {REASONS["nameless"]})


def test_what_the_source_writes_above_names_what_stands_below(tmp_path):
    source = "print(title)\nprint(f(x))\nprint('Sum:')\nprint(g(x))"
    goldens, _ = extracted(tmp_path, source, "Pears and plums\n0.25\nSum:\n0.5\n")
    assert [golden.label for golden in goldens] == ["f(x)", "Sum"]


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
def test_what_describes_a_machine_or_an_object_is_no_golden(tmp_path, source, output, reason):
    goldens, reasons = extracted(tmp_path, source, output)
    assert goldens == []
    assert REASONS[reason] in reasons


@pytest.mark.parametrize(
    ("source", "output", "labels"),
    [
        (
            "print('This pear\\'s weight is ' + str(w) + ' times more')",
            "This pear's weight is 0.25 times more",
            "This pear's weight",
        ),
        ("print('The ' + str(f(p)) + 'th share')", "The 49.5th share", "f(p)"),
    ],
)
def test_words_that_name_nothing_give_way_to_the_expression(tmp_path, source, output, labels):
    goldens, _ = extracted(tmp_path, source, output + "\n")
    assert [golden.label for golden in goldens] == [labels]


def test_lines_that_fit_in_order_tell_values_that_look_alike_apart(tmp_path):
    source = "print(true_w, fit.w)\nprint(true_b, fit.b)"
    goldens, _ = extracted(tmp_path, source, "0.25 0.2501\n0.5 0.5002\n")
    assert [golden.label for golden in goldens] == ["true_w", "fit.w", "true_b", "fit.b"]


def test_a_dict_that_no_print_is_seen_to_make_has_no_guessed_name(tmp_path):
    source = "for one in grids:\n    print(one)\n    fit(one)\n    print(f(one))"
    goldens, reasons = extracted(tmp_path, source, "{'c': 0.25}\n{'c': 0.5}\n{'c': 0.75}\n")
    assert (goldens, reasons) == ([], {REASONS["nameless"]})


def test_complex_numbers_of_others_are_not_read_in_parts(tmp_path):
    assert extracted(tmp_path, "z[1, end]", "z = 1.0 - 1.0im\n") == ([], {REASONS["word"]})


def test_of_what_is_no_python_only_plain_names_name_numbers(tmp_path):
    goldens, reasons = extracted(tmp_path, "summary(lm(y ~ x))", "t = -1.5, p-value = 0.25\nPears  209.5  24.41\n")
    assert [golden.label for golden in goldens] == ["t", "p-value"]
    assert REASONS["nameless"] in reasons


def test_what_a_loop_goes_over_is_a_counter_beside_what_is_of_it(tmp_path):
    source = "for n in pears:\n    print('pear =', n, 'weight =', weight[n])"
    goldens, reasons = extracted(tmp_path, source, "pear = 3 weight = 0.25\npear = 7 weight = 0.5\n")
    assert [golden.tokens for golden in goldens] == [("0.25",), ("0.5",)]
    assert REASONS["counter"] in reasons
    source = "for n in pears:\n    print('pear =', n, 'of', total)"
    goldens, _ = extracted(tmp_path, source, "pear = 3 of 0.25\npear = 7 of 0.5\n")
    assert ("3",) in [golden.tokens for golden in goldens]
