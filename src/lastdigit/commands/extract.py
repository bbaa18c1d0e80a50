"""``lastdigit extract``: extract goldens from documents, store them, and print tables of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from lastdigit.base.ends_with_parent import end_with_parent
from lastdigit.base.errors import LastdigitError, UnreadableDocument
from lastdigit.base.extras import needs
from lastdigit.commands.found import as_json, print_documents, print_goldens, print_left_out
from lastdigit.commands.read_one import CASES, CHECK, STORE, Found, read_one
from lastdigit.document import document_id
from lastdigit.readers.table import READERS, find_documents

with needs("documents"):
    from rich.console import Console
    from rich.progress import track

FEW = 3
"""Up to n documents show each golden; more show a row per document."""

MANY = 32
"""From this many documents on, worker processes pay off."""


class DuplicateDocument(LastdigitError):
    """Two documents with the same folder in the store."""

    def __init__(self, name: str, path: Path, first: Path) -> None:
        super().__init__(f"{path}: expected one document called {name}, found {first} of the same name")


@dataclass(frozen=True)
class Options:
    """Options of the command."""

    action: str = STORE
    json: bool = False
    explain: bool = False
    workers: int | None = None


def run(paths: list[Path], into: Path, options: Options) -> int:
    """Extract every document and print the goldens; returns 1 if a document fails, after trying all."""
    documents = find_documents(paths)
    if not documents:
        raise UnreadableDocument(paths[0], 1, f"a document, whose name ends in {', '.join(READERS)}", "none")
    first, doubles = _split(documents)
    all_found = [*_read_all(first, into, options), *doubles]
    good = [found for found in all_found if not found.failure]
    if options.json:
        print(as_json(all_found))
    else:
        _print(good, into, options)
    for found in all_found:
        if found.failure:
            print(f"lastdigit: {found.failure}", file=sys.stderr)
    return 0 if good and len(good) == len(all_found) else 1


def _split(paths: Sequence[Path]) -> tuple[list[Path], list[Found]]:
    """The documents to read, and those whose folder in the store is already taken."""
    first: dict[str, Path] = {}
    doubles = []
    for path in paths:
        name = document_id(path)
        if name in first:
            doubles.append(Found("", path, failure=f"DuplicateDocument: {DuplicateDocument(name, path, first[name])}"))
        else:
            first[name] = path
    return list(first.values()), doubles


def _read_all(paths: Sequence[Path], into: Path, options: Options) -> Iterator[Found]:
    workers = options.workers or os.cpu_count() or 1
    one = partial(read_one, into=into, action=options.action, propose=not options.json)
    if workers == 1 or len(paths) < MANY:
        yield from _shown(map(one, paths), len(paths))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=end_with_parent) as pool:
        yield from _shown(pool.map(one, paths, chunksize=4), len(paths))


def _shown(found: Iterable[Found], total: int) -> Iterable[Found]:
    """With a progress bar on a terminal."""
    if not sys.stderr.isatty():
        return found
    return track(found, total=total, description="reading", console=Console(stderr=True))


def _print(good: Sequence[Found], into: Path, options: Options) -> None:
    console = Console()
    if options.action != CHECK and len(good) <= FEW:
        for found in good:
            print_goldens(found, console)
    if good:
        print_documents(good, console)
    if options.explain:
        for found in good:
            print_left_out(found, console)
    if options.action == STORE and good:
        folders = ", ".join(str(into / found.id) for found in good[:FEW]) + (", …" if len(good) > FEW else "")
        print(f"written: {folders}")
    proposing = [found for found in good if found.proposed]
    if len(good) > FEW and proposing:
        names = ", ".join(found.id for found in proposing[:FEW]) + (", …" if len(proposing) > FEW else "")
        print(
            f"draws and cases are proposed for {len(proposing)} of them; "
            f"run extract on one to see its proposal: {names}"
        )
        return
    for found in proposing:
        print(f"proposed for {into / found.id / CASES}, from the source:\n\n{found.proposed}")
