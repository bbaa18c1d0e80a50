"""What an integer among words counts, names listed before several values, and words that are part of a name."""

from __future__ import annotations

import pytest

from lastdigit.extraction.extracted import Extraction
from tests.harness.made_up_notebooks import goldens, only, result


def named(extraction: Extraction) -> list[tuple[str, ...]]:
    """The label of each golden, and behind it each of its tokens."""
    return [(golden.label, *golden.tokens) for golden in goldens(extraction)]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print(f'There are {a} ripe pears and {b} green apples in the basket.')",
            "There are 1909 ripe pears and 27 green apples in the basket.\n",
            [("There are ripe pears", "1909"), ("green apples", "27")],
        ),
        (
            "print(f'The shop has {a} pears, with {b} sales in the week and {c} sales on Sunday.')",
            "The shop has 32 pears, with 4307 sales in the week and 578 sales on Sunday.\n",
            [("The shop has pears", "32"), ("sales in the week", "4307"), ("sales on Sunday", "578")],
        ),
        ("print(f'We have {n} boxes of fruit:')", "We have 27 boxes of fruit:\n", [("We have boxes", "27")]),
        (
            "print(f'There are {n} pears in the basket.')",
            "There are 27 pears in the basket.\n",
            [("There are pears in the basket", "27")],
        ),
        (
            "print(f'There are {n} pears to boxes')",
            "There are 27 pears to boxes\n",
            [("There are pears to boxes", "27")],
        ),
        ("print(f'Box2 with {n} pears')", "Box2 with 55 pears\n", [("Box2 with pears", "55")]),
        (
            "print('Step {}, loss {}, slope {}'.format(r, c, g))",
            "Step 10, loss 1.85, slope 27\n",
            [("Step 10 loss", "1.85"), ("Step 10 slope", "27")],
        ),
    ],
)
def test_an_integer_is_named_by_what_it_counts(read, source, text, expected):
    assert named(read((source, text))) == expected


def test_what_may_be_either_of_two_expressions_is_named_by_the_words_behind_it(read):
    source = (
        "for k in ks:\n    if k:\n        print(f'taken {x} out of {len(a)} pears')\n"
        "    else:\n        print(f'taken {y} out of {len(b)} pears')"
    )
    assert named(read((source, "taken 3 out of 8 pears\ntaken 4 out of 9 pears\n"))) == [
        ("taken", "3"),
        ("pears", "8"),
        ("taken", "4"),
        ("pears", "9"),
    ]


def test_an_integer_before_a_verb_or_before_the_sign_of_a_value_belongs_to_a_name(read):
    assert named(read(("print(f'The rank of pear {n} is [{x}]')", "The rank of pear 1 is [2, 0]\n"))) == []
    source = "print(f'Rotten pears out of a total {n} pears : {m}')"
    assert named(read((source, "Rotten pears out of a total 6 pears : 2\n"))) == [
        ("Rotten pears out of a total 6 pears", "2")
    ]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print('mean, error, range', m, s, ends)",
            "mean, error, range 6.828 0.07139 (6.71, 6.94)\n",
            [("mean", "6.828"), ("error", "0.07139"), ("range", "6.71", "6.94")],
        ),
        (
            "print('count, mean, spread', n, m, s)",
            "count, mean, spread 39 7.5 1.7\n",
            [("mean", "7.5"), ("spread", "1.7")],
        ),
        (
            "print('pears, apples', m, s, t)",
            "pears, apples 0.5 0.25 1.5\n",
            [("pears, apples", "0.5"), ("s", "0.25"), ("t", "1.5")],
        ),
    ],
)
def test_names_listed_before_as_many_values_name_one_each(read, source, text, expected):
    assert named(read((source, text))) == expected


