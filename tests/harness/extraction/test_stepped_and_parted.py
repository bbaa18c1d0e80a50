"""Values that loops step by literals, parts of literal strings, and texts that are shown with literals put in."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import result, tokens

FILLED = """rate = np.zeros(3)
rate[0] = 0.1
for i in range(3):
    print('rate', rate[i], 'cost', cost(rate[i]))
    if i < 2:
        rate[i + 1] = rate[i] {}
plt.plot(rate)"""


@pytest.mark.parametrize("step", ["+ 0.1", "- 0.1", "+ 1"])
def test_an_element_of_an_array_that_a_loop_steps_by_a_literal_is_a_setting(read, step):
    assert tokens(read((FILLED.format(step), "rate 0.1 cost 0.51\nrate 0.2 cost 0.75\n"))) == ["0.51", "0.75"]


@pytest.mark.parametrize("step", ["* 1.05", "+ gain(i)", "+ rate[i]"])
def test_an_element_that_is_computed_of_the_one_before_is_a_result(read, step):
    assert "0.2" in tokens(read((FILLED.format(step), "rate 0.1 cost 0.51\nrate 0.2 cost 0.75\n")))


STEPPED = "rate = 0.1\nfor i in range(2):\n    c = cost(pears, rate)\n    print('rate', rate, 'cost', c)\n    {}"


@pytest.mark.parametrize("step", ["rate *= 0.5", "rate += 0.1", "rate /= 10"])
def test_a_float_that_a_loop_steps_for_a_call_is_a_setting(read, step):
    assert tokens(read((STEPPED.format(step), "rate 0.1 cost 0.51\nrate 0.2 cost 0.75\n"))) == ["0.51", "0.75"]


@pytest.mark.parametrize(
    "source",
    [
        STEPPED.format("if c > 3:\n        rate *= 0.5"),
        STEPPED.format("rate *= 0.5\n    if c > 3:\n        break"),
        STEPPED.format("rate *= c"),
        STEPPED.format("rate *= 0.5").replace("cost(pears, rate)", "cost(pears)"),
        STEPPED.format("rate *= 0.5").replace("rate = 0.1", "rate = first(pears)"),
    ],
)
def test_a_float_that_a_condition_or_a_result_steps_is_a_result(read, source):
    assert "0.2" in tokens(read((source, "rate 0.1 cost 0.51\nrate 0.2 cost 0.75\n")))


def test_a_float_that_a_while_loop_counts_up_to_a_limit_is_a_counter(read):
    source = "t = 0.0\nwhile t < 1.0:\n    print('t', t, 'size', size(t))\n    t += 0.5"
    assert tokens(read((source, "t 0.0 size 0.51\nt 0.5 size 0.75\n"))) == ["0.51", "0.75"]
    assert "0.5" in tokens(read((source.replace("+= 0.5", "+= step(t)"), "t 0.0 size 0.51\nt 0.5 size 0.75\n")))


def test_an_index_of_an_assigned_item_is_no_assignment_to_it(read):
    source = "for i in range(2):\n    x[i] = f(i)\n    print(i, 'pears weigh', x[i])"
    assert tokens(read((source, "0 pears weigh 0.5\n1 pears weigh 0.75\n"))) == ["0.5", "0.75"]


def test_parts_of_a_string_of_the_source_are_literals(read):
    source = "day = '1956-01-31'\nyear, month, date = day.strip().split('-')\nprint(year, month, date)"
    assert tokens(read((source, "1956 01 31\n"))) == []
    assert tokens(read((source.replace("'1956-01-31'", "ask()"), "1956 01 31\n"))) != []


def test_a_name_is_a_literal_where_a_condition_holds_that_it_is_equal_to_one(read):
    source = "n = len(pears)\nif n == 5 and m:\n    print('pears:', n)"
    assert tokens(read((source, "pears: 5\n"))) == []
    assert tokens(read((source.replace("==", ">="), "pears: 5\n"))) == ["5"]
    assert tokens(read((source + "\nelse:\n    print('pears:', n)", "pears: 5\n"))) == ["5"]


@pytest.mark.parametrize(
    "shown", ["'pears of {}: {}'.format(who, n)", "f'pears of {who}: {n}'", "'pears of %s: %d' % (who, n)"]
)
def test_a_text_that_is_shown_with_literals_put_in_holds_settings(read, shown):
    for given, found in (("'Ann', 9", []), ("'Ann', count()", ["9"])):
        assert tokens(read((f"who, n = {given}\n{shown}", result("'pears of Ann: 9'")))) == found


@pytest.mark.parametrize(
    "text",
    [
        "f'{kind}: {n:.2f}'",
        "'{}: {:.2f}'.format(kind, n)",
        "'{a}: {b:.2f}'.format(a=kind, b=n)",
        "'%s: %.2f' % (kind, n)",
        "kind + ': ' + '%.2f' % n",
        "': '.join([kind, '3.50'])",
        "kind + ': ' + str(n) + '0'",
    ],
)
def test_a_text_that_is_put_together_of_literals_holds_settings_wherever_it_is_printed(read, text):
    source = "kind, n = 'pears', {}\ntext = {}\nprint(text)"
    assert tokens(read((source.format("3.5", text), "pears: 3.50\n"))) == []
    assert tokens(read((source.format("weigh(3)", text.replace("'3.50'", "n")), "pears: 3.50\n"))) == ["3.50"]


def test_a_text_with_what_is_too_long_or_fails_to_be_put_in_is_unknown(read):
    for text in ("f'{kind}: {n:.9999f}'", "'%d: %s' % (kind, n)", "'{}: {} {}'.format(kind, n)", "f'{kind}: {n!r}'"):
        source = f"kind, n = 'pears', 3.5\ntext = {text}\nother = text\nprint(other)"
        assert tokens(read((source, "pears: 3.50\n"))) == ["3.50"]


def test_a_table_below_a_heading_of_literals_is_a_result(read):
    source = "row = '{:<7} {:<7.3f}'\nhead = 'Digit   Share'\nprint(head)\n"
    source += "for n in range(3):\n    print(row.format(n, f(n)))"
    table = "Digit   Share\n0       0.301\n1       0.176\n2       0.125\n"
    assert "0.301 0.176 0.125" in tokens(read((source, table)))
