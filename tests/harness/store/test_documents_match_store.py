"""The committed reference data against the five documents, where these are there to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.commands.command_line import main
from lastdigit.document import sha256
from lastdigit.printing.golden import Golden
from lastdigit.store.documents import StoredDocument, load_store

IDS = ("000", "001", "002", "003", "004")


@pytest.fixture(params=IDS)
def stored(request: pytest.FixtureRequest, root: Path) -> StoredDocument:
    """One document's stored goldens."""
    return load_store(root / "reference_data")[request.param]


def lines_of(golden: Golden, path: Path) -> str:
    """The lines of a document in which a golden says that it stands, read without lastdigit's readers."""
    first, last = golden.provenance.first_line, golden.provenance.last_line
    return "\n".join(path.read_text(encoding="utf-8").split("\n")[first - 1 : last])


def test_extraction_finds_in_the_documents_what_is_committed(root: Path, documents: Path, capsys):
    status = main(["extract", str(documents), "--into", str(root / "reference_data"), "--check"])
    captured = capsys.readouterr()
    assert (status, captured.err) == (0, "")
    (totals,) = (line for line in captured.out.splitlines() if " all " in line)
    assert [int(cell) for cell in totals.split("│")[2:-1]] == [47, 524, 2, 4, 1, 5]


def test_a_record_has_the_hash_of_its_document(stored: StoredDocument, documents: Path):
    assert sha256((documents / stored.file_name).read_bytes()) == stored.sha256


def test_every_token_stands_verbatim_in_the_lines_of_its_provenance(stored: StoredDocument, documents: Path):
    for golden in stored.goldens.values():
        text = lines_of(golden, documents / stored.file_name)
        position = 0
        for token in golden.tokens:
            found = text.find(token, position)
            assert found >= 0, f"{token} of {golden.name} is not in {text!r}"
            position = found + len(token)


def test_cut_tokens_are_the_ends_of_outputs_of_a_thousand_characters(root: Path, documents: Path):
    stored = load_store(root / "reference_data")["003"]
    text = (documents / stored.file_name).read_text(encoding="utf-8")
    begun = [text.index(first) + 2 for first in ("\n\n[array([[ 1.78862847]", "\n\nInput X:")]
    ends = []
    for golden in stored.goldens.values():
        if golden.cut:
            lines = lines_of(golden, documents / stored.file_name)
            ends.append(text.index(lines) + len(lines))
            assert lines.endswith(golden.tokens[-1])
    assert ends == [start + 1000 for start in begun]
