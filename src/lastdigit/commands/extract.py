"""``lastdigit extract``: documents into stored goldens, and the table of what was found."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from lastdigit.documents.readers import find_documents, read_document
from lastdigit.errors import LastdigitError
from lastdigit.extract import extract
from lastdigit.files import read_toml
from lastdigit.golden import Golden
from lastdigit.proposal import proposed_draws
from lastdigit.store import check, store

CASES = "cases.toml"
_COLUMNS = ("arrays and scalars", "whole values", "cut tokens", "shapes", "typed", "literal inputs")


class DuplicateDocument(LastdigitError):
    """Two documents that would be stored in one folder."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(f"{path}: expected one document called {name}, found another before it")


def run(paths: list[Path], into: Path, *, check_only: bool) -> int:
    """Extract every document; print one row each and their totals. 1 where a document fails, after all were tried."""
    table = Table("document", title="goldens found", title_justify="left", show_footer=True)
    counts: dict[str, tuple[int, ...]] = {}
    failures: list[LastdigitError] = []
    proposals: dict[str, str] = {}
    for path in find_documents(paths):
        try:
            document = read_document(path)
            if document.id in counts:
                raise DuplicateDocument(document.id, path)
            extracted = extract(document)
            (check if check_only else store)(document, extracted, into)
        except LastdigitError as error:
            failures.append(error)
            continue
        counts[document.id] = count([entry.golden for entry in extracted])
        if not check_only and not _describes_draws(into / document.id / CASES) and (draws := proposed_draws(document)):
            proposals[document.id] = draws
    totals = [sum(column) for column in zip(*counts.values(), strict=True)] or [0] * len(_COLUMNS)
    table.columns[0].footer = "all"
    for heading, total in zip(_COLUMNS, totals, strict=True):
        table.add_column(heading, justify="right", footer=str(total))
    for name, row in counts.items():
        table.add_row(name, *(str(number) if number else "" for number in row))
    Console().print(table)
    for name, proposed in proposals.items():
        print(f"proposed for {into / name / CASES}, from what the source draws:\n\n{proposed}")
    for failure in failures:
        print(f"lastdigit: {type(failure).__name__}: {failure}", file=sys.stderr)
    return 1 if failures or not counts else 0


def _describes_draws(path: Path) -> bool:
    """Whether a case file has draws already, so that nothing need be proposed."""
    return path.is_file() and "draw" in read_toml(path)


def count(goldens: list[Golden]) -> tuple[int, ...]:
    """Arrays and scalars, whole values, cut tokens, shapes, typed arrays and literal inputs among ``goldens``."""
    printed = [golden for golden in goldens if golden.kind == "printed"]
    cut = sum(golden.cut for golden in printed)
    kinds = [golden.kind for golden in goldens]
    return (
        len(printed),
        sum(len(golden.tokens) for golden in printed) - cut,
        cut,
        kinds.count("shape"),
        kinds.count("typed"),
        kinds.count("literal"),
    )
