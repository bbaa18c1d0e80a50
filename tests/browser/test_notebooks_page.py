"""The page of stale outputs: what is stored and printed now can be seen at once, on a desktop and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.reports.page.notebooks_page import RerunOutput, write_notebooks
from tests.browser.test_every_reader import violations

LONG = "a_name_without_any_blank_" * 12
FOUND = [
    RerunOutput("a_chapter_with_a_long_name_about_attention.ipynb", 1, 1, False, counts={"same": 4}),
    RerunOutput("tutorial.ipynb", 1, 1, False, counts={"same": 2, "rounding": 1}, count=1),
    RerunOutput("tutorial.ipynb", 2, 1, True, [(1, "1.9666", "1.8667662463713883")], count=2, source="x.sum()"),
    RerunOutput("tutorial.ipynb", 3, 1, False, counts={"unseeded": 3}, count=3),
    RerunOutput("tutorial.ipynb", 4, 1, True, [(n, f"{n}.25", f"{n}.5") for n in range(70)], count=4, source=LONG),
    RerunOutput("tutorial.ipynb", 5, 2, True, [(3, LONG, f"{LONG}!")], "24 numbers are stored, 40 are printed now"),
    RerunOutput("tutorial.ipynb", 6, 1, True, reason="prints nothing here now: loss 0.25", count=6),
]
MAIN = "main"


@pytest.fixture(scope="module")
def stale_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reports") / "notebooks.html"
    write_notebooks(FOUND, path, report="index.html")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("found", [FOUND, FOUND[:2]], ids=["stale", "none"])
def test_axe_finds_no_violation_on_the_page_of_notebooks(open_page, tmp_path, scheme, found):
    path = tmp_path / "notebooks.html"
    write_notebooks(found, path)
    page = open_page(path, until=MAIN, color_scheme=scheme)
    for summary in page.locator("summary").all():
        summary.click()
    assert violations(page) == []


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_the_page_of_notebooks_scrolls_in_one_direction_and_shows_both_texts(open_page, stale_page, width):
    page = open_page(stale_page, until=MAIN, viewport={"width": width, "height": 844}, is_mobile=width < 1000)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for cell in page.locator(".stored-now td").all()[:9]:
        box = cell.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


def test_a_name_leads_to_the_stale_outputs_of_its_notebook(open_page, stale_page):
    page = open_page(stale_page, until=MAIN)
    page.locator("#notebooks a").click()
    assert page.evaluate("location.hash") == "#notebook-2"
    section = page.locator("#notebook-2")
    assert "pytest --lastdigit-notebooks tutorial.ipynb" in section.inner_text()
    assert section.locator("h3").all_inner_texts() == [
        "cell 2 (In [2]), output 1",
        "cell 4 (In [4]), output 1",
        "cell 5, output 2",
        "cell 6 (In [6]), output 1",
    ]
    assert page.locator("#notebooks tfoot").inner_text().split() == ["all", "7", "4", "3"]
    assert page.locator("#held tbody tr").count() == 2
    assert page.locator("header a").first.get_attribute("href") == "index.html"
