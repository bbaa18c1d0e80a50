"""Documents that nobody vouches for: whatever is done to one, it is read or refused by name, and in linear time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lastdigit.base.errors import LastdigitError, UnreadableDocument
from lastdigit.document import Document, Passage
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import READERS, read_document
from studies.long_documents import HARD, ORDINARY

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parents[2] / "documents"
SEEDS = sorted(
    path for path in FOLDER.iterdir() if path.suffix in READERS and path.name not in ("make.py", "sources.py")
)
PIECES = (
    *(
        b"\0",
        b"\r",
        b"\n",
        b"\n\n",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\\ud800",
        b"\x1b[",
        b"\x1b[2K",
        b"\b",
        b"\\",
    ),
    *(b'"', b"{", b"[", b"]", b"}", b",", b"NaN", b"null", b"1e999", b"9" * 5000, b"-", b"#>", b"# Out:", b"::"),
    *(b"```", b"```python\n", b"~~~", b":::{code-cell}\n", b"> ", b"- ", b"    ", b"\t", b">>> ", b"... ", b"In [1]: "),
    *(b"Out[1]: ", b"<pre>", b"</pre>", b"<table>", b"<!--", b"&#x110000;", b"&#0;", b"&lt;", b".. code::\n\n", b"'''"),
    *("\u2028".encode(), b"\x0c", "é".encode(), b"array([", b"tensor(", b"torch.Size([", b"In [1]:\n"),
)
"""What is put into a document: what its format means something by."""

Change = tuple[str, float, float, int]
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(("cut", "drop", "double", "move", "flip", "insert")),
        st.floats(0, 1),
        st.floats(0, 1),
        st.integers(0, 255),
    ),
    min_size=1,
    max_size=6,
)


def changed(content: bytes, changes: list[Change]) -> bytes:
    """The content with parts of it cut, dropped, doubled, moved, flipped, or with something put in."""
    for kind, first, second, number in changes:
        start, end = sorted((int(first * len(content)), int(second * len(content))))
        end = min(end, start + 20_000)
        if kind == "cut":
            content = content[:end]
        elif kind == "drop":
            content = content[:start] + content[end:]
        elif kind == "double":
            content = content[:end] + content[start:end] + content[end:]
        elif kind == "move":
            content = content[:start] + content[end:] + content[start:end]
        elif kind == "flip" and content:
            at = min(start, len(content) - 1)
            content = content[:at] + bytes([content[at] ^ (number or 1)]) + content[at + 1 :]
        elif kind == "insert":
            content = content[:start] + PIECES[number % len(PIECES)] + content[start:]
    return content[:100_000]


def read(path: Path) -> tuple[Document | None, UnreadableDocument | None]:
    """The document, or why it is refused."""
    try:
        return read_document(path), None
    except UnreadableDocument as error:
        return None, error


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.name)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES, ending=st.one_of(st.none(), st.sampled_from(sorted(READERS))))
def test_a_document_that_was_tampered_with_is_read_or_refused(tmp_path: Path, seed: Path, changes, ending: str | None):
    path = tmp_path / f"a{ending or seed.suffix}"
    path.write_bytes(changed(seed.read_bytes(), changes))
    document, refusal = read(path)
    if document is None:
        assert refusal is not None
        assert (refusal.path, refusal.line >= 1) == (path, True)
        return
    numbers = [cell.number for cell in document.cells]
    assert numbers == list(range(1, len(numbers) + 1))
    for cell in document.cells:
        for output in cell.outputs:
            last = output.passage.place(len(output.passage.text))
            assert last.line >= output.passage.place(0).line or path.suffix != ".ipynb"
    try:
        extract(document)
    except LastdigitError:
        return


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.name)
def test_a_document_that_ends_anywhere_is_read_or_refused(tmp_path: Path, seed: Path):
    content = seed.read_bytes()
    path = tmp_path / f"a{seed.suffix}"
    for end in range(0, len(content), max(1, len(content) // 60)):
        path.write_bytes(content[:end])
        _, refusal = read(path)
        assert refusal is None or refusal.line <= content[:end].count(b"\n") + 1


def lines_run(path: Path, text: str) -> int:
    """How many lines of Python are run to read a text."""
    path.write_text(text, encoding="utf-8")
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_document(path)
    except UnreadableDocument:
        pass
    finally:
        sys.settrace(before)
    return count


CASES = {**{f"ordinary {name}": (name, text) for name, text in ORDINARY.items()}, **HARD}


@pytest.mark.parametrize("case", CASES)
def test_twice_as_long_a_document_takes_at_most_twice_the_steps(tmp_path: Path, case: str):
    name, text = CASES[case]
    repeated = len(text(11)) - len(text(10))
    path, times = tmp_path / name, max(2, 3_000 // repeated)
    read_document_once_for_its_imports(path, text)
    once, twice, fourfold = (lines_run(path, text(factor * times)) for factor in (1, 2, 4))
    assert fourfold - twice <= 2.5 * (twice - once) + 200


def read_document_once_for_its_imports(path: Path, text: Callable[[int], str]) -> None:
    lines_run(path, text(2))


def test_a_number_is_placed_only_when_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []
    place = Passage.place
    monkeypatch.setattr(Passage, "place", lambda self, offset: asked.append(offset) or place(self, offset))
    path = tmp_path / "a.ipynb"
    path.write_text(ORDINARY["a.ipynb"](3), encoding="utf-8")
    read_document(path)
    assert asked == []
