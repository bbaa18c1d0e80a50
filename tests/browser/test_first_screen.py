"""The first screen: what happened, why, and what to do; the scoreboard without scrolling; goldens folded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.base.files import tomllib
from lastdigit.records.occasion import BEGAN, COMMIT, TOOK
from lastdigit.records.run import Part, Run, make_run
from lastdigit.reports.difference.history import steps
from lastdigit.reports.outcome.states import NAMES, SYMBOLS
from lastdigit.reports.page.history_page import write_history
from lastdigit.reports.page.joined_scripts import FOLDER as SCRIPTS
from lastdigit.reports.page.palette import STATES, TERMS
from lastdigit.reports.page.run_page import write_html
from lastdigit.reports.page.templating import FOLDER as TEMPLATES
from tests.browser.test_every_reader import violations

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
BROKEN = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [], range = new Range();
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const own = node.parentElement;
        if (!own.checkVisibility() || own.closest("script, style, svg, code, pre, #board thead")) continue;
        if (own.getBoundingClientRect().right < 0) continue;
        for (const word of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
        }
    }
    return found;
}"""


@pytest.fixture(scope="session")
def wrong_run(run: Run) -> Run:
    """A run in which one implementation does not scale its scores, whatever it computes."""
    wrong = {"verdict": "disagrees", "gate": "fail", "explanation": "scores not scaled", "evidence": "proven"}
    verdicts = [replace(v, **wrong) if v.implementation == "numpy_batched" else v for v in run.verdicts]
    details = {BEGAN: "2026-03-01 04:00:00 UTC", TOOK: "75.0 s", COMMIT: f"{'ab' * 20} with uncommitted changes"}
    places = {
        f"implementation numpy_batched {v.operation}": ("implementations/numpy_batched.py", 40 + len(v.operation))
        for v in run.verdicts
        if v.implementation == "numpy_batched"
    }
    return make_run(run.reference, verdicts, parts=[Part("here", 1, frozenset("a"), details)], places=places)


@pytest.fixture(scope="session")
def wrong_page(wrong_run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wrong") / "index.html"
    write_html(wrong_run, path)
    return path


def test_the_first_screen_says_what_happened_when_why_and_what_to_run(open_page, wrong_page, wrong_run):
    page = open_page(wrong_page, viewport={"width": 1440, "height": 900})
    assert page.locator("h1").inner_text().split() == [
        *("gate", "FAIL", str(len(wrong_run.failing)), "of", str(wrong_run.judged), "verdicts"),
        *("fail", "the", "gate,", "from", "1", "cause"),
    ]
    told = page.locator(".occasion").inner_text()
    for words in ("2026-03-01 04:00:00 UTC", "1 min 15 s", "ababababab with uncommitted changes", "here"):
        assert words in told
    (cause,) = page.locator(".cause").all()
    for words in ("scores not scaled", "numpy_batched", "2 formats", "the division by √d", "implementations/"):
        assert words in cause.inner_text()
    board = page.locator(".overview").bounding_box()
    assert board["y"] + board["height"] < 900


def test_a_button_copies_the_command_that_runs_it_again(open_page, wrong_page):
    page = open_page(wrong_page, permissions=["clipboard-read", "clipboard-write"])
    page.locator(".cause .copied button").first.click()
    page.wait_for_selector("#said:text-is('Copied')", state="attached")
    assert page.evaluate("navigator.clipboard.readText()") == "pytest -k numpy_batched"


def test_a_reason_that_is_typed_stands_in_the_lines_that_accept_a_cause(open_page, wrong_page):
    page = open_page(wrong_page)
    page.locator(".accept > summary").first.click()
    page.locator(".accept input").first.fill('it is "known"\\ $& since June')
    for patch in page.locator(".accept .patch pre").all():
        assert '+reason = "it is \\"known\\"\\\\ $& since June"' in patch.text_content()
    for lines in page.locator(".accept div > pre").all():
        (erratum,) = tomllib.loads(lines.inner_text())["erratum"]
        assert erratum["reason"] == 'it is "known"\\ $& since June'
        assert erratum["implementation"] == "numpy_batched"


def test_a_link_of_a_cause_opens_its_golden_at_the_implementation(open_page, wrong_page):
    page = open_page(wrong_page)
    page.locator(".shows > summary").first.click()
    link = page.locator(".shows a").nth(1)
    name = link.inner_text()
    link.click()
    page.wait_for_selector(f'[id="{name}"] > details[open] select')
    selected = page.locator(f'[id="{name}"] select').evaluate("select => select.selectedOptions[0].textContent")
    assert "numpy_batched" in selected


def test_goldens_are_folded_but_for_one_of_each_cause(open_page, small_page, wrong_page):
    assert open_page(small_page).locator("article.golden > details[open]").count() == 0
    page = open_page(wrong_page)
    assert page.locator("article.golden > details[open]").count() == 1
    assert page.locator("article.golden.fails > details[open]").count() == 1
    assert page.locator("article.golden .body .provenance").count() > 10


def test_a_cell_of_the_overview_asks_for_its_goldens(open_page, wrong_page, wrong_run):
    page = open_page(wrong_page)
    page.locator("table.operations td.fails:not(.all) a").first.click()
    page.wait_for_selector("#board tbody td")
    rows = page.locator("#board tbody th").all_inner_texts()
    assert rows
    assert all(row.startswith("numpy_batched") for row in rows)


@pytest.mark.parametrize(("kind", "width"), [("small", 390), ("wrong", 320)])
def test_no_word_is_broken_inside_on_a_phone(open_page, small_page, wrong_page, kind, width):
    options = PHONE | {"viewport": {"width": width, "height": 844}}
    page = open_page(small_page if kind == "small" else wrong_page, "#003/true_values", board=True, **options)
    page.wait_for_selector('[id="003/true_values"] .panel')
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("scheme", "options"), [("light", {}), ("dark", PHONE)])
def test_axe_finds_no_violation_where_causes_are_open(open_page, wrong_page, scheme, options):
    page = open_page(wrong_page, color_scheme=scheme, **options)
    for summary in page.locator(".cause summary").all():
        summary.click()
    assert violations(page) == []


