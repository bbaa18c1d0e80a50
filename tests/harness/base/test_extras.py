"""The core needs NumPy and python-flint; anything else is an extra, imported late and named where it is missing."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

EXTRA = ("filelock", "isal", "jinja2", "markdown_it", "markupsafe", "orjson", "pandas", "pytest", "rich", "tomlkit")
LACKING = f"import sys; sys.modules.update(dict.fromkeys({EXTRA!r}))\n"
"""What makes a process believe that none of them is installed."""

CORE = {"numpy", "flint", "tomli", "tomllib", "lastdigit"}
ELSEWHERE = {"torch": "torch", "numba": "seeds", "llvmlite": "seeds", "ray": "cluster", "scipy": "feasible"}
"""Packages that code imports where a person asks for what needs them, which says so in its own words."""

ASSERTIONS = """
import numpy, lastdigit
x = numpy.array([[1.0, 2.0, 4.0]])
lastdigit.assert_agrees(numpy.exp(x) / numpy.exp(x).sum(), "softmax", x)
lastdigit.printed("[0.25 1.  ]").assert_agrees([0.25, 1.0])
lastdigit.implements("total")(print)
try:
    lastdigit.assert_agrees(x, "softmax", x)
except AssertionError as error:
    print(error)
"""


def test_assertions_need_numpy_and_flint_alone(python):
    process = python("-c", LACKING + ASSERTIONS)
    assert process.returncode == 0, process.stderr
    assert "softmax: disagrees with the definition" in process.stdout


@pytest.mark.parametrize(
    ("call", "package", "extra"),
    [
        ("main(['extract', 'a.md'])", "tomlkit", "documents"),
        ("main(['draw'])", "rich", "documents"),
        ("main(['report', 'write', 'run', '--into', 'b'])", "rich", "report"),
        ("import lastdigit; lastdigit.read_verdicts('verdicts.csv')", "pandas", "tables"),
        ("from lastdigit.reports.folder import ReportFolder; ReportFolder(Path('r'))", "filelock", "report"),
        ("from lastdigit.readers.markdown import _tokens; _tokens('text')", "markdown_it", "documents"),
        ("from lastdigit.base.files import written_toml; written_toml({})", "tomlkit", "documents"),
    ],
)
def test_what_is_not_installed_is_named_with_the_extra_that_brings_it(python, call: str, package: str, extra: str):
    head = "from pathlib import Path; from lastdigit.commands.command_line import main\n"
    process = python("-c", f"{LACKING}{head}{call}")
    words = f"MissingExtra: {package} is not installed; install it with python -m pip install 'lastdigit[{extra}]'"
    assert words in process.stderr.splitlines()[-1]
    assert not call.startswith("main") or process.stderr.count("\n") == 1


def test_a_run_is_held_in_memory_without_the_extra_for_tables(python):
    program = "import sys; sys.modules['pandas'] = None; "
    program += "from lastdigit.pytest_session.integrity import JUDGING, REPORTING, hold; "
    process = python("-c", f"{program}hold((*JUDGING, *REPORTING)); print('lastdigit.reports.writers' in sys.modules)")
    assert process.stdout == "True\n", process.stderr


def test_a_page_is_packed_alike_without_isal(python):
    program = "from lastdigit.reports.page.blocks import packed; import base64, zlib; "
    program += "print(zlib.decompress(base64.b64decode(packed({'a': [1.5]}))))"
    assert python("-c", f"import sys; sys.modules['isal'] = None; {program}").stdout == "b'{\"a\":[1.5]}'\n"


def imports_in(node: ast.AST) -> Iterator[str]:
    """The packages that are imported below a node, without those of blocks that need an extra."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield str(child.module).partition(".")[0]
        elif not (extra_of(child) or (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING")):
            yield from imports_in(child)


def extra_of(node: ast.AST) -> str:
    """The extra that a block of imports needs."""
    match = re.match(r"with needs\('([\w-]+)'\)", ast.unparse(node)) if isinstance(node, ast.With) else None
    return match[1] if match else ""


def test_every_import_is_of_the_core_or_needs_an_extra_that_brings_it(root: Path):
    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    brings = {name: {re.split(r"[>=\[ ]", one)[0].replace("-", "_") for one in extras[name]} for name in extras}
    brings = {name: {*found, "markupsafe"} if "jinja2" in found else found for name, found in brings.items()}
    brings["onnx"].add("google")  # protobuf's package, which onnx needs
    blocks = 0
    for path in sorted((root / "src" / "lastdigit").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        of_plugin = {"pytest"} if "pytest_" in str(path.relative_to(root / "src")) else set()
        adapted = {path.stem} if path.parent.name == "adapters" else set()
        allowed = CORE | set(sys.stdlib_module_names) | of_plugin | adapted | {"isal"} | set(ELSEWHERE)
        assert set(imports_in(tree)) <= allowed, path
        for node in ast.walk(tree):
            if extra := extra_of(node):
                blocks += 1
                packages = {name.removesuffix("_py") for name in brings[extra]}
                assert set(imports_in(node)) <= packages, path
    assert blocks > 10
    assert all(set(ELSEWHERE[name]) and name in brings[ELSEWHERE[name]] | {"llvmlite", "google"} for name in ELSEWHERE)
