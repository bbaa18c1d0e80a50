"""The pictures in ``docs/``: renewed where a folder of reports is named, and otherwise left as they are.

``LASTDIGIT_SCREENSHOTS=reports tox -e browser -- -k screenshot`` takes them of the pages that ``tox -e verify`` and
``tox -e numpy-newest,numpy-older-processor,numpy-diff`` have written, and of one with planted mistakes in ``failing``.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

LARGEST = 200_000
"""Bytes of a picture."""
COLOURS = 256

PICTURES = {
    "scoreboard.png": ("index.html", "", 1000),
    "disagreement.png": ("index.html", "#003/your_answer-numpy_einsum-float64@1,2", 1120),
    "failing.png": ("failing/index.html", "", 900),
    "failing-phone.png": ("failing/index.html", "", 844),
    "difference.png": ("processor-diff/diff.html", "", 700),
}


@pytest.mark.parametrize("name", PICTURES)
def test_screenshot_shows_the_page_of_a_run(open_page, browser, root: Path, name: str):
    image = pytest.importorskip("PIL.Image")
    if "LASTDIGIT_SCREENSHOTS" not in os.environ:
        pytest.skip("LASTDIGIT_SCREENSHOTS names no folder of reports")
    file, link, height = PICTURES[name]
    path = root / os.environ["LASTDIGIT_SCREENSHOTS"] / file
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    look = {"viewport": {"width": 1400, "height": height}, "color_scheme": "light"}
    if "phone" in name:
        look = {"viewport": {"width": 390, "height": height}, "is_mobile": True, "device_scale_factor": 1.5}
    if name == "difference.png":
        page = browser.new_page(**look)
        page.goto(path.as_uri())
    else:
        page = open_page(path, link, **look)
    if link:
        golden = page.locator('[id="003/your_answer"]')
        golden.evaluate("node => node.scrollIntoView({behavior: 'instant'})")
    taken = image.open(io.BytesIO(page.screenshot(caret="initial")))
    small = io.BytesIO()
    taken.convert("RGB").quantize(COLOURS).save(small, "PNG", optimize=True)
    assert len(small.getvalue()) < LARGEST
    (root / "docs" / name).write_bytes(small.getvalue())
