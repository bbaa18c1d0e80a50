"""``verdicts.csv`` and ``discrepancies.csv``: one row per verdict, one per element that disagrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.records.run import Run
from lastdigit.reports.tables.columns import DISCREPANCY_COLUMNS, VERDICT_COLUMNS
from lastdigit.reports.tables.csv_cells import Value, write_table
from lastdigit.verdicts.verdict import DISAGREES
from lastdigit.verdicts.words.evidence import BETWEEN, share_words, told

if TYPE_CHECKING:
    import pandas


def write_verdicts(run: Run, path: Path) -> None:
    """Write ``verdicts.csv``, in the fixed order of the run's verdicts."""
    write_table(path, list(VERDICT_COLUMNS), _verdict_rows(run))


def write_discrepancies(run: Run, path: Path) -> None:
    """Write ``discrepancies.csv``: every element that disagrees."""
    write_table(path, list(DISCREPANCY_COLUMNS), _discrepancy_rows(run))


def read_verdicts(path: Path | str) -> pandas.DataFrame:
    """``verdicts.csv`` as a table: text as str, never missing; counts as Int64 and numbers as Float64 with NA.

    Raises :class:`~lastdigit.base.errors.InvalidStore` where it has other columns or cells that do not fit theirs.
    """
    from lastdigit.reports.tables.read_tables import read_table

    return read_table(Path(path), VERDICT_COLUMNS)


def read_discrepancies(path: Path | str) -> pandas.DataFrame:
    """``discrepancies.csv`` as a table, with the types of :func:`read_verdicts`."""
    from lastdigit.reports.tables.read_tables import read_table

    return read_table(Path(path), DISCREPANCY_COLUMNS)


def _verdict_rows(run: Run) -> Iterator[list[Value]]:
    joined = ("environment", "blind_to", "shares", "rows_read", "notes")
    plain = [name for name in VERDICT_COLUMNS if name not in joined]
    for verdict in run.verdicts:
        yield [
            verdict.environment or run.environment,
            *(getattr(verdict, name) for name in plain),
            BETWEEN.join(verdict.blind_to),
            BETWEEN.join(share_words(share) for share in verdict.shares if told(share, verdict)),
            verdict.rows_read,
            BETWEEN.join(verdict.notes),
        ]


def _discrepancy_rows(run: Run) -> Iterator[list[Value]]:
    disagreeing = [verdict for verdict in run.verdicts if verdict.verdict == DISAGREES]
    for verdict, (elements, _) in zip(disagreeing, run.columns(disagreeing), strict=True):
        document = run.reference.documents.get(verdict.document)
        golden = document.stored.goldens.get(verdict.golden) if document else None
        for at in (~elements.agrees).nonzero()[0].tolist():
            detail = elements[at]
            yield [
                verdict.environment or run.environment,
                verdict.document,
                golden.provenance.cell if golden else None,
                verdict.golden or verdict.case,
                ",".join(map(str, detail.index)),
                verdict.implementation,
                verdict.dtype,
                verdict.against,
                detail.printed,
                detail.observed,
                detail.error,
                detail.allowed,
                verdict.explanation,
                verdict.erratum,
            ]
