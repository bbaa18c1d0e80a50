"""docs/how-it-works.md: its commands end as it says, and its sessions print what it shows, in a new project."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.harness.conftest import OWN, run_python

pytestmark = pytest.mark.long

ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": OWN}

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_way_of_a_number_is_as_the_page_tells_it(root: Path, tmp_path: Path, monkeypatch):
    text = (root / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    said, sessions = "", 0
    for kind, block in BLOCK.findall(text):
        if kind == "sh":
            process = run_python("-m", *block.split(), folder=tmp_path, **ALONE)
            assert process.returncode == 0, process.stdout + process.stderr
            said = process.stdout
        elif kind == "pycon":
            sessions += 1
            session = doctest.DocTestParser().get_doctest(block, names, f"session {sessions}", None, 0)
            results = doctest.DocTestRunner().run(session, clear_globs=False)
            names = session.globs
            assert results.attempted
            assert not results.failed
        else:
            assert all(line in said for line in block.splitlines())
    assert sessions == 9


def test_every_room_that_it_names_is_there(root: Path):
    text = (root / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    rooms = re.findall(r"`([a-z_]+(?:/[a-z_]+)*)/`", text)
    assert len(rooms) > 10
    assert all((root / "src" / "lastdigit" / room).is_dir() for room in rooms if room != "src/lastdigit")
