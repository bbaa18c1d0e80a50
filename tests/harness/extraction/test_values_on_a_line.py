"""Which values follow one another on a line, in rows of an index, and under a heading, and what each is called."""

from __future__ import annotations

import pytest

from lastdigit.printing.tables.text_table import tables_in_text
from tests.harness.made_up_notebooks import goldens, labels, names, result, shown


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print('fit %.2f %.2f' % (a, b))", "fit 0.25 0.50\n", ["fit", "b"]),
        ("print('mean', a, b)", "mean 0.25 0.5\n", ["mean", "b"]),
        (
            "for n in range(9):\n    print('epoch', n, f(n), g(n))",
            "epoch 3 0.25 0.5\n",
            ["epoch 3 f(n)", "epoch 3 g(n)"],
        ),
        ("for name, x in d:\n    print(name, x.a, x.b)", "pears 0.25 0.5\n", ["pears x.a", "pears x.b"]),
        ("print('a', a, 'b', b)", "a 0.25 b 0.5\n", ["a", "b"]),
        ("print('A error:', a, 'B error:', b)", "A error: 0.25125 B error: 0.5125\n", ["A error", "B error"]),
        ("print('<I>=', a, ',error =', b)", "<I>= 5.25 ,error = 0.125\n", ["<I>", "error"]),
        (
            "for a in x:\n    print('P({}|{}):'.format(a, 'b'), f(a), 'P(~{}|{}):'.format(a, 'b'), g(a))",
            "P(c|b): 0.25 P(~c|b): 0.75\nP(d|b): 0.5 P(~d|b): 0.5\n",
            ["P(c|b)", "P(~c|b)", "P(d|b)", "P(~d|b)"],
        ),
        ("print('P(A | B) =', a, 'P(B | A) =', b)", "P(A | B) = 0.125 P(B | A) = 0.25\n", ["P(A | B)", "P(B | A)"]),
        ("print('mean E[X | Y] =', a)", "mean E[X | Y] = 0.125\n", ["mean E[X | Y]"]),
        ("print('loss | acc', a)", "loss | acc 0.125\n", ["loss acc"]),
        (
            "print(g(1, 0), 1)\nprint(g(1, 2), 2)\nprint(g(3, 4), 'nothing')",
            "1.5 1\n2.5 2\n3.5 nothing\n",
            ["g(1, 0)", "g(1, 2)", "g(3, 4)"],
        ),
        (
            "k = [80.5, 90.5]\nfor i in (0, 1):\n    print('Error at {} is equal to {:.2E}'.format(k[i], f(k[i])))",
            "Error at 80.5 is equal to 1.31E-07\nError at 90.5 is equal to 3.93E-07\n",
            ["k", "f(k[i])", "f(k[i])"],
        ),
        ("print('loss', 'of', a, '|', b)", "loss of 0.25 | 0.5\n", ["loss", "b"]),
    ],
)
def test_words_name_the_first_value_behind_them_and_expressions_the_others(read, source, text, expected):
    assert labels(read((source, text))) == expected


def test_a_number_before_several_others_is_no_name_and_before_one_it_is_a_key_of_what_the_only_call_prints(read):
    assert labels(read(("show(f)", "7 0.25 0.5\n8 0.5 0.75\n"))) == []
    assert labels(read(("show(f, print)", "7 0.25\n8 0.5\n"))) == ["show(f, print) 7", "show(f, print) 8"]
    assert labels(read(("show(f, print)", "7: 0.25\n8: 0.5\n"))) == ["show(f, print) 7", "show(f, print) 8"]


def test_the_signs_of_a_formula_are_no_name(read):
    assert "^2 ±" not in labels(read(("show(3)", "a = 1.5d^2 (±0.5)\n")))


def test_a_time_above_a_value_does_not_name_it(read):
    assert labels(read(("print('time', time.time() - start)\nprint(spread)", "time 0.0154\n0.0725\n"))) == ["spread"]


def test_an_array_before_another_is_no_part_of_its_name(read):
    source = "for p in q:\n    print('{}: {} +- {}'.format(p.name, f(p), g(p)))"
    assert labels(read((source, "alpha: [0.0625] +- [0.0040]\n")))[-1] == "alpha +-"
    assert labels(read(("show(3)", "w[0]: [0.25 0.75]\n"))) == ["w[0]"]


