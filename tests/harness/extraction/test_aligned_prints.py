"""Prints whose line the source is seen to write: arrays over several lines, padded texts, and texts with names."""

from __future__ import annotations

import pytest

from lastdigit.extraction.extracted import Extraction
from lastdigit.printing.golden import CANDIDATE
from tests.harness.made_up_notebooks import goldens, labels, names, tokens


def candidates(extraction: Extraction) -> list[tuple[str, bool]]:
    """The labels, and whether a print is only a candidate."""
    found = (golden for golden in goldens(extraction) if golden.is_printed)
    return [(golden.label, golden.kind == CANDIDATE) for golden in found]


def test_an_array_over_several_lines_leaves_its_line_the_expressions_of_the_source(read):
    source = "for i in steps:\n    w = fit(i)\n    print('Step {}: gain = {}, w: {}'.format(i, measured(w), w))"
    text = "Step 1: gain = 3, w: [1.5 2.5]\nStep 2: gain = 4, w: [1.5 2.5\n 3.5 7.5]\n"
    found = read((source, text))
    assert candidates(found) == [("Step 1 gain", False), ("w", False), ("Step 2 gain", False), ("w", False)]


@pytest.mark.parametrize(("source", "is_candidate"), [("w = weigh(3)", False), ("w = load", True)])
def test_an_array_behind_words_is_a_result_if_its_expression_is_computed(read, source: str, is_candidate: bool):
    assert candidates(read((f"{source}\nprint('pears', w)", "pears tensor([2., 3.])\n"))) == [("pears", is_candidate)]


def test_a_tensor_with_its_gradient_function_is_what_the_source_puts_in(read):
    source = "ripe = 0\nripe += torch.log(p)\nprint(f'{ripe=}')"
    assert candidates(read((source, "ripe=tensor(-5.8125, grad_fn=<AddBackward0>)\n"))) == [("ripe", False)]


def test_an_integer_with_commas_that_begins_a_line_is_what_the_source_puts_in(read):
    source = "print(f'{len(pears):,} ripe pears -> {n_boxes:,} boxes')"
    found = read((f"pears = pick()\nn_boxes = len(pears) // 24\n{source}", "17,379 ripe pears -> 724 boxes\n"))
    assert tokens(found) == ["17379", "724"]
    assert not any(marked for _, marked in candidates(found))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("f'{kind:<9} | ripe: {str(a):5s} | by {b}'", "plums     | ripe: True  | by 0\n"),
        ("'{:<9} | ripe: {:5s} | by {}'.format(kind, str(a), b)", "plums     | ripe: True  | by 0\n"),
        ("'%-9s | ripe: %s | by %s' % (kind, a, b)", "plums     | ripe: True | by 0\n"),
        ("f'{'':<4}{kind} | ripe: {a} | by {b}'".replace("{''", '{""'), "    plums | ripe: True | by 0\n"),
    ],
)
def test_a_text_is_put_in_with_the_padding_of_its_format(read, line: str, text: str):
    source = f"for kind in ['plums']:\n    a, b = weigh(kind)\n    print({line})"
    found = read((source, text))
    assert [marked for _, marked in candidates(found)] == [False, False]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("line = f'ripe {n} of {m}'\nprint(line)", "ripe 3 of 4\n", ["ripe", "m"]),
        ("lines = [f'ripe {n}', f'sour {m}']\nprint('\\n'.join(lines))", "ripe 3\nsour 4\n", ["ripe", "sour"]),
        (
            "lines = [f'ripe {n}', f'sour {m}']\nfor one in lines:\n    print('-', one)",
            "- ripe 3\n- sour 4\n",
            ["ripe", "sour"],
        ),
        (
            "def told(x):\n    a = x + 1\n    return f'ripe {a}\\nsour {x}'\nprint(told(n))",
            "ripe 4\nsour 3\n",
            ["ripe", "sour"],
        ),
        ("where = f'ripe: {n}'\nprint(f'{where}, sour: {m}')", "ripe: 3, sour: 4\n", ["ripe", "sour"]),
    ],
    ids=["a name", "joined", "in a loop", "returned", "within another"],
)
def test_a_text_is_printed_under_its_name(read, source: str, text: str, expected: list[str]):
    found = read((f"n, m = pick()\n{source}", text))
    assert candidates(found) == [(label, False) for label in expected]


