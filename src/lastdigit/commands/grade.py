"""``lastdigit grade``: copies of a notebook, compared with the cases of a stored document; nothing is executed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lastdigit.base.errors import InvalidStore, LastdigitError, UnreadableDocument, did_you_mean
from lastdigit.base.extras import needs
from lastdigit.cases.reference import ReferenceDocument, load_reference_document
from lastdigit.grading.grader import Grader
from lastdigit.grading.mark import Graded
from lastdigit.grading.page import write_grade_page
from lastdigit.grading.tables import COPIES, GRADES, write_grade_tables
from lastdigit.grading.text import print_grades
from lastdigit.readers.table import READERS, find_documents, read_document
from lastdigit.store.documents import RECORD, records_in

with needs("report"):
    from rich.console import Console
    from rich.progress import track

PAGE = "grades.html"
WIDTH = 150
"""Default width without a terminal."""


class NothingToGrade(LastdigitError):
    """A stored document without a golden in a case."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: expected a case or relation with a printed golden, found none")


@dataclass(frozen=True)
class Options:
    """Options of the command."""

    store: Path
    into: Path
    handout: Path | None = None


def run(name: str, copies: Sequence[Path], options: Options) -> int:
    """Grade every copy, and write the tables and the page; returns 1 if a copy is unreadable, after grading all."""
    grader = Grader(_stored(name, options.store), None if options.handout is None else read_document(options.handout))
    if not grader.dues.graded:
        raise NothingToGrade(grader.dues.document.path)
    paths = find_documents(list(copies))
    if not paths:
        raise UnreadableDocument(copies[0], 1, f"a copy, whose name ends in {', '.join(READERS)}", "none")
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    names = names_of(paths)
    pairs = list(zip(paths, names, strict=True))
    shown = track(pairs, "grading", console=Console(stderr=True), transient=True) if console.is_terminal else pairs
    graded = [_graded(grader, path, own) for path, own in shown]
    write_grade_tables(graded, options.into)
    write_grade_page(graded, grader.dues, options.into / PAGE)
    print_grades(graded, grader.dues, console)
    print(f"written: {options.into / PAGE}, {options.into / GRADES}, {options.into / COPIES}")
    return 1 if any(each.failure for each in graded) else 0


def _stored(name: str, store: Path) -> ReferenceDocument:
    """Load a stored document by name or folder."""
    folder = Path(name) if (Path(name) / RECORD).is_file() else store / name
    if not (folder / RECORD).is_file():
        known = [path.parent.name for path in records_in(store)] if store.is_dir() else []
        found = f"{name!r}{did_you_mean(name, known)}" if known else "none there"
        raise InvalidStore(store, 1, "a stored document (lastdigit extract)", found)
    document = load_reference_document(folder)
    document.check()
    return document


def _graded(grader: Grader, path: Path, name: str) -> Graded:
    """A copy with its marks; whatever goes wrong in one copy is reported for that one alone."""
    try:
        return grader.grade(read_document(path), name)
    except LastdigitError as error:
        return Graded(name, failure=f"{type(error).__name__}: {error}")
    except Exception as error:
        return Graded(name, failure=f"could not be graded: {type(error).__name__}: {error}")


def names_of(paths: Sequence[Path]) -> list[str]:
    """A unique name for each copy: its file name, with as many parent folders as needed."""
    stems = [path.stem for path in paths]
    if len(set(stems)) == len(stems):
        return stems
    folder = os.path.commonpath([path.absolute().parent for path in paths])
    return [path.absolute().relative_to(folder).with_suffix("").as_posix() for path in paths]