def test_what_asks_for_the_machine_is_no_result(read):
    assert labels(
        read(("print('GPU:', torch.cuda.is_available())\nprint('open:', is_open())", "GPU: True\nopen: True\n"))
    ) == ["open"]


def test_outer_labels_of_an_index_go_on_below():
    series = "a   x    1\n    y    2\nb   x    3\ndtype: int64"
    assert next(tables_in_text(series)).row_labels == ("a/x", "a/y", "b/x")


def test_labels_that_are_aligned_to_the_right_have_no_outer_ones():
    report = "              precision    recall\n\n    not ripe       0.90      1.00\n        ripe       0.50      0.25"
    assert next(tables_in_text(report)).row_labels == ("not ripe", "ripe")


def test_the_first_words_behind_a_bar_name_the_row():
    table = "╒═══════╤════════╕\n│ part  │   loss │\n╞═══════╪════════╡\n│ train │ 0.5587 │\n╘═══════╧════════╛"
    assert next(tables_in_text(table)).row_labels == ("train",)


def test_the_factors_of_a_product_belong_to_the_name_of_what_it_gives(read):
    assert labels(read(("print('TRUE: %d*%d = %d' % (a, b, a * b))", "TRUE: 14*26 = 364\n"))) == ["TRUE: 14*26"]


def test_a_table_with_fields_below_the_begin_of_its_names_is_not_aligned_to_their_ends(read):
    table = (
        "Nx       L2 error      order\n-----------------------------\n24       5.458e-02\n48       6.267e-03     3.12\n"
    )
    assert labels(read(("run study", table))) == []


def test_what_is_displayed_in_a_loop_is_named_by_what_displays_it(read):
    head = "<table class='dataframe'><thead><tr><th></th><th>rate</th></tr></thead><tbody>"
    outputs = []
    for name in ("a", "b", "c"):
        outputs.append(f"{name}\n")
        html = f"{head}<tr><th>{name}</th><td>0.25</td></tr></tbody></table>"
        outputs.append(shown(f"   rate\n{name}  0.25", html))
    source = "for name in names:\n    print(name)\n    group = table[name]\n    display(group)\n    print()"
    assert labels(read((source, *outputs))) == ["group['rate']"] * 3


def test_a_mean_and_its_spread_are_no_part_of_the_name_of_what_follows(read):
    source = "for mean, spread, given in rows:\n    print('%f (%f) with: %r' % (mean, spread, given))"
    found = labels(read((source, "0.622396 (0.047877) with: {'size': 10}\n0.652344 (0.039964) with: {'size': 20}\n")))
    assert [one for one in found if "size" in one] == ["given['size']"] * 2


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print(f'p = {a} (computed) {pval} (from a test)')",
            "p = 0.0123 (computed) 0.0125 (from a test)\n",
            ["p", "pval"],
        ),
        (
            "print(f'Maximum: {m} kN⋅m at x = {x} m')\nprint(f'beam: {a} mm² (Ratio: {r})')",
            "Maximum: 80.5 kN⋅m at x = 4.5 m\nbeam: 19.5 mm² (Ratio: 1.125)\n",
            ["Maximum", "at x", "beam", "Ratio"],
        ),
        (
            "template = 'Mean of {} is {:.2f}'\nprint(template.format('pears', mean(pears)))",
            "Mean of pears is 0.25\n",
            ["Mean of pears"],
        ),
        (
            "print(frame.columns)\nprint(b)",
            "Index(['a', 'b'], dtype='object')\nx    2\ny    5\nName: b, dtype: int64\n",
            ["b"],
        ),
        (
            "print(emitted[:2])",
            "Country Name\nAruba     8.41\nAngola    1.29\nName: 2014, dtype: float64\n",
            ["emitted[:2]"],
        ),
        ("n = int(input())\ns = 0\nfor i in range(n):\n    s += int(input())\nprint(s)", "2\n30\n12\n42\n", ["s"]),
        (
            "print(f'{len(xs)} time series passed a threshold of {cut}')",
            "2313 time series passed a threshold of 2673\n",
            ["time series passed", "cut"],
        ),
        ("print(f'worst: {n} hidden layers, {min(a):.2f}')", "worst: 3 hidden layers, 0.25\n", ["worst", "min(a)"]),
        ("print(f'{a:.1%} of rows carry {b:.1%} of all')", "1.5% of rows carry 2.5% of all\n", ["a in %", "b in %"]),
        ("print(f'x: {a:.2f} ({b:.2f})')", "x: 0.08 (0.01)\n", ["x", "b"]),
        ("print('%0.0f m/s' % dv)", "1735 m/s\n", ["dv"]),
        ("for n in (1, 2):\n    print(n * f(n))", "30\n12\n", ["n * f(n)"] * 2),
    ],
    ids=[
        "in brackets",
        "units",
        "a template",
        "an index above",
        "the name of an index",
        "answers",
        "a verb",
        "a comma",
        "of",
        "in brackets behind a value",
        "a unit alone",
        "a loop",
    ],
)
def test_what_stands_before_or_above_a_value_without_naming_it(read, source: str, text: str, expected: list[str]):
    assert labels(read((f"import pandas as pd\n{source}", text))) == expected


