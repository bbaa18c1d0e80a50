"""``verdicts.csv`` and ``discrepancies.csv``: one row per verdict, one per element that disagrees."""

from __future__ import annotations

from pathlib import Path

import pandas

from lastdigit.files import write_whole
from lastdigit.run import Run
from lastdigit.verdicts.verdict import DISAGREES

VERDICT_COLUMNS = (
    "environment",
    "document",
    "case",
    "golden",
    "operation",
    "implementation",
    "dtype",
    "against",
    "verdict",
    "gate",
    "elements",
    "worst_index",
    "expected",
    "observed",
    "error",
    "allowed",
    "digits",
    "rules_out",
    "mistakes",
    "explanation",
    "erratum",
    "seconds",
    "reason",
)

DISCREPANCY_COLUMNS = (
    "environment",
    "document",
    "cell",
    "golden",
    "index",
    "implementation",
    "dtype",
    "against",
    "printed",
    "observed",
    "error",
    "allowed",
    "explanation",
    "erratum",
)


def verdict_table(run: Run) -> pandas.DataFrame:
    """The verdicts of a run in their fixed order."""
    rows = [{**vars(verdict), "environment": verdict.environment or run.environment} for verdict in run.verdicts]
    table = pandas.DataFrame(rows, columns=list(VERDICT_COLUMNS))
    return table.astype({"digits": "Int64", "rules_out": "Int64", "mistakes": "Int64"})


def discrepancy_table(run: Run) -> pandas.DataFrame:
    """Every element that disagrees; ``printed`` is the token verbatim, or certified digits against a definition."""
    rows = []
    for verdict in run.detailed(verdict for verdict in run.verdicts if verdict.verdict == DISAGREES):
        golden = run.reference.documents[verdict.document].stored.goldens.get(verdict.golden)
        for detail in verdict.details:
            if not detail.agrees:
                rows.append(
                    {
                        **vars(verdict),
                        **detail._asdict(),
                        "environment": verdict.environment or run.environment,
                        "cell": golden.provenance.cell if golden else None,
                        "golden": verdict.golden or verdict.case,
                        "index": ",".join(map(str, detail.index)),
                    }
                )
    return pandas.DataFrame(rows, columns=list(DISCREPANCY_COLUMNS)).astype({"cell": "Int64"})


def write_verdicts(run: Run, path: Path) -> None:
    """Write ``verdicts.csv``."""
    write_whole(path, verdict_table(run).to_csv(index=False, lineterminator="\n").encode())


def write_discrepancies(run: Run, path: Path) -> None:
    """Write ``discrepancies.csv``."""
    write_whole(path, discrepancy_table(run).to_csv(index=False, lineterminator="\n").encode())
