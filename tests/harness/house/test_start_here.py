"""docs/start-here.md and docs/own-operation.md, done from an empty folder by somebody who has the wheel and no more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from lastdigit.commands.init_files import IMPLEMENTATION
from studies.elsewhere.environment import build_wheel
from studies.elsewhere.first_gate import first_gate
from studies.elsewhere.pages import Unlike, follow

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, unpacked: a folder for PYTHONPATH."""
    pytest.importorskip("setuptools", "77")
    tree = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(build_wheel(root, tree / "built")) as packed:
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


@pytest.fixture
def stranger(wheel: Path, tmp_path: Path) -> Stranger:
    (tmp_path / "empty").mkdir()
    return Stranger(tmp_path / "empty", wheel)


def test_the_wheel_holds_licence_types_templates_and_adapters(wheel: Path):
    names = {str(path.relative_to(wheel)) for path in wheel.rglob("*") if path.is_file()}
    assert {
        "lastdigit/py.typed",
        "lastdigit/implementations/frameworks/numpy.py",
        "lastdigit/implementations/frameworks/torch.py",
    } <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    for folder in ("templates", "scripts"):
        assert any(name.startswith(f"lastdigit/reports/page/{folder}/") for name in names)
    (metadata,) = wheel.glob("lastdigit-*.dist-info/METADATA")
    needed = re.findall(r"^Requires-Dist: (\w[\w-]*)(?!.*extra ==)", metadata.read_text(), re.MULTILINE)
    assert sorted(needed) == ["numpy", "python-flint", "tomli"]


def test_from_an_empty_folder_to_a_gate_that_names_a_mistake_in_an_operation_of_ones_own(stranger, root: Path):
    ran = dict(follow(root / "docs" / "start-here.md", stranger.folder, stranger.run))
    assert "gate PASS" in ran["pytest"]
    assert list(ran) == ["lastdigit init", "pytest", "pytest --lastdigit-complete", *list(ran)[3:]]
    again = stranger.run("lastdigit init").stdout.splitlines()
    assert [line.split()[0] for line in again] == ["kept", "kept", "kept", "next:"]
    (stranger.folder / "implementations" / "numpy_softmax.py").write_text(IMPLEMENTATION, encoding="utf-8")
    assert first_gate(stranger.folder, root / "docs", stranger.run)[-1] == "pytest --lastdigit-complete"
    assert stranger.run("lastdigit certify reports").returncode == 0
    given = "--reference reference_data --run reports --definitions definitions"
    check = f"python -m lastdigit_checker reports/certificate.jsonl.gz {given}"
    accepted = stranger.run(check).stdout
    assert accepted.startswith("accepted: 12 verdicts, 7 of them of own operations, which are not derived;"), accepted
    assert "own operation power_norm: its definition is the project's, and nothing here derives its" in accepted
    with (stranger.folder / "definitions" / "power_norm.py").open("a") as file:
        file.write("# changed\n")
    refused = stranger.run(f"{check} || true").stdout
    assert refused.startswith("rejected: operation power_norm: definitions/power_norm.py is not the file that was")


def test_a_step_that_does_other_than_its_page_says_is_told(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("`a.txt`:\n\n```\none\n```\n\n```sh\ncat a.txt    # exit code 0\n```\n\n```\none\n```\n")

    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert list(follow(page, tmp_path, run)) == [("cat a.txt", "one\n")]
    page.write_text("```sh\necho two\n```\n\n```\none\n```\n")
    with pytest.raises(Unlike, match="shows 'one', which is not in"):
        list(follow(page, tmp_path, run))
    page.write_text("```sh\nfalse\n```\n")
    with pytest.raises(Unlike, match="false: exit code 1, the page says 0"):
        list(follow(page, tmp_path, run))