def test_words_that_an_unseen_function_prints_name_nothing_that_a_helper_prints(read):
    source = "import r0\ndef rates(series):\n    found = r0.fit(series)\n    print(found)\nrates(t)"
    assert labels(read((source, "Choose by this 161\n[1.25, 0.5]\n"))) == ["found"]


def test_containers_among_words_are_laid_upon_the_source(read):
    source = "print(f'{name}: {scores} after {len(rows)} rounds')\nprint('best', search.best_params_)"
    text = "net: {'a': 0.5, 'b': [1, 2]} after 20 rounds\nbest {'depth': 3}\n"
    found = labels(read((source, text)))
    assert found == ["scores['a']", "scores['b']", "after rounds", "best['depth']"]


def test_the_end_of_brackets_in_a_row_is_no_part_of_the_names_of_its_columns(read):
    head = "   thr pred                 prec      rec\n"
    rows = "   0.2 [1, 1, 1, 0]        0.667    1.000\n   0.5 [1, 0, 1, 0]        0.500    0.500\n"
    source = (
        "print(f\"{'thr':>6} {'pred':<16} {'prec':>8} {'rec':>8}\")\nfor given in levels:\n"
        '    print(f"{given:>6} {pred!s:<16} {prec:>8.3f} {rec:>8.3f}")'
    )
    assert [one for one in labels(read((source, head + rows))) if one in ("prec", "rec")] == ["prec", "rec"] * 2


def test_what_is_printed_in_a_row_beside_others_names_no_table(read):
    source = (
        "print(f\"{'x':>8} {'slope':>10}\")\nfor output in xs:\n    print(f\"{output:>8.3f} {slope(output):>10.6f}\")"
    )
    text = "       x      slope\n   0.001   0.000999\n   0.100   0.090000\n"
    assert labels(read((source, text))) == ["x", "slope"]


def test_where_an_object_lies_in_memory_is_no_result(read):
    assert labels(
        read(("print('at', id(city))\nprint(id(city))\nprint('is', valid(city))", "at 1402\n1402\nis 3\n"))
    ) == ["valid(city)"]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("prepare(x)", "Train: (640000, 82)  |  Test: (270000, 81)\n", ["Test"]),
        ("print(f'γ = 2^(-1/3) = {x}')", "γ = 2^(-1/3) = 0.793701\n", ["γ = 2^(-1/3)"]),
        ("print('the vector is', x)", "the vector is [0.5 1.5]\n", ["the vector"]),
        ("print(f'*\\tmean= {x}')", "*\tmean= [0.5, 1.5]\n", ["mean"]),
        ("explain(model)", "pred:  neg ( 0.29 ) , delta:  tensor([5.2187e-05])\n", ["delta"]),
        ("print(f'with D = 1.7: 1/D = {x}')", "with D = 1.7: 1/D = 0.585\n", ["with D=1.7 1/D"]),
        ("print(f'N ~ 2^{x}')", "N ~ 2^11.4\n", []),
        (
            "print(f'epoch {e} loss: {a:.2f} (train) - {b:.2f} (val)')",
            "epoch 1 loss: -3.79 (train) -  -4.35 (val)\n",
            ["epoch 1 loss", "epoch 1 loss (val)"],
        ),
        ("print(f'{name}: {x:.1f}')", "decay (α=10, β=0.1): 491.4\n", ["decay (α=10, β=0.1)"]),
        (
            "print('Size = %i!/(%i!(%i-%i)!) = ' % (4, 2, 4, 2), n)",
            "Size = 4!/(2!(4-2)!) =  6\n",
            ["Size = 4!/(2!(4-2)!)"],
        ),
        ("print(response['Arn'])", "arn:aws:tracker:eu-west-2:002268754244:a/1\n", []),
    ],
)
def test_what_stands_before_a_name_on_its_line_is_no_part_of_it(read, source, text, expected):
    assert labels(read((source, text))) == expected


