"""Tables of a run's verdicts: the coverage of each implementation, and its errors relative to the tolerance."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from studies.libraries.names import packages_of, version

FORMATS = ("float64", "float32", "float16", "bfloat16")
SYMBOLS = {"agrees": "✓", "undecided": "?", "disagrees": "✗", "failed": "!"}
COLUMNS = {
    "attention": ("scaled_dot_product_attention",),
    "shared heads": ("grouped_query_attention",),
    "multi-head": ("multi_head_attention",),
    "gradients": ("scaled_dot_product_attention.gradient.q", "scaled_dot_product_attention.gradient.k"),
    "rotary": ("rotary_embedding",),
    "softmax": ("softmax", "log_softmax"),
    "norms": ("layer_norm", "rms_norm"),
    "linear": ("linear",),
    "activations": ("gelu", "silu"),
}
KEPT = (
    *("implementation", "operation", "case", "dtype", "verdict", "evidence", "arithmetic", "error", "allowed"),
    *("share", "explanation", "erratum", "reason"),
)
Row = dict[str, str]


def read(folder: Path) -> list[Row]:
    """The verdicts of libraries against definitions, with errors relative to the tolerance."""
    with (folder / "verdicts.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["against"] == "definition" and row["case"]]
    found = [row for row in rows if row["implementation"] != "document"]
    return [{**row, "share": _share(row)} for row in found]


def _share(row: Row) -> str:
    if not row["error"] or not row["allowed"]:
        return ""
    allowed = float(row["allowed"])
    return f"{float(row['error']) / allowed:.3g}" if allowed else "0" if not float(row["error"]) else "inf"


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """Write one line per verdict."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, KEPT, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def judged(rows: Sequence[Row]) -> list[Row]:
    """The rows of calls that were made."""
    return [row for row in rows if row["verdict"] != "skipped"]


def totals(rows: Sequence[Row]) -> str:
    """One sentence with all totals."""
    called = judged(rows)
    names = {row["implementation"] for row in called}
    packages = {package for name in names for package in packages_of(name)}
    variants = {(row["implementation"], row["dtype"]) for row in called}
    counts = Counter(row["verdict"] for row in called)
    words = ", ".join(f"{counts[name]} {name}" for name in SYMBOLS if counts[name])
    return (
        f"{len(packages)} libraries, {len(names)} implementations, {len(variants)} variants (implementation × format), "
        f"{len(called)} verdicts: {words}."
    )


def coverage(rows: Sequence[Row]) -> Iterator[str]:
    """Implementations × operations; a cell has a symbol for each format, for the worst of its cases."""
    yield "| implementation | " + " | ".join(COLUMNS) + " |"
    yield "|---|" + "---|" * len(COLUMNS)
    of_name: dict[str, list[Row]] = defaultdict(list)
    for row in judged(rows):
        of_name[row["implementation"]].append(row)
    for name in sorted(of_name):
        cells = [_cell(of_name[name], operations) for operations in COLUMNS.values()]
        yield f"| {name} | " + " | ".join(cells) + " |"


def _cell(rows: Sequence[Row], operations: Sequence[str]) -> str:
    mine = [row for row in rows if row["operation"] in operations]
    if not mine:
        return ""
    found = {dtype: {row["verdict"] for row in mine if row["dtype"] == dtype} for dtype in FORMATS}
    worst = [next((SYMBOLS[each] for each in reversed(SYMBOLS) if each in found[dtype]), "·") for dtype in FORMATS]
    return "".join(worst)


def accuracy(rows: Sequence[Row], operation: str) -> Iterator[str]:
    """For each implementation and format the tightest model that fits all cases, and the worst error relative to it."""
    yield "| implementation | " + " | ".join(FORMATS) + " |"
    yield "|---|" + "---|" * len(FORMATS)
    called = [row for row in judged(rows) if row["operation"] == operation]
    for name in sorted({row["implementation"] for row in called}):
        cells = [_told([r for r in called if (r["implementation"], r["dtype"]) == (name, d)]) for d in FORMATS]
        yield f"| {name} | " + " | ".join(cells) + " |"


MODELS = ("fused", "stored", "split")


def _told(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    agreeing = [row for row in rows if row["verdict"] == "agrees"]
    if len(agreeing) < len(rows):
        worst = next(row for row in rows if row["verdict"] != "agrees")
        return f"{worst['verdict']}: {worst['explanation'] or worst['reason'][:60]}"
    model = max((row["arithmetic"] for row in agreeing), key=lambda each: MODELS.index(each) if each in MODELS else -1)
    return f"{model} {max(float(row['share'] or 0) for row in agreeing):.2g}"


def versions(rows: Sequence[Row]) -> str:
    """The judged packages with their versions."""
    packages = sorted({package for row in judged(rows) for package in packages_of(row["implementation"])})
    return ", ".join(f"{package} {version(package)}" for package in packages)


def left_out(rows: Sequence[Row]) -> Iterator[str]:
    """What was skipped, each reason once."""
    reasons: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row["verdict"] == "skipped":
            reasons[row["reason"]].add(row["implementation"])
    yield from (f"- {reason}: {', '.join(sorted(reasons[reason]))}" for reason in sorted(reasons))
