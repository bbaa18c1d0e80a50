"""Numbers and words beside a value that belong to a name, a formula or a version, or that name nothing."""

from __future__ import annotations

from tests.harness.made_up_notebooks import labels, names


def test_a_number_alone_is_no_name(read):
    assert names(read(("x = solve(A, b)", "  1: [ 0.25  0.5]\n 10: [ 0.75 0.5]\n"))) == [
        ("solve(A, b) 1", "0.25 0.5"),
        ("solve(A, b) 10", "0.75 0.5"),
    ]
    assert names(read(("f(1)\ng(2)", "4: 0.25\n"))) == []
    assert names(read(("for x in y:\n    f(x)", "4: 0.25\n"))) == []


def test_numbers_in_the_words_of_a_printed_line_are_the_sources(read):
    source = "print(f'Bias removed: was {x:+.4f}, now 0.0000')"
    assert names(read((source, "Bias removed: was +0.0128, now 0.0000\n"))) == [("Bias removed", "+0.0128")]
    source = "for v in w:\n    print(f'{v.name} has the value {v.numpy()}')"
    assert names(read((source, "x:0 has the value 3.5\n"))) == [("has the value", "3.5")]


def test_versions_of_packages_are_no_values(read):
    assert names(read(("sc.logging.print_header()", "pytz    2025.2\npackaging    25.0\n"))) == []


def test_a_number_in_a_formula_belongs_to_the_name(read):
    assert names(read(("print(f'grad(2x^2) at 1 = {g(1.0)}')", "grad(2x^2) at 1 = 4.0\n"))) == [
        ("grad(2x^2) at 1", "4.0")
    ]


def test_a_formula_with_a_number_in_brackets_holds_no_values(read):
    assert names(read(("print(model)", "  4  : w = (1-alpha)*y/n\n"))) == []


def test_an_apostrophe_behind_a_digit_opens_no_quotation(read):
    assert names(read(("print(report)", "100 valid_0's rmse: 2.14383\n"))) == [("100 valid_0's rmse", "2.14383")]


def test_numbers_that_a_plus_joins_are_a_word_unless_the_source_writes_the_sign(read):
    source = "print(f'{spell(place)} (moved by {change(place)} notes)')"
    assert names(read((source, "5.0+2.5 (moved by 12 notes)\n"))) == [("moved by notes", "12")]
    assert names(read(("print(f'{a}+{b}')", "5.0+2.5\n"))) == [("a", "5.0"), ("b", "2.5")]
    assert names(read(("print('gain:', g)", "gain: +2.5\n"))) == [("gain", "+2.5")]


def test_numbers_with_exponents_are_no_name(read):
    source = "for step in range(9):\n    print(step, cost, w, b)"
    found = labels(
        read((source, "1400 0.000217935 [ 1.01710474] [-0.03888312]\n1600 8.32203e-05 [ 1.01056981] [-0.02402747]\n"))
    )
    assert not any("8.32203e-05" in label for label in found)


def test_words_that_join_begin_and_end_no_name(read):
    source = "print('%i records with total length %i' % (count, length))"
    assert names(read((source, "94 records with total length 6751\n")))[0] == ("records", "94")


def test_a_choice_of_words_prints_no_number(read):
    source = 'for n in names:\n    print(f\'"{n}":{{"min":{low[n]}}}{"," if n != last else ""}\')'
    assert labels(read((source, '"year":{"min":70}\n'))) == ['year["min"]']


def test_a_value_behind_a_setting_or_a_count_is_named_by_its_own_expression(read):
    source = "for C in [0.01, 0.1]:\n    print('C=%4s, %.3f +- %.3f' % (C, mean(s), std(s)))"
    found = labels(read((source, "C= 0.1, 0.995 +- 0.004\n")))
    assert found == ["mean(s)", "mean(s) ±"]
    source = "print('removing {:5d} ({:2.2f}%) of all'.format(count(x), share(x)))"
    assert "removing 20" not in labels(read((source, "removing    20 (39.70%) of all\n")))


def test_words_with_a_value_above_another_do_not_name_it(read):
    source = "print('First prediction', argmax(p[0]))\nprint(p.shape)"
    assert names(read((source, "First prediction 4\n(60, 10)\n")))[-1] == ("p.shape", "60 10")


def test_truth_values_on_a_line_name_nothing(read):
    source = "for n in N:\n    for t in T:\n        print('t = {0:2d}  {1} {2:5.2f}'.format(t, m.on[n, t], m.x[n, t]))"
    assert ("m.x[n, t]", "46.85") in names(read((source, "t =  3  True 46.85\nt =  4  True 47.85\n")))


def test_a_word_that_is_another_value_behind_a_number_is_no_label(read):
    found = names(read(("print(plan.low, plan.high, plan.state)", "-0.535 -0.5354 near_best\n")))
    assert found == [("plan.low", "-0.535"), ("plan.high", "-0.5354")]


def test_signs_alone_name_nothing(read):
    assert ("x", "6.0") in names(read(("print(x)", "+ 6.0\n")))
