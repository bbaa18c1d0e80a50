"""CONTRIBUTING.md: the first change that it has a newcomer make does what it says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lastdigit

pytestmark = pytest.mark.long

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_a_mistake_that_is_added_is_named(root: Path, tmp_path: Path):
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    see, added = (block for kind, block in BLOCK.findall(text) if kind == "python")
    before, after = (block for kind, block in BLOCK.findall(text) if not kind)
    (module,) = re.findall(r"`src/(lastdigit/operations/mistakes/\w+\.py)`:", text)
    shutil.copytree(Path(lastdigit.__file__).parent, tmp_path / "lastdigit")
    (tmp_path / "see.py").write_text(see, encoding="utf-8")

    def said() -> str:
        return subprocess.run(
            [sys.executable, "see.py"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        ).stderr

    assert said().endswith(before)
    with (tmp_path / module).open("a", encoding="utf-8") as file:
        file.write(f"\n\n{added}")
    assert said().endswith(after)
