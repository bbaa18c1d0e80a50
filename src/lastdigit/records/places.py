"""Source locations of cases, relations and implementations, for annotations of failing verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lastdigit.base.toml_lines import TomlLines
from lastdigit.cases.reference import Reference
from lastdigit.implementations.implementation import Implementation
from lastdigit.records.run import Place
from lastdigit.verdicts.verdict import THE_DOCUMENT, Verdict


def places_of(reference: Reference, implementations: Iterable[Implementation], root: Path) -> dict[str, Place]:
    """The place of every case, relation and implementation, with paths relative to ``root``."""
    places: dict[str, Place] = {}
    for document in reference.documents.values():
        if not document.path.is_file():
            continue
        ids = {
            "case": [case.id for case in document.case_file.cases],
            "relation": [relation.id for relation in document.case_file.relations],
        }
        lines = TomlLines(document.path)
        for kind, named in ids.items():
            for (first, _), name in zip(lines.tables(kind), named, strict=False):
                places[f"{kind} {name}"] = (told_from(document.path, root), first)
    for implementation in implementations:
        key = f"implementation {implementation.name} {implementation.operation}"
        places[key] = (told_from(implementation.path, root), implementation.line)
    return places


def place_of(verdict: Verdict, places: Mapping[str, Place]) -> Place | None:
    """The place that a verdict points to: the implementation's function, or the case or relation judged."""
    return next((places[key] for key in _keys(verdict) if key in places), None)


def told_from(path: Path, root: Path) -> str:
    """A path relative to ``root``, with forward slashes; unchanged if it is not below ``root``."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def _keys(verdict: Verdict) -> Iterator[str]:
    if verdict.implementation != THE_DOCUMENT:
        yield f"implementation {verdict.implementation} {verdict.operation}"
    yield f"case {verdict.document}/{verdict.case}"
    yield f"relation {verdict.document}/{verdict.case}"
