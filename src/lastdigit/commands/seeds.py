"""``lastdigit seeds``: search for seeds that a document does not show."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lastdigit.base.errors import InvalidCase, InvalidStore
from lastdigit.base.extras import needs
from lastdigit.cases.case_file import NAME
from lastdigit.cases.recovered import NAME as RECOVERED
from lastdigit.cases.recovered import Searched, read_records, write_record
from lastdigit.seeds.checkpoint import Range, State, checkpoint_path
from lastdigit.seeds.finding import Held, judged, record
from lastdigit.seeds.plan import Plan, make_plan
from lastdigit.seeds.search import search
from lastdigit.seeds.unknown import UnknownDraws, load_unknown
from lastdigit.seeds.workers import Result, in_processes
from lastdigit.store.documents import RECORD

with needs("documents"):
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


@dataclass(frozen=True)
class Options:
    """Options: offsets in draws (in words with ``every_word``), seeds of [first, end), and workers."""

    offsets: int
    every_word: bool
    first: int
    end: int
    workers: int | None
    cluster: str | None
    state: Path


def run(target: str, root: Path, options: Options) -> int:
    """Search for every hidden seed of a document, or the one that a case depends on; returns 0 if all were found."""
    found = [_search(root, document, options) for document in _chosen(target, root)]
    return 0 if all(found) else 1


def _chosen(target: str, root: Path) -> list[UnknownDraws]:
    name, _, case = target.partition("/")
    if not (root / name / RECORD).is_file():
        raise InvalidStore(root / name / RECORD, 1, "a stored document (lastdigit extract)", "nothing there")
    documents = load_unknown(root / name)
    chosen = [document for document in documents if not case or any(c.name == case for c in document.cases)]
    if not chosen:
        raise InvalidCase(root / name / NAME, 1, "a case with draws of unknown seed", repr(case))
    return chosen


def _search(root: Path, document: UnknownDraws, options: Options) -> bool:
    console = Console(soft_wrap=True, highlight=False)
    plan = make_plan(
        document, offsets=options.offsets, every_word=options.every_word, first=options.first, end=options.end
    )
    console.print(_intention(plan))
    state = _with_progress(console, plan, options)
    held = judged(document, state)
    searched = record(document, plan, held)
    console.print(_result(plan, state, held, searched))
    folder = root / plan.document
    unique = searched.seed is not None or not any(entry.fits for entry in held)
    if unique and not (searched.seed is None and _is_recovered(folder, plan.draw)):
        console.print(f"recorded in {write_record(folder, searched)}")
    checkpoint_path(options.state, plan).unlink(missing_ok=True)
    return searched.seed is not None


def _is_recovered(folder: Path, draw: str) -> bool:
    path = folder / RECOVERED
    known = read_records(path).get(draw) if path.is_file() else None
    return known is not None and known.seed is not None


def _intention(plan: Plan) -> str:
    first = "; ".join(f"{c.golden} {c.token} ({c.bits:.1f} bits)" for c in plan.sieved)
    return (
        f"{plan.document}/{plan.draw}: {plan.generator}, seeds {plan.first} to {plan.end - 1}, "
        f"{len(plan.offsets.values)} offsets from {plan.offsets.first} to {plan.offsets.last} words\n"
        f"{len(plan.conditions)} printed values are affine in the draws; checked first: {first}"
    )


def _with_progress(console: Console, plan: Plan, options: Options) -> State:
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:>5.1f} %  {task.fields[rate]}  {task.fields[hits]} hits"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(compact=True, elapsed_when_finished=False),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=plan.end - plan.first, rate="", hits=0)

        def report(state: State) -> None:
            speed = progress.tasks[bar].speed
            rate = f"{speed / 1e6:.1f} million seeds/s" if speed else ""
            progress.update(bar, completed=state.tested, rate=rate, hits=len(state.hits))

        return search(plan, lambda given, ranges: _run(given, ranges, options), options.state, report)


def _run(plan: Plan, ranges: Iterable[Range], options: Options) -> Iterator[Result]:
    workers = options.workers or os.cpu_count() or 1
    if options.cluster is None:
        from lastdigit.seeds import compiled  # noqa: F401  (says at once where Numba is not installed)

        return in_processes(plan, ranges, workers)
    from lastdigit.seeds.cluster import on_cluster

    return on_cluster(plan, ranges, workers, options.cluster)


def _result(plan: Plan, state: State, held: list[Held], searched: Searched) -> str:
    offsets = len(plan.offsets.values)
    lines = [
        ("seeds tested", f"{state.tested} × {offsets} offsets"),
        ("survived the sieve", str(state.survivors)),
        ("candidates", str(len(held))),
        ("evidence", f"{plan.evidence:.1f} bits printed against {plan.searched:.1f} bits searched"),
        ("coincidence", f"probability 2^{plan.searched - plan.evidence:.1f} at most"),
    ]
    for entry in held:
        place = f"{entry.hit.seed}, after {entry.hit.offset} words"
        found = f"{place}: {entry.values} of {entry.of} printed values reproduced"
        lines.append(("seed" if entry.fits else "near miss", found))
    if searched.seed is not None:
        lines.append(("suggests", searched.suggests))
    elif any(entry.fits for entry in held):
        lines.append(("not unique", "several seeds reproduce every printed value: too few digits are printed"))
    else:
        lines.append(("none fits", "no seed and offset in this range reproduces every printed value"))
    return "\n".join(f"  {label:<20}{text}" for label, text in lines)
