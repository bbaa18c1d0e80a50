"""What differs between two runs, for a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lastdigit.base.extras import needs
from lastdigit.base.files import write_whole
from lastdigit.records.occasion import TIMES
from lastdigit.records.run import Run
from lastdigit.reports.difference.comparison import CHANGES, Comparison, Difference
from lastdigit.reports.outcome.stops import share_of
from lastdigit.reports.tables.markdown import Page, cell, row, table
from lastdigit.verdicts.verdict import AGAINST_DOCUMENT, Verdict

with needs("report"):
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

SHOWN = 16
HEADING = ("change", "golden", "implementation", "dtype", "against", "before", "now", "largest move", "error ÷ allowed")
_COLOURS = {"vanished": "red", "worse": "red", "better": "green", "appeared": "yellow", "changed": "yellow"}


def diff_headline(found: Comparison) -> str:
    """The comparison in one line."""
    counts = found.counts
    parts = [f"{counts[name]} {name}" for name in CHANGES if counts[name]]
    gate = "PASS" if found.passes else "FAIL"
    return f"diff {gate}: {found.same} verdicts are the same{', ' if parts else ''}{', '.join(parts)}"


def words_of(difference: Difference) -> list[str]:
    """The cells of a difference, in the order of :data:`HEADING`."""
    old, new, move, verdict = difference.old, difference.new, difference.move, difference.verdict
    name = "/".join(part for part in (verdict.document, verdict.golden or verdict.case) if part)
    sides = []
    for side, rests in zip((old, new), _rests(old, new), strict=True):
        digits = f" {side.digits}/{side.elements}" if side and side.digits is not None else ""
        sides.append(f"{side.verdict}{digits}{rests}" if side else "")
    moved = ""
    if move.count:
        largest = "" if move.largest is None else f"{move.largest:.3g}"
        moved = f"{largest} at [{move.index}], {move.count} of {move.compared}"
    shares = [f"{number:.3g}" if side and (number := share_of(side)) is not None else "" for side in (old, new)]
    both = " → ".join(shares) if shares[0] != shares[1] else shares[0]
    return [difference.change, name, verdict.implementation, verdict.dtype, verdict.against, *sides, moved, both]


def _rests(old: Verdict | None, new: Verdict | None) -> tuple[str, str]:
    """What each verdict rests on, where that is not the same."""
    facts = [(side.evidence, side.arithmetic) if side else ("", "") for side in (old, new)]
    if facts[0] == facts[1]:
        return "", ""
    said = [f" ({', '.join(filter(None, fact))})" if any(fact) else "" for fact in facts]
    return said[0], said[1]


def about(found: Comparison) -> list[str]:
    """What the two runs are, and what differs between them beside verdicts."""
    sides = (found.old, found.new)
    lines = [
        f"{name} {run.environment}, {len(run.verdicts)} verdicts"
        for name, run in zip(("before:", "now:   "), sides, strict=True)
    ]
    before, after = (_details(run) for run in sides)
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            lines.append(f"{key}: {before.get(key) or 'none'} → {after.get(key) or 'none'}")
    if found.reference:
        some = ", ".join(found.reference[:3]) + (" …" if len(found.reference) > 3 else "")
        lines.append(f"judged against different reference data: {some}")
    return [*lines, *(f"new fault: {fault}" for fault in found.faults)]


def print_diff(found: Comparison, console: Console) -> None:
    """Print what differs: what the gate stops first, and at most a screen of it."""
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("change", "golden", "implementation", "verdict", "moved", "error ÷ allowed"):
        shown.add_column(name, no_wrap=True, overflow="ellipsis", ratio=2 if name == "implementation" else None)
    for difference in found.differences[:SHOWN]:
        change, golden, implementation, dtype, against, old, new, _, shares = words_of(difference)
        style = "bold red" if difference.stops else _COLOURS.get(change, "")
        cells = (
            golden if against == AGAINST_DOCUMENT else f"{golden}, exact",
            f"{implementation} {dtype}",
            _both(old, new),
            _moved(difference),
            shares,
        )
        shown.add_row(Text(f"✗ {change}" if difference.stops else change, style=style), *map(Text, cells))
    for line in about(found):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if found.differences:
        console.print(shown)
    if len(found.differences) > SHOWN:
        console.print(f"and {len(found.differences) - SHOWN} more", markup=False, highlight=False)
    style = "bold green" if found.passes else "bold red"
    console.print(diff_headline(found), style=style, markup=False, highlight=False, soft_wrap=True)


def _both(old: str, new: str) -> str:
    """A verdict before and now, its name once where it is the same."""
    verdict, _, digits = new.partition(" ")
    if old == new:
        return new
    same = old.partition(" ")[0] == verdict
    return f"{old} → {digits}" if same else f"{old or '–'} → {new or '–'}"


def _moved(difference: Difference) -> str:
    move = difference.move
    if not move.count:
        return ""
    largest = "" if move.largest is None else f", by {move.largest:.2g}"
    return f"{move.count} of {move.compared}{largest}"


def write_diff_markdown(found: Comparison, path: Path) -> None:
    """Write ``diff.md``."""
    write_whole(path, diff_markdown(found).encode())


def diff_markdown(found: Comparison) -> str:
    """The comparison as Markdown that fits a pull request: what the gate stops, then the rest, folded."""
    page = Page()
    page.add([f"## lastdigit: {diff_headline(found)}", "", *(f"- {cell(line)}" for line in about(found)[:20]), ""])
    counts = found.counts
    meaning = [row([cell(name), str(counts[name]), cell(CHANGES[name])]) for name in CHANGES if counts[name]]
    if meaning:
        page.add([*table(("change", "verdicts", "meaning"), meaning), ""])
    stopping = [difference for difference in found.differences if difference.stops]
    others = [difference for difference in found.differences if not difference.stops]
    _add(page, f"### {len(stopping)} stopped by the gate", [], stopping, 50)
    folded = ["<details>", f"<summary>{len(others)} not stopped</summary>", ""]
    _add(page, "\n".join(folded), ["", "</details>"], others, 200)
    return page.text


def _add(page: Page, before: str, after: Sequence[str], found: Sequence[Difference], most: int) -> None:
    if found:
        rows = [row(map(cell, words_of(difference))) for difference in found[: most + 1]]
        rows += [""] * (len(found) - len(rows))
        page.add_rows([before, "", *table(HEADING, ())], rows, after, "\nand {} more in diff.csv\n", most)


def _details(run: Run) -> dict[str, str]:
    """What is known of a run's environments beside their names."""
    several = len(run.parts) > 1
    return {
        f"{key} of {part.environment}" if several else key: str(value)
        for part in run.parts
        for key, value in part.details.items()
        if key not in TIMES
    }
