"""A page with more than can be drawn at once: only what is in sight is there, the rest is drawn when asked for."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from lastdigit.reports.page.run_page import write_html

READY = "body[data-ready]"
COUNTING = """
window.inflated = 0;
window.DecompressionStream = class extends DecompressionStream {
    constructor(...format) {
        super(...format);
        window.inflated += 1;
    }
};
"""
"""Counts what is decompressed."""


@pytest.fixture(scope="session")
def large_run(pytestconfig: pytest.Config):
    """The module that makes runs of any size."""
    path = pytestconfig.rootpath / "benchmarks" / "large_run.py"
    spec = importlib.util.spec_from_file_location("large_run", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["large_run"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def large_page(large_run, tmp_path_factory) -> Path:
    """25,000 verdicts of few elements, on 260 goldens: more than a page draws by itself."""
    path = tmp_path_factory.mktemp("large") / "index.html"
    write_html(large_run.large_run(50_000, 500_000), path)
    return path


def test_only_what_is_in_sight_is_drawn(open_page, large_page):
    page = open_page(large_page, until=READY, board=True)
    assert page.locator("#board td a").count() < 6000
    assert page.locator("#board").get_attribute("aria-rowcount") == "50"
    assert page.locator("article .provenance").count() < 20
    assert page.locator("#shown").inner_text().startswith("24,")


def test_the_scoreboard_draws_what_is_scrolled_to(open_page, large_page):
    page = open_page(large_page, until=READY, board=True)
    last = page.locator("#board th.golden", has_text="context_19")
    board = page.locator(".board")
    names = set()
    for left in range(0, 12_000, 1500):
        board.evaluate("(board, left) => board.scrollTo({left, behavior: 'instant'})", left)
        page.wait_for_timeout(60)
        names |= set(page.locator("#board th.golden a").evaluate_all("all => all.map((one) => one.hash)"))
    assert len(names) > 250
    assert last is not None


def test_arrows_reach_what_is_not_drawn_yet(open_page, large_page):
    page = open_page(large_page, until=READY, board=True)
    page.locator('#board td a[tabindex="0"]').focus()
    first = page.evaluate("document.activeElement.hash")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.hash") != first
    assert page.evaluate("document.activeElement.closest('td').cell.section") == 60


def test_a_link_decodes_one_block_and_no_more(open_page, large_page):
    link = "#004/context_9-jax_loops-float32@0,3"
    page = open_page(large_page, link, until="article .compared", before=COUNTING)
    assert page.evaluate("document.activeElement.dataset.at") == "3"
    assert "jax_loops-float32" in page.locator('[id="004/context_9"] .of-observed figcaption').inner_text()
    # The index is one more.
    assert 2 <= page.evaluate("window.inflated") < 9


def test_a_golden_too_large_to_draw_lists_the_elements_to_look_at(open_page, large_run, tmp_path):
    path = tmp_path / "index.html"
    write_html(large_run.large_run(96, 48 * 6000), path)
    page = open_page(path, unfolded=True)
    assert "4,096 of 6,000 elements shown" in page.locator("article .note").inner_text()
    assert page.locator("article .verdicts summary").first.inner_text() == (
        "48 of 6,000 elements, the nearest to what is allowed"
    )
    assert page.locator("article .verdicts .elements").first.locator("tbody tr").count() == 48


def test_the_page_says_which_elements_it_does_not_show(open_page, large_run, tmp_path, monkeypatch):
    monkeypatch.setattr("lastdigit.reports.page.blocks.WHOLE", 2000)
    path = tmp_path / "index.html"
    run = large_run.large_run(400, 40_000)
    write_html(run, path)
    page = open_page(path, unfolded=True)
    seen = page.locator(".of-observed .note")
    for article in page.locator("article.golden").all()[:2]:
        options = article.locator("option").count()
        article.locator("select").select_option(index=options - 1)
    assert "1 of 200 elements shown" in seen.first.inner_text()
    assert page.locator(".compared").first.locator("td[data-at]").count() == 200
    assert page.locator(".heat").first.locator("td[data-at]").count() == 200
