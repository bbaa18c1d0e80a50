"""docs/findings: every page has a version, a short reproducer, what it printed and a cause; the list has all pages."""

from __future__ import annotations

import re

import pytest

from studies.findings import FOLDER, MOST_LINES, Finding, alike, pages, read

PAGES = list(pages())


def test_there_are_ten_findings_at_least():
    assert len(PAGES) >= 10


@pytest.mark.parametrize("finding", PAGES, ids=lambda finding: finding.name)
def test_a_finding_has_a_version_a_cause_and_a_short_reproducer_that_compiles(finding: Finding):
    assert re.search(r"[\w.-]+ \d+\.\d+", finding.facts["version"])
    assert finding.facts["named cause"]
    lines = [line for line in finding.code.splitlines() if line and not line.startswith(("import ", "from "))]
    assert len(lines) <= MOST_LINES, len(lines)
    compile(finding.code, finding.name, "exec")
    assert finding.prints.strip()


@pytest.mark.parametrize("finding", PAGES, ids=lambda finding: finding.name)
def test_a_finding_stands_in_the_list_with_its_title_versions_and_cause(finding: Finding):
    listed = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"| [{finding.title}]({finding.name}.md) | {finding.facts['version']} |" in listed


@pytest.mark.parametrize("finding", PAGES, ids=lambda finding: finding.name)
def test_links_of_a_finding_lead_to_files(finding: Finding):
    for link in re.findall(r"\]\(([\w./-]+\.md)\)", finding.text):
        assert (FOLDER / link).is_file(), link


def test_every_erratum_of_a_library_names_a_finding():
    cases = FOLDER.parents[1] / "implementations" / "libraries" / "cases" / "drawn" / "cases.toml"
    reasons = re.findall(r"^reason = \"(.*)\"$", cases.read_text(encoding="utf-8"), re.MULTILINE)
    assert reasons
    for reason in reasons:
        assert (FOLDER.parent / reason.rpartition(": ")[2]).is_file(), reason


def test_a_page_without_what_its_reproducer_prints_is_refused(tmp_path):
    path = tmp_path / "odd.md"
    path.write_text("# Odd\n\n```python\nprint(1)\n```\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"odd\.md: expected a reproducer in Python and what it prints"):
        read(path)


def test_outputs_may_differ_in_the_digit_before_a_power_of_ten_alone():
    assert alike("disagrees 7e-08 where 2e-14\n", "disagrees 8e-08  where 3e-14")
    assert not alike("disagrees 7e-08", "disagrees 7e-09")
    assert not alike("float32 [1.5]", "float32 [1.6]")