def test_a_function_of_another_cell_may_return_the_text(read):
    function = "a = 1\n" * 9 + "def told(x):\n    text = f'ripe {x}'\n    return text"
    assert candidates(read((function, ""), ("n = pick()\nprint(told(n))", "ripe 3\n"))) == [("ripe", False)]


@pytest.mark.parametrize("change", ["line = line + '!'", "line += '!'", "for line in (line,):\n    pass"])
def test_a_name_that_is_given_another_value_is_no_text(read, change: str):
    source = f"n = pick()\nline = f'ripe {{n}}'\n{change}\nprint(line)"
    assert candidates(read((source, "ripe 3\n"))) == [("ripe", True)]


@pytest.mark.parametrize("change", ["lines.append('more')", "lines[0] = 'sour'"])
def test_a_list_that_is_changed_is_no_list_of_texts(read, change: str):
    source = f"n = pick()\nlines = [f'ripe {{n}}']\n{change}\nfor one in lines:\n    print(one)"
    assert candidates(read((source, "ripe 3\n"))) == [("ripe", True)]


def test_a_share_in_parentheses_is_not_named_by_what_the_value_before_counts(read):
    source = "print(f'picked : {len(a):,} pears  ({len(a) / len(b):.1%})')"
    assert labels(read((f"a, b = pick()\n{source}", "picked : 1,500 pears  (11.0%)\n"))) == [
        "picked",
        "len(a) / len(b) in %",
    ]


def test_a_representation_in_the_middle_of_a_line_leaves_no_word_in_labels(read):
    source = "for w in weeks:\n    print(f'week {w}: Gamma(shape={a:.2f}, rate={b:.2f}), mean={a / b:.3f}')"
    assert names(read((source, "week 1: Gamma(shape=4.25, rate=1.75), mean=2.429\n")))[-1] == ("week 1, mean", "2.429")


def test_items_of_a_dict_are_no_counts_by_their_keys(read):
    source = "print('Model sizes')\nshow_sizes(model)"
    found = read((source, "Model sizes\n{'iterations': 5, 'depth': 4}\n"))
    assert candidates(found) == [("Model sizes['iterations']", True), ("Model sizes['depth']", True)]


def test_arrays_in_a_sentence_about_them_are_named_by_their_expressions(read):
    source = (
        "v = pick()\nfor i in range(2):\n    print('Angle between {} and {} is: {:.2f}'.format(v[i], v[i + 1], f(v)))"
    )
    text = "Angle between [ 0.5 -0.5] and [-0.5  0.5] is: 109.47\nAngle between [ 0.5 -0.5] and [ 0.5  0.5] is: 90.00\n"
    assert labels(read((source, text))) == ["v[i]", "v[i + 1]", "f(v)"] * 2


def test_a_bracket_that_does_not_close_begins_no_label(read):
    source = "print(f'S = {g(x):.6f}   (f(x) of file = {h(x):.6f})')"
    assert labels(read((source, "S = 0.250000   (f(x) of file = 0.500000)\n"))) == ["S", "f(x) of file"]


def test_an_exception_that_a_handler_prints_names_no_number(read):
    tried = "    try:\n        s = load(k)\n    except Exception as e:\n        print(e)\n"
    source = f"for k in names:\n{tried}    print(mean(s))"
    assert labels(read((source, "0.25\n0.5\n0.75\n"))) == ["mean(s)"] * 3


@pytest.mark.parametrize("terms", [300, 900, 1500, 2500])
def test_a_source_that_is_nested_too_deeply_is_read_all_the_same(read, terms: int):
    source = "n = pick()\nline = f'ripe {n}'\nprint(line)\nm = " + " + ".join(["1"] * terms)
    assert tokens(read((source, "ripe 3\n"))) == ["3"]


def test_a_line_with_the_words_of_one_print_is_not_what_another_prints_in_turn(read):
    source = "for n, heap in enumerate(heaps):\n    print(f'Heap is ripe: {ripe(heap)}')"
    text = "Heap is ripe: True\nHeap is ripe: True\nHeap is ripe: True\n2\n"
    found = read((f"{source}\n    if f(heap):\n        print(n)\n        break", text))
    assert labels(found) == ["Heap is ripe"] * 3
