"""Labels that would be equal or foreign: what the source prints at that place, or words beside the value, name it."""

from __future__ import annotations

import pytest

from lastdigit.printing.scan import scan
from tests.harness.made_up_notebooks import Output, labels, result, shown


def displayed(column: str, *values: str) -> Output:
    """A frame with one column, as ``display`` shows it."""
    rows = "".join(f"<tr><th>{row}</th><td>{value}</td></tr>" for row, value in enumerate(values))
    head = f'<table border="1" class="dataframe"><thead><tr><th></th><th>{column}</th></tr></thead>'
    text = "\n".join([f"   {column}", *(f"{row}  {value}" for row, value in enumerate(values))])
    return shown(text, f"<div>{head}<tbody>{rows}</tbody></table></div>")


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ('print("score: %.2f (%.2f)" % (m.mean(), m.std()))', "score: 7.95 (0.88)", ["score", "m.std()"]),
        ('print(f"fit: score {a:.2f} ({b:.2f})")', "fit: score 7.95 (0.88)", ["fit: score", "b"]),
        ('print("score:", a)\nprint("score:", b)', "score: 7.951\nscore: 6.251", ["score: a", "score: b"]),
        ('for x in rows:\n    print("score:", f(x))', "score: 7.951\nscore: 6.251", ["score", "score"]),
        ('print("error = +/-", spread)', "error = +/- 0.125", ["error"]),
    ],
)
def test_different_expressions_have_different_labels(read, source, text, expected):
    assert labels(read((source, f"{text}\n"))) == expected


def test_a_long_expression_is_no_part_of_a_label(read):
    long = "+".join(f"term_{number}" for number in range(20))
    assert labels(read((f'print("score:", a)\nprint("score:", {long})', "score: 7.951\nscore: 6.251\n"))) == [
        "score: a",
        "score",
    ]


HEADED = """
print("{first}")
print(f"  A: {{p[0]:.4f}}, B: {{p[1]:.4f}}")
print("{rule}")
print("{second}")
print(f"  A: {{e[0]:.4f}}, B: {{e[1]:.4f}}")
"""


@pytest.mark.parametrize(
    ("first", "second", "rule", "expected"),
    [
        ("Fit:", "Errors:", "", ["Fit: A", "Fit: B", "Errors: A", "Errors: B"]),
        ("== Fit ==", "== Errors ==", "", ["Fit: A", "Fit: B", "Errors: A", "Errors: B"]),
        ("Here it is", "Errors:", "----", ["A", "B", "Errors: A", "Errors: B"]),
        ("Fit:", "Fit:", "", ["A: p[0]", "B: p[1]", "A: e[0]", "B: e[1]"]),
    ],
)
def test_headings_tell_equal_labels_apart(read, first, second, rule, expected):
    source = HEADED.format(first=first, second=second, rule=rule)
    text = f"{first}\n  A: 0.2512, B: 0.3333\n{rule}\n{second}\n  A: 0.0512, B: 0.0333\n"
    assert labels(read((source, text))) == expected


ROOTS = """\
                                    Roots
=============================================================================
                 Real           Imaginary           Modulus         Frequency
-----------------------------------------------------------------------------
R.1            -1.0617           -0.5064j            1.1763           -0.4292
"""
COMPARED = """\
                                One       Another           All
---------------------------------------------------------------
Variable                     weight        weight        weight
Rows                             42            42            42
Kind                          plain         plain         plain
Error                        0.1568        0.0498        0.1357
                           (0.2007)      (0.4492)      (0.4278)
size                         0.1075                      0.0614
"""
BY_HAND = """\
  Leaf     Samples      Y Mean       Y Std
  ------------------------------------------
  3        47           42.2899      2.2189
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ROOTS, ["R.1 Real", "R.1 Imaginary", "R.1 Modulus", "R.1 Frequency"]),
        (COMPARED, ["Error One", "Error Another", "Error All", "c", "c", "c", "size One", "size All"]),
        (BY_HAND, ["3 Y Mean", "3 Y Std"]),
    ],
)
def test_rows_are_named_by_their_first_field_and_the_name_above(read, text, expected):
    assert labels(read(("print(c)", text))) == expected


COEFFICIENTS = """\
=================================================================================
                    coef    std err          z      P>|z|      [0.025      0.975]
