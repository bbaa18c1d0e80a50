"""The files that a run depends on: which are hashed, and which change without being a fault."""

from __future__ import annotations

from pathlib import Path

from lastdigit.pytest_session import integrity
from lastdigit.pytest_session.integrity import changed, fingerprints


def test_kernels_that_numba_compiles_meanwhile_are_no_fault(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(integrity, "ENGINE", tmp_path)
    compiled = tmp_path / "seeds" / "__pycache__"
    compiled.mkdir(parents=True)
    for name in ("kernel.py311.nbi", "kernel.cpython-311.pyc"):
        (compiled / name).write_text("before")
    before = fingerprints([tmp_path])
    for path in compiled.iterdir():
        path.write_text("after")
    assert [path.name for path in changed(before, fingerprints([tmp_path]))] == ["kernel.cpython-311.pyc"]


def test_files_that_are_added_removed_or_changed_are_named(tmp_path: Path):
    for name in ("same", "removed", "changed"):
        (tmp_path / name).write_text("before")
    before = fingerprints([tmp_path])
    (tmp_path / "removed").unlink()
    (tmp_path / "changed").write_text("after")
    (tmp_path / "added").write_text("after")
    assert [path.name for path in changed(before, fingerprints([tmp_path]))] == ["added", "changed", "removed"]
