"""Whatever stands in a document, a label, a name or an error: it is shown as it is, and nothing of it is run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.cases.reference import Reference
from lastdigit.records.run import make_run
from lastdigit.reports.page.run_page import write_html
from lastdigit.verdicts.verdict import Share, Verdict

SCRIPT = "</script><script>window.hacked = 1</script>"
IMAGE = '<img src="x" onerror="window.hacked = 2">'
LINK = "javascript:window.hacked=3"


@pytest.fixture
def hostile_page(run, tmp_path: Path) -> Path:
    """A page in which everything that a document or an implementation can say is markup."""
    known = run.reference.documents["000"]
    goldens = {
        name: replace(golden, label=f"{IMAGE} {name}", options=SCRIPT) for name, golden in known.stored.goldens.items()
    }
    stored = replace(known.stored, goldens=goldens, file_name=f"{IMAGE}.txt")
    cases = tuple(replace(case, note=SCRIPT) for case in known.case_file.cases)
    known = replace(known, stored=stored, case_file=replace(known.case_file, cases=cases))
    reference = Reference(run.reference.root, {"000": known})
    verdicts = [_hostile(verdict) for verdict in run.verdicts if verdict.document == "000"]
    path = tmp_path / "index.html"
    skipped = replace(verdicts[0], implementation="", verdict="skipped", gate="pass", reason=IMAGE, notes=(SCRIPT,))
    write_html(make_run(reference, [*verdicts, skipped], faults=[SCRIPT]), path)
    return path


def _hostile(verdict: Verdict) -> Verdict:
    if verdict.implementation == "numpy_einsum":
        return replace(verdict, implementation=LINK, reason="\ud800 alone")
    if verdict.implementation != "numpy_batched":
        return verdict
    return replace(
        verdict,
        implementation=IMAGE,
        verdict="disagrees",
        gate="fail",
        reason=SCRIPT,
        explanation=SCRIPT,
        erratum=SCRIPT,
        evidence="calibrated",
        arithmetic="stored",
        blind_to=(IMAGE,),
        shares=(Share((SCRIPT, IMAGE), 1.0, 0.02), Share((IMAGE,), 0.0, 0.01)),
        details=tuple(detail._replace(observed=f"{IMAGE},\0é") for detail in verdict.details),
    )


def test_markup_is_shown_and_not_run(open_page, hostile_page):
    page = open_page(hostile_page, unfolded=True)
    for summary in page.locator(".implementation summary").all():
        summary.click()
    page.click("#by-golden > summary")
    page.locator("#board td a").first.hover()
    for select in page.locator("article select").all():
        select.select_option(index=select.locator("option").count() - 1)
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0
    assert page.locator("script:not([type='application/octet-stream'])").count() == 1
    text = page.locator("body").inner_text()
    assert SCRIPT in text
    assert IMAGE in text
    assert page.locator("a").evaluate_all("all => all.every((link) => link.getAttribute('href').startsWith('#'))")


def test_links_to_what_is_named_by_markup_work(open_page, hostile_page):
    page = open_page(hostile_page)
    page.locator(".cause .shows > summary").first.click()
    page.locator(".cause .shows a").first.click()
    page.wait_for_timeout(100)
    assert page.evaluate("window.hacked") is None


def test_a_policy_admits_the_pages_own_script_and_no_other(browser, small_page, tmp_path):
    changed = tmp_path / "changed.html"
    text = small_page.read_text(encoding="utf-8")
    changed.write_text(text.replace("</main>", "</main><script>window.hacked = 1</script>"), encoding="utf-8")
    page = browser.new_page()
    page.goto(changed.as_uri())
    page.wait_for_selector("body[data-complete]", state="attached")
    assert page.evaluate("window.hacked") is None
    page.close()