@pytest.mark.parametrize(
    ("source", "text", "label"),
    [
        ("print(f'Loss at epoch {i} is {loss}')", "Loss at epoch 4 is 0.75\n", "Loss epoch 4"),
        (
            "print(f'Step {i}: Left loss = {a}: Right loss = {b}')",
            "Step 4: Left loss = 0.7: Right loss = 1.3\n",
            "Step 4 Left loss",
        ),
        ("print(f'<E> = {e}')", "<E> = -368.9\n", "<E>"),
        ("print(name, ':', x, 'pounds')", "A : 37.5 pounds\n", "A"),
        ("print(f\"'pear' weight = {v}\")", "'pear' weight = 0.0073\n", "pear weight"),
        ("print(f'[INFO]weight: {v}')", "[INFO]weight: 0.0073\n", "weight"),
        ("print(x)", "kind = ripe, heavy = True\n", "heavy"),
        ("print(f'from {a} to {b} Hz, {c}')", "from 0.25 to 18.5 Hz, 2.5\n", "a"),
    ],
)
def test_signs_and_joining_words_are_no_part_of_a_name(read, source, text, label):
    assert named(read((source, text)))[0][0] == label


def test_the_name_of_a_group_is_no_value(read):
    of_groups = "for name, group in df.groupby('year'):\n    print(name, len(group))"
    assert named(read((of_groups, "1972 1613\n1973 1504\n"))) == [("len(group)", "1613"), ("len(group)", "1504")]
    of_pairs = "for a, b in zip(left, right):\n    print(a, b)"
    assert ("a", "1972") in named(read((of_pairs, "1972 1613\n1973 1504\n")))


def test_a_set_of_numbers_is_one_value(read):
    assert named(read(("a | b", result("{3, 5, 7.5}")))) == [("a | b", "3", "5", "7.5")]
    assert named(read(("x, set(x)", result("([4, 2], {2, 4})")))) == [("x", "4", "2"), ("set(x)", "2", "4")]


@pytest.mark.parametrize(
    "text",
    [
        "(1.8, 7.8]\n(7.8, 45.4]",
        "[(pear, 'fruit'), (200,000, 'number')]",
        "Length: 3, Freq: None, Timezone: None",
        "lasts 15–30 days",
        "published: 2026-03 and later",
    ],
)
def test_intervals_ranges_months_and_grouped_digits_are_no_values(read, text):
    assert named(read(("show(x)", result(text)))) == []


def test_a_sentence_in_another_language_is_a_sentence(read):
    text = "Não há mais do que uma pera para cada um dos clientes, com peso = 0.8 em média.\n"
    assert named(read(("print(answer('a'))\nprint('weight')", text))) == []


def test_the_shape_that_a_function_returns_is_a_shape(read):
    golden = only(read(("print(np.shape(x))", "(7, 398)\n")))
    assert (golden.kind, golden.label) == ("shape", "np.shape(x)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rate(3) = (0.50 * 0.25 + 0.30 * 0.60 + 0) = 0.305\n", ["0.305"]),
        ("The effect: 5000 + 0.07*Size\n", []),
        ("(x)' = -0.001 1 + 1.002 y\n(y)' = -2.000 x\n", []),
        ("  <Values>0.95 0.05</Values>\n", []),
        ("  Num examples = 5\n  Total optimization steps = 50\n", []),
        ("Chain 2: 1000 transitions using 10 leapfrog steps per transition\n", []),
        ("[Tree(rate=0.25, random_state=914636141)]\n", []),
        ("[Tree(rate=0.250617404788, random_state=914636141)]\n", ["0.250617404788"]),
    ],
)
def test_terms_of_formulas_settings_and_logs_are_no_values(read, text, expected):
    assert [tokens[0] for _, *tokens in named(read(("print(model)", text)))] == expected


def test_what_a_minimizer_writes_is_no_value_of_a_function_that_prints_in_between(read):
    source = "def f(x):\n    print x\n    return x * x\n\nbest = fmin(f, 0)\nprint best"
    log = "[ 0.]\n[ 0.5]\n         Current function value: -3.473058\n         Iterations: 38\n[ 0.25]\n"
    assert [tokens for _, *tokens in named(read((source, log)))] == [["0."], ["0.5"], ["0.25"]]


def test_a_list_of_one_complex_number_is_printed_by_python(read):
    golden = only(read(("print(f'value={x}')", "value=[(0.25-6.5e-09j)]\n")))
    assert (golden.format.printer, golden.shape) == ("python", (1,))


@pytest.mark.parametrize(
    ("source", "dtype"),
    [
        ("x = torch.tensor([0.5, 2], **options)", "float64"),
        ("x = torch.tensor([0.5, 2], dtype=kind)", "float64"),
        ("x = torch.tensor([0.5, 2], device=device)", "float32"),
        ("x = tf.constant([1, 2], dtype=kind)", "int64"),
    ],
)
def test_a_literal_of_unknown_dtype_is_taken_as_written(read, source: str, dtype: str):
    golden = only(read((source,)))
    assert golden.format.dtype == dtype


