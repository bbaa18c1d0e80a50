"""What a call or an attribute gives back is no evidence of a result: settings, keys, flags, numbers it was given."""

from __future__ import annotations

import pytest

from lastdigit.printing.golden import CANDIDATE
from tests.harness.made_up_notebooks import goldens, only, result


def _is_a_candidate(extraction) -> bool:
    return {golden.kind for golden in goldens(extraction)} == {CANDIDATE}


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("orchard.get_price_space()['pears']", "{'weight': {'kind': 'float', 'low': 0.25, 'high': 2.0}}", True),
        ("orchard.get_price_space()", "{'weight': {'kind': 'float', 'low': 0.25, 'high': 2.0}}", True),
        ("orchard.default_options()", "{'width': 0.25, 'depth': 3}", True),
        ("search.get_best_options()", "{'width': 0.25, 'depth': 3}", False),
        ("fitted.get_options()", "{'width': 0.25, 'depth': 3}", False),
        ("orchard.get_weights()", "{'width': 0.25, 'depth': 3}", False),
        ("orchard.get_options()", "{'width': 0.25123123123123, 'depth': 0.75123123123123}", False),
        ("def get_options():\n    return solve(x)\nget_options()", "{'width': 0.25, 'depth': 3}", False),
    ],
)
def test_settings_that_a_call_gives_by_its_name(read, source: str, text: str, expected: bool):
    assert (
        _is_a_candidate(read((f"import lab\nfrom lab import orchard, search, fitted\n{source}", result(text))))
        is expected
    )


@pytest.mark.parametrize(
    ("expression", "text", "expected"),
    [
        ("modes.keys()", "dict_keys([(2, 2, 0), (2, 1, 0)])", True),
        ("list(fit(x)['modes'].keys())", "[2, 3, 5]", False),
        ("list(modes.keys())", "[2, 3, 5]", True),
        ("len(modes.keys())", "35", False),
        ("modes.values()", "dict_values([2, 3, 5])", False),
    ],
)
def test_keys_of_a_dict_tell_items_apart(read, expression: str, text: str, expected: bool):
    assert _is_a_candidate(read((f"modes = fit(x)\nprint({expression})", f"{text}\n"))) is expected


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("basket.add(3, ('pear', 0), ('plum', 2))", [True, True, True]),
        ("basket.add(3, ('pear', 1), ('plum', 4))", [True, False, False]),
        ("basket.add(f(x))", [False, False, False]),
        ("other.add(3, ('pear', 0), ('plum', 2))", [False, False, False]),
    ],
)
def test_whole_numbers_that_a_cell_gives_to_an_object(read, calls: str, expected: list[bool]):
    source = f"from lab import Basket\nbasket = Basket(x)\n{calls}\nbasket.contents"
    found = goldens(read((source, result("((3.0, (('pear', 0), ('plum', 2))),)"))))
    assert [golden.kind == CANDIDATE for golden in found] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("garden.water.run()", True),
        ("garden.setup()", True),
        ("garden.set('pears', where, 3)", True),
        ("garden.write_plan('plan.xml')", True),
        ("load_orchard()", True),
        ("orchard.cppdef(code)", True),
        ("garden.runPlan()", True),
        ("np.array_equal(a, b)", False),
        ("garden.is_set()", False),
        ("garden.run_check()", False),
        ("garden.solve(x) == 3", False),
        ("garden.reachable(3)", False),
        ("def run(x):\n    return x > f(x)\nrun(3)", False),
    ],
)
def test_whether_an_action_worked(read, source: str, expected: bool):
    assert _is_a_candidate(read((f"import numpy as np\n{source}", result("True")))) is expected


def test_a_truth_value_that_is_printed_is_judged_as_before(read):
    before = only(read(("print('worked:', garden.find(x))", "worked: True\n"))).kind
    assert only(read(("print('worked:', garden.run())", "worked: True\n"))).kind == before


@pytest.mark.parametrize(
    ("reads", "expected"),
    [
        ("Basket.from_csv(text=table)", True),
        ("pd.read_csv(io.StringIO(table))", True),
        ("pd.read_table(StringIO(table))", True),
        ("lab.solve(table)", False),
    ],
)
def test_numbers_of_a_table_that_a_source_writes_as_text(read, reads: str, expected: bool):
    table = 'fruit, colour, width\n    pear, "green, dark", 3\n    plum, blue, 2.5\n'
    source = f'import lab\ntable = """{table}"""\nb = {reads}'
    found = goldens(read((f"{source}\nb", result("   width  price\n0    3.0   0.25\n1    2.5   0.75"))))
    assert [golden.kind == CANDIDATE for golden in found] == [expected, False]
    other = goldens(read((f"{source}\nb", result("   width  price\n0    3.5   0.25\n1    2.5   0.75"))))
    assert [golden.kind == CANDIDATE for golden in other] == [False, False]


def test_missing_items_are_no_evidence_beside_written_numbers(read):
    source = 'table = """fruit,width\npear,3\nplum,\n"""\nb = Basket.from_csv(text=table)\nb'
    assert _is_a_candidate(read((source, result("   width\n0    3.0\n1   None"))))
