"""docs/start-here.md and docs/own-operation.md, done from an empty folder by somebody who has the wheel and no more."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lastdigit.commands.init_files import IMPLEMENTATION

pytestmark = pytest.mark.long

BUILD = "import sys; from setuptools.build_meta import build_wheel; print(build_wheel(sys.argv[1]))"
BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<kind>\w*)\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w./-]+)`[^`\n]*:\n*$")
"""What stands above a block that is a file: its path, at the end of a paragraph."""
STATUS = re.compile(r"# exit code (\d)")


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, unpacked: a folder for PYTHONPATH."""
    pytest.importorskip("setuptools", "77")
    tree = tmp_path_factory.mktemp("tree")
    shutil.copytree(root / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, tree)
    process = subprocess.run(
        [sys.executable, "-c", BUILD, str(tree)], cwd=tree, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    with zipfile.ZipFile(tree / process.stdout.splitlines()[-1]) as packed:
        packed.extractall(tree / "site")
    return tree / "site"


@dataclass(frozen=True)
class Stranger:
    """An empty folder, and a shell that finds the wheel and this interpreter."""

    folder: Path
    wheel: Path

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        foreign = ("PYTEST_", "PYTHON", "CI", "GITHUB_", "COLUMNS")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        return subprocess.run(
            ["bash", "-ec", f'lastdigit() {{ "{sys.executable}" -m lastdigit "$@"; }}\n{command}'],
            cwd=self.folder,
            env=kept
            | {
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}",
                "PYTHONPATH": str(self.wheel),
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "PYTEST_PLUGINS": "lastdigit.pytest_plugin",
                "OMP_NUM_THREADS": "1",
                "PYTHONIOENCODING": "utf-8",
            },
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def follow(self, page: Path) -> Iterator[tuple[str, str]]:
        """Do what a page says, block by block; gives each command that ran with what it printed."""
        text = page.read_text(encoding="utf-8")
        printed = ""
        for block in BLOCK.finditer(text):
            above = FILE.search(text[: block.start()])
            if block["kind"] == "sh":
                for command in block["text"].splitlines():
                    if "pip install" in command:
                        continue
                    process = self.run(command)
                    status = STATUS.search(command)
                    printed = process.stdout + process.stderr
                    assert process.returncode == int(status[1] if status else 0), f"{command}\n{printed}"
                    yield command.partition("#")[0].strip(), printed
            elif above:
                path = self.folder / above[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block["text"], encoding="utf-8")
            elif not block["kind"]:
                assert all(line in printed for line in block["text"].splitlines()), f"{block['text']}\nin\n{printed}"


@pytest.fixture
def stranger(wheel: Path, tmp_path: Path) -> Stranger:
    (tmp_path / "empty").mkdir()
    return Stranger(tmp_path / "empty", wheel)


def test_the_wheel_holds_licence_types_templates_and_adapters(wheel: Path):
    names = {str(path.relative_to(wheel)) for path in wheel.rglob("*") if path.is_file()}
    assert {"lastdigit/py.typed", "lastdigit/frameworks/numpy.py", "lastdigit/frameworks/torch.py"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.startswith("lastdigit/reports/templates/") for name in names)
    (metadata,) = wheel.glob("lastdigit-*.dist-info/METADATA")
    needed = re.findall(r"^Requires-Dist: (\w[\w-]*)(?!.*extra ==)", metadata.read_text(), re.MULTILINE)
    assert sorted(needed) == ["numpy", "python-flint", "tomli"]


def test_from_an_empty_folder_to_a_gate_that_names_a_mistake_in_an_operation_of_ones_own(stranger, root: Path):
    ran = dict(stranger.follow(root / "docs" / "start-here.md"))
    assert "gate PASS" in ran["pytest"]
    assert list(ran) == ["lastdigit init", "pytest", "pytest --lastdigit-complete", *list(ran)[3:]]
    again = stranger.run("lastdigit init").stdout.splitlines()
    assert [line.split()[0] for line in again] == ["kept", "kept", "kept", "next:"]
    (stranger.folder / "implementations" / "numpy_softmax.py").write_text(IMPLEMENTATION, encoding="utf-8")
    found = list(stranger.follow(root / "docs" / "own-operation.md"))
    wrong, right = [printed for command, printed in found if command == "pytest --lastdigit-complete"]
    assert "gate FAIL" in wrong
    assert "explanation     divided by the mean square" in wrong
    assert "look at         the root of the mean, not the mean" in wrong
    verdicts = (stranger.folder / "reports" / "verdicts.csv").read_text(encoding="utf-8")
    assert ",power_norm,numpy_power_norm,float32," in verdicts
    assert "FAIL" not in right, right
