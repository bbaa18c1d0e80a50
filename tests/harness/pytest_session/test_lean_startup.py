"""What starts, starts lean: no command and no collection imports a framework or a library that it does not use."""

from __future__ import annotations

from pathlib import Path

import pytest

FRAMEWORKS = {"torch", "jax", "tensorflow", "cupy"}
HEAVY = {"numpy", "pandas", "pytest", "flint", "rich", "jinja2", "scipy", "tomlkit"}


def imported(python, *arguments: str) -> set[str]:
    """The top-level packages that a fresh interpreter imports when it is run so."""
    process = python("-X", "importtime", *arguments)
    assert process.returncode == 0, process.stderr
    names = [line.rpartition("|")[2].strip() for line in process.stderr.splitlines() if line.startswith("import time:")]
    assert "encodings" in names
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["extract", "--help"], ["report", "diff", "--help"]])
def test_help_imports_nothing_heavy(python, arguments: list[str]):
    code = f"import sys; from lastdigit.commands.command_line import main; main({arguments!r})"
    found = imported(python, "-c", code)
    assert "lastdigit" in found
    assert not found & (FRAMEWORKS | HEAVY)


def test_declaring_an_implementation_imports_no_framework(python):
    assert not imported(python, "-c", "from lastdigit import implements") & FRAMEWORKS


def test_extraction_imports_no_framework_and_no_test_runner(python, write):
    path = write("a.txt", "In [1]:\nprint(x)\n\nx: [1.5]\n")
    code = f"from lastdigit.commands.command_line import main; main(['extract', {str(path)!r}, '--into', 'store'])"
    assert not imported(python, "-c", code) & (FRAMEWORKS | {"pandas", "pytest", "scipy", "flint"})


def test_loading_a_project_imports_no_framework(python, root: Path):
    code = "from pathlib import Path; from lastdigit.pytest_session.project import load_project; "
    code += f"project = load_project(*(Path({str(root)!r}) / name for name in ('reference_data', 'implementations'))); "
    code += "assert len(project.pairings) > 500 and not project.faults, project.faults"
    found = imported(python, "-c", code)
    assert "lastdigit" in found
    assert not found & (FRAMEWORKS | {"pandas", "pytest", "scipy"})


def test_collecting_a_suite_imports_no_framework(python, root: Path):
    code = "import sys, pytest; status = pytest.main(['--collect-only', '-q', '-p', 'no:cacheprovider', "
    code += f"'--rootdir', {str(root)!r}, '-c', {str(root / 'pyproject.toml')!r}, '--junit-xml', 'junit.xml', "
    code += f"{str(root / 'tests' / 'verification')!r}]); print(int(status), len(sys.modules), 'torch' in sys.modules)"
    process = python("-c", code)
    assert process.stdout.splitlines()[-1].split()[0::2] == ["0", "False"], process.stdout
