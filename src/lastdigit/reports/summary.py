"""The table of operations × implementations, for the terminal and for ``summary.md``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from lastdigit.files import write_whole
from lastdigit.reports.text import headline
from lastdigit.run import Run
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, THE_DOCUMENT, UNDECIDED, Verdict

NAMES = (AGREES, DISAGREES, UNDECIDED, FAILED)
MARKDOWN_ROWS = 20


@dataclass(frozen=True)
class Tally:
    """The verdicts of one operation by one implementation: how many of each, and digits printed alike."""

    operation: str
    implementation: str
    counts: tuple[int, int, int, int]
    digits: int
    printed: int
    failing: int

    @property
    def share(self) -> str:
        """Elements that print the same digits, of those that were printed."""
        return f"{self.digits}/{self.printed}" if self.printed else ""


def tallies(run: Run) -> list[Tally]:
    """One tally per operation and implementation, in their order."""
    groups: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in run.verdicts:
        groups[verdict.operation, verdict.implementation].append(verdict)
    return [_tally(operation, implementation, group) for (operation, implementation), group in sorted(groups.items())]


def _tally(operation: str, implementation: str, group: list[Verdict]) -> Tally:
    printed = [verdict for verdict in group if verdict.digits is not None]
    return Tally(
        operation,
        implementation,
        tuple(sum(verdict.verdict == name for verdict in group) for name in NAMES),  # type: ignore[arg-type]
        sum(verdict.digits or 0 for verdict in printed),
        sum(verdict.elements for verdict in printed),
        sum(verdict.gate != "pass" for verdict in group),
    )


def write_summary(run: Run, path: Path) -> None:
    """Write ``summary.md``: what a pull request should show."""
    write_whole(path, markdown(run).encode())


def markdown(run: Run) -> str:
    """The run as Markdown: one line, what fails, and the implementations' totals."""
    lines = [f"## lastdigit: {headline(run)}", "", run.environment, ""]
    if run.faults:
        lines += ["### Faults of the run", "", *(f"- {_cell(fault)}" for fault in run.faults), ""]
    failing = run.failing
    if failing:
        lines += [
            f"### {len(failing)} failing",
            "",
            "| golden | implementation | dtype | against | verdict | printed | observed | error | allowed | why |",
            "|---|---|---|---|---|---|---|---|---|---|",
            *(_failing_row(verdict) for verdict in failing[:MARKDOWN_ROWS]),
        ]
        if len(failing) > MARKDOWN_ROWS:
            lines.append(f"\nand {len(failing) - MARKDOWN_ROWS} more in verdicts.csv")
        lines.append("")
    lines += ["| implementation | agrees | disagrees | undecided | failed | same digits |", "|---|---|---|---|---|---|"]
    by_implementation: dict[str, list[Tally]] = defaultdict(list)
    for tally in tallies(run):
        by_implementation[tally.implementation].append(tally)
    for implementation, group in sorted(by_implementation.items(), key=lambda item: (item[0] != THE_DOCUMENT, item[0])):
        counts = [str(sum(tally.counts[index] for tally in group)) for index in range(len(NAMES))]
        digits = f"{sum(tally.digits for tally in group)}/{sum(tally.printed for tally in group)}"
        lines.append(f"| {_cell(implementation)} | {' | '.join(counts)} | {digits} |")
    errata = list(run.reference.errata)
    if errata:
        lines += ["", "### Errata", "", *(f"- **{_cell(erratum.id)}**: {_cell(erratum.reason)}" for erratum in errata)]
    if run.skipped:
        lines += ["", "### Skipped", "", *(f"- {_cell(reason)}" for reason in run.skipped)]
    return "\n".join(lines) + "\n"


def _failing_row(verdict: Verdict) -> str:
    numbers = ["" if number is None else f"{number:.3g}" for number in (verdict.error, verdict.allowed)]
    cells = [
        f"{verdict.document}/{verdict.golden or verdict.case}",
        verdict.implementation,
        verdict.dtype,
        verdict.against,
        verdict.verdict,
        verdict.expected,
        verdict.observed,
        *numbers,
        verdict.explanation or verdict.reason,
    ]
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    """Text that stays text in a Markdown table."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
    return " ".join(escaped.split())
