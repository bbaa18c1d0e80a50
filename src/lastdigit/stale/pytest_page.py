"""A session with notebooks: collects the results of outputs from test reports, and writes their page."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastdigit.pytest_session.options import GATE, settings_of
from lastdigit.reports.folder import PAGE
from lastdigit.reports.page.notebooks_page import NOTEBOOKS, RerunOutput, write_notebooks
from lastdigit.stale.pytest_notebooks import OutputItem

if TYPE_CHECKING:
    from lastdigit.base.settings import Settings

CARRIED = "lastdigit_output"


class NotebookSession:
    """Hooks of a session with notebooks; xdist workers write nothing."""

    def __init__(self, config: pytest.Config) -> None:
        self.settings: Settings = settings_of(config)
        self.root = config.rootpath
        self._plugins = config.pluginmanager
        self.is_worker = hasattr(config, "workerinput")
        self.found: dict[str, RerunOutput] = {}

    @property
    def page(self) -> Path:
        """The path of the page."""
        return self.root / self.settings.reports / NOTEBOOKS

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the result of an output to its report."""
        report = yield
        if isinstance(item, OutputItem) and call.when == "call" and item.found is not None:
            vars(report)[CARRIED] = asdict(item.found)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the result of an output."""
        carried: dict[str, Any] | None = getattr(report, CARRIED, None)
        if carried is not None:
            self.found[report.nodeid] = RerunOutput(**carried)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Write the page, before the run's page, which links to it."""
        if self.found and not self.is_worker:
            gate = self._plugins.get_plugin(GATE)
            report = PAGE if getattr(gate, "verifies", False) else ""
            write_notebooks(list(self.found.values()), self.page, report=report)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print its path."""
        if self.found:
            terminalreporter.line(f"report: {self.page}")
