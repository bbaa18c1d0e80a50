"""Terminal, summary, table, page and JUnit file of a run give the same totals, whatever kind of run it was."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pandas as pd
import pytest

from lastdigit.reports.outcome.states import SYMBOLS
from lastdigit.reports.tables.run_tables import read_verdicts
from tests.harness.read_page import read_page

KINDS = ("agrees", "disagrees", "undecided", "failed", "skipped")

BUG = ("return weights / weights.sum(axis=-1, keepdims=True)", "return weights / weights.sum(axis=-2, keepdims=True)")
DIES = ("return attention_weights(q, k) @ v", "import os; os._exit(0)")
UNUSED = """

    @implements("mean", dtypes=("float64",))
    def mean(x):
        return x.mean()
    """
ABSENT = '"""Of a framework that is not there."""\nimport framework_of_no_one\n\n' + (
    "from lastdigit import implements\n\n\n"
    '@implements("linear", dtypes=("float64",))\ndef linear(x, weight, bias):\n    return x @ weight.T + bias\n'
)


def change(project, kind: str) -> tuple[str, ...]:
    """Make a project one whose run is of this kind; the arguments of pytest."""
    if kind == "bug":
        project.edit("implementations/mine.py", *BUG)
    elif kind == "death":
        project.edit("implementations/mine.py", *DIES)
    elif kind == "unused":
        project.append("implementations/mine.py", UNUSED)
    elif kind == "absent":
        (project.folder / "implementations" / "other.py").write_text(ABSENT, encoding="utf-8")
    return ("-k", "weights") if kind == "part" else ()


def of_table(verdicts: pd.DataFrame) -> dict[str, tuple[tuple[int, ...], str]]:
    """Counts of each kind and digits printed alike, by implementation, summed here from the table's rows."""
    found = {}
    for name, group in verdicts.groupby("implementation"):
        counts = tuple(int((group["verdict"] == kind).sum()) for kind in KINDS)
        printed = group[group["digits"].notna()]
        digits, elements = int(printed["digits"].sum()), int(printed["elements"].sum())
        found[str(name)] = (counts, f"{digits}/{elements}" if elements else "")
    return found


def of_terminal(text: str) -> dict[str, tuple[tuple[int, ...], str]]:
    """The totals of the terminal's table, whose cells stand below their headings."""
    lines = text.splitlines()
    start = next(at for at, line in enumerate(lines) if re.match(r"implementation +agrees", line))
    ends = [lines[start].index(name) + len(name) for name in (*KINDS, "same digits")]
    found = {}
    for line in lines[start + 1 :]:
        if not re.match(r"(✗| ) \S", line):
            break
        cells = [line[begin:end].strip() for begin, end in zip([ends[0] - 6, *ends], ends, strict=False)]
        found[line[2:].split()[0]] = (tuple(int(cell or 0) for cell in cells[:5]), cells[5])
    return found


def of_summary(text: str) -> dict[str, tuple[tuple[int, ...], str]]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]
    start = next(at for at, row in enumerate(rows) if row[0] == "implementation")
    found = {}
    for name, *cells in rows[start + 1 :]:
        if len(cells) == len(KINDS) + 2:
            found[name.removesuffix(" ✗")] = (tuple(map(int, cells[:5])), cells[5])
    return found


def of_page(path: Path) -> dict[str, tuple[tuple[int, ...], str]]:
    found = {}
    for name, (counts, digits, printed) in read_page(path).index["totals"].items():
        states = dict(zip(SYMBOLS, counts, strict=True))
        states["disagrees"] += states["erratum"]
        found[name] = (tuple(states[kind] for kind in KINDS), f"{digits}/{printed}" if printed else "")
    return found


def of_junit(path: Path) -> dict[str, Counter[str]]:
    """The verdicts of the tests, by implementation."""
    found: dict[str, Counter[str]] = {}
    for test in ET.parse(path).iter("testcase"):
        facts = [(each.attrib["name"], each.attrib["value"]) for each in test.iter("property")]
        name = dict(facts).get("implementation")
        if name is not None:
            verdicts = [value for key, value in facts if key.startswith("verdict[")]
            found.setdefault(name, Counter()).update(verdicts)
    return found


@pytest.mark.parametrize("kind", ["pass", "bug", "part", "death", "unused", "absent"])
def test_all_reports_of_a_run_give_the_same_totals(small_project, kind: str):
    process = small_project.run("--junitxml", "reports/junit.xml", *change(small_project, kind))
    reports = small_project.folder / "reports"
    verdicts = read_verdicts(reports / "verdicts.csv")
    expected = of_table(verdicts)
    assert sum(counts[0] for counts, _ in expected.values()) > 0
    assert of_terminal(process.stdout) == expected
    assert of_summary((reports / "summary.md").read_text(encoding="utf-8")) == expected
    assert of_page(reports / "index.html") == expected
    judged = verdicts[verdicts["document"].notna() & (verdicts["document"] != "")]
    by_name = {str(name): Counter(group["verdict"]) for name, group in judged.groupby("implementation")}
    assert of_junit(reports / "junit.xml") == by_name
    headline = re.search(r"gate \w+: (?:partial run: )?(\d+) verdicts.*: (.*)", process.stdout)
    assert headline is not None
    assert int(headline[1]) == (verdicts["verdict"] != "skipped").sum()
    for name, count in verdicts["verdict"].value_counts().items():
        assert f"{count} {name}" in headline[0]
    markup = read_page(reports / "index.html").markup
    assert f"{int(headline[1]):,} verdicts" in markup
