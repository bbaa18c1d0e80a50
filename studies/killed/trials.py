"""The trials: kill the run, one of its workers, or the writer of its reports, and inspect the results."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lastdigit.records.record import NAME as RECORD
from lastdigit.records.record import read_record
from lastdigit.records.spool import NAME as SPOOL
from lastdigit.reports.folder import ASIDE, MOVING, NEW
from lastdigit.verdicts.verdict import Verdict
from studies.killed.left_behind import Hashes, complaints, hashes, verdicts_kept
from studies.killed.scene import PATIENCE, Scene, kill, seconds_of

Pairing = tuple[str, ...]
JUDGED = re.compile(r"::.* (PASSED|FAILED)")


@dataclass
class Outcome:
    """The trials of one kind: how many killed a process, and all errors."""

    kind: str
    killed: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, moment: float, hit: bool, found: Iterator[str]) -> None:
        """Add one trial."""
        self.killed += hit
        self.wrong += [f"{self.kind} after {moment:.3f} s: {each}" for each in found]


def runs(scene: Scene, moments: int, draw: random.Random) -> Outcome:
    """Kill the process of a run."""
    outcome = Outcome("run")
    _fresh(scene)
    longest = seconds_of(scene.pytest)
    while outcome.killed < moments:
        before = _fresh(scene)
        moment = draw.uniform(0, 0.95 * longest)
        process = scene.pytest()
        time.sleep(moment)
        process.kill()
        text, _ = process.communicate(timeout=PATIENCE)
        outcome.add(moment, process.returncode < 0, _after_a_killed_run(scene, text, before))
    return outcome


def writers(scene: Scene, moments: int, draw: random.Random) -> Outcome:
    """Kill ``lastdigit report write`` while it writes."""
    outcome = Outcome("writer")
    _fresh(scene)
    record = scene.folder / "kept.jsonl.gz"
    record.write_bytes((scene.reports / RECORD).read_bytes())
    write = ("-m", "lastdigit.commands.command_line", "report", "write", str(record), "--into", str(scene.reports))
    longest = seconds_of(lambda: scene.start(*write))
    while outcome.killed < moments:
        before = hashes(scene.reports)
        moment = draw.uniform(0, 0.95 * longest)
        process = scene.start(*write)
        time.sleep(moment)
        process.kill()
        process.communicate(timeout=PATIENCE)
        outcome.add(moment, process.returncode < 0, complaints(scene.reports, before))
        scene.start(*write).communicate(timeout=PATIENCE)
        outcome.wrong += _litter(scene.reports)
    return outcome


def workers(scene: Scene, moments: int, draw: random.Random, *arguments: str) -> Outcome:
    """Kill one of the processes of a run, except the first."""
    outcome = Outcome(" ".join(("worker", *arguments)))
    _fresh(scene)
    expected = Counter(map(_pairing, read_record(scene.reports / RECORD).verdicts))
    longest = seconds_of(lambda: scene.pytest(*arguments))
    while outcome.killed < moments:
        moment = draw.uniform(0, 0.95 * longest)
        before = hashes(scene.reports)
        process = scene.pytest("--complete", *arguments)
        time.sleep(moment)
        victims: list[int] = []
        while process.poll() is None and not victims:
            victims = [pid for pid in scene.processes() if pid != process.pid]
        if victims:
            kill(draw.choice(victims))
        text, _ = process.communicate(timeout=PATIENCE)
        if process.returncode and hashes(scene.reports) == before:
            found: Iterator[str] = iter(())  # killed before the run began, as reported
        else:
            found = _after_a_killed_worker(scene, text, process.returncode, expected)
        outcome.add(moment, bool(victims), found)
    return outcome


def _fresh(scene: Scene) -> Hashes:
    """The reports of a complete run, which must pass and remove all earlier files."""
    process = scene.pytest()
    text, _ = process.communicate(timeout=PATIENCE)
    litter = list(_litter(scene.reports))
    if process.returncode or litter:
        raise AssertionError(f"a run that nobody killed ended with {process.returncode} and left {litter}\n{text}")
    return hashes(scene.reports)


def _litter(reports: Path) -> Iterator[str]:
    for name in (ASIDE, MOVING, NEW, SPOOL):
        if (reports / name).exists():
            yield f"{name} is left by a run that ended"


def _after_a_killed_run(scene: Scene, text: str, before: Hashes) -> Iterator[str]:
    if left := scene.lingering():
        yield f"processes {left} still run"
    yield from complaints(scene.reports, before)
    told, kept = len(JUDGED.findall(text)), verdicts_kept(scene.reports)
    if kept < told:
        yield f"{told} tests were told as judged, {kept} verdicts are kept"


def _after_a_killed_worker(scene: Scene, text: str, status: int, expected: Counter[Pairing]) -> Iterator[str]:
    if status < 0 or not (scene.reports / RECORD).is_file():
        yield f"the run itself died of it, with {status}: {text[-500:]}"
        return
    run = read_record(scene.reports / RECORD)
    faults = " ".join(map(str, run.faults))
    if lost := sorted(name for name in expected - Counter(map(_pairing, run.verdicts)) if name[0] not in faults):
        yield f"no row and no fault for {lost}"
    if run.passes != (status == 0):
        yield f"the gate {'passes' if run.passes else 'fails'} and the exit code is {status}"
    if run.passes and len(run.verdicts) != expected.total():
        yield f"the gate passes a run of {len(run.verdicts)} verdicts"
    if harmed := [verdict for verdict in run.failing if verdict.verdict != "failed"]:
        yield f"{len(harmed)} verdicts fail otherwise than by a lost process"
    yield from _litter(scene.reports)


def _pairing(verdict: Verdict) -> Pairing:
    return (verdict.case, verdict.golden, verdict.implementation, verdict.dtype, verdict.against)
