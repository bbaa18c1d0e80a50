"""The page at scale: 100,000 verdicts with 10 million elements, beside pytest-html's report of as many tests.

Of tests that print what a verdict holds, which pytest-html keeps in memory, there are a tenth. ``LASTDIGIT_VERDICTS``,
``LASTDIGIT_ELEMENTS`` and ``LASTDIGIT_PRINTING_TESTS`` change how many. Times of writing are a processor's, in one
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
PRINTING = int(os.environ.get("LASTDIGIT_PRINTING_TESTS", str(VERDICTS // 10)))
KEYSTROKES = "torch float32 007"
TESTS = """
import pytest
@pytest.mark.parametrize("number", range({count}))
def test_number(number):
    {body}
"""
PRINT = """for at in range({lines}):
        print(f"{{at // 20}},{{at % 20}} 0.{{number + at:08}} 0.{{number + at:08}}12345678 4.9e-09 5.0e-09")"""

REPORT = "report.html"
HTML = ("--html", REPORT, "--self-contained-html")


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
        unfolded = opened.evaluate(
            """async () => {
                const start = performance.now();
                document.getElementById("by-golden").open = true;
                await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
                return performance.now() - start;
            }"""
        )
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
    print(f"page ready            {ready:.0f} ms")
    print(f"scoreboard by golden  {unfolded:.0f} ms to unfold")
    middle, most = sorted(strokes)[len(strokes) // 2], max(strokes)
    print(f"a filter keystroke    {middle:.0f} ms in the middle, {most:.0f} ms at most")
    assert shown.endswith("cells")


def pytest_session(folder: Path, count: int, body: str, *options: str) -> tuple[float, float]:
    """Processor seconds of a session of so many tests, and those of them that pytest-html's own hooks take."""
    (folder / "test_many.py").write_text(TESTS.format(count=count, body=body), encoding="utf-8")
    (folder / "conftest.py").write_bytes(Path(__file__).with_name("hook_clock.py").read_bytes())
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    all_of_it, output = processor_seconds("-m", "pytest", "-q", "-p", "no:cacheprovider", *options, folder=folder)
    return all_of_it, json.loads(output.splitlines()[-1])["hook_seconds"]


def test_pytest_html_of_as_many_tests_that_print_nothing(tmp_path: Path, written: dict[str, float]):
    """Its hooks are clocked in one session; the difference to a session without it is larger, and less certain.

    Of 20,000 tests its hooks took 3.6 s and the difference was 4.9 s: 0.3 s more were the collector's, which visits all
    that it keeps while other code runs. What else it costs other code is not known, so its hooks are what is compared.
    """
    pytest.importorskip("pytest_html")
    without, _ = pytest_session(tmp_path, VERDICTS, "pass")
    session, hooks = pytest_session(tmp_path, VERDICTS, "pass", *HTML)
    print(f"\npytest-html           {hooks:.1f} s in its hooks for {VERDICTS:,} tests that print nothing")
    print(f"                      (its session {session:.1f} s, of which {session - without:.1f} s are not without it)")
    print(f"its size              {(tmp_path / REPORT).stat().st_size / 1e6:.1f} MB")
    print(f"ratio                 {hooks / written['own']:.1f} (pytest-html's hooks ÷ the page's seconds)")


def test_pytest_html_of_tests_that_print_their_elements(tmp_path: Path, written: dict[str, float]):
    pytest.importorskip("pytest_html")
    lines = round(written["elements"] / written["verdicts"])
    _, hooks = pytest_session(tmp_path, PRINTING, PRINT.format(lines=lines), *HTML)
    size, own = (tmp_path / REPORT).stat().st_size, written["own"] / written["verdicts"]
    print(f"\npytest-html           {1e6 * hooks / PRINTING:.0f} µs for a test that prints {lines} elements")
    print(f"                      ({PRINTING:,} tests, {size / PRINTING:.0f} bytes each)")
    count, bytes_each = written["verdicts"], written["size"] / written["verdicts"]
    print(f"the page              {1e6 * own:.0f} µs for a verdict with as many elements")
    print(f"                      ({count:,} verdicts, {bytes_each:.0f} bytes each)")
    print(f"ratio                 {hooks / PRINTING / own:.1f}")
