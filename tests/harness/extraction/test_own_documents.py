"""The documents of ``tests/documents``: what a person reads in them is what is extracted from them, in every format."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from lastdigit.extraction.extract import extract
from lastdigit.printing.golden import Golden
from lastdigit.readers.table import READERS, read_document

FOLDER = Path(__file__).parents[2] / "documents"
DOCUMENTS = sorted(
    path for path in FOLDER.iterdir() if path.suffix in READERS and path.name not in ("make.py", "sources.py")
)
LOST_IN_EXPORT = FOLDER / "lost_in_export.list"
"""The cells of which an export does not tell all that their notebook does: what went to the error stream, or how a
Styler shows a frame."""


def expected_of(path: Path) -> dict[str, Any]:
    """What a person reads in a document: in a file of its own, or in that of the notebook it was exported from."""
    for name in (path.name, path.stem, path.name.partition(".")[0]):
        file = FOLDER / f"{name}.expected.json"
        if file.is_file():
            return json.loads(file.read_text(encoding="utf-8"))
    raise AssertionError(f"{path.name} has no *.expected.json")


def is_export(path: Path) -> bool:
    """Whether a document was exported from a notebook: exports run outputs together that notebooks keep apart."""
    return path.suffix != ".ipynb" and (FOLDER / f"{path.name.partition('.')[0]}.ipynb").is_file()


def seen(label: str, kind: str, shape: Any, tokens: Any, cell: int, output: int | None, *, export: bool):
    """One golden as it is compared; a program quotes keys with other marks than a person."""
    tokens = tokens.split() if isinstance(tokens, str) else list(tokens)
    return label.replace("'", '"'), kind, tuple(shape), tokens, cell, None if export else output


def lost_in_export() -> set[str]:
    return set(LOST_IN_EXPORT.read_text(encoding="utf-8").split("\n")) - {""}


def cells() -> list[Any]:
    """Every cell of every document, by its document's name and its number."""
    names = {
        f"{path.name}-{cell.number}": (path, cell.number) for path in DOCUMENTS for cell in read_document(path).cells
    }
    xfail = pytest.mark.xfail(reason="the export does not tell", raises=AssertionError, strict=True)
    listed = lost_in_export()
    return [pytest.param(*cell, id=name, marks=[xfail] if name in listed else []) for name, cell in names.items()]


@lru_cache
def extracted(path: Path) -> list[Golden]:
    return [
        entry.golden
        for entry in extract(read_document(path))
        if entry.golden.is_printed or entry.golden.kind == "shape"
    ]


@pytest.mark.parametrize(("path", "cell"), cells())
def test_what_a_person_reads_in_a_cell_is_what_is_extracted(path: Path, cell: int):
    export = is_export(path)
    expected = [seen(**golden, export=export) for golden in expected_of(path)["goldens"] if golden["cell"] == cell]
    found = [
        seen(
            golden.label,
            "printed" if golden.is_printed else "shape",
            golden.shape,
            golden.tokens,
            cell,
            golden.provenance.output,
            export=export,
        )
        for golden in extracted(path)
        if golden.provenance.cell == cell
    ]
    assert sorted(found, key=repr) == sorted(expected, key=repr)


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if not is_export(path)], ids=lambda path: path.name)
def test_an_output_that_is_expected_is_one_that_is_there(path: Path):
    cells = {cell.number: {output.number for output in cell.outputs} for cell in read_document(path).cells}
    expected = expected_of(path)
    for entry in (*expected["goldens"], *expected["not_goldens"]):
        assert entry["output"] in cells[entry["cell"]], entry


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if is_export(path)], ids=lambda path: path.name)
def test_an_export_shows_the_cells_and_outputs_of_its_notebook(path: Path):
    def shown(document: Path) -> list[tuple[str, list[str]]]:
        return [
            (
                cell.source.text.strip(),
                " ".join(output.passage.text for output in cell.outputs if "Styler" not in output.passage.text).split(),
            )
            for cell in read_document(document).cells
        ]

    exported, of_notebook = shown(path), shown(path.parent / f"{path.name.partition('.')[0]}.ipynb")
    if path.name.startswith("frames") and path.suffix != ".txt":
        exported[-1] = (exported[-1][0], [])
    assert exported == of_notebook


def test_no_cell_is_listed_that_is_not_there():
    assert lost_in_export() <= {parameter.id for parameter in cells()}


def test_every_expectation_has_its_document_and_its_cells():
    expected = {path.name.removesuffix(".expected.json") for path in FOLDER.glob("*.expected.json")}
    assert expected <= {part for path in DOCUMENTS for part in (path.name, path.stem)}