def test_a_dot_names_itself_and_every_time_is_in_one_unit(open_page, small_page):
    page = open_page(small_page)
    figure = page.locator("#by-implementation > figure")
    assert "numpy_einsum" in figure.locator("text.label").all_text_contents()
    figure.locator("svg a").first.focus()
    told = figure.locator("output").inner_text()
    assert told == figure.locator("svg a").first.get_attribute("aria-label")
    assert " ms, " in told
    page.locator('[id="implementation/numpy_einsum"] > summary').click()
    page.wait_for_selector(".across")
    assert " s," not in page.locator('[id="implementation/numpy_einsum"]').inner_text()


def test_in_a_partial_run_a_golden_is_not_called_an_input_of_other_cases(open_page, run, tmp_path):
    some = [verdict for verdict in run.verdicts if verdict.document == "000"]
    path = tmp_path / "index.html"
    write_html(make_run(run.reference, some, complete=False), path)
    page = open_page(path, "#003/true_values")
    assert "Not judged in this partial run." in page.locator('[id="003/true_values"]').inner_text()
    assert "partial run: " in page.locator("h1").inner_text()


def test_names_symbols_and_colours_are_told_by_python_alone():
    scripts = "".join(path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.glob("*.mjs")))
    styles = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.css"))
    shades = [colour for shades in STATES.values() for shade in shades.values() for colour in shade]
    shades += [colour for shade in TERMS.values() for colour in shade]
    for words in (
        *shades,
        *TERMS,
        NAMES["erratum"],
        *(f'"{symbol}"' for symbol in SYMBOLS.values() if symbol not in "?!–"),
    ):
        assert words not in scripts, words
    for colour in {*shades} - {"#ffffff"}:
        assert colour not in styles, colour


@pytest.mark.parametrize("options", [{}, PHONE])
def test_the_history_of_runs_breaks_no_rule_of_axe(open_page, run, wrong_run, tmp_path, options):
    write_history([*steps([("one", run), ("two", wrong_run)])], tmp_path)
    page = open_page(tmp_path / "history.html", until="svg", **options)
    assert violations(page) == []
    assert page.locator("li.first").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
