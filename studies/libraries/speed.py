"""The table of pytest-benchmark's results: the duration of an attention relative to NumPy, and its error."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

BASE = "numpy_einsum"


def table(path: Path) -> Iterator[str]:
    """Implementations × tokens: medians as multiples of the baseline's, and the largest fraction of the tolerance."""
    results = json.loads(path.read_text(encoding="utf-8"))["benchmarks"]
    median: dict[str, dict[int, float]] = defaultdict(dict)
    share: dict[str, float] = defaultdict(float)
    for each in results:
        about = each["extra_info"]
        median[about["implementation"]][about["tokens"]] = each["stats"]["median"]
        share[about["implementation"]] = max(share[about["implementation"]], about["share"])
    sizes = sorted({tokens for times in median.values() for tokens in times})
    base = median[BASE]
    yield "| implementation | " + " | ".join(f"{size}" for size in sizes) + " | share |"
    yield "|---|" + "---|" * (len(sizes) + 1)
    shown = " | ".join(f"{base[size] * 1e3:.3g} ms" for size in sizes)
    yield f"| {BASE} | {shown} | {share[BASE]:.2g} |"
    largest = sizes[-1]
    for name in sorted(median, key=lambda each: (median[each].get(largest, 1e9), each)):
        if name != BASE:
            times = median[name]
            cells = [f"{times[size] / base[size]:.2g}" if size in times else "" for size in sizes]
            yield f"| {name} | " + " | ".join(cells) + f" | {share[name]:.2g} |"
