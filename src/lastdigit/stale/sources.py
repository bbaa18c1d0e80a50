"""The code to rerun and the stored outputs of a file: notebooks, texts, jupytext files, doctests.

A jupytext file without outputs, such as ``py:percent``, uses those of its paired notebook.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from lastdigit.base.errors import LocatedError
from lastdigit.base.extras import needs
from lastdigit.document import Cell, Document, Output, Passage
from lastdigit.readers.notebook import read_notebook
from lastdigit.readers.table import READERS, read_document

NOTEBOOK = ".ipynb"
_PERCENT = re.compile(r"^# %%", re.MULTILINE)
_CODE_CELL = re.compile(r"^(?:`{3,}|~{3,}|:{3,})[ \t]*\{code-cell\}", re.MULTILINE)
_SKIPPED = re.compile(r"#[ \t]*doctest:.*\+(?:SKIP|ELLIPSIS)")
_RUN_FIRST = "import runpy as _runpy\nglobals().update(_runpy.run_path({!r}))"
"""Runs a doctest's module first."""


class NoOutputs(LocatedError):
    """A file to rerun that has no stored outputs, and no paired notebook with them."""

    def __init__(self, path: Path) -> None:
        beside = path.with_suffix(NOTEBOOK).name
        super().__init__(path, 1, f"stored outputs, in the file or in {beside}", "none")


def is_known(path: Path) -> bool:
    """Whether a file may support a rerun."""
    return path.suffix.lower() in READERS and path.suffix.lower() not in (".html", ".htm")


def stored_outputs(path: Path) -> Document:
    """The document with the stored outputs: the file itself, or its paired notebook. Raises :class:`NoOutputs`, and the
    reader's errors.
    """
    if not _is_jupytext(path):
        document = read_document(path)
        kept = [cell for cell in document.cells if not _SKIPPED.search(cell.source.text)]
        if not any(cell.outputs for cell in kept):
            raise NoOutputs(path)
        return replace(document, cells=tuple(map(_without_skipped, document.cells)))
    paired = path.with_suffix(NOTEBOOK)
    if not paired.is_file():
        raise NoOutputs(path)
    return read_notebook(paired)


def code_of(path: Path) -> Any:
    """The file as a notebook to run, without outputs; code cells are numbered as in its stored outputs."""
    with needs("notebooks"):
        import nbformat
    if path.suffix == NOTEBOOK:
        return nbformat.read(path, as_version=4)
    if _is_jupytext(path):
        with needs("jupytext"):
            import jupytext

        return jupytext.read(path)
    cells = [nbformat.v4.new_code_cell(_code(cell)) for cell in read_document(path).cells]
    return nbformat.v4.new_notebook(cells=cells)


def run_before(path: Path) -> str:
    """Code to run before the first cell: for doctests in a module, the module."""
    is_module = path.suffix == ".py" and not _is_jupytext(path)
    return _RUN_FIRST.format(str(path.absolute())) if is_module else ""


def as_stored(stored: Document, new: Document) -> Document:
    """A new run with each cell's printed outputs joined, as a text stores them."""
    if stored.path.suffix == NOTEBOOK:
        return new
    alone = {cell.number: cell.outputs[0] for cell in stored.cells if len(cell.outputs) == 1}
    return replace(
        new, cells=tuple(_joined(cell, alone[cell.number]) if cell.number in alone else cell for cell in new.cells)
    )


def _joined(cell: Cell, stored: Output) -> Cell:
    printed = [output for output in cell.outputs if output.kind != "stderr"]
    if not printed:
        return replace(cell, outputs=())
    text = "\n".join(output.passage.text.rstrip("\n") for output in printed)
    kind = "error" if printed[-1].kind == "error" else stored.kind
    return replace(cell, outputs=(Output(1, Passage(text, 1), False, kind),))


def _code(cell: Cell) -> str:
    """The source of a cell; empty if it is not to be run."""
    return "" if _SKIPPED.search(cell.source.text) else cell.source.text


def _without_skipped(cell: Cell) -> Cell:
    return replace(cell, outputs=()) if _SKIPPED.search(cell.source.text) else cell


@lru_cache(maxsize=64)
def _is_jupytext(path: Path) -> bool:
    """Whether a text is a jupytext notebook: cells begin with ``# %%``, or are MyST's ``{code-cell}``."""
    if path.suffix not in (".py", ".md", ".myst", ".markdown"):
        return False
    text = path.read_text(encoding="utf-8", errors="replace")
    return bool((_PERCENT if path.suffix == ".py" else _CODE_CELL).search(text))
