"""Speed beside accuracy: how long an implementation takes, and how many digits of its results are right."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from lastdigit.base.number_format import FORMATS
from lastdigit.records.run import Run
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, FAILED, SKIPPED, THE_DOCUMENT, Verdict

BENCHMARKS = "benchmarks.json"
"""What ``tox -e bench`` writes, beside the page: pytest-benchmark's JSON."""

Key = tuple[str, str]


def speed(run: Run, row_of: Mapping[Key, int], path: Path) -> dict[str, Any]:
    """Points (row, seconds, right digits), and in words where the seconds come from.

    Seconds are those of ``path``'s largest benchmark of each implementation, or the median of this run's own.
    """
    measured, source = benchmarked(path)
    operations = {operation for _, operation in measured.values()}
    digits: dict[Key, list[float]] = defaultdict(list)
    seconds: dict[Key, list[float]] = defaultdict(list)
    for verdict in run.verdicts:
        if verdict.implementation == THE_DOCUMENT or verdict.verdict in (FAILED, SKIPPED):
            continue
        key = verdict.implementation, verdict.dtype
        if verdict.seconds is not None:
            seconds[key].append(verdict.seconds)
        if operations and verdict.operation not in operations:
            continue
        right = right_digits(verdict)
        if right is not None:
            digits[key].append(right)
    if measured:
        timed = {key: value for key, (value, _) in measured.items()}
    else:
        timed = {key: median(values) for key, values in seconds.items()}
        own = "median in this run, one call per small case; not a benchmark"
        source = f"{source}; instead the {own}" if source else own
    points = [
        (row_of[key], float(f"{timed[key]:.3g}"), round(median(digits[key]), 2))
        for key in sorted(timed)
        if key in digits and key in row_of and timed[key] > 0
    ]
    return {"source": source, "points": points}


def right_digits(verdict: Verdict) -> float | None:
    """−log₁₀ of the relative error against the definition, where it stands worst; as many as the format has at most.

    None if there is no such error.
    """
    if verdict.against != AGAINST_DEFINITION:
        return None
    error, most = verdict.error, _digits_of(verdict.dtype)
    if error is None or most is None:
        return None
    try:
        size = abs(float(verdict.expected))
    except ValueError:
        return None
    if not size or not math.isfinite(size) or not math.isfinite(error):
        return None
    return min(most, max(0.0, -math.log10(error / size))) if error else most


@cache
def _digits_of(dtype: str) -> float | None:
    return -math.log10(float(FORMATS[dtype].unit_roundoff)) if dtype in FORMATS else None


def benchmarked(path: Path) -> tuple[dict[Key, tuple[float, str]], str]:
    """The median seconds and the operation of each implementation and format, of its largest benchmark; the source.

    A file that is not pytest-benchmark's yields nothing, and the source says so: the page is still written.
    """
    if not path.is_file():
        return {}, ""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
        found: dict[Key, tuple[float, float, str]] = {}
        for entry in plain["benchmarks"]:
            extra = entry["extra_info"]
            if "implementation" not in extra:
                continue
            key = str(extra["implementation"]), str(extra["dtype"])
            size, seconds = float(extra["tokens"]), float(entry["stats"]["median"])
            if key not in found or size > found[key][0]:
                found[key] = size, seconds, str(extra["operation"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        return {}, f"{path.name} is not pytest-benchmark JSON ({type(error).__name__})"
    sizes = sorted({size for size, _, _ in found.values()})
    named = ", ".join(sorted({operation for _, _, operation in found.values()}))
    source = f"median of pytest-benchmark, in {path.name}: {named}, {', '.join(f'{size:.0f}' for size in sizes)} tokens"
    return {key: (seconds, operation) for key, (_, seconds, operation) in found.items()}, source
