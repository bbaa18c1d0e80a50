"""The lines of a certificate: goldens, inputs, cases, enclosures with bounds, and the verdicts that rest on them.
``docs/certificates.md`` describes each line. The program that reads it trusts nothing here: that one
(:mod:`lastdigit_checker`) states the definitions itself and imports nothing of this.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from lastdigit.base.files import toml_of, write_whole
from lastdigit.cases.case import Recipe
from lastdigit.cases.case_file import NAME as CASES
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.certificates.certified_case import CertifiedCase, Implementations
from lastdigit.document import sha256
from lastdigit.implementations.definitions import own_operations
from lastdigit.printing.golden import Golden
from lastdigit.records.lines import dumps, verdict_line
from lastdigit.records.reference_text import reference_texts
from lastdigit.records.run import Run
from lastdigit.store.documents import RECORD
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, SKIPPED, UNDECIDED, Verdict

FORMAT = "lastdigit certificate"
VERSION = 2

_KEPT = (
    *("document", "case", "golden", "operation", "implementation", "dtype", "against", "environment"),
    *("verdict", "gate", "evidence", "arithmetic", "erratum"),
)
"""The fields of a verdict in a certificate: its identification, and its outcome, which follows by a rule."""


def write_certificate(run: Run, record: Path, implementations: Implementations, path: Path) -> int:
    """Write the certificate of a run read from ``record``; returns the number of verdicts."""
    lines = certificate_lines(run, hashlib.sha256(record.read_bytes()).hexdigest(), implementations)
    write_whole(path, packed(lines))
    return len(run.verdicts)


def packed(lines: Iterator[dict[str, Any]] | Sequence[dict[str, Any]]) -> bytes:
    """Lines as a file, followed by the hash of all of them."""
    text = "".join(f"{dumps(line)}\n" for line in lines).encode("ascii")
    end = dumps({"end": {"sha256": sha256(text)}})
    return gzip.compress(text + f"{end}\n".encode("ascii"), 6, mtime=0)


def certificate_lines(run: Run, record: str, implementations: Implementations) -> Iterator[dict[str, Any]]:
    """All lines but the last; ``record`` is the hash of the run's record."""
    texts = run.files if run.files is not None else reference_texts(run.reference.root)
    yield {
        "certificate": {
            "format": FORMAT,
            "version": VERSION,
            "run": record,
            "environment": run.environment,
            "complete": run.complete,
            "faults": [str(fault) for fault in run.faults],
            "gate": "pass" if run.passes else "fail",
            "verdicts": {name: sum(v.verdict == name for v in run.verdicts) for name in _VERDICTS},
            "reference": {name: sha256(text.encode("utf-8", "surrogateescape")) for name, text in texts.items()},
        }
    }
    yield from _own_operations(run)
    for document in run.reference.documents.values():
        yield from _document_lines(document, texts)
    cases = {(case.document, case.name): case for case in run.reference.cases}
    for key, verdicts in groupby(run.verdicts, key=lambda verdict: (verdict.document, verdict.case)):
        detailed = list(run.detailed(verdicts))
        if key in cases:
            document = run.reference.documents[key[0]]
            yield from CertifiedCase(document, cases[key], implementations).lines(detailed, _row)
        else:
            for verdict in detailed:
                yield {"verdict": _row(verdict), "rule": "skipped" if verdict.verdict == SKIPPED else "relation"}


_VERDICTS = (AGREES, DISAGREES, UNDECIDED, FAILED, SKIPPED)


def _row(verdict: Verdict) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(verdict_line(verdict))
    kept = (*_KEPT, "reason") if verdict.verdict == FAILED else _KEPT
    return {name: value for name, value in plain.items() if name in kept}


def _own_operations(run: Run) -> Iterator[dict[str, Any]]:
    """The project's own operations in cases and derived inputs: the checker lacks their definitions."""
    files = [document.case_file for document in run.reference.documents.values()]
    used = {case.operation for file in files for case in file.cases}
    used |= {derived.operation for file in files for derived in file.derived.values()}
    for name, path in own_operations().items():
        if name in used:
            yield {"operation": {"name": name, "file": path.name, "sha256": sha256(path.read_bytes())}}


def _document_lines(document: ReferenceDocument, texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    name, file = document.stored.id, document.case_file
    files = stated(texts, name)
    for golden in document.stored.goldens.values():
        entry = _format(golden) if file.said else files["golden", golden.name]
        yield {"golden": {"document": name, **entry, "tokens": list(golden.tokens)}}
    drawn: Mapping[str, Recipe] = {entry: recipe for recipe in file.recipes for entry in recipe.names}
    feasible = [entry for found in file.feasible for entry in found.shapes]
    for entry in (*document.drawn, *(entry for entry in feasible if entry not in document.drawn)):
        known = document.input(entry)
        array = known.middles
        line = {"document": name, "name": entry, "shape": list(array.shape), "numbers": array.ravel().tolist()}
        radius = float((known.high[0] - known.low[0]) / 2) if known.high else 0.0
        recipe = drawn.get(entry)
        origin = f"{recipe.generator}, seed {recipe.seed}, offset {recipe.offset}" if recipe else "feasible"
        yield {"input": {**line, "radius": radius, "origin": origin}}
    kinds = {
        "derived": list(file.derived),
        "case": [case.name for case in file.cases],
        "relation": [relation.name for relation in file.relations],
        "erratum": [erratum.id for erratum in file.errata],
    }
    for kind, names in kinds.items():
        yield from ({kind: {"document": name, **files[kind, entry]}} for entry in names)


def stated(texts: Mapping[str, str], document: str) -> dict[tuple[str, str], Any]:
    """What the files of a document say, as they say it, by kind and name; with the cases that it takes from another."""
    said, stored = (toml_of(texts[f"{document}/{name}"]) for name in (CASES, RECORD))
    found = stated(texts, said["like"]) if "like" in said else {}
    found |= {("golden", entry["name"]): entry for entry in stored.get("golden", [])}
    found |= {("derived", name): {"name": name, **entry} for name, entry in said.get("derived", {}).items()}
    for kind in ("case", "relation", "erratum"):
        found |= {(kind, entry.get("name", entry.get("id"))): entry for entry in said.get(kind, [])}
    return found


def _format(golden: Golden) -> dict[str, Any]:
    """A golden whose format its case file states; ``others`` stands for all that the checker does not derive."""
    form = golden.format
    more = form.others or form.rounded_to is not None or form.inferred is not None or golden.summary is not None
    return {
        "name": golden.name,
        "kind": golden.kind,
        "shape": list(golden.shape),
        "cut": golden.cut,
        "printer": form.printer,
        "precision": form.precision,
        "scientific": form.scientific,
        "floatmode": form.floatmode,
        "dtype": form.dtype,
        **({"computed_in": golden.computed_in} if golden.computed_in else {}),
        "others": bool(more),
    }
