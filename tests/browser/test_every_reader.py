"""Light and dark, paper, a phone, a screen reader: nobody is left out, and no rule of axe-core is broken."""

from __future__ import annotations

from pathlib import Path

import pytest


def violations(page) -> list[str]:
    """What axe-core finds, with the first place of each."""
    axe = pytest.importorskip("axe_playwright_python")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]} {v['nodes'][0]['failureSummary']}" for v in found["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(open_page, small_page, scheme):
    page = open_page(small_page, "#implementation/numpy_einsum", color_scheme=scheme, board=True)
    page.wait_for_selector(".across")
    page.locator("#keys summary").click()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_where_the_gate_fails(open_page, failing_page, scheme):
    page = open_page(failing_page, color_scheme=scheme, board=True)
    page.fill("input[name=search]", "true")
    assert violations(page) == []


def test_dark_is_dark(open_page, small_page):
    shade = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]"
    assert open_page(small_page, color_scheme="light").evaluate(shade) > 200
    assert open_page(small_page, color_scheme="dark").evaluate(shade) < 60


@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_scrolls_in_one_direction(open_page, small_page, width):
    page = open_page(small_page, viewport={"width": width, "height": 844}, is_mobile=True, has_touch=True, board=True)
    page.locator("#keys summary").click()
    for summary in page.locator(".implementation summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("innerWidth") <= width


def test_paper_shows_the_sections_and_not_the_controls(open_page, small_page, tmp_path):
    page = open_page(small_page)
    page.emulate_media(media="print")
    assert not page.locator("#filters").is_visible()
    assert not page.locator("nav").is_visible()
    assert page.locator('[id="003/your_answer"] .matrix.printed').is_visible()
    hidden = page.locator(".board").evaluate("board => board.scrollWidth - board.clientWidth")
    assert hidden <= 1
    assert page.pdf(format="A4", landscape=True).startswith(b"%PDF")


def test_no_state_is_told_by_colour_alone(open_page, failing_page):
    page = open_page(failing_page, board=True)
    symbols = {"agrees": "✓", "erratum": "≠", "disagrees": "✗", "undecided": "?", "failed": "!"}
    for state, symbol in symbols.items():
        texts = page.locator(f"#board td.{state} a").all_inner_texts()
        assert all(symbol in text for text in texts), state
    assert page.locator("#board td.failed").count() > 0


def test_without_script_the_totals_are_there(open_page, small_page):
    page = open_page(small_page, until="table.operations", java_script_enabled=False)
    assert page.locator("table.operations").is_visible()
    assert "verdicts.csv and discrepancies.csv" in page.locator("noscript").inner_text()
    assert not page.locator("#filters").is_visible()


def test_a_browser_that_cannot_decompress_says_so(browser, small_page):
    page = browser.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(small_page.as_uri())
    page.wait_for_selector("#too-old")
    assert "DecompressionStream" in page.locator("#too-old").inner_text()
    assert page.locator("table.operations").is_visible()
    page.close()


def test_the_environment_is_told(open_page, small_page):
    page = open_page(small_page)
    told = page.locator("#environment").inner_text()
    for name in ("Python", "numpy", "python-flint", "BLAS", "CPUs", "threads"):
        assert name in told
