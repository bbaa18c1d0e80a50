"""A pytest session in a lastdigit project: the work of every process, and how a test records its verdicts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cached_property
from pathlib import Path

import pytest

from lastdigit.base.errors import LastdigitError
from lastdigit.base.presence import holds_documents
from lastdigit.base.settings import Settings
from lastdigit.implementations.isolation.runner import InThisProcess, InWorkers, Limits
from lastdigit.pytest_session.gate import Gate
from lastdigit.pytest_session.integrity import JUDGING, hold
from lastdigit.pytest_session.items import JUDGES, Document, Judgement
from lastdigit.pytest_session.options import GATE, settings_of
from lastdigit.pytest_session.project import Project, load_project
from lastdigit.records.shard import Shard, shard_of
from lastdigit.reports.ci.junit import properties
from lastdigit.verdicts.verdict import SKIPPED, Verdict

NAME = "lastdigit-session"

_VERDICTS = pytest.StashKey[Sequence[Verdict]]()


def begin(config: pytest.Config, settings: Settings) -> Session:
    """Register the judging plugin and, in the main process, the one that collects verdicts."""
    session = Session(config, settings)
    if session.shard and config.getoption("lastdigit_complete"):
        raise pytest.UsageError(
            "--complete cannot be combined with --shard; lastdigit report merge checks the shards together"
        )
    config.addinivalue_line("markers", "xdist_group(name): tests that share one process and its cached readings")
    config.addinivalue_line("markers", "lastdigit: a case, or an implementation on a case, that lastdigit judges")
    config.pluginmanager.register(session, NAME)
    if not hasattr(config, "workerinput"):
        session.add_reference_data()
        config.pluginmanager.register(Gate(config, session), GATE)
    return session


def session_of(config: pytest.Config) -> Session:
    """The session, begun now if a test file or a conftest is the first to request its project."""
    session = config.pluginmanager.get_plugin(NAME)
    return session if isinstance(session, Session) else begin(config, settings_of(config))


class Session:
    """The work of every process of a session: collect what to judge, and send verdicts with test reports."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self.config, self.settings = config, settings
        self.shard = _shard(config)
        self.test_files_judge = False

    @property
    def reference_data(self) -> Path:
        """The folder of the reference data."""
        return self.config.rootpath / self.settings.reference_data

    @cached_property
    def project(self) -> Project:
        """The project, loaded on first use."""
        config, settings = self.config, self.settings
        runner = InThisProcess() if config.getoption("lastdigit_no_isolation") else InWorkers()
        if isinstance(runner, InWorkers):
            config.add_cleanup(runner.close)
        root = config.rootpath
        return load_project(
            self.reference_data,
            root / settings.implementations,
            runner,
            Limits(settings.seconds, settings.gigabytes),
            definitions=root / settings.definitions,
        )

    @property
    def collects(self) -> bool:
        """Whether the plugin itself collects: not if the project's test files do."""
        if self.settings.collect is None:
            return not self.test_files_judge
        return self.settings.collect

    def add_reference_data(self) -> None:
        """Collect the reference data if no files are named and they are not collected already."""
        config, folder = self.config, self.reference_data
        named = config.args_source is pytest.Config.ArgsSource.ARGS or config.option.pyargs
        if named or not self.collects or config.invocation_params.dir != config.rootpath:
            return
        held = any(folder.is_relative_to(config.rootpath / argument) for argument in config.args)
        if not held and holds_documents(folder):
            config.args.append(str(folder))

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect a document's folder by its case file, or else by its record."""
        folder = file_path.parent
        first = "cases.toml" if (folder / "cases.toml").is_file() else "document.toml"
        if file_path.name != first or folder.parent != self.reference_data or not self.collects:
            return None
        document: Document = Document.from_parent(parent, path=file_path, session_of_lastdigit=self)
        return document

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note a test file that judges."""
        if JUDGES in getattr(item, "fixturenames", ()):
            self.test_files_judge = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if not self.collects:
            items[:] = [item for item in items if not isinstance(item, Judgement)]
        if config.option.keyword:
            # What is asked for by name is judged before tests of the harness that happen to have it in theirs.
            items.sort(key=lambda item: not _judges(item))
        if self.shard:
            held = [self.shard.holds(group_of(item) or name_of(item)) for item in items]
            config.hook.pytest_deselected(items=[item for item, here in zip(items, held, strict=True) if not here])
            items[:] = [item for item, here in zip(items, held, strict=True) if here]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if _judges(item):
            from lastdigit.records.lines import elements_line, verdict_line

            verdicts = item.stash.get(_VERDICTS, None) if call.when == "call" else None
            lines = None
            if verdicts is not None:
                lines = [(verdict_line(verdict), elements_line(verdict)) for verdict in verdicts]
            vars(report)["lastdigit"] = {"test": name_of(item), "lines": lines}
        return report


def _judges(item: pytest.Item) -> bool:
    """Whether a test has verdicts."""
    return JUDGES in getattr(item, "fixturenames", ()) or bool(getattr(item, "gives_verdicts", False))


def recorder(item: pytest.Item, project: Project) -> Callable[[Callable[[], list[Verdict]]], None]:
    """A function that records the verdicts of a test, and fails or skips the test accordingly."""
    hold(JUDGING)

    def record(judge: Callable[[], list[Verdict]]) -> None:
        __tracebackhide__ = True
        _forget(item)
        try:
            verdicts = judge()
        except LastdigitError as error:
            pytest.fail(f"{type(error).__name__}: {error}", pytrace=False)
        item.stash[_VERDICTS] = verdicts
        item.user_properties += properties(verdicts)
        failing = [verdict for verdict in verdicts if verdict.gate != "pass"]
        if failing:
            from lastdigit.verdicts.words.describe import describe

            words = "\n\n".join(describe(verdict, project.reference) for verdict in failing)
            pytest.fail(f"{words}\n  run it alone    pytest '{item.nodeid}'", pytrace=False)
        if verdicts and all(verdict.verdict == SKIPPED for verdict in verdicts):
            pytest.skip(verdicts[0].reason)

    return record


def _forget(item: pytest.Item) -> None:
    """Discard the results of an earlier try of a test, if a plugin reruns it."""
    if _VERDICTS in item.stash:
        left = properties(item.stash[_VERDICTS])
        item.user_properties[:] = [each for each in item.user_properties if each not in left]
        del item.stash[_VERDICTS]


def _shard(config: pytest.Config) -> Shard | None:
    text = config.getoption("lastdigit_shard")
    try:
        return shard_of(str(text)) if text else None
    except ValueError as error:
        raise pytest.UsageError(f"--shard: {error}") from error


def group_of(item: pytest.Item) -> str:
    """The group of tests that share one process, from their marker."""
    marker = item.get_closest_marker("xdist_group")
    return str(marker.kwargs.get("name") or (marker.args or ("default",))[0]) if marker else ""


def name_of(item: pytest.Item) -> str:
    """The name of a test without its xdist group."""
    return item.nodeid.removesuffix(f"@{group_of(item)}")
