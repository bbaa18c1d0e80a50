"""The part of the pytest plugin that every session loads: options, fixtures, and whether to judge at all.

Outside a lastdigit project it does nothing: the judging part is imported and registered only there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lastdigit.base.presence import REFERENCE_DATA, holds_documents, names_lastdigit
from lastdigit.pytest_session.options import ALIASES, OF_NOTEBOOKS, OPTIONS, PREFIX, are_given, settings_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lastdigit.pytest_session.project import Project
    from lastdigit.verdicts.verdict import Verdict

    Judged = Callable[[Callable[[], list[Verdict]]], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lastdigit")
    for name, described in (*OPTIONS, *OF_NOTEBOOKS):
        group.addoption(f"{PREFIX}{name}", **described)


@pytest.hookimpl(trylast=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    """Expand the short options; every plugin and conftest has added its own by now."""
    del early_config
    for at, argument in enumerate(args):
        name, equals, value = argument.partition("=")
        if name == "--":
            break
        if name in ALIASES and not _is_taken(name, parser):
            args[at] = f"{PREFIX}{name[2:]}{equals}{value}"


def _is_taken(name: str, parser: pytest.Parser) -> bool:
    """Whether another plugin has this option: then it parses, or rejects the value."""
    try:
        _, unknown = parser.parse_known_and_unknown_args([f"{name}=1"])
    except pytest.UsageError:
        return True
    return f"{name}=1" not in unknown


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return None if file_path.suffix == ".py" else _to_be_run(file_path, parent)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a named Python file that is not a test file: its doctests, or its jupytext notebook."""
    patterns = parent.config.getini("python_files")
    if not parent.config.getoption("lastdigit_notebooks") or any(map(module_path.match, patterns)):
        return None
    return _to_be_run(module_path, parent)


def _to_be_run(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """On request: every notebook, and each other named file that may store outputs."""
    if not parent.config.getoption("lastdigit_notebooks"):
        return None
    from lastdigit.stale.pytest_notebooks import NotebookFile
    from lastdigit.stale.sources import NOTEBOOK, is_known

    if path.suffix != NOTEBOOK and not (parent.session.isinitpath(path) and is_known(path)):
        return None
    file: pytest.Collector = NotebookFile.from_parent(parent, path=path)
    return file


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("lastdigit_notebooks"):
        from lastdigit.stale.pytest_page import NotebookSession

        config.pluginmanager.register(NotebookSession(config), "lastdigit-notebooks")
    root, given = config.rootpath, are_given(config)
    if not (given or names_lastdigit(root) or holds_documents(root / REFERENCE_DATA)):
        return
    settings = settings_of(config)
    if given or settings.declared or holds_documents(root / settings.reference_data):
        from lastdigit.pytest_session.session import begin

        begin(config, settings)


def project(config: pytest.Config) -> Project:
    """The project of a session, loaded once."""
    from lastdigit.pytest_session.session import session_of

    return session_of(config).project


@pytest.fixture(scope="session")
def lastdigit_project(pytestconfig: pytest.Config) -> Project:
    """The project: its reference data and implementations."""
    return project(pytestconfig)


@pytest.fixture
def lastdigit_judged(request: pytest.FixtureRequest, lastdigit_project: Project) -> Judged:
    """Record the verdicts of a test; fail it if one fails the gate, skip it if all are skipped."""
    from lastdigit.pytest_session.session import recorder

    return recorder(request.node, lastdigit_project)
