"""What is written is written whole: an interruption leaves the old file, or a store that is known to be broken."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lastdigit.base.errors import StoreMismatch
from lastdigit.base.files import write_whole
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document
from lastdigit.store.documents import load_document, store

NOTEBOOK = "In [1]:\nprint(w)\n\nweights: [0.12345678 0.5       ]\n"


def stored(path: Path, root: Path) -> None:
    document = read_document(path)
    store(document, extract(document), root)


def test_a_failure_while_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "kept"
    write_whole(path, b"old")

    def fails(*_):
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fails)
        with pytest.raises(OSError, match="no space left"):
            write_whole(path, b"new")
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]
    assert path.read_bytes() == b"old"
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_store_that_was_interrupted_before_its_record_is_refused(write, tmp_path: Path, monkeypatch):
    path = write("a.txt", NOTEBOOK)
    stored(path, tmp_path / "store")
    record = tmp_path / "store" / "a" / "document.toml"
    before = record.read_bytes()
    path.write_text(path.read_text(encoding="utf-8").replace("0.12345678", "0.12345679"), encoding="utf-8")
    replace = os.replace

    def fails_at_the_record(source, target):
        if Path(target).name == "document.toml":
            raise OSError("pulled plug")
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fails_at_the_record)
        with pytest.raises(OSError, match="pulled plug"):
            stored(path, tmp_path / "store")
    assert record.read_bytes() == before
    with pytest.raises(StoreMismatch, match=r"weights\.csv"):
        load_document(record.parent)


def test_a_golden_that_a_document_no_longer_has_is_removed_last(write, tmp_path: Path, monkeypatch):
    stored(write("a.txt", NOTEBOOK), tmp_path / "store")
    goldens = tmp_path / "store" / "a" / "goldens"
    path = write("a.txt", NOTEBOOK.replace("weights", "scores"))
    seen = []
    unlink = Path.unlink

    def watched(self: Path, **options: bool) -> None:
        seen.append(
            (self.name, (goldens / "scores.csv").is_file(), "scores" in (goldens.parent / "document.toml").read_text())
        )
        unlink(self, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", watched)
        stored(path, tmp_path / "store")
    assert seen == [("weights.csv", True, True)]
    assert [entry.name for entry in goldens.iterdir()] == ["scores.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are those of POSIX")
def test_a_pipe_or_a_device_stays_what_it_is(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, [b"one ", b"two"])
    assert os.read(reader, 100) == b"one two"
    os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
