"""Reports of extraction: tables of goldens, documents and skipped lines; or JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from lastdigit.base.extras import needs
from lastdigit.commands.read_one import Found
from lastdigit.printing.golden import CANDIDATE

with needs("documents"):
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

FIRST_TOKENS = 4
LINES_OF_TEXT = 1
_COLUMNS = ("arrays and scalars", "whole values", "cut tokens", "shapes", "typed", "literal inputs", "candidates")
_ALWAYS_SHOWN = 4
"""Columns that a table of documents has also where they are empty; the others go where all are."""

CANDIDATES = "candidates: nothing in the document shows that these are results; a case may use one by its name"
"""What stands above the candidates."""


def print_goldens(found: Found, console: Console) -> None:
    """Print the goldens of one document: name, label, shape, print format, cell, and first values.

    Inferred facts are below the name. Candidates have a table of their own.
    """
    goldens, candidates = _apart(found.goldens)
    if goldens or not candidates:
        _print_table(found.id, goldens, console)
    if candidates:
        _print_table(f"{found.id}, {CANDIDATES}", candidates, console)


def _print_table(title: str, goldens: Sequence[dict[str, Any]], console: Console) -> None:
    table = Table(title=escape(title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1), expand=True)
    table.add_column("name in cases.toml", overflow="fold", ratio=5)
    for heading in ("shape", "format", "cell"):
        table.add_column(heading, no_wrap=True)
    table.add_column("first values", no_wrap=True, overflow="ellipsis", ratio=5)
    for golden in goldens:
        cells = (_shape(golden), _format(golden), str(golden["cell"]), _first(golden["tokens"]))
        table.add_row(_called(golden), *map(escape, cells))
    console.print(table)


def _called(golden: dict[str, Any]) -> str:
    """A golden's name, with its label, if different, and its inferred facts below."""
    lines = [escape(golden["name"])]
    if golden["label"] != golden["name"]:
        lines.append(f"[dim]{escape(golden['label'])}[/dim]")
    if golden.get("inferred"):
        lines.append(f"[dim italic]inferred: {', '.join(golden['inferred'])}[/dim italic]")
    if golden.get("computed_in"):
        lines.append(f"[dim italic]may be computed in {golden['computed_in']}[/dim italic]")
    return "\n".join(lines)


def _apart(goldens: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What is a golden, and what is only a candidate."""
    candidates = [golden for golden in goldens if golden["kind"] == CANDIDATE]
    return [golden for golden in goldens if golden["kind"] != CANDIDATE], candidates


def print_documents(all_found: Sequence[Found], console: Console) -> None:
    """Print one row per document, and totals; a column beyond the shapes only if it has a number."""
    counts = {found.id: count(found.goldens) for found in all_found}
    totals = [sum(column) for column in zip(*counts.values(), strict=True)] or [0] * len(_COLUMNS)
    shown = [at for at, total in enumerate(totals) if total or at < _ALWAYS_SHOWN]
    table = Table("document", title="goldens", title_justify="left", show_footer=True)
    names = table.columns[0]
    names.footer, names.overflow = "all", "fold"
    names.min_width = min(max(map(len, counts), default=0), console.width * 2 // 5)
    for at in shown:
        table.add_column(_COLUMNS[at], justify="right", footer=str(totals[at]))
    for name, row in counts.items():
        table.add_row(escape(name), *(str(row[at] or "") for at in shown))
    console.print(table)


def print_left_out(found: Found, console: Console) -> None:
    """Print the lines of output that are not goldens, with reasons."""
    for (cell, output), group in groupby(found.left_out, key=itemgetter("cell", "output")):
        console.print(f"{found.id}, cell {cell}, output {output}: skipped", style="bold", markup=False)
        for entry in group:
            lines = entry["text"].strip("\n").split("\n")
            more = f" … and {len(lines) - LINES_OF_TEXT} more lines" if len(lines) > LINES_OF_TEXT else ""
            console.print(
                f"  line {entry['place']['line']}: {entry['reason']}: ", end="", markup=False, highlight=False
            )
            console.print(f"{lines[0].strip()}{more}", style="dim", markup=False, highlight=False, soft_wrap=True)


def as_json(all_found: Sequence[Found]) -> str:
    """Documents, goldens and candidates with nested tokens, and skipped lines, as JSON."""
    plain = [
        {
            "document": found.id,
            "path": str(found.path),
            "goldens": goldens,
            "candidates": candidates,
            "left_out": found.left_out,
            **({"failure": found.failure} if found.failure else {}),
        }
        for found in all_found
        for goldens, candidates in [_apart(found.goldens)]
    ]
    return json.dumps(plain, ensure_ascii=False)


def count(goldens: Sequence[dict[str, Any]]) -> tuple[int, ...]:
    """Arrays and scalars, whole values, cut tokens, shapes, typed arrays, literal inputs and candidates."""
    kinds = Counter(golden["kind"] for golden in goldens)
    printed = [golden for golden in goldens if golden["kind"] == "printed"]
    cut = sum(golden["cut"] for golden in printed)
    whole = sum(_size(golden["tokens"]) for golden in printed) - cut
    return (kinds["printed"], whole, cut, *(kinds[kind] for kind in ("shape", "typed", "literal", CANDIDATE)))


def _size(tokens: Any) -> int:
    return sum(map(_size, tokens)) if isinstance(tokens, list) else 1


def _first(tokens: Any) -> str:
    found: list[str] = []

    def take(nested: Any) -> None:
        if isinstance(nested, str):
            found.append(nested)
        else:
            for item in nested:
                if len(found) <= FIRST_TOKENS:
                    take(item)

    take(tokens)
    return " ".join(found[:FIRST_TOKENS]) + (" …" if len(found) > FIRST_TOKENS else "")


def _shape(golden: dict[str, Any]) -> str:
    """The shape as people write it; of a summarised axis what is before and after its dots: ``3…3``."""
    if golden["kind"] == "shape":
        return "shape"
    edges = golden.get("edges") or [()] * len(golden["shape"])
    axes = ("…".join(map(str, edge)) if edge else str(axis) for axis, edge in zip(golden["shape"], edges, strict=True))
    return "×".join(axes) or "scalar"


def _format(golden: dict[str, Any]) -> str:
    if golden["kind"] == "literal":
        return f"literal {golden['dtype']}"
    precision = golden.get("precision")
    digits = "" if precision is None else f" .{precision}{'e' if golden['scientific'] else 'f'}"
    return f"{golden['printer']} {golden['dtype']}{digits}"
