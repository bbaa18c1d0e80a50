"""Operations and mistakes of one's own: declared in files of their own, and never in place of another."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from lastdigit.base.errors import InvalidImplementation
from lastdigit.implementations.implementation import find_implementations

POWER_NORM = '''
    import lastdigit


    @lastdigit.operation
    def power_norm(x, weight, *, eps=1e-6):
        """x ÷ √(mean of x² + eps) · weight over the last axis: x (…, n), weight (n,) → (…, n)."""
        xp = x.__array_namespace__()
        return x / xp.sqrt(xp.mean(x * x, axis=-1, keepdims=True) + xp.asarray(eps)) * weight


    @lastdigit.mistake(of=power_norm, look="the last product")
    def weight_left_out(x, weight, *, eps=1e-6):
        if weight.shape == (1,):
            raise lastdigit.NotApplicable("one feature")
        return power_norm(x, weight - weight + weight.__array_namespace__().asarray(1.0), eps=eps)
    '''
USED = """
import sys
from pathlib import Path
import numpy as np
import lastdigit
from lastdigit.implementations.definitions import load_definitions

folder = Path(sys.argv[1])
load_definitions(folder)
load_definitions(folder)
generator = np.random.default_rng(1)
x, weight = generator.normal(size=(5, 8)), generator.normal(size=8)
right = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * weight
lastdigit.assert_agrees(right, "power_norm", x, weight)
wrong = lastdigit.judge(right / weight, "power_norm", x, weight)
print(wrong.verdict, "|", wrong.evidence, "|", wrong.explanation)
try:
    lastdigit.judge(right, "power_norm", x, weight[:7])
except ValueError as error:
    print(error)