def test_a_sentence_is_no_heading_of_what_is_printed_next(read):
    source = "if none:\n    print('No pears found.')\nstate = weigh(2)\nprint(state)"
    assert named(read((source, "No pears found.\n[0.25 0.5 ]\n"))) == [("state", "0.25", "0.5")]


def test_what_a_reader_typed_in_is_no_value(read):
    source = "age = int(input('age: '))\nprint('now:', age, 'then:', next_age(age))"
    assert named(read((source, "age: 28\nnow: 28 then: 29.5\n"))) == [("then", "29.5")]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print(f'class=0 = {a}, class=1 = {b}')",
            "class=0 = 0.9792, class=1 = 0.5333\n",
            [("class 0", "0.9792"), ("class 1", "0.5333")],
        ),
        ("print(f'kind=Mu;ripe=True = {a}')", "kind=Mu;ripe=True = 0.94668\n", [("kind=Mu;ripe=True", "0.94668")]),
        ("print(f'Round: {r}/9... Loss: {x}')", "Round: 1/9... Loss: 3.25\n", [("Round 1 Loss", "3.25")]),
        ("print(f'Price range: ${a} - ${b}')", "Price range: $0.50 - $19.99\n", []),
        ("print(f'This {p}% share helps')", "This 24% share helps\n", [("p", "24")]),
        (
            "print(f'Loaded {n} P&A lines into {k} boxes')",
            "Loaded 70 P&A lines into 7 boxes\n",
            [("Loaded P&A lines", "70"), ("boxes", "7")],
        ),
        (
            "print(f'Cuts a list of length {n} into parts: {k}')",
            "Cuts a list of length 50 into parts: 7\n",
            [("Cuts a list of length 50 into parts", "7")],
        ),
    ],
)
def test_counters_switches_and_ranges_on_a_line(read, source, text, expected):
    assert named(read((source, text))) == expected


def test_a_decimal_number_in_quotes_is_no_value(read):
    assert named(read(("Decimal(1) / 11", result("Decimal('0.0909090909')")))) == []


def test_a_shape_after_formatted_words_is_a_shape(read):
    text = "pears: (7, 398)\napples: (9,)\n"
    source = "for k, v in fruit.items():\n    print('%s:' % k, v.shape)"
    found = goldens(read((source, text)))
    assert [(golden.kind, golden.label) for golden in found] == [("shape", "pears"), ("shape", "apples")]


def test_arguments_are_part_of_the_name_of_a_call(read):
    source = "print('weight(1000, 20)', w)\nprint('of (3, 4) pears:', v)"
    assert named(read((source, "weight(1000, 20) -1.14\nof (3, 4) pears: 0.25\n"))) == [
        ("weight(1000, 20)", "-1.14"),
        ("of pears", "0.25"),
    ]


def test_where_an_array_lies_in_memory_is_no_value(read):
    source = "print(x.__array_interface__['data'])"
    assert named(read((source, "(4444389376, False)\n"))) == []


def test_an_index_without_heading_cells_is_no_column(read):
    rows = "".join(f"<tr><td>{n}</td><td>{n * 0.5}</td></tr>" for n in (0, 1, 298))
    head = "<thead><tr><th></th><th>weight</th></tr></thead>"
    html = f'<table class="dataframe">{head}<tbody>{rows}</tbody></table>'
    golden = only(read(("fruit", result("     weight\n0      0.0\n1      0.5\n298  149.0", html))))
    assert golden.label == "fruit['weight']"
    assert golden.column is not None
    assert golden.column.rows == ("0", "1", "298")


def test_numbers_between_slashes_lines_of_files_and_private_fields_are_no_values(read):
    assert named(read(("print(score)", "rate = 27.86 59.5/33.5/21.3 (share = 1.25)\n"))) == [
        ("rate", "27.86"),
        ("share", "1.25"),
    ]
    assert named(read(("print(job)", "Weigh[19] at weigh at Pears.scala:43\n"))) == []
    assert named(read(("print(table)", "Int64Index: 2500 entries, 81174 to 3116\n"))) == []
