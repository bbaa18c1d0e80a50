"""The edge to pytest: fixtures that judge, verdicts that travel with test reports, and the gate at the end.

It holds no logic: a project judges, a collector makes the run, the reports write. A session without verification tests
is left alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastdigit.errors import MissingFramework
from lastdigit.records.shard import Shard, shard_of
from lastdigit.reports.properties import properties
from lastdigit.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from lastdigit.collector import Collector
    from lastdigit.project import Project
    from lastdigit.run import Run

Judged = Callable[[Callable[[], list[Verdict]]], None]

MINIMUM_WIDTH = 120
"""Columns of the table at the end: names of implementations are not to be cut in a CI log."""
SECONDS_BETWEEN_COUNTS = 30
"""How often a long session says how many verdicts there are."""

_PROJECT = pytest.StashKey["Project"]()
_VERDICTS = pytest.StashKey[list[Verdict]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lastdigit")
    group.addoption("--reference-data", default="reference_data", metavar="DIR", help="the stored goldens and cases")
    group.addoption("--implementations", default="implementations", metavar="DIR", help="the implementations")
    group.addoption("--reports", default="reports", metavar="DIR", help="where the reports are written")
    group.addoption("--complete", action="store_true", help="fail a run in which only a part was judged")
    group.addoption("--shard", metavar="K/N", help="run one of N parts, to be put together by lastdigit report merge")


def pytest_configure(config: pytest.Config) -> None:
    if _shard(config) and config.getoption("complete"):
        raise pytest.UsageError("--complete: a shard is never complete; lastdigit report merge says if all of them are")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Edge(config), "lastdigit-collector")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    shard = _shard(config)
    if shard:
        held = [shard.holds(_group(item) or _name(item)) for item in items]
        config.hook.pytest_deselected(items=[item for item, here in zip(items, held, strict=True) if not here])
        items[:] = [item for item, here in zip(items, held, strict=True) if here]


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
        request.node.user_properties += properties(verdicts)
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
        from lastdigit.records.lines import elements_line, verdict_line

        verdicts = item.stash.get(_VERDICTS, []) if call.when == "call" else None
        lines = None if verdicts is None else [(verdict_line(verdict), elements_line(verdict)) for verdict in verdicts]
        vars(report)["lastdigit"] = {"test": _name(item), "lines": lines}
    return report


def _shard(config: pytest.Config) -> Shard | None:
    text = config.getoption("shard")
    try:
        return shard_of(str(text)) if text else None
    except ValueError as error:
        raise pytest.UsageError(f"--shard: {error}") from error


def _group(item: pytest.Item) -> str:
    """The tests that are to stay in one process, as their marker names them."""
    marker = item.get_closest_marker("xdist_group")
    return str(marker.kwargs.get("name") or (marker.args or ("default",))[0]) if marker else ""


def _name(item: pytest.Item) -> str:
    """The name of a test, without the group that xdist adds to it."""
    return item.nodeid.removesuffix(f"@{_group(item)}")


class _Edge:
    """Takes the verdicts from the test reports, wherever the tests ran, and ends the session with reports and gate."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.verifies = bool(config.getoption("complete"))
        self.shard = _shard(config)
        self.run: Run | None = None
        self._collector: Collector | None = None
        self._told = time.monotonic()

    @property
    def folder(self) -> Path:
        """Where the reports go."""
        return self.config.rootpath / str(self.config.getoption("reports"))

    @property
    def collector(self) -> Collector:
        """Takes the verdicts in; made when the first arrives."""
        if self._collector is None:
            from lastdigit.collector import Collector

            shard = str(self.shard or "")
            self._collector = Collector(project(self.config), self.config.rootpath, self.folder, shard=shard)
        return self._collector

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        carried = getattr(report, "lastdigit", None)
        if carried is None:
            return
        self.verifies = True
        if carried["lines"] is None:
            return
        self.collector.add(carried["test"], carried["lines"])
        self._tell()
        if report.skipped and isinstance(report.longrepr, tuple):
            self.collector.skipped.append(report.longrepr[2].removeprefix("Skipped: "))

    def _tell(self) -> None:
        """Say now and then how a long session stands."""
        if time.monotonic() - self._told < SECONDS_BETWEEN_COUNTS:
            return
        self._told = time.monotonic()
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            from lastdigit.reports.text import counts_in_words

            terminal.write(f"\nlastdigit: {counts_in_words(self.collector.verdicts)} so far\n")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not self.verifies and not self.shard:
            return
        self.run = self.collector.finish(whole=bool(self.config.getoption("complete")))
        if not self.run.passes and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        elif self.shard and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.run is None:
            return
        from rich.console import Console

        from lastdigit.reports.github import announce
        from lastdigit.reports.terminal import print_run

        terminalreporter.section("lastdigit")
        print_run(
            self.run, Console(file=terminalreporter._tw._file, width=max(MINIMUM_WIDTH, terminalreporter._tw.fullwidth))
        )
        terminalreporter.line(f"report: {self.folder / 'index.html'}")
        for line in announce(self.run.told_below(self.config.rootpath), self.config.rootpath):
            terminalreporter.line(line)