"""


def test_an_operation_of_ones_own_is_judged_and_its_mistakes_are_named(python, write):
    path = write("definitions/power_norm.py", POWER_NORM)
    process = python("-c", USED, str(path.parent))
    assert process.stdout.splitlines() == [
        "disagrees | proven | weight left out",
        "power_norm: expected x (…, n), weight (n,) → (…, n), "
        "found x (5, 8), weight (7,): n is 8 in x, and 7 in weight",
    ], process.stderr


def loaded(python, folder: Path) -> str:
    """The last line of what loading a folder of definitions says."""
    program = (
        "import sys; from pathlib import Path; from lastdigit.implementations.definitions import load_definitions; "
    )
    process = python("-c", f"{program} load_definitions(Path(sys.argv[1]))", str(folder))
    return process.stderr.strip().splitlines()[-1]


DECORATED = 3 if sys.version_info >= (3, 11) else 4
"""Where a decorator that is called raises: in its own line since Python 3.11."""


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("def f(:\n", 1, r"expected Python source, found invalid syntax"),
        (
            "import lastdigit\nimport module_of_no_one\n",
            2,
            "a file that runs without an error, found ModuleNotFoundError",
        ),
        (
            "import lastdigit\n\n@lastdigit.operation\ndef f(*x): ...\n",
            DECORATED,
            r"static parameters after a \*, found f\(\*x\)",
        ),
        ("import lastdigit\n\n@lastdigit.operation\ndef f(*, x): ...\n", DECORATED, r"found f\(\*, x\)"),
        (
            'import lastdigit\n\n@lastdigit.mistake(of="sofmax")\ndef f(x): ...\n',
            3,
            "'sofmax'; did you mean 'softmax'",
        ),
    ],
)
def test_a_file_of_definitions_that_cannot_be_run_has_its_line(python, write, text: str, line: int, words: str):
    path = write("definitions/mine.py", text)
    said = loaded(python, path.parent)
    assert re.search(rf"InvalidDefinition: {re.escape(str(path))}:{line}: .*{words}", said), said


@pytest.mark.parametrize(
    ("declared", "what", "other"),
    [
        ("@lastdigit.operation\ndef softmax(x): ...", "operation softmax", "operations/normalization.py:"),
        (
            '@lastdigit.mistake(of="layer_norm", name="weight left out")\ndef f(x): ...',
            "mistake",
            "mistakes/norm",
        ),
    ],
)
def test_a_name_that_is_taken_is_refused_with_both_places(python, write, declared: str, what: str, other: str):
    path = write("definitions/mine.py", f"import lastdigit\n\n{declared}\n")
    said = loaded(python, path.parent)
    assert f"{path}:3: expected a unique name for {what}" in said, said
    assert other in said


def test_two_files_that_define_one_operation_are_in_conflict(python, write):
    one = write("definitions/a.py", "import lastdigit\n\n@lastdigit.operation\ndef own(x):\n    return x\n")
    two = write("definitions/b.py", one.read_text())
    said = loaded(python, one.parent)
    assert f"{two}:3: expected a unique name for operation own; {one}:3 already defines it" in said


def test_what_is_typed_again_in_a_session_replaces_itself():
    from lastdigit.operations.operation import may_replace

    def typed(place: str, module: str):
        names = {"__name__": module}
        exec(compile("def own(x):\n    return x", place, "exec"), names)
        return names["own"]

    assert may_replace(typed("cell 2", "__main__"), typed("cell 1", "__main__"))
    assert may_replace(typed("a.py", "a"), typed("a.py", "loaded.a"))
    assert not may_replace(typed("b.py", "b"), typed("a.py", "a"))


@pytest.mark.parametrize("decorator", ["@lastdigit.operation", '@mistake(of="softmax")', "@op"])
def test_definitions_among_implementations_are_refused(write, decorator: str):
    head = "import lastdigit\nfrom lastdigit import mistake, operation as op\n"
    path = write("implementations/mine.py", f"{head}{decorator}\ndef softmax(x): ...\n")
    with pytest.raises(InvalidImplementation, match=r"mine.py:3: expected only implementations; .* definitions/"):
        find_implementations(path.parent)


def test_a_function_that_no_enclosure_has_is_named(python):
    program = """if True:
        import lastdigit
        @lastdigit.operation
        def squashed(x):
            return x.__array_namespace__().atan(x)
        lastdigit.judge([0.0], "squashed", [0.0])
        """
    said = python("-c", program).stderr.strip().splitlines()[-1]
    assert "InvalidArgument: squashed: expected arrays x that fit together, found x (1,): AttributeError" in said
    assert "has no attribute 'atan'" in said


def test_decorators_of_others_that_are_called_so_are_none_of_ours(write):
    path = write("implementations/mine.py", "from other import operation\n\n@operation\ndef softmax(x): ...\n")
    assert find_implementations(path.parent) == []


def test_an_implementation_that_registers_an_operation_reaches_no_judge(small_project):
    small_project.append(
        "implementations/mine.py",
        """
        import sys

        from lastdigit.operations import find_operation

        table = sys.modules["lastdigit.operations.operation"]._OPERATIONS
        table["self_attention_weights"] = find_operation("linear")
        """,
    )
    process = small_project.run("--complete")
    assert process.returncode == 0, process.stdout


FUNCTION = """
    import numpy as np

    def right(x, weight, *, eps=1e-6):
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + x.dtype.type(eps)) * weight
    """


@pytest.mark.long
def test_check_and_sweep_know_an_operation_of_ones_own(python, write):
    write("definitions/power_norm.py", POWER_NORM)
    write("mine.py", FUNCTION)
    asked = (
        "-m",
        "lastdigit",
        "{}",
        "mine.py:right",
        "--as",
        "power_norm",
        "--dtypes",
        "float32",
        "--shapes",
        "n=5,b=3",
    )
    checked = python(*(word.format("check") for word in asked))
    assert checked.returncode == 0, checked.stderr
    assert "agrees: 0 of " in checked.stdout
    command = (*(word.format("sweep") for word in asked), "--inputs", "20", "--workers", "2", "--into", "sweep.jsonl")
    swept = python(*command)
    assert swept.returncode == 0, swept.stderr
    write("definitions/power_norm.py", POWER_NORM.replace("1e-6", "1e-5"))
    changed = python(*command)
    assert changed.returncode == 2
    assert "found one with another definition" in changed.stderr
