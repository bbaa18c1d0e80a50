"""Right and wrong results of all operations and gradients in four formats: no right one refused, how many wrong caught.

Continues an earlier run with the same record. ``python -m studies.vocabulary --elements 10000000``
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path

from studies.processes import mapped
from studies.vocabulary.jobs import Job, done, elements_of, jobs, jobs_of, read_record
from studies.vocabulary.page import page
from studies.vocabulary.table import Row, read_rows, rows_of, write_rows
from studies.vocabulary.trial import FORMATS

AT_ONCE = 64
"""Jobs between checks of whether there are enough elements."""


def main(arguments: list[str] | None = None) -> int:
    """Run until there are enough elements, print refusals and misses, write the table; 1 if there were any."""
    parser = argparse.ArgumentParser(prog="python -m studies.vocabulary", description=__doc__)
    parser.add_argument("--elements", type=int, default=1_000_000, help="of right results, at least")
    parser.add_argument("--seed", type=int, default=20, help="the first one")
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--record", type=Path, default=Path("reports/vocabulary.jsonl"))
    parser.add_argument("--table", action="store_true", help="write the table and docs/operations-study.md anew")
    parser.add_argument("--page", action="store_true", help="print the page of the table as it is, and end")
    parser.add_argument("--only", nargs="+", default=(), help="operations: a seed of them and of their gradients")
    options = parser.parse_args(arguments)
    if options.page:
        print(page(read_rows()), end="")
        return 0
    if options.only:
        return _only(options)
    options.record.parent.mkdir(parents=True, exist_ok=True)
    record = read_record(options.record)
    known = {tuple(line["job"]) for line in record}
    elements = sum(map(elements_of, record))
    left: list[Job] = []
    upcoming = (job for job in jobs(options.seed) if tuple(job.key) not in known)
    with options.record.open("a", encoding="utf-8") as file:
        while elements < options.elements:
            left = list(itertools.islice(upcoming, AT_ONCE))
            for line in mapped(done, left, options.processes):
                print(json.dumps(line), file=file, flush=True)
                record.append(line)
                elements += elements_of(line)
                _tell(line)
    rows = rows_of(record)
    refused, wrong = sum(row.refused for row in rows), sum(row.wrong for row in rows)
    print(
        f"{elements} elements of {sum(row.right for row in rows)} right results: {refused} refused; "
        f"{sum(row.caught for row in rows)} of {wrong} wrong results caught, "
        f"{sum(row.left_undecided for row in rows)} undecided, {sum(row.missed for row in rows)} agree"
    )
    if options.table:
        _write(rows)
    return 1 if refused else 0


def _only(options: argparse.Namespace) -> int:
    """Judge some operations; with ``--table`` their rows replace the previous ones."""
    record = []
    for line in mapped(done, jobs_of(options.only, options.seed), options.processes):
        record.append(line)
        _tell(line)
    rows = rows_of(record)
    for row in rows:
        print(row)
    if options.table:
        new = {(row.operation, row.format) for row in rows}
        every = [*rows, *(row for row in read_rows() if (row.operation, row.format) not in new)]
        _write(sorted(every, key=lambda row: (row.operation, FORMATS.index(row.format))))
    return 1 if any(row.refused for row in rows) else 0


def _write(rows: list[Row]) -> None:
    write_rows(rows)
    Path("docs/operations-study.md").write_text(page(rows), encoding="utf-8")


def _tell(line: dict[str, object]) -> None:
    formats = line["formats"]
    assert isinstance(formats, dict)
    for dtype, one in formats.items():
        for told in (*(f"REFUSED {each}" for each in one.get("refused", ())), *one.get("missed", ())):
            print(f"{line['operation']} {dtype} {line['job']}: {told}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
