"""Mutations of a source are found, drawn and held against the tests that reach them."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from studies.copied_package import Change, copies
from studies.mutants import table
from studies.mutants.killers import Killers
from studies.mutants.mutations import mutations
from studies.mutants.page import page
from studies.mutants.reached import Reached, functions, imported, read
from studies.mutants.study import ARGUED, ENGINE, ROOMS, ROOT, drawn, mutants, room
from studies.tried import ALIVE, KILLED, Outcome, arguments, without_mutant

pytestmark = pytest.mark.long


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
        ("np.hypot(a, b)", []),
        ("zip(a, strict=True)", []),
        ("a.reshape(-1)", [("-1", "+1")]),
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
    found = mutants(["store/documents.py"])
    assert len(found) > 40
    assert drawn(found, 10, 1) == drawn(found, 10, 1) != drawn(found, 10, 2)
    lines = [mutant.edit.line for mutant in drawn(found, 10, 1)]
    assert len(set(lines)) == len(lines)
    assert drawn(found, 10**6, 1) == found


def test_every_room_has_mutants_and_knows_them():
    rooms = {room(mutant.file) for mutant in mutants(["store/documents.py", "printing/print_format.py"])}
    assert rooms == {"store/documents.py", "printing/print_format.py"} < set(ROOMS)


def test_the_quickest_tests_that_reach_a_line_come_first():
    module = ENGINE / "store/documents.py"
    reached = Reached({module.as_posix(): {7: {"slow": 9.0, "quick": 0.1}, 8: {"other": 1.0}}})
    assert reached.by(module, 7) == ["quick", "slow"]
    assert reached.by(module, 99) == ["quick", "other", "slow"]
    assert reached.within(["quick", "other", "slow"], 5.0) == ["quick", "other"]
    assert reached.within(["slow", "other"], 5.0) == ["slow"]


def test_tests_of_files_that_import_the_module_come_before_quicker_ones(tmp_path: Path):
    module, (own, other) = ENGINE / "verdicts" / "judge.py", ("test_judge.py::one", "test_all.py::other")
    (tmp_path / "test_judge.py").write_text("import numpy\nfrom lastdigit.verdicts import judge as module\n")
    known = {"test_judge.py": imported(tmp_path / "test_judge.py"), "test_all.py": ["src/lastdigit/judge.py"]}
    lines = {module.as_posix(): {7: {own: 2.0, other: 1.0}}}
    assert Reached(lines, known).by(module, 7) == [own, other]
    assert Reached(lines).by(module, 7) == [other, own]


def test_what_runs_when_a_module_is_imported_is_reached_by_the_tests_of_files_that_import_it(tmp_path: Path):
    module, test = ENGINE / "tiny.py", "tests/harness/test_tiny.py"
    for name, text in ((module, "A = 1\n"), (test, "from lastdigit import tiny\n"), ("recorded/1.jsonl", "")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    entry = {"test": f"{test}::test_it", "seconds": 1.0, "lines": {}}
    (tmp_path / "recorded" / "1.jsonl").write_text(json.dumps(entry))
    assert read(tmp_path, tmp_path / "recorded").by(module, 1) == [f"{test}::test_it"]


def test_what_runs_when_a_module_is_imported_is_reached_by_no_test_of_its_own(tmp_path: Path):
    (tmp_path / "module.py").write_text(
        "A = 1\n\n\nclass C:\n    b: int = 0\n\n    def f(self, c=1):\n        return c\n"
    )
    assert functions(tmp_path / "module.py") == {8}


def test_a_mutant_is_told_from_others_wherever_its_line_stands():
    source = "class C:\n    def f(self):\n        return g(1, 1)\n"
    keys = [each.key for each in mutations(source)]
    assert ("C.f", "return g(1, 1)", "1", "2", "2") in keys
    assert keys == [each.key for each in mutations(f"\n# a comment\n\n{source}")]


def test_what_killed_a_mutant_runs_first_and_then_what_killed_its_neighbours():
    killers = Killers([(("a.py", "f", "1"), "t_1"), (("a.py", "g", "2"), "t_2"), (("b.py", "h", "3"), "t_3")])
    assert killers.likely(("a.py", "f", "1"), ["t_3", "t_2"]) == ["t_1", "t_2", "t_3"]
    killers.note(("a.py", "f", "4"), "t_4")
    assert killers.likely(("a.py", "f", "5"), ["t_1", "t_2", "t_4"]) == ["t_1", "t_4", "t_2"]


MODULE = Path("src", "lastdigit", "tiny.py")
TINY = dedent("""
    def twice(x):
        return x + x

    def least(x, bound=3):
        return twice(x) + [each - each for each in (x,)][0] > bound

    AT_IMPORT = twice(2)
    """)
TESTS = dedent("""
    import pytest
    from lastdigit import tiny

    def test_twice():
        assert tiny.twice(2) == 4

    def test_least():
        assert tiny.least(2) and not tiny.least(1)

    def test_import():
        assert tiny.AT_IMPORT == 4

    def test_that_never_holds():
        assert False

    @pytest.mark.parametrize("number", range(tiny.AT_IMPORT))
    def test_each(number):
        assert tiny.twice(number) == 2 * number
    """)


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory):
    """Tells which of these tests notices that the tiny module reads otherwise."""
    folder = tmp_path_factory.mktemp("checkout")
    engine = (folder / MODULE).parent
    files = {
        MODULE: TINY,
        "tests/harness/test_tiny.py": TESTS,
        "pyproject.toml": "[tool.pytest.ini_options]",
        engine / "__init__.py": "",
        engine / "pytest_plugin.py": "",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("__init__", "collected_pytest", "forked_pytest", "changed_functions"):
        (folder / "studies").mkdir(exist_ok=True)
        (folder / "studies" / f"{name}.py").write_bytes((ROOT / "studies" / f"{name}.py").read_bytes())
    with copies(folder, 1, ("src", "studies", "tests", "pyproject.toml"), ["tests/harness"]) as noticed:

        def one(before: str, after: str, *tests: str, seconds: float = 60.0) -> str:
            source = TINY.replace(before, after)
            named = [f"tests/harness/test_tiny.py::{test}" for test in tests]
            return next(noticed([Change(MODULE, source, [named], seconds)])).partition("::")[2]

        yield one


@pytest.mark.parametrize(
    ("before", "after", "test"),
    [
        ("", "", ""),
        ("> bound", ">= bound", ""),
        ("[0] >", "[0] <", "test_least"),
        ("each - each", "each + each", "test_least"),
        ("bound=3", "bound=4", "test_least"),
        ("x + x", "x * 3", "test_twice"),
        ("twice(2)", "twice(3)", "test_import"),
    ],
    ids=str,
)
def test_a_change_of_a_function_of_a_default_or_at_import_is_noticed_by_the_test_that_needs_it(
    tried, before, after, test
):
    assert tried(before, after, "test_twice", "test_least", "test_import") == test


def test_a_change_that_never_ends_is_noticed(tried):
    endless = "while x: pass\n    return twice"
    assert tried("return twice", endless, "test_twice", "test_least", seconds=1.0) == "test_least"


def test_a_test_that_fails_without_a_change_kills_nothing(tried):
    assert tried("[0] >", "[0] <", "test_that_never_holds") == ""
    assert tried("[0] >", "[0] <", "test_that_never_holds", "test_least") == "test_least"


def test_a_test_that_there_is_not_kills_nothing(tried):
    assert tried("twice(2)", "twice(2) + 0", "test_that_is_gone", "test_import") == ""
    assert tried("twice(2)", "twice(3)", "test_that_is_gone", "test_import") == "test_import"


def test_a_test_that_is_gone_because_of_a_change_is_not_forgotten(tried):
    assert tried("twice(2)", "twice(1)", "test_each[3]") == ""
    assert tried("x + x", "x + 2", "test_each[3]") == "test_each[3]"


def test_the_table_keeps_what_came_of_mutants_and_says_whether_their_sources_are_those_of_then(tmp_path: Path):
    path, (one, other, *_) = tmp_path / "mutants.csv", mutants(["store/documents.py"])
    sources = table.Sources()
    test = "tests/harness/studies/test_mutants.py::test_one"
    rows = {each.key: sources.row(each, Outcome(each, found)) for each, found in ((one, test), (other, ""))}
    table.update([one.key, other.key], rows, path)
    table.update([("verdicts/judge.py", "new")], {}, path)
    known = table.read(path)
    assert [row.outcome for row in known.values()] == [KILLED, ALIVE, table.NOT_RUN]
    assert sources.is_as_shown(one, known[one.key])
    assert not sources.is_as_shown(other, known[other.key])
    assert not sources.is_as_shown(one, table.Row(KILLED, test, "of other sources"))
    table.update([one.key], {}, path)
    assert list(table.read(path)) == [one.key, ("verdicts/judge.py", "new")]


def test_every_argument_is_about_a_mutant_that_there_is_and_none_that_was_killed():
    argued = arguments(ARGUED)
    assert all(argued.values())
    files = sorted({file for file, *_ in argued})
    assert without_mutant(argued, [each.key for each in mutants(files)]) == []
    assert [key for key, row in table.read().items() if key in argued and row.outcome == KILLED] == []


def test_the_page_says_what_the_table_says():
    assert (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8") == page(table.read())
