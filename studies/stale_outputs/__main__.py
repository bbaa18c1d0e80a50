"""``python -m studies.stale_outputs --into DIR [--nbval PYTHON]``: false alarms and misses, change by change.

Each change makes one notebook: its cells as they are, their outputs as another order of sums, another kernel of BLAS,
or another print option gives them, or with an error planted in them. ``PYTHON`` is an interpreter that has nbval.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from lastdigit.stale.kernel import Settings, variations
from studies.stale_outputs.cells import CELLS, CHANGING, HARMLESS, PLANTED

Outputs = Mapping[str, list[Any]]
SECONDS = 600
COLUMNS = ("change", "kind", "outputs", "nbval alarms", "lastdigit alarms")
WRONG = {"harmless": "false alarms", "planted": "misses"}


def main() -> None:
    """Make the notebooks, have both judge them, print the table and write it as CSV."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--nbval", default="")
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    plain = executed(CELLS)
    rows = []
    for change, kind, sources, outputs in changes(plain):
        path = options.into.absolute() / f"{kind}_{change.replace(' ', '_')}.ipynb"
        write(path, sources, outputs)
        mine = alarms([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--lastdigit-notebooks"], path)
        other = alarms([options.nbval, "-m", "pytest", "--nbval", "--nbval-current-env"], path) if options.nbval else ""
        rows.append((change, kind, len(sources), other, mine))
        print("| " + " | ".join(map(str, rows[-1])) + " |", flush=True)
    with (options.into / "stale_outputs.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    for column, name in ((4, "lastdigit"), (3, "nbval")):
        if name == "lastdigit" or options.nbval:
            false = sum(int(row[column]) for row in rows if row[1] == "harmless")
            missed = sum(int(row[2]) - int(row[column]) for row in rows if row[1] == "planted")
            print(f"{name}: {false} false alarms, {missed} misses")


def changes(plain: Outputs) -> Any:
    """Every change: its name and kind, the sources, and the outputs that are stored beside them."""
    for number, settings in enumerate((each for each in variations() if each.variables), start=1):
        yield f"kernels and threads {number}", "harmless", CELLS, executed(CELLS, settings)
    for name, change in HARMLESS.items():
        changed = {cell: change(source) for cell, source in CELLS.items()}
        yield name, "harmless", CELLS, executed(changed)
    yield "what changes by itself", "harmless", CHANGING, dated(executed(CHANGING))
    for name, plant in PLANTED.items():
        planted = {cell: [with_error(output, plant) for output in outputs] for cell, outputs in plain.items()}
        kept = {cell: outputs for cell, outputs in planted.items() if outputs != plain[cell]}
        yield name, "planted", {cell: CELLS[cell] for cell in kept}, kept


def executed(sources: Mapping[str, str], settings: Settings | None = None) -> Outputs:
    """What the cells print, each run behind the others in one kernel."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources.values()])
    NotebookClient(notebook, record_timing=False).execute(
        env={**os.environ, **(settings.variables if settings else {})}
    )
    return {
        name: [output for output in cell.outputs if output.get("name") != "stderr"]
        for name, cell in zip(sources, notebook.cells, strict=True)
    }


def dated(outputs: Outputs) -> Outputs:
    """The outputs with another date in them."""
    return {
        name: [with_error(each, lambda text: text.replace("2020-01-02", "2019-11-30")) for each in some]
        for name, some in outputs.items()
    }


def with_error(output: Any, plant: Any) -> Any:
    """An output whose text is changed."""
    changed = nbformat.from_dict(output)
    if output.output_type == "stream":
        return nbformat.from_dict({**changed, "text": plant(output.text)})
    text = plant(output.data["text/plain"])
    return nbformat.from_dict({**changed, "data": {**output.data, "text/plain": text}})


def write(path: Path, sources: Mapping[str, str], outputs: Outputs) -> None:
    """A notebook of these sources with these outputs."""
    cells = [
        new_code_cell(source, outputs=outputs[name], execution_count=number)
        for number, (name, source) in enumerate(sources.items(), start=1)
    ]
    for number, cell in enumerate(cells, start=1):
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = number
    nbformat.write(new_notebook(cells=cells), path)


def alarms(command: list[str], path: Path) -> int:
    """How many outputs a tool fails."""
    report = path.with_suffix(".xml")
    given = [*command, "-q", "-o", "addopts=", f"--junit-xml={report}", str(path.absolute())]
    subprocess.run(given, capture_output=True, timeout=SECONDS, check=False, cwd=path.parent)
    cases = ElementTree.parse(report).iter("testcase")
    return sum(case.find("failure") is not None or case.find("error") is not None for case in cases)


main()