def test_a_title_above_the_name_of_an_index_names_the_counts_below(read):
    counts = "kind\na    0.55\nb    0.45\nName: proportion, dtype: float64\n"
    source = "import pandas as pd\nprint(title)\nprint(x.kind.value_counts(normalize=True))\nprint(n)"
    assert labels(read((source, f"--- Kinds ---\n{counts}\n3\n")))[0] == "Kinds"
    assert labels(read((source, f"Kinds of all:\n{counts}\n3\n")))[0] == "Kinds of all"
    assert "done" not in labels(read((source, f"done\n{counts}\n3\n")))


def test_a_long_list_of_integers_is_no_shape(read):
    text = ["array([[0.5],\n       [1.5]])", "[0, 1, 0, 1, 0, 1, 0, 1, 0, 1]"]
    assert labels(read(("display(given)\ndisplay(signs)", *map(shown, text)))) == ["given", "signs"]


def test_a_line_with_a_colon_names_the_series_below_though_the_cell_prints_values_without_words(read):
    source = "import pandas as pd\nfor col in names:\n    print(f'{col[2:]}:', f'\\n{data[col]}')\nprint(fit)"
    series = "0    0.5\n1    1.5\nName: {}, dtype: float64\n"
    text = f"rate: \n{series.format('a_rate')}size: \n{series.format('a_size')}"
    assert labels(read((source, text))) == ["rate", "size"]


def test_what_a_service_says_of_a_request_is_no_result(read):
    text = '{"score": 0.5, "ResponseMetadata": {"HTTPStatusCode": 200}}\n'
    assert [one for one in labels(read(("print(json.dumps(r))", text))) if "score" not in one] == []


def test_a_title_right_above_counts_without_a_name_of_their_index_names_them(read):
    counts = "a    13\nb     1\nName: count, dtype: int64\n"
    source = "import pandas as pd\nprint('--- Kinds ---')\nprint(kinds.value_counts())\nprint(3)"
    assert labels(read((source, f"--- Kinds ---\n{counts}3\n")))[0] == "Kinds"


def test_the_line_above_a_series_names_it_without_a_colon_too(read):
    source = "import pandas as pd\nfor col in names:\n    print(f'{spaced(col)}', f'\\n{data[col]}')\nprint(fit)"
    text = "a rate \n0    0.5\nName: a_rate, dtype: float64\n\nsize \n0    2.5\n1    1.5\nName: size, dtype: float64\n"
    assert labels(read((source, text))) == ["a rate", "size"]


def test_dates_in_a_dict_are_no_values(read):
    text = "{'when': datetime.datetime(2020, 8, 25, 16, 57, 0, 148000, tzinfo=tzlocal()), 'x': 0.5}"
    assert labels(read(("state()", result(text)))) == ["state()['x']"]


def test_true_before_a_colon_and_an_array_is_its_name(read):
    source = "print('True:', y[:5])\nprint('Pred:', z[:5])"
    assert labels(read((source, "True: [1 0 0 1 0]\nPred: [0 0 0 0 0]\n"))) == ["True", "Pred"]


def test_what_is_printed_again_and_again_names_each_value_though_one_is_empty(read):
    assert labels(read(("print(list(gen))\nprint(list(gen))", "[0, 1, 2]\n[]\n"))) == ["list(gen)"]


def test_the_expression_of_a_fits_parameter_holds_no_values(read):
    report = "    height:    72.0455936 +/- 0.61721901 (0.86%) == '0.3989423*amplitude/max(1e-15, sigma)'\n"
    assert labels(read(("print(result.fit_report())", report))) == ["height", "height ±", "height ± in percent"]


def test_what_a_person_typed_is_no_result(read):
    source = "choice = input('Enter your choice: ')\nprint('Total:', f(x))"
    assert labels(read((source, "Enter your choice:  6\nTotal: 1.5\n"))) == ["Total"]


