"""Mutations of a source are found, drawn and held against the tests that reach them."""

from __future__ import annotations

import pytest

from studies.mutants.mutations import mutations
from studies.mutants.reached import Reached
from studies.mutants.study import ENGINE, ROOMS, drawn, mutants, room


def changes(source: str) -> list[tuple[str, str]]:
    return [(each.before, each.after) for each in mutations(source)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a + b", [("a + b", "a - b")]),
        ("x < 0.5", [("x < 0.5", "x <= 0.5"), ("0.5", "1.5")]),
        ("a and b", [("a and b", "a or b")]),
        ("max(a)", [("max(a)", "min(a)")]),
        ("np.any(a)", [("np.any(a)", "np.all(a)")]),
        ("f(a, b)", [("f(a, b)", "f(b, a)")]),
        ("if a:\n    b()", [("a", "not a")]),
        ("def f():\n    return a", [("return a", "return None")]),
        ("def f(a: int = 1) -> int:\n    'Words.'", [("1", "2")]),
        ("raise E(f'{a + 1}')", []),
        ("x: Literal['a'] = True", [("True", "False")]),
        ("-a", [("-a", "+a")]),
    ],
)
def test_a_mutation_says_something_else_in_one_place(source: str, found: list[tuple[str, str]]):
    assert changes(source) == found


def test_each_mutation_is_made_alone_and_can_be_compiled():
    source = "def f(a, b):\n    if a < b and b:\n        return a + 1\n    return b * 2\n"
    sources = [each.source for each in mutations(source)]
    assert len(set(sources)) == len(sources) == 9
    for text in sources:
        compile(text, "mutant", "exec")


def test_a_sample_is_the_same_for_a_seed_and_takes_one_mutant_of_a_line_first():
    found = mutants(["store.py"])
    assert len(found) > 40
    assert drawn(found, 10, 1) == drawn(found, 10, 1) != drawn(found, 10, 2)
    lines = [mutant.edit.line for mutant in drawn(found, 10, 1)]
    assert len(set(lines)) == len(lines)
    assert drawn(found, 10**6, 1) == found


def test_every_room_has_mutants_and_knows_them():
    rooms = {room(mutant.file) for mutant in mutants(["store.py", "printing/print_format.py"])}
    assert rooms == {"store.py", "printing/print_format.py"} < set(ROOMS)


def test_the_quickest_tests_that_reach_a_line_come_first():
    module = ENGINE / "store.py"
    reached = Reached({module.as_posix(): {7: {"slow": 9.0, "quick": 0.1}, 8: {"other": 1.0}}})
    assert reached.by(module, 7, 10.0) == ["quick", "slow"]
    assert reached.by(module, 7, 5.0) == ["quick"]
    assert reached.by(module, 99, 10.0) == ["quick", "other"]
