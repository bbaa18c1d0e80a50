"""Collects the verdicts of a session as they arrive, and turns them into a run with its record and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.base.fault import CHANGED_FILE, EMPTY, NO_VERDICT, PART, Fault
from lastdigit.pytest_session.integrity import ENGINE, JUDGING, REPORTING, changed, fingerprints, hold
from lastdigit.records.environment import environment_facts
from lastdigit.records.occasion import Occasion
from lastdigit.records.opening import Opening
from lastdigit.records.places import places_of, told_from
from lastdigit.records.reference_text import reference_texts
from lastdigit.records.run import Part, Run, environment, make_run
from lastdigit.records.shard import shard_of
from lastdigit.records.spool import NAME as SPOOL
from lastdigit.records.spool import Spool
from lastdigit.reports.folder import ReportFolder
from lastdigit.verdicts.gate import faults_of_run
from lastdigit.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from lastdigit.pytest_session.project import Project


class Collector:
    """Verdicts of a project's tests, spooled to disk in ``folder`` as they arrive.

    Removes an older record from ``folder`` at the start, so that it cannot be mistaken for this run's.
    """

    def __init__(self, project: Project, root: Path, folder: Path, *, shard: str = "") -> None:
        self.project, self.root, self.folder, self.shard = project, root, folder, shard
        self.verdicts: list[Verdict] = []
        self.judged: set[str] = set()
        hold((*JUDGING, *REPORTING))
        self._before = fingerprints([ENGINE, *project.folders])
        self.environment = environment()
        self._occasion = Occasion(root)
        self.details = {**dict(environment_facts()), **self._occasion.known}
        self.files = reference_texts(project.reference.root)
        self._reports = ReportFolder(folder)
        self._reports.begin()
        told = told_from(project.reference.root, root)
        self._spool = Spool(
            folder / SPOOL, Opening(self.environment, told, self.files, {self.environment: self.details})
        )

    def add(self, test: str, lines: Iterable[tuple[str, str]] | None) -> None:
        """Add the verdicts of a test, each as its two lines; None if the test ended before judging."""
        if lines is None:
            return
        self.judged.add(test)
        self.verdicts += [self._spool.add(verdict, elements) for verdict, elements in lines]
        self._spool.flush()

    def abandon(self) -> None:
        """End without reports: restore those of the previous run, and leave the verdicts so far in the spool."""
        self._reports.abandon()
        self._reports.release()

    def _without_verdict(self, selected: Iterable[str]) -> Iterator[Fault]:
        """Selected tests without a verdict, because they or the run were interrupted."""
        for test in sorted(filter(self.project.asks, dict.fromkeys(selected))):
            name = f"{test.rpartition(']')[0]}]"
            if name not in self.judged:
                yield Fault(f"{name} has no verdict", NO_VERDICT)

    def _changed(self) -> Iterator[Fault]:
        """Files of the judge and of the project that changed during the run."""
        for path in changed(self._before, fingerprints([ENGINE, *self.project.folders])):
            yield Fault(f"{path} changed during the run", CHANGED_FILE, path)
        if not self._spool.is_whole():
            yield Fault(f"{self._spool.path} changed during the run", CHANGED_FILE, self._spool.path)

    def finish(self, selected: Iterable[str], *, whole: bool) -> Run:
        """Write the record and reports, and return the run; a partial run that should be ``whole`` is a fault.

        ``selected`` are the tests selected to run, of any plugin, with the groups that xdist appends.
        """
        from lastdigit.reports.writers import write_reports

        project = self.project
        tests = len(project.cases) + len(project.relations) + len(project.pairings)
        complete = len(self.judged) == tests
        shard = shard_of(self.shard) if self.shard else None
        if complete or shard:
            self.verdicts += [each for each in project.unused if not shard or shard.holds(each.reason)]
        standing = project.faults
        faults = [*standing, *self._without_verdict(selected), *self._changed()]
        if complete:
            faults += faults_of_run(project.reference, self.verdicts)
        elif whole or not (self.verdicts or self.shard):
            words = f"partial run: {len(self.judged)} of {tests} tests" if self.judged else "no verdicts"
            faults.append(Fault(words, PART if self.judged else EMPTY))
        run = make_run(
            project.reference,
            self.verdicts,
            faults=faults,
            complete=complete,
            parts=[Part(self.environment, tests, frozenset(self.judged), self.details | self._occasion.took())],
            standing=standing,
            places=places_of(project.reference, project.implementations, self.root),
            shard=self.shard,
            store=self._spool,
            files=self.files,
        )
        write_reports(run, self._reports, root=self.root)
        self._spool.close(remove=True)
        self._reports.release()
        return run
