"""``lastdigit export``: write stored cases as test vectors for programs in other languages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lastdigit.base.errors import InvalidCase, InvalidStore, meant
from lastdigit.base.files import write_whole
from lastdigit.cases.case_file import NAME
from lastdigit.cases.reference import ReferenceDocument, load_reference_document
from lastdigit.store.documents import RECORD
from lastdigit.vectors.outputs import judged_outputs
from lastdigit.vectors.vector import SCHEMA, vector_of
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.verdict import AGREES
from lastdigit.verdicts.words.describe import describe


def run(names: Sequence[str], root: Path, into: Path) -> int:
    """Write each case as JSON and npz, with the schema."""
    import json

    vectors = [vector_of(CaseReadings(document, case)) for name in names for document, case in _cases(name, root)]
    into.mkdir(parents=True, exist_ok=True)
    write_whole(into / "vector.schema.json", (json.dumps(SCHEMA, indent=1) + "\n").encode())
    for vector in vectors:
        write_whole(into / f"{vector.name}.json", vector.to_json().encode())
        write_whole(into / f"{vector.name}.npz", vector.to_npz())
        print(f"{vector.case}: {into / vector.name}.json, {vector.operation} in {', '.join(vector.inputs)}")
    return 0


def run_outputs(path: Path, *, as_json: bool) -> int:
    """Judge a file of outputs; returns 0 if it agrees, else 1."""
    verdict = judged_outputs(path)
    if as_json:
        print(verdict.to_json())
    elif verdict.verdict == AGREES:
        words = f"{verdict.case}: agrees with the definition, {verdict.implementation} in {verdict.dtype}"
        print(f"{words}, {verdict.arithmetic}; {verdict.rules_out} of {verdict.mistakes} mistakes excluded")
    else:
        print(describe(verdict, None))
    return 0 if verdict.verdict == AGREES else 1


def _cases(name: str, root: Path):  # type: ignore[no-untyped-def]
    """The cases of a document, or the named one."""
    document_name, _, case_name = name.partition("/")
    folder = root / document_name
    if not (folder / RECORD).is_file():
        known = [path.parent.name for path in root.glob(f"*/{RECORD}")]
        raise InvalidStore(
            folder / RECORD, 1, "a stored document (lastdigit extract)", f"nothing there{meant(document_name, known)}"
        )
    document: ReferenceDocument = load_reference_document(folder)
    found = [case for case in document.case_file.cases if case_name in ("", case.name)]
    if not found:
        known = [case.name for case in document.case_file.cases]
        raise InvalidCase(folder / NAME, 1, "one of its cases", f"{case_name!r}{meant(case_name, known)}")
    return [(document, case) for case in found]
