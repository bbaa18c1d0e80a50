"""docs/notebooks.md: its commands run, and its table has the changes of the study."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from studies.copies import write_copy
from studies.stale_outputs.cells import HARMLESS, PLANTED

pytestmark = pytest.mark.long

TEXT = (Path(__file__).parents[3] / "docs" / "notebooks.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"^```sh\n(.*?)^```$", TEXT, re.M | re.S) for line in block.splitlines()]


def test_every_command_runs(root: Path, tmp_path: Path):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    write_copy(tmp_path / "tutorial.ipynb", [("print('sum:', sum([0.1] * 10))", "sum: 0.9999999999999999\n")])
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    pytest.importorskip("jupytext")
    (tmp_path / "tutorial.py").write_text("# %%\nprint('sum:', sum([0.1] * 10))\n")
    installs = [line for line in COMMANDS if "pip install" in line]
    assert installs == [f"python -m pip install 'lastdigit[{extra}]'" for extra in ("notebooks", "jupytext")]
    commands = [line for line in COMMANDS if line not in installs]
    assert len(commands) == 4
    for command in commands:
        program, *arguments = shlex.split(command)
        given = ["-m", "pytest", "-p", "no:cacheprovider", *arguments] if program == "pytest" else arguments
        ran = subprocess.run(
            [sys.executable, *given],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert ("1 passed" if program == "pytest" else "lastdigit: 0 false alarms, 0 misses") in ran.stdout


def test_the_table_has_every_change_of_the_study():
    changes = re.findall(r"^\| ([^|*]+) \| (?:harmless|planted) \|", TEXT, re.M)
    assert {*HARMLESS, *PLANTED} <= set(changes)
