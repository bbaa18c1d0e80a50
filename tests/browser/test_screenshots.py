"""The pictures in ``docs/``: renewed where a run's page is named, and otherwise left as they are.

``LASTDIGIT_SCREENSHOTS=reports/index.html tox -e browser -- -k screenshot`` takes them of the page that ``tox -e
verify`` has written.
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
    "scoreboard.png": ("", 1000),
    "disagreement.png": ("#003/your_answer-numpy_einsum-float64@1,2", 1120),
}


@pytest.mark.parametrize("name", PICTURES)
def test_screenshot_shows_the_page_of_a_run(open_page, root: Path, name: str):
    image = pytest.importorskip("PIL.Image")
    if "LASTDIGIT_SCREENSHOTS" not in os.environ:
        pytest.skip("LASTDIGIT_SCREENSHOTS names no page")
    page_path = root / os.environ["LASTDIGIT_SCREENSHOTS"]
    link, height = PICTURES[name]
    page = open_page(page_path, link, viewport={"width": 1400, "height": height}, color_scheme="light")
    if link:
        golden = page.locator('[id="003/your_answer"]')
        golden.evaluate("node => node.scrollIntoView({behavior: 'instant'})")
    taken = image.open(io.BytesIO(page.screenshot(caret="initial")))
    small = io.BytesIO()
    taken.convert("RGB").quantize(COLOURS).save(small, "PNG", optimize=True)
    assert len(small.getvalue()) < LARGEST
    (root / "docs" / name).write_bytes(small.getvalue())
