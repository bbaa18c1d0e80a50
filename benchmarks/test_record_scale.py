"""How long a large run takes to be kept and reported, and in how much memory: verdicts to record and CSV files.

Run as a program, ``python benchmarks/test_record_scale.py VERDICTS ELEMENTS FOLDER`` does it once and prints JSON.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lastdigit.cases.reference import Reference
from lastdigit.records.lines import elements_line, verdict_line
from lastdigit.records.opening import Opening
from lastdigit.records.record import NAME, read_record, write_record
from lastdigit.records.run import Part, make_run
from lastdigit.records.spool import Spool
from lastdigit.reports.tables.run_tables import write_discrepancies, write_verdicts
from lastdigit.verdicts.verdict import Element, Verdict

SIZES = ((1_000, 100), (100_000, 100))
TERMS = ("printing", "document's rounding", "uncertain inputs", "implementation's rounding")


def made_up(number: int, elements: int, draw: random.Random) -> Verdict:
    """A verdict whose digits no packing can guess; every twentieth disagrees in one element of ten."""
    wrong = number % 20 == 0
    values = [draw.gauss(0, 1) for _ in range(elements)]
    details = tuple(
        Element(
            (at // 10, at % 10), f"{value:.4f}", repr(value), abs(value) / 2e4, 5.1e-5, not wrong or at % 10 > 0, True
        )
        for at, value in enumerate(values)
    )
    names = (f"{number % 37:03}", f"case_{number % 101}", f"golden_{number % 211}", "scaled_dot_product_attention")
    return Verdict(
        *names,
        f"implementation_{number}",
        "float32",
        "document",
        "disagrees" if wrong else "agrees",
        gate="fail" if wrong else "pass",
        elements=elements,
        of=elements,
        worst_index="0,0",
        expected=details[0].printed,
        observed=details[0].observed,
        error=details[0].error,
        allowed=details[0].allowed,
        digits=elements,
        rules_out=12,
        mistakes=14,
        seconds=draw.random(),
        terms={name: [1.25e-5] * elements for name in TERMS},
        details=details,
    )


def scale(verdicts: int, elements: int, folder: Path) -> dict[str, float]:
    """CPU seconds of every step, the bytes of every file, and the most memory that was held, in MiB."""
    draw = random.Random(0)
    found: dict[str, float] = {}
    start = time.process_time()

    def lap(name: str) -> None:
        nonlocal start
        found[f"{name} s"] = round(time.process_time() - start, 2)
        start = time.process_time()

    spool = Spool(folder / "run.part.jsonl", Opening("here", "reference_data"))
    making, light = 0.0, []
    for number in range(verdicts):
        begun = time.process_time()
        verdict = made_up(number, elements, draw)
        making += time.process_time() - begun
        light.append(spool.add(verdict_line(verdict), elements_line(verdict)))
    lap("spool")
    found["spool s"] = round(found["spool s"] - making, 2)
    found["spool MB"] = round(spool.path.stat().st_size / 1e6, 1)
    run = make_run(
        Reference(Path("reference_data"), {}),
        light,
        parts=[Part("here", verdicts, frozenset(verdict.implementation for verdict in light))],
        store=spool,
        files={},
    )
    write_record(run, folder / NAME)
    lap("record")
    write_verdicts(run, folder / "verdicts.csv")
    lap("verdicts.csv")
    write_discrepancies(run, folder / "discrepancies.csv")
    lap("discrepancies.csv")
    found["peak MiB, writing"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    spool.close(remove=True)
    del run, light
    start = time.process_time()
    read = read_record(folder / NAME)
    lap("read")
    count = sum(len(verdict.details) for verdict in read.detailed(read.verdicts))
    lap("read all elements")
    assert count == verdicts * elements
    for name in (NAME, "verdicts.csv", "discrepancies.csv"):
        found[f"{name} MB"] = round((folder / name).stat().st_size / 1e6, 1)
    found["peak MiB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return found


@pytest.mark.parametrize(("verdicts", "elements"), SIZES)
def test_verdicts_to_record_and_tables(benchmark, tmp_path: Path, verdicts: int, elements: int):
    """In a process of its own, whose memory nothing else uses."""
    command = [sys.executable, __file__, str(verdicts), str(elements), str(tmp_path)]
    process = benchmark.pedantic(
        lambda: subprocess.run(command, capture_output=True, encoding="utf-8", check=True), rounds=1
    )
    benchmark.extra_info.update(json.loads(process.stdout))
    for path in tmp_path.iterdir():
        path.unlink()
    print(f"\n{verdicts} verdicts of {elements} elements: {process.stdout}")


if __name__ == "__main__":
    print(json.dumps(scale(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
