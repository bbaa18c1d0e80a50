"""Cases with a whole frame: each of its columns is expected as that column of the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from lastdigit.cases.case import Case, CaseFile, Expected
from lastdigit.store.documents import StoredDocument


def with_columns(case_file: CaseFile, stored: StoredDocument) -> CaseFile:
    """Replace a frame's name in a case file by its columns."""
    columns: dict[str, list[str]] = {}
    for golden in stored.goldens.values():
        if golden.frame and golden.frame not in stored.goldens:
            columns.setdefault(golden.frame, []).append(golden.name)
    if not columns:
        return case_file

    def expected(one: Expected) -> Iterator[Expected]:
        names = columns.get(one.golden, ()) if one.row is None else ()
        for number, name in enumerate(names):
            yield replace(one, golden=name, transpose=not one.transpose, row=number)
        if not names:
            yield one

    def with_parts(case: Case) -> Case:
        return replace(case, expected=tuple(chain.from_iterable(map(expected, case.expected))))

    return replace(case_file, cases=tuple(map(with_parts, case_file.cases)))
