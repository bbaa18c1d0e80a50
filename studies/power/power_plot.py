"""The picture of the power study: the fractions of wrong results caught, and of right ones refused, by rule."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from studies.plot import STYLE
from studies.power.findings import Finding
from studies.power.power_tables import RULES

COLOURS = dict(zip(RULES, ("#0072B2", "#D55E00", "#999999", "#E69F00"), strict=True))


def rules_plot(findings: Sequence[Finding]) -> dict[str, bytes]:
    """One row per kind, size and format, one mark per rule; as ``svg`` and as ``png``."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    settings = list(dict.fromkeys((found.kind, found.size, found.format) for found in findings))
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(13.5, 1.8 + 0.3 * len(settings)), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        wrong = [found for found in findings if not found.right and not found.by_nature]
        _draw(left, settings, wrong, "Wrong results that each rule catches, %")
        _draw(right, settings, [found for found in findings if found.right], "Right results that each rule refuses, %")
        left.set_yticks(range(len(settings)), [f"{kind}, {size:,}, {format}" for kind, size, format in settings])
        left.invert_yaxis()
        figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=len(RULES), frameon=False)
        pictures = {}
        for suffix, options in (("svg", {"metadata": {"Date": None}}), ("png", {"dpi": 150})):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=suffix, **options)
            pictures[suffix] = buffer.getvalue()
    return pictures


def _draw(axes: Any, settings: Sequence[tuple[str, int, str]], findings: Sequence[Finding], title: str) -> None:
    for place, rule in enumerate(RULES):
        shares, rows = [], []
        for row, setting in enumerate(settings):
            here = (found for found in findings if (found.kind, found.size, found.format) == setting)
            asked = [found.rulings[rule].refused for found in here if rule in found.rulings]
            if asked:
                shares.append(100 * sum(asked) / len(asked))
                rows.append(row + 0.15 * (place - 1.5))
        axes.scatter(shares, rows, s=36, color=COLOURS[rule], label=rule, zorder=3)
    axes.set_xlim(-3, 103)
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.set_title(title)
