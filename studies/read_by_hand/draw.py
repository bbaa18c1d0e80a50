"""A random draw of the goldens of many notebooks, few of a notebook and few of a source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from lastdigit.document import Document
from lastdigit.extraction.extract import extract_all
from lastdigit.extraction.extracted import Extracted
from lastdigit.readers.table import read_document

OF_A_NOTEBOOK, OF_A_SOURCE = 3, 8
"""The most goldens drawn of one notebook, and of one source."""
RESULTS = ("printed", "shape")


class Drawn(NamedTuple):
    """A golden, and the document that it is from."""

    document: Document
    entry: Extracted


def drawn(folder: Path, goldens: int, random: Random, without: frozenset[Path] = frozenset()) -> list[Drawn]:
    """So many printed goldens of the notebooks in a folder, which has a folder for each source.

    Each notebook gives few, so that many are read, and those in ``without`` none; raises what reading one raises.
    """
    sources = [source for source in sorted(folder.iterdir()) if source.is_dir()]
    found = [one for source in sources for one in _of_source(source, random, without)]
    random.shuffle(found)
    return found[:goldens]


def _of_source(source: Path, random: Random, without: frozenset[Path]) -> list[Drawn]:
    paths = [path for path in sorted(source.rglob("*.ipynb")) if path not in without]
    random.shuffle(paths)
    return [one for path in paths for one in _of_notebook(path, random)][:OF_A_SOURCE]


def _of_notebook(path: Path, random: Random) -> Iterator[Drawn]:
    document = read_document(path)
    results = [
        entry
        for entry in extract_all(document).goldens
        if entry.golden.kind in RESULTS and entry.golden.provenance.output is not None
    ]
    for entry in random.sample(results, min(OF_A_NOTEBOOK, len(results))):
        yield Drawn(document, entry)
