"""docs/cases.md: every example is loaded and judged, and every key that a case file may have stands in one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lastdigit.base.toml_table import Table
from lastdigit.cases import case_file as reader
from lastdigit.cases.case_file import load_case_file
from lastdigit.cases.reference import load_reference, load_reference_document
from lastdigit.commands.command_line import main
from lastdigit.commands.draw import run as draw
from lastdigit.operations import all_operations
from lastdigit.pytest_session.project import Project
from studies.operations_page.page import operations_page

pytestmark = pytest.mark.long

DOCS = Path(__file__).parents[3] / "docs"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXT = (DOCS / "cases.md").read_text(encoding="utf-8")
EXAMPLES = [body for language, body in BLOCK.findall(TEXT) if language == "toml"]


@pytest.fixture
def store(tmp_path: Path, capsys) -> Path:
    """The document of the page, and a copy of it, in a store."""
    (document,) = (body for language, body in BLOCK.findall(TEXT) if language == "pycon")
    for name in ("tutorial", "copy"):
        (tmp_path / f"{name}.pycon").write_text(document, encoding="utf-8")
        assert main(["extract", str(tmp_path / f"{name}.pycon"), "--into", str(tmp_path / "store")]) == 0
    capsys.readouterr()
    return tmp_path / "store"


def write(store: Path, example: str) -> Path:
    """An example where it belongs: one that takes cases of the document is the copy's."""
    folder = store / ("copy" if example.startswith("like") else "tutorial")
    if folder.name == "copy":
        (store / "tutorial" / "cases.toml").write_text(EXAMPLES[0], encoding="utf-8")
    (folder / "cases.toml").write_text(example, encoding="utf-8")
    return folder


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_is_loaded_and_its_goldens_agree(store: Path, example: str, capsys):
    folder = write(store, example)
    assert draw(store, check_only=False) == 0
    capsys.readouterr()
    reference = load_reference(store)
    assert reference.faults == ()
    document = reference.documents[folder.name]
    project = Project(reference, ())
    cases, relations = document.case_file.cases, document.case_file.relations
    verdicts = [verdict for case in cases for verdict in project.judge_document(case)]
    verdicts += [verdict for relation in relations for verdict in project.judge_relation(relation)]
    for verdict in verdicts:
        assert verdict.verdict == ("disagrees" if verdict.erratum else "agrees"), verdict
    assert load_reference_document(folder).case_file == document.case_file


def test_every_key_stands_in_an_example(store: Path, monkeypatch: pytest.MonkeyPatch):
    asked, given = set(), set()

    take = Table.take

    def watched(self, key, *rest):
        what = "file" if self.what == "the file" else self.what.split()[0]
        asked.add((what, key))
        if key in self.content:
            given.add((what, key))
        return take(self, key, *rest)

    monkeypatch.setattr(Table, "take", watched)
    for example in EXAMPLES:
        load_case_file(write(store, example) / "cases.toml")
    assert asked - given == set()
    assert len(asked) > 50
    for _, key in asked:
        assert re.search(rf"\b{key}\b", TEXT)


def test_the_error_on_the_page_is_the_one_that_is_given(store: Path):
    broken = EXAMPLES[0].replace("parameters = { causal = false }\n", "").replace("goldens", "golden")
    path = write(store, broken.replace('["weights", "weights_shape"]', '["weights"]')) / "cases.toml"
    with pytest.raises(reader.InvalidCase) as error:
        load_case_file(path)
    said = str(error.value).replace(str(store), "reference_data")
    assert f"\n{said}\n" in TEXT


def test_the_page_of_operations_is_made_from_the_definitions():
    page = operations_page()
    assert (DOCS / "operations.md").read_text(encoding="utf-8") == page
    own = [name for name, one in all_operations().items() if one.definition.__module__.startswith("lastdigit.")]
    assert len(own) > 20
    assert all(f"\n### {name}\n" in page for name in own)
