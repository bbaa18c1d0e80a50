"""Collects the verdicts of a session as they arrive, and makes a run of them with its record and reports."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.environment import environment_facts
from lastdigit.fault import EMPTY, PART, Fault
from lastdigit.places import places_of, told_from
from lastdigit.records.opening import Opening
from lastdigit.records.record import NAME as RECORD
from lastdigit.records.reference_text import reference_texts
from lastdigit.records.spool import NAME as SPOOL
from lastdigit.records.spool import Spool
from lastdigit.run import Part, Run, environment, make_run
from lastdigit.verdicts.gate import faults_of_run
from lastdigit.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from lastdigit.project import Project


class Collector:
    """Verdicts of a project's tests, kept on the disk in ``folder`` while they arrive.

    From its start on there is no record in ``folder`` until the run has ended, so that none is taken for this run's.
    """

    def __init__(self, project: Project, root: Path, folder: Path, *, shard: str = "") -> None:
        self.project, self.root, self.folder, self.shard = project, root, folder, shard
        self.verdicts: list[Verdict] = []
        self.judged: set[str] = set()
        self.skipped: list[str] = []
        self.environment = environment()
        self.details = dict(environment_facts())
        self.files = reference_texts(project.reference.root)
        (folder / RECORD).unlink(missing_ok=True)
        told = told_from(project.reference.root, root)
        self._spool = Spool(
            folder / SPOOL, Opening(self.environment, told, self.files, {self.environment: self.details})
        )

    def add(self, test: str, lines: Iterable[tuple[str, str]]) -> None:
        """Take in the verdicts of a test, each as its two lines."""
        self.judged.add(test)
        self.verdicts += [self._spool.add(verdict, elements) for verdict, elements in lines]
        self._spool.flush()

    def finish(self, *, whole: bool) -> Run:
        """The run, with its record and reports written; a fault where it had to be ``whole`` and is not."""
        from lastdigit.reports.writers import write_reports

        project = self.project
        tests = len(project.cases) + len(project.relations) + len(project.pairings)
        complete = len(self.judged) == tests
        standing = project.faults
        faults = list(standing)
        if complete:
            faults += faults_of_run(project.reference, self.verdicts)
        elif whole or not (self.verdicts or self.shard):
            words = f"only a part was judged: {len(self.judged)} of {tests} tests" if self.judged else "no verdicts"
            faults.append(Fault(words, PART if self.judged else EMPTY))
        run = make_run(
            project.reference,
            self.verdicts,
            faults=faults,
            skipped=self.skipped,
            complete=complete,
            parts=[Part(self.environment, tests, frozenset(self.judged), self.details)],
            standing=standing,
            places=places_of(project.reference, project.implementations, self.root),
            shard=self.shard,
            store=self._spool,
            files=self.files,
        )
        write_reports(run, self.folder, root=self.root)
        self._spool.close(remove=True)
        return run
