"""The page at scale: 100,000 verdicts with 10 million elements, beside pytest-html's report of as many tests.

``LASTDIGIT_VERDICTS`` and ``LASTDIGIT_ELEMENTS`` make it smaller. Times of writing are a processor's, in one
process; what is said of Chromium is read off the page's own clock. Nothing is asserted but that the page works.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

VERDICTS = int(os.environ.get("LASTDIGIT_VERDICTS", "100000"))
ELEMENTS = int(os.environ.get("LASTDIGIT_ELEMENTS", "10000000"))
KEYSTROKES = "torch float32 007"
TRIVIAL = """
import pytest
@pytest.mark.parametrize("number", range({count}))
def test_number(number):
    pass
"""


def processor_seconds(*arguments: str, folder: Path) -> tuple[float, str]:
    """Processor time of this interpreter, run so in a process of its own; what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, process.stdout


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page") / "index.html"


@pytest.fixture(scope="module")
def written(page: Path) -> dict[str, float]:
    """What writing the page took; ``own`` seconds are those of the page without the making of its elements."""
    command = [str(Path(__file__).with_name("large_run.py")), str(page), str(VERDICTS), str(ELEMENTS)]
    _, output = processor_seconds(*command, folder=page.parent)
    told = json.loads(output.splitlines()[-1])
    told["own"] = told["seconds"] - told["details_seconds"]
    return told


def test_the_page_is_written_in_bounded_memory(written: dict[str, float]):
    print(f"\n{written['verdicts']:,} verdicts, {written['elements']:,} elements")
    print(f"size                  {written['size'] / 1e6:.1f} MB")
    light, peak = written["light_bytes"] / 1e6, written["peak_bytes"] / 1e6
    print(f"peak memory           {peak:.0f} MB, {light:.0f} MB of them before it began")
    print(f"seconds               {written['own']:.1f}, and {written['details_seconds']:.1f} to make the elements")


def test_the_page_paints_and_filters(page: Path, written: dict[str, float]):
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        opened = browser.new_page(viewport={"width": 1400, "height": 900})
        opened.goto(page.as_uri())
        opened.wait_for_selector("body[data-ready]", state="attached", timeout=120_000)
        ready = opened.evaluate("performance.now()")
        paint = opened.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        strokes = opened.evaluate(
            """async (text) => {
                const input = document.querySelector("input[name=search]"), times = [];
                for (const letter of text) {
                    const start = performance.now();
                    input.value += letter;
                    input.dispatchEvent(new InputEvent("input", {bubbles: true}));
                    document.body.offsetHeight;
                    times.push(performance.now() - start);
                    await new Promise((resolve) => setTimeout(resolve, 50));
                }
                return times;
            }""",
            KEYSTROKES,
        )
        shown = opened.locator("#shown").inner_text()
        browser.close()
    print(f"\nfirst paint           {paint:.0f} ms")
    print(f"scoreboard drawn      {ready:.0f} ms")
    middle, most = sorted(strokes)[len(strokes) // 2], max(strokes)
    print(f"a filter keystroke    {middle:.0f} ms in the middle, {most:.0f} ms at most")
    assert shown.endswith("cells")


def test_pytest_html_beside_it(tmp_path: Path, written: dict[str, float]):
    pytest.importorskip("pytest_html")
    (tmp_path / "test_trivial.py").write_text(TRIVIAL.format(count=VERDICTS), encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    alone = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
    without, _ = processor_seconds(*alone, folder=tmp_path)
    html, _ = processor_seconds(*alone, "--html", "report.html", "--self-contained-html", folder=tmp_path)
    size = (tmp_path / "report.html").stat().st_size
    print(f"\npytest-html           {html - without:.1f} s for {VERDICTS:,} tests")
    print(f"                      (its session {html:.1f} s, less {without:.1f} s of the same without it)")
    print(f"its size              {size / 1e6:.1f} MB")
    print(f"ratio                 {(html - without) / written['own']:.1f} (pytest-html's seconds ÷ the page's)")
