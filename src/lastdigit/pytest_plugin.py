"""The edge to pytest, as far as every session loads it: options, fixtures, and whether there is anything of ours.

Where there is nothing, it does nothing: what judges is imported and registered in a project of lastdigit alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lastdigit.project import Project
    from lastdigit.settings import Settings
    from lastdigit.verdicts.verdict import Verdict

    Judged = Callable[[Callable[[], list[Verdict]]], None]

PREFIX = "--lastdigit-"
OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("reference-data", {"metavar": "DIR", "help": "the stored goldens and cases (reference_data)"}),
    ("implementations", {"metavar": "DIR", "help": "the implementations (implementations)"}),
    ("definitions", {"metavar": "DIR", "help": "operations and mistakes of the project's own (definitions)"}),
    ("reports", {"metavar": "DIR", "help": "where the reports are written (reports)"}),
    ("call-seconds", {"metavar": "S", "type": float, "help": "how long a call of an implementation may take (60)"}),
    ("call-gigabytes", {"metavar": "G", "type": float, "help": "how much memory it may take (8)"}),
    ("no-isolation", {"action": "store_true", "help": "call implementations in this process, to debug them"}),
    ("complete", {"action": "store_true", "help": "fail a run in which only a part was judged"}),
    ("shard", {"metavar": "K/N", "help": "run one of N parts, to be put together by lastdigit report merge"}),
)
ALIASES = {f"--{name}" for name, _ in OPTIONS}
"""The options without their prefix, which hold where no other plugin has an option of that name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lastdigit")
    for name, described in OPTIONS:
        group.addoption(f"{PREFIX}{name}", **described)
    group.addoption(
        "--lastdigit-notebooks", action="store_true", help="run the notebooks that are given, and test their outputs"
    )
    group.addoption(
        "--lastdigit-cell-seconds", type=float, default=600.0, metavar="S", help="how long a cell of one may take"
    )


@pytest.hookimpl(trylast=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    """Spell the short options out; every plugin and conftest has added its own by now."""
    del early_config
    for at, argument in enumerate(args):
        name, equals, value = argument.partition("=")
        if name == "--":
            break
        if name in ALIASES and not _is_taken(name, parser):
            args[at] = f"{PREFIX}{name[2:]}{equals}{value}"


def _is_taken(name: str, parser: pytest.Parser) -> bool:
    """Whether an option is known: then it is read, or refuses this value."""
    try:
        _, unknown = parser.parse_known_and_unknown_args([f"{name}=1"])
    except pytest.UsageError:
        return True
    return f"{name}=1" not in unknown


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".ipynb" or not parent.config.getoption("lastdigit_notebooks"):
        return None
    from lastdigit.stale.pytest_notebooks import NotebookFile

    file: pytest.Collector = NotebookFile.from_parent(parent, path=file_path)
    return file


def pytest_configure(config: pytest.Config) -> None:
    from lastdigit.settings import holds_documents

    settings = settings_of(config)
    asked = any(config.getoption(f"lastdigit_{name.replace('-', '_')}") for name, _ in OPTIONS)
    if asked or settings.declared or holds_documents(config.rootpath / settings.reference_data):
        from lastdigit.pytest_session import begin

        begin(config, settings)


def settings_of(config: pytest.Config) -> Settings:
    """The settings of a project, but for what the command line says otherwise."""
    from dataclasses import replace
    from pathlib import Path

    from lastdigit.errors import LastdigitError
    from lastdigit.settings import settings_in

    try:
        settings = settings_in(config.rootpath)
    except LastdigitError as error:
        raise pytest.UsageError(f"{type(error).__name__}: {error}") from None
    folders = ("reference_data", "implementations", "definitions", "reports")
    given = {name: config.getoption(f"lastdigit_{name}") for name in folders}
    changed: dict[str, Any] = {name: Path(text) for name, text in given.items() if text is not None}
    limits = {name: config.getoption(f"lastdigit_call_{name}") for name in ("seconds", "gigabytes")}
    changed |= {name: limit for name, limit in limits.items() if limit is not None}
    return replace(settings, **changed)


def project(config: pytest.Config) -> Project:
    """The project of a session, loaded once."""
    from lastdigit.pytest_session import session_of

    return session_of(config).project


@pytest.fixture(scope="session")
def lastdigit_project(pytestconfig: pytest.Config) -> Project:
    """The reference data and the implementations of this project."""
    return project(pytestconfig)


@pytest.fixture
def lastdigit_judged(request: pytest.FixtureRequest, lastdigit_project: Project) -> Judged:
    """Record the verdicts of a test, fail it where the gate does not let one pass, skip it where all are skipped."""
    from lastdigit.pytest_session import recorder

    return recorder(request.node, lastdigit_project)
