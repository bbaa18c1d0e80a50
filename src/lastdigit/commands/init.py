"""``lastdigit init``: a folder in which pytest judges something at once, to put one's own documents and code into."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lastdigit.base.extras import needs
from lastdigit.base.files import read_toml, write_whole
from lastdigit.base.presence import PYPROJECT, holds_documents
from lastdigit.base.settings import Settings, settings_in
from lastdigit.commands.init_files import CASES, DOCUMENT, IMPLEMENTATION, WORKFLOW
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document
from lastdigit.store.documents import store

with needs("documents"):
    import tomlkit

WROTE, KEPT = "wrote", "kept"
Line = tuple[str, str, str]
"""What was done with a file, its path, and what it is for."""


def run(folder: Path) -> int:
    """Write what is not there and print a line for each file: what it is for, or that it was kept as it is."""
    lines = list(_written(folder))
    width = max(len(path) for _, path, _ in lines)
    for done, path, purpose in lines:
        print(f"{done}  {path:<{width}}  {purpose}")
    print(f"next: {'' if folder == Path() else f'cd {folder}; '}pytest")
    return 0


def _written(folder: Path) -> Iterator[Line]:
    settings = settings_in(folder)
    reference = settings.reference_data
    if holds_documents(folder / reference):
        yield KEPT, f"{reference}/", "it holds documents already: no example is added"
    else:
        document = Path("documents", "weights.md")
        yield _file(folder, document, DOCUMENT, "a document that prints numbers, to be replaced by your own")
        read = read_document(folder / document)
        stored = store(read, extract(read), folder / reference)
        name = reference / stored.id
        yield WROTE, f"{name / 'document.toml'}", f"the numbers that it prints: lastdigit extract {document}"
        yield _file(folder, name / "cases.toml", CASES, "which operation gives which of them, from which inputs")
        path = settings.implementations / "numpy_softmax.py"
        yield _file(folder, path, IMPLEMENTATION, "code under test: a decorated function for each operation")
    yield _settings(folder, settings)
    workflow = Path(".github", "workflows", "lastdigit.yml")
    yield _file(folder, workflow, WORKFLOW, "CI: runs pytest and keeps the reports")


def _file(folder: Path, path: Path, text: str, purpose: str) -> Line:
    if (folder / path).exists():
        return KEPT, str(path), "it is there already"
    write_whole(folder / path, text.encode())
    return WROTE, str(path), purpose


def _settings(folder: Path, settings: Settings) -> Line:
    """The table of settings, behind what pyproject.toml holds."""
    path = folder / PYPROJECT
    if settings.declared:
        return KEPT, PYPROJECT, "it has a table [tool.lastdigit] already"
    there = path.exists()
    if there:
        read_toml(path)  # refuses by its line what is no TOML
    file = tomlkit.parse(path.read_text(encoding="utf-8")) if there else tomlkit.document()
    table = tomlkit.table()
    for name in ("reference_data", "implementations", "definitions", "reports"):
        table[name] = str(getattr(settings, name))
    limits = tomlkit.inline_table()
    limits.update({"seconds": settings.seconds, "gigabytes": settings.gigabytes})
    table["limits"] = limits
    tool = file.get("tool")
    if tool is None:
        tool = tomlkit.table(is_super_table=True)
        file["tool"] = tool
    tool["lastdigit"] = table
    write_whole(path, tomlkit.dumps(file).encode())
    purpose = "[tool.lastdigit]: where these folders are, and what a call may take"
    return WROTE, PYPROJECT, f"{purpose}; what it held is as it was" if there else purpose
