"""The picture of detection power: the smallest changes, and the mistakes, in every number format. Needs matplotlib."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from studies.drawn_case import ATTENTION
from studies.tables import CHANGES, MISTAKES, Row

COLOURS = {"float64": "#0072B2", "float32": "#009E73", "float16": "#D55E00", "bfloat16": "#CC79A7"}
"""Okabe and Ito's colours, which people with any colour vision can distinguish."""

LARGEST_SHOWN = 10.0
"""Wider bounds than the row itself detect nothing."""

STYLE = {
    **{"font.size": 10, "axes.titlesize": 12, "axes.titleweight": "bold", "axes.titlelocation": "left"},
    **{"axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": "lastdigit", "svg.fonttype": "none"},
}


def power_plot(mistakes: Sequence[Row], changes: Sequence[Row]) -> dict[str, bytes]:
    """The picture of two tables, as ``svg`` and as ``png``."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(13.5, 7.2), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[1.15, 0.8])
        _draw_changes(left, [dict(zip(CHANGES, row, strict=True)) for row in changes[1:]])
        _draw_mistakes(right, [dict(zip(MISTAKES, row, strict=True)) for row in mistakes[1:]])
        pictures = {}
        for suffix, options in (("svg", {"metadata": {"Date": None}}), ("png", {"dpi": 150})):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=suffix, **options)
            pictures[suffix] = buffer.getvalue()
    return pictures


def _draw_changes(axes: Any, rows: list[dict[str, str]]) -> None:
    """The median over cases as a line, the range of nine in ten as a band, the format's name at the end."""
    for dtype, colour in COLOURS.items():
        found = [row for row in rows if row["dtype"] == dtype]
        if not found:
            continue
        tokens = [np.sqrt(float(row["tokens_from"]) * float(row["tokens_to"])) for row in found]
        low, median, high = ([float(row[f"every_{name}"]) for row in found] for name in ("p05", "median", "p95"))
        axes.fill_between(tokens, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.plot(tokens, median, color=colour, linewidth=2, marker="o", markersize=4)
        finite = [index for index, value in enumerate(median) if np.isfinite(value)]
        if finite:
            end = finite[-1]
            place = {"xytext": (8, 0), "textcoords": "offset points", "va": "center"}
            axes.annotate(dtype, (tokens[end], median[end]), color=colour, fontweight="bold", **place)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks([2**power for power in range(10)], [str(2**power) for power in range(10)])
    axes.set_xlim(0.9, 1300)
    axes.set_ylim(top=LARGEST_SHOWN)
    axes.plot([0.9, 420], [1, 1], color="#555555", linewidth=1, linestyle=(0, (4, 3)))
    above = {"xytext": (0, 4), "textcoords": "offset points", "color": "#555555"}
    axes.annotate("as large as the row's largest value", (1, 1), **above)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("keys that a query attends to")
    axes.set_ylabel("change ÷ largest value of its row")
    axes.set_title("The smallest change that is seen, in whichever element:\nmedian and 90 % of the random cases")


def _draw_mistakes(axes: Any, rows: list[dict[str, str]]) -> None:
    """One row per mistake in attention, one column per format: the percentage of cases in which it is detected."""
    counts: dict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    for row in rows:
        if row["operation"] in ATTENTION:
            applies, caught = counts[row["mistake"]].get(row["dtype"], (0, 0))
            counts[row["mistake"]][row["dtype"]] = applies + int(row["applies"]), caught + int(row["caught"])
    formats = [dtype for dtype in COLOURS if any(dtype in found for found in counts.values())]
    shares = {
        name: [caught / applies for applies, caught in (found[dtype] for dtype in formats)]
        for name, found in counts.items()
    }
    names = sorted(shares, key=lambda name: (-shares[name][-1], name))
    table = np.array([shares[name] for name in names])
    axes.imshow(table, aspect="auto", cmap="Blues", vmin=0, vmax=1.25)
    for (row, column), share in np.ndenumerate(table):
        shown = f"{100 * share:.0f}" if share in (0, 1) or 0.005 <= share < 0.995 else f"{100 * share:.1f}"
        axes.text(column, row, shown, ha="center", va="center", color="white" if share > 0.8 else "#222222", fontsize=9)
    axes.set_yticks(range(len(names)), names)
    axes.set_xticks(range(len(formats)), formats)
    axes.xaxis.tick_top()
    for label, dtype in zip(axes.get_xticklabels(), formats, strict=True):
        label.set_color(COLOURS[dtype])
        label.set_fontweight("bold")
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title("Mistakes seen, % of cases", pad=24)
