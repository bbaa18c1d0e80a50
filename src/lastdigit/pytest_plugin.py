"""The edge to pytest: fixtures that judge, verdicts that travel with test reports, and the gate at the end.

It holds no logic: a project judges, a collector makes the run, the reports write. A session without verification tests
is left alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastdigit.errors import LastdigitError
from lastdigit.integrity import JUDGING, hold
from lastdigit.output import spell_what_is_lacking
from lastdigit.records.shard import Shard, shard_of
from lastdigit.reports.properties import properties
from lastdigit.verdicts.verdict import SKIPPED, Verdict

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
    group.addoption(
        "--call-seconds", type=float, default=60.0, metavar="S", help="how long a call of an implementation may take"
    )
    group.addoption("--call-gigabytes", type=float, default=8.0, metavar="G", help="how much memory it may take")
    group.addoption("--no-isolation", action="store_true", help="call implementations in this process, to debug them")
    group.addoption("--complete", action="store_true", help="fail a run in which only a part was judged")
    group.addoption("--shard", metavar="K/N", help="run one of N parts, to be put together by lastdigit report merge")

    group.addoption(
        "--lastdigit-notebooks", action="store_true", help="run the notebooks that are given, and test their outputs"
    )
    group.addoption(
        "--lastdigit-cell-seconds", type=float, default=600.0, metavar="S", help="how long a cell of one may take"
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".ipynb" or not parent.config.getoption("lastdigit_notebooks"):
        return None
    from lastdigit.stale.items import NotebookFile

    file: pytest.Collector = NotebookFile.from_parent(parent, path=file_path)
    return file


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
        from lastdigit.isolation.runner import InThisProcess, InWorkers, Limits
        from lastdigit.project import load_project

        root = config.rootpath
        folders = (root / config.getoption("reference_data"), root / config.getoption("implementations"))
        runner = InThisProcess() if config.getoption("no_isolation") else InWorkers()
        limits = Limits(config.getoption("call_seconds"), config.getoption("call_gigabytes"))
        config.stash[_PROJECT] = load_project(*folders, runner, limits)
        if isinstance(runner, InWorkers):
            config.add_cleanup(runner.close)
    return config.stash[_PROJECT]


@pytest.fixture(scope="session", name="project")
def _project(pytestconfig: pytest.Config) -> Project:
    """The reference data and the implementations of this project."""
    return project(pytestconfig)


@pytest.fixture
def judged(request: pytest.FixtureRequest, project: Project) -> Judged:
    """Record the verdicts of a test, fail it where the gate does not let one pass, skip it where all are skipped."""

    hold(JUDGING)

    def record(judge: Callable[[], list[Verdict]]) -> None:
        try:
            verdicts = judge()
        except LastdigitError as error:
            pytest.fail(f"{type(error).__name__}: {error}", pytrace=False)
        request.node.stash[_VERDICTS] = verdicts
        request.node.user_properties += properties(verdicts)
        failing = [verdict for verdict in verdicts if verdict.gate != "pass"]
        if failing:
            from lastdigit.reports.text import describe

            words = "\n\n".join(describe(verdict, project.reference) for verdict in failing)
            pytest.fail(f"{words}\n  run it alone    pytest '{request.node.nodeid}'", pytrace=False)
        if verdicts and all(verdict.verdict == SKIPPED for verdict in verdicts):
            pytest.skip(verdicts[0].reason)

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
        self.selected: list[str] = []
        self.run: Run | None = None
        self.error = ""
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

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        carried = getattr(report, "lastdigit", None)
        if carried is None or self.error:
            return
        self.verifies = True
        with self._writing():
            self.collector.add(carried["test"], carried["lines"])
        if self.error:
            pytest.exit(self.error, pytest.ExitCode.INTERNAL_ERROR)
        self._tell()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.selected += [_name(item) for item in session.items]
        self._begin()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        del node
        self.selected += ids
        self._begin()

    def _begin(self) -> None:
        """Make the collector before the first test is run, where one of them is ours."""
        config = self.config
        if config.option.collectonly or not (config.rootpath / config.getoption("reference_data")).is_dir():
            return
        with suppress(LastdigitError):
            self.verifies = self.verifies or any(map(project(config).asks, self.selected))
        if self.verifies:
            with self._writing():
                _ = self.collector
        if self.error:
            pytest.exit(self.error, pytest.ExitCode.INTERNAL_ERROR)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Keep what hinders the run from being written, which ends the session."""
        try:
            yield
        except (LastdigitError, OSError) as error:
            self.error = f"{type(error).__name__}: {error}"
            if self._collector is not None:
                self._collector.abandon()

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
        if self.error or not (self.verifies or self.shard):
            return
        with self._writing():
            self.run = self.collector.finish(self.selected, whole=bool(self.config.getoption("complete")))
        if self.run is None:
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
        elif not self.run.passes and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        elif self.shard and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.run is None:
            if self.error:
                terminalreporter.section("lastdigit")
                terminalreporter.line(self.error, red=True)
            return
        from rich.console import Console

        from lastdigit.reports.github import announce
        from lastdigit.reports.terminal import print_run

        spell_what_is_lacking(terminalreporter._tw._file)
        terminalreporter.section("lastdigit")
        print_run(
            self.run, Console(file=terminalreporter._tw._file, width=max(MINIMUM_WIDTH, terminalreporter._tw.fullwidth))
        )
        terminalreporter.line(f"report: {self.folder / 'index.html'}")
        for line in announce(self.run.told_below(self.config.rootpath), self.config.rootpath):
            terminalreporter.line(line)
