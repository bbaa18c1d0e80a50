"""The results of the power study as tables: a row per wrong and per right result, and the catches of each rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studies.power.findings import Finding
from studies.power.rules import FLASH_ATTENTION, KERNEL_BENCH, LASTDIGIT, TORCH, UNDECIDED

Row = Sequence[str]

RULES = (LASTDIGIT, FLASH_ATTENTION, TORCH, KERNEL_BENCH)
SUMMARY = (
    *("kind", "size", "format", "by nature", "wrong", *(f"{rule}\ncaught" for rule in RULES), "undecided"),
    *("right", *(f"{rule}\nrefused" for rule in RULES), "undecided"),
)


def findings_table(findings: Iterable[Finding], *, right: bool) -> list[Row]:
    """A row per result: its largest error, each rule's verdict, and further output of lastdigit."""
    columns = ("kind", "size", "format", "right" if right else "wrong", *(() if right else ("by_nature",)), "error")
    rows: list[Row] = [(*columns, *RULES, "evidence", "arithmetic", "error_of_allowed")]
    for found in findings:
        if found.right != right:
            continue
        own = found.rulings[LASTDIGIT]
        verdicts = [found.rulings[rule].verdict if rule in found.rulings else "" for rule in RULES]
        of_limit = "" if own.of_limit is None else f"{own.of_limit:.3g}"
        nature = () if right else (str(found.by_nature).lower(),)
        named = (found.kind, str(found.size), found.format, found.name, *nature, f"{found.error:.3g}")
        rows.append([*named, *verdicts, own.evidence, own.arithmetic, of_limit])
    return rows


def summary_table(findings: Iterable[Finding]) -> list[Row]:
    """By kind, size and format: how many wrong results each rule catches, and how many right ones it refuses.

    Results that are right by nature count in neither.
    """
    groups: dict[tuple[str, int, str], list[Finding]] = {}
    for found in findings:
        groups.setdefault((found.kind, found.size, found.format), []).append(found)
    rows: list[Row] = [SUMMARY]
    for (kind, size, format), members in groups.items():
        wrong = [found for found in members if not found.right and not found.by_nature]
        right = [found for found in members if found.right]
        nature = sum(found.by_nature for found in members)
        rows.append(
            [
                *(kind, str(size), format, str(nature), str(len(wrong))),
                *(refused(wrong, rule) for rule in RULES),
                *(undecided(wrong), str(len(right))),
                *(refused(right, rule) for rule in RULES),
                undecided(right),
            ]
        )
    return rows


def refused(findings: Sequence[Finding], rule: str) -> str:
    """How many results a rule refuses; empty if it does not apply."""
    asked = [found.rulings[rule] for found in findings if rule in found.rulings]
    return str(sum(ruling.refused for ruling in asked)) if asked else ""


def undecided(findings: Sequence[Finding]) -> str:
    """How many results lastdigit leaves undecided."""
    return str(sum(found.rulings[LASTDIGIT].verdict == UNDECIDED for found in findings))
