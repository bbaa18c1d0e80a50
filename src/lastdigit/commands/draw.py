"""``lastdigit draw``: regenerate the inputs described in case files, and store them at full precision."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from lastdigit.base.errors import InvalidStore, LastdigitError
from lastdigit.base.extras import needs
from lastdigit.cases.case import Recipe
from lastdigit.cases.feasible import find_feasible
from lastdigit.cases.inputs import read_inputs, stored_inputs, write_inputs
from lastdigit.cases.reference import ReferenceDocument, load_reference_document
from lastdigit.store.documents import RECORD, records_in

with needs("documents"):
    from rich.console import Console
    from rich.table import Table


def run(root: Path, *, check_only: bool) -> int:
    """Store the inputs of every document and print one row each; with ``check_only``, compare the stored ones."""
    table = Table("document", "input", "shape", "from", title="inputs", title_justify="left")
    paths = records_in(root)
    if not paths:
        raise InvalidStore(root, 1, f"a folder of documents, each with its {RECORD}", "none")
    for path in paths:
        document = load_reference_document(path.parent)
        arrays = document.kept if check_only else _arrays(document)
        for name, source in stored_inputs(document.case_file, document.stored.folder):
            origin = _origin(source) if isinstance(source, Recipe) else "feasible"
            table.add_row(document.stored.id, name, "×".join(map(str, arrays[name].shape)), origin)
        if not check_only:
            write_inputs(document.stored.folder, arrays)
    Console().print(table)
    return 0


def _arrays(document: ReferenceDocument) -> dict[str, np.ndarray]:
    """Every stored input: recipes are drawn again; feasible inputs are reused if stored, else searched for."""
    arrays = {
        name: document.drawn[name]
        for name, source in stored_inputs(document.case_file, document.stored.folder)
        if isinstance(source, Recipe)
    }
    try:
        kept = read_inputs(document.stored.folder)
    except LastdigitError:
        kept = {}
    for feasible in document.case_file.feasible:
        known = all(name in kept and kept[name].shape == shape for name, shape in feasible.shapes.items())
        found = {name: kept[name] for name in feasible.shapes} if known else find_feasible(document, feasible, arrays)
        arrays |= found
    return arrays


def _origin(recipe: Recipe) -> str:
    recovered = ", recovered" if recipe.name else ""
    before = f" after {recipe.offset} words" if recipe.offset else ""
    return f"{recipe.generator}, seed {recipe.seed}{before}{recovered}"
