"""The edge to pytest: fixtures that judge, verdicts that travel with test reports, and the gate at the end.

It holds no logic: a project judges, the reports write. A session without verification tests is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastdigit.errors import MissingFramework
from lastdigit.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from lastdigit.project import Project
    from lastdigit.run import Run

Judged = Callable[[Callable[[], list[Verdict]]], None]

MINIMUM_WIDTH = 120
"""Columns of the table at the end: names of operations and implementations are not to be cut in a CI log."""

_PROJECT = pytest.StashKey["Project"]()
_VERDICTS = pytest.StashKey[list[Verdict]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lastdigit")
    group.addoption("--reference-data", default="reference_data", metavar="DIR", help="the stored goldens and cases")
    group.addoption("--implementations", default="implementations", metavar="DIR", help="the implementations")
    group.addoption("--reports", default="reports", metavar="DIR", help="where the reports are written")
    group.addoption("--complete", action="store_true", help="fail a run in which only a part was judged")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Collector(config), "lastdigit-collector")


def project(config: pytest.Config) -> Project:
    """The project of a session, loaded once."""
    if _PROJECT not in config.stash:
        from lastdigit.project import load_project

        root = config.rootpath
        folders = (root / config.getoption("reference_data"), root / config.getoption("implementations"))
        config.stash[_PROJECT] = load_project(*folders)
    return config.stash[_PROJECT]


@pytest.fixture(scope="session", name="project")
def _project(pytestconfig: pytest.Config) -> Project:
    """The reference data and the implementations of this project."""
    return project(pytestconfig)


@pytest.fixture
def judged(request: pytest.FixtureRequest, project: Project) -> Judged:
    """Record the verdicts of a test and fail it where the gate does not let one pass; skip without its framework."""

    def record(judge: Callable[[], list[Verdict]]) -> None:
        try:
            verdicts = judge()
        except MissingFramework as error:
            pytest.skip(str(error))
        request.node.stash[_VERDICTS] = verdicts
        failing = [verdict for verdict in verdicts if verdict.gate != "pass"]
        if failing:
            from lastdigit.reports.text import describe

            words = "\n\n".join(describe(verdict, project.reference) for verdict in failing)
            pytest.fail(f"{words}\n  run it alone    pytest '{request.node.nodeid}'", pytrace=False)

    return record


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if "judged" in getattr(item, "fixturenames", ()):
        verdicts = item.stash.get(_VERDICTS, []) if call.when == "call" else None
        vars(report)["lastdigit"] = None if verdicts is None else [verdict.to_json() for verdict in verdicts]
    return report


class _Collector:
    """Takes the verdicts from the test reports, wherever the tests ran, and ends the session with reports and gate."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.verdicts: list[Verdict] = []
        self.verifies = bool(config.getoption("complete"))
        self.judged: set[str] = set()
        self.skipped: list[str] = []
        self.run: Run | None = None

    @property
    def folder(self) -> Path:
        """Where the reports go."""
        return self.config.rootpath / str(self.config.getoption("reports"))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        carried = getattr(report, "lastdigit", None)
        self.verifies = self.verifies or hasattr(report, "lastdigit")
        if carried is None:
            return
        self.judged.add(report.nodeid)
        self.verdicts += [Verdict.from_json(plain) for plain in carried]
        if report.skipped and isinstance(report.longrepr, tuple):
            self.skipped.append(report.longrepr[2].removeprefix("Skipped: "))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not self.verifies:
            return
        from lastdigit.reports.writers import write_reports
        from lastdigit.run import make_run
        from lastdigit.verdicts.gate import faults_of_run

        whole = project(self.config)
        complete = len(self.judged) == len(whole.cases) + len(whole.relations) + len(whole.pairings)
        faults = list(whole.faults)
        if complete:
            faults += faults_of_run(whole.reference, self.verdicts)
        elif self.config.getoption("complete") or not self.verdicts:
            faults.append(f"only a part was judged: {len(self.judged)} tests" if self.judged else "no verdicts")
        skipped = self.skipped
        self.run = make_run(whole.reference, self.verdicts, faults=faults, skipped=skipped, complete=complete)
        write_reports(self.run, self.folder)
        if not self.run.passes and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.run is None:
            return
        from rich.console import Console

        from lastdigit.reports.terminal import print_run

        terminalreporter.section("lastdigit")
        print_run(
            self.run, Console(file=terminalreporter._tw._file, width=max(MINIMUM_WIDTH, terminalreporter._tw.fullwidth))
        )
        terminalreporter.line(f"report: {self.folder / 'index.html'}")
