"""``index.html``: one self-contained page, filled from the templates beside this file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from lastdigit.cases.case import Case
from lastdigit.errors import UnknownOperation
from lastdigit.files import write_whole
from lastdigit.operations import find_operation
from lastdigit.reports.html_digits import number, padding
from lastdigit.reports.html_json import data, words
from lastdigit.reports.html_scoreboard import scoreboard
from lastdigit.reports.html_view import NAMES, SYMBOLS, Section, sections, state
from lastdigit.reports.summary import Tally, tallies
from lastdigit.run import Run
from lastdigit.verdicts.explain import looks, names_in
from lastdigit.verdicts.relations import RELATIONS
from lastdigit.verdicts.verdict import THE_DOCUMENT


@dataclass(frozen=True)
class Failure:
    """What the gate stops, of one section and for one reason, in however many implementations."""

    section: str
    verdict: str
    against: str
    why: str
    picks: tuple[str, ...]


def write_html(run: Run, path: Path) -> None:
    """Write ``index.html``: scoreboard, and every golden with the digits that differ and its allowance."""
    write_whole(path, render(run).encode())


def render(run: Run) -> str:
    """The page of a run; the same run gives the same page."""
    found = sections(run)
    counts = Counter(map(state, run.verdicts))
    return (
        _environment()
        .get_template("page.html")
        .render(
            run=run,
            counts=[(name, counts[name]) for name in SYMBOLS],
            failures=failures(found),
            documents=[
                (document, list(group)) for document, group in groupby(found, key=lambda section: section.document)
            ],
            board=scoreboard(found),
            operations=operations(run),
            # Text already: data() escapes what a script element must not hold.
            data=Markup(data(run, found)),
        )
    )


def operations(run: Run) -> list[tuple[str, list[tuple[Tally, Counter[str]]]]]:
    """Every operation with the totals of its implementations, the document's first, and their verdicts by state."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for verdict in run.verdicts:
        counts[verdict.operation, verdict.implementation][state(verdict)] += 1
    groups: dict[str, list[tuple[Tally, Counter[str]]]] = defaultdict(list)
    for tally in sorted(tallies(run), key=lambda tally: (tally.operation, tally.implementation != THE_DOCUMENT)):
        groups[tally.operation].append((tally, counts[tally.operation, tally.implementation]))
    return list(groups.items())


def failures(found: Sequence[Section]) -> list[Failure]:
    """Everything that the gate stops, with the implementations it is stopped for."""
    groups: dict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for section in found:
        for view in section.views:
            for verdict in view.verdicts:
                if verdict.gate != "pass":
                    why = verdict.reason or verdict.explanation
                    groups[section.id, verdict.verdict, verdict.against, why].append(view.pick)
    return [Failure(*key, tuple(picks)) for key, picks in groups.items()]


def operation_summary(name: str) -> str:
    """What an operation computes, or what a relation holds."""
    try:
        return find_operation(name).summary.replace("``", "")
    except UnknownOperation:
        return ((RELATIONS[name].__doc__ or "") if name in RELATIONS else "").partition("\n")[0]


def call(case: Case) -> str:
    """A case's operation with its inputs and parameters, as one would write the call."""
    inputs = [f"{name} = {_expression(expression)}" for name, expression in case.inputs.items()]
    parameters = [f"{name} = {value}" for name, value in case.parameters.items()]
    return f"{case.operation}({', '.join([*inputs, *parameters])})"


def _expression(expression: Any) -> str:
    if isinstance(expression, list):
        return f"[{', '.join(map(_expression, expression))}]"
    if isinstance(expression, Mapping):
        return f"{{{', '.join(f'{key} = {_expression(value)}' for key, value in expression.items())}}}"
    return str(expression)


def breakable(text: str) -> Markup:
    """A name that may be broken after an underscore."""
    return Markup("_<wbr>").join(escape(part) for part in text.split("_"))


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("lastdigit.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "breakable": breakable,
        "call": call,
        "number": number,
        "operation_summary": operation_summary,
        "padding": padding,
        "state": state,
        "words": words,
    }
    environment.globals |= {
        "NAMES": NAMES,
        "SYMBOLS": SYMBOLS,
        "look": looks(),
        "names_in": names_in,
    }
    return environment
