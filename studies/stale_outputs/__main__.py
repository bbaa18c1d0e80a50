"""``python -m studies.stale_outputs --into DIR [--nbval PYTHON]``: false alarms and misses, change by change.

Each change makes one notebook: its cells are unchanged, and its outputs are those of another order of summation,
another BLAS kernel, or other print options, or contain a planted error. ``PYTHON`` is an interpreter with nbval.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from lastdigit.document import Document
from lastdigit.readers.notebook import read_notebook
from lastdigit.stale.compare import Rerun
from lastdigit.stale.kernel import Settings, run_notebook, variations
from studies.stale_outputs.cells import CELLS, CHANGING, HARMLESS, PLANTED

Outputs = Mapping[str, list[Any]]
SECONDS = 600
CHANGES_ITSELF = "what changes by itself"
COLUMNS = ("change", "kind", "changed", "lastdigit", "lastdigit elsewhere", "nbval", "nbval elsewhere")
"""How many outputs were changed, how many of them each tool refuses, and how many others."""


def main() -> None:
    """Make the notebooks, judge them with both tools, print the table and write it as CSV."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--nbval", default="")
    parser.add_argument("--only", help="one change, such as 'summed backwards'")
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    kernels = Kernels()
    plain = executed(CELLS)
    rows = []
    for change, kind, sources, outputs in changes(plain, options.only):
        path = options.into.absolute() / f"{kind}_{change.replace(' ', '_')}.ipynb"
        write(path, sources, outputs)
        same = plain if kind == "planted" else {}
        touched = {number for number, name in enumerate(sources, start=1) if outputs[name] != same.get(name)}
        mine = kernels.stale(path)
        row = [change, kind, len(touched), len(touched & mine), len(mine - touched)]
        if options.nbval:
            other = refused([options.nbval, "-m", "pytest", "--nbval", "--nbval-current-env"], path)
            row += [len(touched & other), len(other - touched)]
        rows.append(row)
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    with (options.into / "stale_outputs.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS[: len(rows[0])], *rows])
    for name, column in (("lastdigit", 3), ("nbval", 5))[: 2 if options.nbval else 1]:
        false = sum(row[column] for row in rows if row[1] == "harmless") + sum(row[column + 1] for row in rows)
        missed = sum(row[2] - row[column] for row in rows if row[1] == "planted")
        print(f"{name}: {false} false alarms, {missed} misses")


def changes(plain: Outputs, only: str | None) -> Iterator[tuple[str, str, Mapping[str, str], Outputs]]:
    """Every change: its name and kind, the sources, and the stored outputs."""
    for number, settings in enumerate((each for each in variations() if each.variables), start=1):
        if only in (None, name := f"kernels and threads {number}"):
            yield name, "harmless", CELLS, executed(CELLS, settings)
    for name, change in HARMLESS.items():
        if only not in (None, name):
            continue
        changed = {cell: change(source) for cell, source in CELLS.items()}
        yield name, "harmless", CELLS, executed(changed)
    if only in (None, CHANGES_ITSELF):
        yield CHANGES_ITSELF, "harmless", CHANGING, dated(executed(CHANGING))
    for name, plant in PLANTED.items():
        if only not in (None, name):
            continue
        planted = {cell: [with_error(output, plant) for output in outputs] for cell, outputs in plain.items()}
        yield name, "planted", CELLS, planted


class Kernels:
    """Runs each set of sources once with each of the settings, and twice with the repeated ones."""

    def __init__(self) -> None:
        self._runs: dict[tuple[Any, ...], Document] = {}

    def stale(self, path: Path) -> set[int]:
        """The numbers of the cells of a notebook with a stale output."""
        stored = read_notebook(path)
        sources = tuple(cell.source.text for cell in stored.cells)
        calls: Counter[Any] = Counter()

        def kernel(path: Path, settings: Settings, seconds: float) -> Document:
            known = sources, tuple(settings.variables.items()), settings.perturbed
            key = *known, calls[known]
            calls[known] += 1
            if key not in self._runs:
                self._runs[key] = run_notebook(path, settings, seconds)
            return self._runs[key]

        rerun = Rerun(path, stored, SECONDS, kernel)
        return {key[0] for key in rerun.stored.outputs if rerun.compare(key).is_stale}


def executed(sources: Mapping[str, str], settings: Settings | None = None) -> Outputs:
    """The outputs of the cells, run in order in one kernel."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources.values()])
    NotebookClient(notebook, record_timing=False).execute(
        env={**os.environ, **(settings.variables if settings else {})}
    )
    return {
        name: [output for output in cell.outputs if output.get("name") != "stderr"]
        for name, cell in zip(sources, notebook.cells, strict=True)
    }


def dated(outputs: Outputs) -> Outputs:
    """The outputs with another date."""
    return {
        name: [with_error(each, lambda text: text.replace("2020-01-02", "2019-11-30")) for each in some]
        for name, some in outputs.items()
    }


def with_error(output: Any, plant: Any) -> Any:
    """An output with a changed text."""
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


def refused(command: list[str], path: Path) -> set[int]:
    """The numbers of the cells that nbval fails."""
    report = path.with_suffix(".xml")
    given = [*command, "-q", "-o", "addopts=", f"--junit-xml={report}", str(path)]
    subprocess.run(given, capture_output=True, timeout=SECONDS, check=False, cwd=path.parent)
    cases = list(ElementTree.parse(report).iter("testcase"))
    failed = (case.find("failure") is not None or case.find("error") is not None for case in cases)
    return {number for number, fails in enumerate(failed, start=1) if fails}


if __name__ == "__main__":
    main()