def test_a_number_in_parentheses_behind_a_word_belongs_to_the_name(read):
    table = "Critical Value (1%)    -3.430395e+00\nCritical Value (5%)    -2.861560e+00\n"
    assert labels(read(("print(output.to_string())", table))) == ["Critical Value (1%)", "Critical Value (5%)"]


def test_a_fraction_among_words_is_no_part_of_the_name_of_its_percentage(read):
    source = "print('Got %d / %d correct (%.2f)' % (a, n, share))"
    assert labels(read((source, "Got 392 / 1000 correct (39.20)\n"))) == ["Got correct"]


def test_rows_of_a_table_for_latex_hold_no_values(read):
    assert labels(read(("for row in rows:\n    print(row)", "\\hline\nCVX & MAE & 3.23 & 2.91\\\n\\hline\n"))) == []


def test_words_that_begin_a_printed_tuple_name_what_follows(read):
    assert labels(read(("print('Mean:', mean(x))\nprint(y)", "('Mean:', 1.636)\n0.25\n"))) == ["Mean", "y"]


def test_a_shape_that_format_puts_into_a_string_is_one(read):
    text = "dimension of vectors: (3, 180)\n"
    source = 'print("dimension of vectors: {}".format(x.shape))'
    assert [golden.kind for golden in goldens(read((source, text)))] == ["shape"]


def test_a_header_with_a_gap_in_a_name_is_no_header(read):
    table = "   Interval      Count\n----------------------\n( -inf, -6.90] |     0\n(-6.90,  3.21] |   353\n"
    assert labels(read(("show(bins)", table))) == []
    assert not list(tables_in_text("              coef    std err\nalpha  1.5      0.25   0.5\n"))


def test_the_rounds_of_a_helper_that_fits_are_no_values(read):
    log = "18/18 [==============================] - 0s 9ms/step - loss: 0.6807 - mae: 0.6871\n"
    assert labels(read(("compile_and_fit(model)\nmodel.evaluate(x)", log))) == []
    assert labels(read(("model.evaluate(x)", log))) == ["loss", "mae"]


def test_the_unit_of_a_value_two_spaces_from_a_name_is_no_part_of_it(read):
    text = "pulse  width=100 fs  energy=50.0 mJ  power=282.09 MW\n"
    found = names(read(("print(pulse)", text)))
    assert found[1:] == [("energy", "50.0"), ("power", "282.09")]


def test_what_is_left_of_a_list_in_a_text_names_nothing(read):
    source = "for key in keys:\n    print(' > Model[%s] %.3f' % (key, score(key)))"
    assert names(read((source, " > Model[[(0, 1, 0), (0, 0, 0, 0), 'ct']] 157.851\n"))) == [("score(key)", "157.851")]
    source = "print(orchard(m), f'row {i + 1}, weight:', heavy(m))"
    assert names(read((source, "[0 1 1 0] row 1, weight: 0.25\n")))[-1] == ("weight", "0.25")


def test_a_number_and_the_word_that_joins_are_no_part_of_a_name(read):
    text = "-- pears today (2020-09-28): 715 and a day before: 711 --\n"
    assert names(read(("print(report(x))", text))) == [("a day before", "711")]


def test_a_name_of_several_words_stands_before_words_of_the_source(read):
    source = "for n in range(3):\n    print(f'Model: {name}, size: {n}, loss: {f(n):.2f}')"
    found = goldens(read((source, "Model: two pears, size: 1, loss: 0.25\n")))
    assert [golden.label for golden in found if golden.kind == "printed"] == ["Model: two pears loss"]


@pytest.mark.parametrize("rounds", ["range(2)", "orders"])
def test_what_a_handler_prints_in_place_of_values_names_none(read, rounds: str):
    source = (
        f"for p in {rounds}:\n    try:\n        fit = f(p)\n        print(p, fit.aic, fit.bic)\n"
        "    except:\n        print(p, None, None)"
    )
    found = names(read((source, "0 888.25 891.5\n1 799.5 804.25\n")))
    assert [("aic" in label, "bic" in label, token) for label, token in found] == [
        (True, False, "888.25"),
        (False, True, "891.5"),
        (True, False, "799.5"),
        (False, True, "804.25"),
    ]
