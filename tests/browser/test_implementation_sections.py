"""A section per implementation: its digits across goldens, and its speed beside its accuracy."""

from __future__ import annotations

import json
import shutil

import pytest

from lastdigit.reports.page.run_page import write_html

EINSUM = '[id="implementation/numpy_einsum"]'


def test_every_implementation_has_a_section_that_opens(open_page, small_page, run):
    page = open_page(small_page)
    names = page.locator(".implementation summary b").all_inner_texts()
    assert names == ["document", *sorted({v.implementation for v in run.verdicts} - {"document"})]
    page.click(f"{EINSUM} summary")
    page.wait_for_selector(f"{EINSUM} .across")
    assert page.locator(f"{EINSUM} .across thead th").all_inner_texts()[0:3] == ["golden", "float64", "float32"]
    found = next(
        v for v in run.verdicts if (v.golden, v.implementation, v.dtype) == ("true_values", "numpy_einsum", "float64")
    )
    row = page.locator(f"{EINSUM} .across tbody tr", has=page.get_by_text("003/true_values", exact=True))
    assert f"{found.digits}/{found.elements}" in row.locator("td").first.inner_text()


def test_a_link_opens_an_implementations_section(open_page, small_page):
    page = open_page(small_page, "#implementation/numpy_einsum")
    page.wait_for_selector(f"{EINSUM} .across")
    assert page.locator(f"{EINSUM} svg.scatter .own").count() >= 2
    assert page.locator(f"{EINSUM} svg.scatter .other").count() >= 1


def test_without_benchmarks_the_times_are_the_runs_own_and_the_page_says_so(open_page, small_page):
    page = open_page(small_page)
    assert (
        "median in this run, one call per small case"
        in page.locator("#by-implementation > figure figcaption").inner_text()
    )


@pytest.fixture
def benchmarked(small_page, tmp_path, run):
    """Writes the page beside a file of benchmarks."""

    def written(content: str):
        (tmp_path / "benchmarks.json").write_text(content, encoding="utf-8")
        shutil.copy(small_page, tmp_path / "index.html")
        write_html(run, tmp_path / "index.html")
        return tmp_path / "index.html"

    return written


def test_with_benchmarks_the_times_are_theirs(open_page, benchmarked):
    entry = {
        "extra_info": {
            "implementation": "numpy_batched",
            "dtype": "float64",
            "operation": "scaled_dot_product_attention",
            "tokens": 128,
        },
        "stats": {"median": 0.0125},
    }
    page = open_page(benchmarked(json.dumps({"benchmarks": [entry, {"extra_info": {}, "stats": {}}]})))
    figure = page.locator("#by-implementation > figure")
    assert "pytest-benchmark" in figure.locator("figcaption").inner_text()
    assert figure.locator("svg title").all_text_contents() == [
        title for title in figure.locator("svg title").all_text_contents() if "12.5 ms" in title
    ]
    assert figure.locator("svg.scatter .own").count() == 1


def test_benchmarks_that_are_none_are_named(open_page, benchmarked):
    page = open_page(benchmarked("[1, 2]"))
    assert "benchmarks.json is not pytest-benchmark JSON" in page.locator("#by-implementation").inner_text()
