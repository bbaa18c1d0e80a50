"""What the tests of the page share: Chromium, small runs, and pages on which nothing may go wrong unseen."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastdigit.cases.reference import Reference
from lastdigit.pytest_session.project import Project, load_project
from lastdigit.records.environment import environment_facts
from lastdigit.records.run import Part, Run, environment, make_run
from lastdigit.reports.page.run_page import write_html
from lastdigit.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DOCUMENTS = ("000", "003")
IMPLEMENTATIONS = ("column_heads_untransposed", "numpy_batched", "numpy_einsum")
NAMES = ("chromium", "chromium-browser", "google-chrome")
DRAWN = "body[data-complete]"
"""What is there when every section of a small page has been drawn."""

OpenPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    playwright = pytest.importorskip("playwright.sync_api")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"no Chromium: none of {', '.join(NAMES)} is installed")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@dataclass
class Watched:
    """What a page must not do: say anything on the console, fail, or ask for anything but itself."""

    said: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.said.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: request.is_navigation_request() or self._asked(request.url))

    def _asked(self, url: str) -> None:
        # The icon of the tab is part of the page.
        if not url.startswith("data:"):
            self.said.append(f"request: {url}")


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens a page of a run at a link, with a context's options; it is watched until the test ends.

    ``board`` unfolds the scoreboard by golden, ``unfolded`` every golden; ``before`` is a script that runs first.
    """
    contexts: list[Any] = []
    watched = Watched()

    def opened(
        path: Path,
        link: str = "",
        *,
        until: str = DRAWN,
        board: bool = False,
        unfolded: bool = False,
        before: str = "",
        **options: Any,
    ) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(15_000)
        if before:
            context.add_init_script(before)
        page = context.new_page()
        watched.watch(page)
        page.goto(f"{path.as_uri()}{link}")
        page.wait_for_selector(until, state="attached")
        if unfolded:
            page.evaluate("for (const box of document.querySelectorAll('article > details')) box.open = true")
        if board:
            page.click("#by-golden > summary")
            page.wait_for_selector("#board tbody")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert watched.said == []


@pytest.fixture(scope="session")
def root(pytestconfig: pytest.Config) -> Path:
    """The repository."""
    return pytestconfig.rootpath


@pytest.fixture(scope="session")
def project(pytestconfig: pytest.Config) -> Project:
    """Two documents, and a few implementations in NumPy, one of which is wrong as an erratum says."""
    whole = load_project(pytestconfig.rootpath / "reference_data", pytestconfig.rootpath / "implementations")
    documents = {name: whole.reference.documents[name] for name in DOCUMENTS}
    chosen = tuple(entry for entry in whole.implementations if entry.name in IMPLEMENTATIONS)
    return Project(Reference(whole.reference.root, documents), chosen)


@pytest.fixture(scope="session")
def verdicts(project: Project) -> list[Verdict]:
    """What is held of them."""
    found = [verdict for case in project.cases for verdict in project.judge_document(case)]
    found += [verdict for relation in project.relations for verdict in project.judge_relation(relation)]
    return found + [verdict for pairing in project.pairings for verdict in project.judge_implementation(pairing)]


@pytest.fixture(scope="session")
def run(project: Project, verdicts: list[Verdict]) -> Run:
    """A run that passes."""
    part = Part(environment(), len(verdicts), frozenset(), dict(environment_facts()))
    return make_run(project.reference, verdicts, parts=[part])


@pytest.fixture(scope="session")
def small_page(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run that passes."""
    path = tmp_path_factory.mktemp("reports") / "index.html"
    write_html(run, path)
    return path


@pytest.fixture(scope="session")
def failing_page(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run in which one implementation fails on one golden."""
    failed = [
        replace(verdict, verdict="failed", gate="fail", reason="raised ValueError: made up", details=(), terms={})
        if (verdict.implementation, verdict.dtype, verdict.case) == ("numpy_batched", "float32", "true_values")
        else verdict
        for verdict in run.verdicts
    ]
    path = tmp_path_factory.mktemp("reports") / "index.html"
    write_html(make_run(run.reference, failed), path)
    return path