---------------------------------------------------------------------------------
const            12.0649      3.652      3.304      0.003       4.908      19.222
"""


def test_a_printed_summary_names_its_table(read):
    found = read(
        ("print(fit.summary())\nprint(rest.describe())", COEFFICIENTS + "          a\nmean   0.50\nstd   10.25\n")
    )
    assert labels(found)[0] == "fit.summary()['coef']"
    assert labels(found)[-1] == "rest.describe()['a']"


def test_a_summary_without_a_table_names_nothing(read):
    assert labels(read(("print(net.summary())\nprint(x)", "0.3333\n"))) == ["x"]


def test_the_last_line_names_a_result_though_the_source_does_not_parse(read):
    found = read(("def show(x):\n    print(x)",), ("type Thin = = bool\nshow(1)\ng(u, v)", result("[0.25, 0.5]")))
    assert labels(found) == ["g(u, v)"]


def test_the_last_of_several_prints_names_none_if_the_source_does_not_parse(read):
    found = read(("print(a)\nb = f(a\nprint(b)", "tensor([0.2500, 0.5000])\ntensor([1., 2.])\n"))
    assert "print(b)" not in labels(found)


def test_a_source_that_does_not_parse_and_ends_otherwise_names_nothing(read):
    found = read(("type Thin = = bool\nx = 3", result("[0.25, 0.5]")))
    assert labels(found) == ["output 1"]


def test_a_tuple_of_expressions_names_no_lone_number(read):
    assert labels(read(("f(x), g(y)", result("6.25")))) == []
    assert labels(read(("f(x), g(y)", result("(6.25, 0.5)")))) == ["f(x)", "g(y)"]


def test_numbered_lines_of_arrays_are_named_by_what_they_print(read):
    helper = (
        'def show(m):\n    head = "a"\n    print(head)\n    for a in m:\n        print("{:.1f} : {}".format(a, m[a]))'
    )
    found = read((helper,), ("show(net)", "Angles\n14.0 : [0.91 1.68]\n16.0 : [0.92 1.78]\n"))
    assert labels(found)[-1] == "net[a] 16.0"


NESTED = "for n in [10, 100]:\n    print('%8i' % n)\n    for i in {over}:\n        print('%.3f' % f(n))"
PRINTED = "      10\n3.120\n3.130\n     100\n3.132\n3.142\n"


def test_the_rounds_of_an_inner_loop_are_counted(read):
    assert labels(read((NESTED.format(over="range(2)"), PRINTED))) == ["f(n)"] * 4


@pytest.mark.parametrize("over", ["names", "range(n)", "range(1, 3)", "range(10**6)"])
def test_an_inner_loop_of_unknown_length_settles_no_label(read, over):
    source = f"for n in data:\n    print(g(n))\n    for i in {over}:\n        print(f(n))"
    found = read((source, "12.500\n3.125\n3.133\n0.125\n3.135\n3.145\n"))
    assert labels(found) == []


def test_each_displayed_frame_is_named_by_its_call(read):
    source = 'print("Rows:")\ndisplay(data.head())\nprint("All:")\ndisplay(means)'
    found = read((source, "Rows:\n", displayed("a", "2.18"), "All:\n", displayed("b", "0.25")))
    assert labels(found) == ["data.head()['a']", "means['b']"]
    words = read((source, "Rows:\n", displayed("a", "x"), "All:\n", displayed("b", "0.25")))
    assert labels(words) == ["means['b']"]


def test_figures_between_displayed_frames_do_not_count(read):
    figure = shown("<Figure with 1 Axes>")
    source = "display(data)\nplot()\ndisplay(means)"
    assert labels(read((source, displayed("a", "2.18"), figure, displayed("b", "0.25")))) == ["data['a']", "means['b']"]


def test_more_displayed_frames_than_calls_are_matched_in_order(read):
    source = "for one in data:\n    display(one)"
    found = read((source, displayed("a", "2.18"), displayed("a", "0.25")))
    assert labels(found) == ["one['a']", "one['a']"]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ('print("(node, weight): = (%d, %.2f)" % (i, w))', "(node, weight): = (2, -1.50)", ["weight"]),
        ('print("(left, right) = (%.2f, %.2f)" % (a, b))', "(left, right) = (0.25, -1.50)", ["left", "right"]),
        (
            'print("the interval: [%.2f, %.2f]" % (a, b))',
            "the interval: [0.25, 1.50]",
            ["the interval a", "the interval b"],
        ),
        ('print("(left, right) =", ends)', "(left, right) = (0.25, -1.5)", ["(left, right)"]),
        (
            'print("Best pair is (%f, %f) with a score of %f." % (a, b, s))',
            "Best pair is (0.300000, 0.100000) with a score of 0.965000.",
            ["a score"],
        ),
    ],
)
def test_values_in_brackets_that_the_source_writes(read, source, text, expected):
    assert labels(read((source, f"{text}\n"))) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ('print("y for h = 0.01 is ", f(x))', "y for h = 0.01 is  17.25", ["y for h = 0.01"]),
        (
            'for n in a:\n    print(f"{n} - Accuracy: {a[n]:.2f}, Loss (for class 1): {b[n]:.4f}")',
            "first - Accuracy: 0.92, Loss (for class 1): 0.0438",
            ["first - Accuracy", "Loss (for class 1)"],
        ),
        ('print("is about", share)', "is about 0.25", ["share"]),
        (
            'print("# of words = %d/%d = %.2f%%" % (a, b, c))',
            "# of words = 8/16 = 50.25%",
            ["# of words", "c"],
        ),
        (
            'for t in n:\n    print("round: " + str(t) + " -- cost = " + str(c))\nprint(p)',
            "round: 1 -- cost = 0.25\n[[3.]\n [2.]]",
            ["round 1 cost", "p"],
        ),
        (
            'for t in n:\n    print("Epoch: %3d [%5d/%5d (%2.0f%%)]\\tLoss: %.3f" % (t, b, s, q, c))',
            "Epoch:   4 [   33/  100 (33%)]\tLoss: 0.757",
            ["Epoch 4 Loss"],
        ),
    ],
)
def test_labels_are_whole_and_hold_nothing_else(read, source, text, expected):
    assert labels(read((source, f"{text}\n"))) == expected


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("kind='a', form=B, mean=0.25", "mean"),
        ("layers: (2, 3), mean=0.25", "mean"),
        ("layers (2, 3), mean=0.25", "layers, mean"),
        ("# of words: 0.25", "# of words"),
        ("# words: 0.25", "words"),
        ("f' (x0) (exact): 0.25", "f' (x0) (exact)"),
        ("the 'mean (x): 0.25", "the 'mean (x)'"),
        ("Model:         SOME(0, 1, 1)   Log Likelihood          3514.047", "Log Likelihood"),
    ],
)
def test_what_stands_before_a_name_is_no_part_of_it(text, label):
    assert [one.label for one in scan(text)] == [label]


HEADS_BETWEEN = """
def square(x):
    print("square:", x * x)
    return x * x
