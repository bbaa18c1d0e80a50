"""Collects verdicts from test reports of all processes, and writes reports and the gate at the end of a session."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastdigit.base.errors import LastdigitError
from lastdigit.base.extras import needs
from lastdigit.base.output import spell_what_is_lacking

if TYPE_CHECKING:
    from lastdigit.pytest_session.collector import Collector
    from lastdigit.pytest_session.session import Session
    from lastdigit.records.run import Run

MINIMUM_WIDTH = 120
"""The least width of the final table, so that names are not truncated in a CI log."""
TRIED_AGAIN = "rerun"
"""The outcome that pytest-rerunfailures reports for a test to be rerun: only its last try counts."""
SECONDS_BETWEEN_COUNTS = 30
"""Seconds between progress lines of a long session."""


class Gate:
    """Collects verdicts from test reports of all processes, and ends the session with reports and the gate."""

    def __init__(self, config: pytest.Config, session: Session) -> None:
        self.config, self.session = config, session
        self.verifies = bool(config.getoption("lastdigit_complete"))
        self.shard = session.shard
        self.selected: list[str] = []
        self.run: Run | None = None
        self.error = ""
        self._collector: Collector | None = None
        self._began = self._told = time.monotonic()
        self._tests: dict[int, str] = {}

    @property
    def folder(self) -> Path:
        """The folder of the reports."""
        return self.config.rootpath / self.session.settings.reports

    @property
    def collector(self) -> Collector:
        """The collector, created with the first verdict."""
        if self._collector is None:
            from lastdigit.pytest_session.collector import Collector

            shard = str(self.shard or "")
            self._collector = Collector(self.session.project, self.config.rootpath, self.folder, shard=shard)
        return self._collector

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        carried = getattr(report, "lastdigit", None)
        if carried is None or self.error or report.outcome == TRIED_AGAIN:
            return
        self.verifies = True
        with self._writing():
            before = len(self.collector.verdicts)
            self.collector.add(carried["test"], carried["lines"])
            for verdict in self.collector.verdicts[before:]:
                if verdict.gate != "pass":
                    self._tests[id(verdict)] = carried["test"]
        if self.error:
            pytest.exit(self.error, pytest.ExitCode.INTERNAL_ERROR)
        self._tell()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        from lastdigit.pytest_session.session import name_of

        self.selected += [name_of(item) for item in session.items]
        self._begin()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        del node
        self.selected += ids
        self._begin()

    def _begin(self) -> None:
        """Create the collector before the first test runs, if one of the tests is ours."""
        if self.config.option.collectonly or not self.session.reference_data.is_dir():
            return
        with suppress(LastdigitError):
            self.verifies = self.verifies or any(map(self.session.project.asks, self.selected))
        if self.verifies:
            with self._writing():
                _ = self.collector
        if self.error:
            pytest.exit(self.error, pytest.ExitCode.INTERNAL_ERROR)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Record an error that prevents writing the run, which ends the session."""
        try:
            yield
        except (LastdigitError, OSError) as error:
            self.error = f"{type(error).__name__}: {error}"
            if self._collector is not None:
                self._collector.abandon()

    def _tell(self) -> None:
        """Print the progress of a long session from time to time."""
        if time.monotonic() - self._told < SECONDS_BETWEEN_COUNTS:
            return
        self._told = time.monotonic()
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            from lastdigit.reports.outcome.headline import counts_in_words

            done, words = len(self.collector.judged), counts_in_words(self.collector.verdicts)
            terminal.write(f"\nlastdigit: {done:,} of {self._total:,} tests{self._left(done)}; so far {words}\n")

    @cached_property
    def _total(self) -> int:
        """The number of tests with verdicts."""
        names = {f"{test.rpartition(']')[0]}]" for test in self.selected if self.session.project.asks(test)}
        return len(names)

    def _left(self, done: int) -> str:
        """About how long the tests that are left will take."""
        from lastdigit.records.occasion import duration

        seconds = (time.monotonic() - self._began) * (self._total - done) / max(done, 1)
        return f", about {duration(seconds)} left" if done and seconds > 0 else ""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.error or not (self.verifies or self.shard):
            return
        with self._writing():
            self.run = self.collector.finish(self.selected, whole=bool(self.config.getoption("lastdigit_complete")))
        if self.run is not None and not self.run.passes:
            self._fold(self.run)
        if self.run is None:
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
        elif not self.run.passes and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        elif self.shard and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK

    def _fold(self, run: Run) -> None:
        """Reduce pytest's failures to one per cause, unless -v is given."""
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is None or self.config.option.verbose > 0:
            return
        from lastdigit.pytest_session.same_cause import one_of_each
        from lastdigit.reports.outcome.causes import causes

        one_of_each(terminal.stats, causes(run), self._tests)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.run is None:
            if self.error:
                terminalreporter.section("lastdigit")
                terminalreporter.line(self.error, red=True)
            return
        with needs("report"):
            from rich.console import Console

        from lastdigit.reports.ci.github import announce
        from lastdigit.reports.outcome.terminal import print_run

        spell_what_is_lacking(terminalreporter._tw._file)
        terminalreporter.section("lastdigit")
        print_run(
            self.run, Console(file=terminalreporter._tw._file, width=max(MINIMUM_WIDTH, terminalreporter._tw.fullwidth))
        )
        terminalreporter.line(f"report: {self.folder / 'index.html'}")
        for line in announce(self.run.told_below(self.config.rootpath), self.config.rootpath):
            terminalreporter.line(line)
