"""``lastdigit init``: set up a project with an example for pytest to judge."""

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
"""The action on a file, its path, and its purpose."""


def run(folder: Path) -> int:
    """Write missing files and print a line for each file."""
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
        yield KEPT, f"{reference}/", "it already has documents: no example added"
    else:
        document = Path("documents", "weights.md")
        yield _file(folder, document, DOCUMENT, "a document with printed numbers; replace it with your own")
        read = read_document(folder / document)
        stored = store(read, extract(read), folder / reference)
        name = reference / stored.id
        yield WROTE, f"{name / 'document.toml'}", f"its printed numbers: lastdigit extract {document}"
        yield _file(folder, name / "cases.toml", CASES, "which operation computes which golden, from which inputs")
        path = settings.implementations / "numpy_softmax.py"
        yield _file(folder, path, IMPLEMENTATION, "code under test: a decorated function for each operation")
    yield _settings(folder, settings)
    workflow = Path(".github", "workflows", "lastdigit.yml")
    yield _file(folder, workflow, WORKFLOW, "CI: runs pytest and uploads the reports")


def _file(folder: Path, path: Path, text: str, purpose: str) -> Line:
    if (folder / path).exists():
        return KEPT, str(path), "exists already"
    write_whole(folder / path, text.encode())
    return WROTE, str(path), purpose


def _settings(folder: Path, settings: Settings) -> Line:
    """Append the table of settings to pyproject.toml."""
    path = folder / PYPROJECT
    if settings.declared:
        return KEPT, PYPROJECT, "already has a table [tool.lastdigit]"
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
    purpose = "[tool.lastdigit]: these folders, and the limits of a call"
    return WROTE, PYPROJECT, f"{purpose}; existing content unchanged" if there else purpose
