"""The results of the study as tables: rows per implementation, mistake or size, and format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from lastdigit.base.number_format import FORMATS
from studies.judged_runs import AGREES, FALSE_ALARM, LEFT_OUT, UNDECIDED, CaseStudy, MistakeMade, Run

Row = Sequence[str]
Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")

RUNS = (
    *("operation", "implementation", "dtype", "cases", "agrees", "undecided", "false_alarms", "left_out"),
    *("slack_minimum", "slack_median", "first_false_alarm"),
)
MISTAKES = ("operation", "mistake_in", "mistake", "dtype", "applies", "changes", "caught", "missed", "caught_share")
QUANTILES = (0.05, 0.5, 0.95)
CHANGES = (
    *("dtype", "tokens_from", "tokens_to", "cases"),
    *("some_p05", "some_median", "some_p95", "every_p05", "every_median", "every_p95"),
)
SUMMARY = (
    *("dtype", "runs", "agrees", "undecided", "false alarms", "slack"),
    *("mistakes made", "changing", "caught", "missed"),
)


def runs_table(study: CaseStudy) -> list[Row]:
    """Verdicts and slack: a run's smallest ratio of allowed to observed error, its median and least over runs."""
    rows: list[Row] = [RUNS]

    def key(run: Run) -> tuple[str, str, str]:
        return run.operation, run.implementation, run.dtype

    for (operation, name, dtype), runs in _grouped(study.runs, key):
        verdicts = [run.verdict for run in runs]
        slack = [run.slack for run in runs if np.isfinite(run.slack)]
        counts = [verdicts.count(verdict) for verdict in (AGREES, UNDECIDED, FALSE_ALARM, LEFT_OUT)]
        wrong = next((run.wrong for run in runs if run.wrong), "")
        ran = len(runs) - counts[-1]
        rows.append([operation, name, dtype, *map(str, [ran, *counts]), *_figures(slack, np.min, np.median), wrong])
    return rows


def mistakes_table(study: CaseStudy) -> list[Row]:
    """How often each mistake changes a result by more than the bound, and how often it is detected."""
    rows: list[Row] = [MISTAKES]

    def key(made: MistakeMade) -> tuple[str, str, str, str]:
        return made.operation, made.mistake.operation, made.mistake.name, made.dtype

    for names, made in _grouped(study.mistakes, key):
        rows.append([*names, *_counted(made), f"{np.mean([each.caught for each in made]):.4f}"])
    return rows


def changes_table(study: CaseStudy) -> list[Row]:
    """Quantiles over cases of the smallest detected relative change: in some element, and in every element."""
    rows: list[Row] = [CHANGES]
    for (dtype, most), changes in _grouped(study.changes, lambda change: (change.dtype, _bin(change.tokens))):
        quantiles = [
            f"{value:.3g}"
            for seen in ([change.some for change in changes], [change.every for change in changes])
            for value in np.quantile(seen, QUANTILES, method="inverted_cdf")
        ]
        rows.append([dtype, str(most // 2 + 1), str(most), str(len(changes)), *quantiles])
    return rows


def summary_table(study: CaseStudy) -> list[Row]:
    """One row per format: verdicts, slack, mistakes."""
    rows: list[Row] = [SUMMARY]
    made = dict(_grouped(study.mistakes, lambda made: made.dtype))
    for dtype, runs in _grouped(study.runs, lambda run: run.dtype):
        verdicts = [run.verdict for run in runs if run.verdict != LEFT_OUT]
        counts = [str(verdicts.count(verdict)) for verdict in (AGREES, UNDECIDED, FALSE_ALARM)]
        slack = [run.slack for run in runs if np.isfinite(run.slack)]
        rows.append([dtype, str(len(verdicts)), *counts, *_figures(slack, np.median), *_counted(made.get(dtype, []))])
    return rows


def false_alarms(study: CaseStudy) -> list[Run]:
    """The runs in which a right result was refused."""
    return [run for run in study.runs if run.verdict == FALSE_ALARM]


def misses(study: CaseStudy) -> list[MistakeMade]:
    """The mistakes that changed a result by more than the bound and were not detected."""
    return [made for made in study.mistakes if made.changes and not made.caught]


def _counted(made: Sequence[MistakeMade]) -> list[str]:
    """How many mistakes were made, exceeded the bound, were caught, and were missed."""
    changing = [each for each in made if each.changes]
    caught = sum(each.caught for each in made)
    missed = sum(not each.caught for each in changing)
    return [str(count) for count in (len(made), len(changing), caught, missed)]


def _figures(values: Sequence[float], *figures: Callable[..., Any]) -> list[str]:
    return [f"{figure(values):.3g}" if values else "" for figure in figures]


def _grouped(entries: Iterable[Entry], key: Callable[[Entry], Key]) -> list[tuple[Key, list[Entry]]]:
    """Entries grouped by key; formats are sorted from wide to narrow, other keys in their own order."""
    groups: dict[Key, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[key(entry)].append(entry)
    formats = list(FORMATS)

    def rank(found: Any) -> tuple[Any, ...]:
        parts = found if isinstance(found, tuple) else (found,)
        return tuple(formats.index(part) if part in formats else part for part in parts)

    return sorted(groups.items(), key=lambda group: rank(group[0]))


def _bin(tokens: int) -> int:
    """The power of two up to which these tokens are counted together."""
    return 1 << (tokens - 1).bit_length()