print(square(a))
print("---- Here is another ----")
print(square(b))
"""


def test_words_of_the_source_head_no_value_if_more_is_printed_in_between(read):
    text = "square: 17.645\n17.645\n---- Here is another ----\nsquare: 16.255\n16.255\n"
    assert labels(read((HEADS_BETWEEN, text)))[1::2] == ["square(a)", "square(b)"]


def test_where_a_drive_is_mounted_heads_nothing(read):
    source = 'drive.mount("/content/drive")\nprint(load("a.mat"))'
    assert labels(read((source, "Mounted at /content/drive\n[[0.25 0.5 ]]\n"))) == ['load("a.mat")']


def test_a_call_beside_a_command_of_the_shell_names_no_numbered_line(read):
    text = "0.1: [0.25 0.5 ]\n0.2: [0.75 0.1 ]\n"
    assert labels(read(("compute(3)", text))) == ["compute(3) 0.1", "compute(3) 0.2"]
    assert labels(read(("!make table\ncompute(3)", text))) == ["0.1", "0.2"]


@pytest.mark.parametrize("text", ["loss: 3.5D-01", "  5  24  6.362D-06  1.116D+00", "f=  1.24D+00  |g|=  3.5d-1"])
def test_exponents_of_fortran_are_not_read(text):
    assert list(scan(text)) == []


WRITTEN = 'print("On these rows:")\nreport(a)\nprint("On those rows:")\nreport(b)'


def test_headings_of_the_source_tell_apart_what_others_print(read):
    text = "On these rows:\nAccuracy: 0.83\nOn those rows:\nAccuracy: 0.86\n"
    form = ('form = "Accuracy: %.2f"',)
    assert labels(read(form, (WRITTEN, text))) == ["On these rows: Accuracy", "On those rows: Accuracy"]
    assert labels(read(form, (WRITTEN.replace("those", "other"), text))) == ["Accuracy", "Accuracy"]


def test_padded_fractions_are_read_like_others(read):
    assert [one.label for one in scan("Test: loss: 0.25, Accuracy:   63/  100 (63.00%)")] == [
        "Test: loss",
        "Test: Accuracy",
        "Test: Accuracy",
    ]


def test_words_of_a_loop_head_nothing_behind_it(read):
    source = (
        "for at, one in enumerate(rows):\n    print(at)\n    if not one:\n        print('none there')\nprint(means)"
    )
    assert labels(read((source, "0\n1\n[0.25 0.75]\n"))) == ["means"]


def test_the_name_of_an_index_names_no_series(read):
    series = "Day\n1    0.5\n2    1.5\nName: position, dtype: float64\n"
    shows = "def show(frame):\n    print(frame['position'])\nx = show(frame)"
    assert labels(read(("import pandas as pd\n" + shows, series))) == ["frame['position']"]
    days = "Day\n2022-01-03    0.5\n2022-01-04    1.5\nLength: 2, dtype: float64\n"
    prints = "import pandas as pd\nplt.xlabel('Day')\nprint(returns)"
    assert labels(read((prints, days))) == ["returns"]
    says = "import pandas as pd\nprint('Day')\nprint(frame['position'])"
    assert labels(read((says, series))) == ["Day"]


def test_the_name_of_an_index_names_no_series_without_a_name(read):
    one = "group\n1    0.5\n2    1.5\ndtype: float64\n"
    two = "Pear kind  sex\ngreen      F      0.5\n           M      1.5\nName: mass, dtype: float64\n"
    for source in ("print(mass_per_group)", "x = 3\nprint(mass_per_group)  # grams"):
        assert labels(read((source, one))) == ["mass_per_group"]
        assert labels(read((source, two))) == ["mass_per_group"]
    assert labels(read(("mass_per_group", result(one.rstrip())))) == ["mass_per_group"]
    assert labels(read(("print('group')\nprint(masses)", one))) == ["group"]
    assert labels(read(("for key, masses in parts:\n    print(key)\n    print(masses)", one))) == ["group"]


def test_the_dtype_of_a_variable_of_xarray_is_no_part_of_its_name(read):
    text = "<xarray.DataArray ()>\narray(20.5)\nData variables:\n    tau      float64 0.75"
    assert labels(read(("t", result(text)))) == ["t", "tau"]
    printed = read(("print('mean float64', x.mean())", "mean float64 0.75\n"))
    assert labels(printed) == ["mean float64"]


def test_the_summary_of_a_fit_is_named_by_what_gives_one_wherever_it_stands(read):
    described = "count    10.0\nmean      0.5\ndtype: float64\n"
    fit = "           coef    std err\n-----\nconst    99.980      0.100\nar.L1     0.065      0.010\n"
    source = "for p in orders:\n    print(fit(p).summary())\n    print(rest(p).describe())"
    for text in (described + fit, fit + described):
        called = set(labels(read((source, text))))
        assert called == {"rest(p).describe()", "fit(p).summary()['coef']", "fit(p).summary()['std err']"}
    roots = "              Real    Modulus\n-----\nAR.1        0.4935     1.3108\nAR.2        0.4975     1.3188\n"
    found = set(labels(read((source, roots + described))))
    assert found == {"rest(p).describe()", "fit(p).summary()['Real']", "fit(p).summary()['Modulus']"}


@pytest.mark.parametrize("heading", ["=== Weights ===", "** Weights **", "--- Weights ---"])
def test_signs_that_frame_a_heading_are_no_part_of_a_name(read, heading: str):
    source = f"print({heading!r})\nprint(f(3))"
    assert labels(read((source, f"{heading}\n[[1. 2.]\n [3. 4.]]\n"))) == ["Weights"]


def test_the_unit_of_the_value_before_names_none(read):
    found = read(("print(left(x), 'm', right(x), 'm')", "523.25 m 492.75 m\n"))
    assert labels(found) == ["left(x)", "right(x)"]
