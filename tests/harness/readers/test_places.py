"""Places: every character of a source or an output knows the line and column of the file where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.document import Passage, Place
from lastdigit.readers.table import READERS, read_document
from lastdigit.readers.terminal import shown, shown_text

FOLDER = Path(__file__).parents[2] / "documents"
KEEP_THEIR_LINES = sorted(
    path
    for path in FOLDER.iterdir()
    if path.suffix in READERS and path.suffix != ".ipynb" and path.name not in ("make.py", "sources.py")
)


@pytest.mark.parametrize("path", KEEP_THEIR_LINES, ids=lambda path: path.name)
def test_every_character_stands_where_its_passage_says(path: Path):
    lines = path.read_bytes().decode().split("\n")
    checked = 0
    for cell in read_document(path).cells:
        for passage in (cell.source, *(output.passage for output in cell.outputs)):
            for offset, character in enumerate(passage.text):
                if not character.isspace():
                    place = passage.place(offset)
                    written = lines[place.line - 1][place.column - 1]
                    assert written == character or (written == "&" and path.suffix == ".html"), (passage, offset)
                    checked += 1
    assert checked > 50


def test_a_joined_passage_knows_where_each_of_its_lines_came_from():
    joined = Passage("> a = 1\n> b\nc [2]", 5).joined([(2, 7), (10, 11), (12, 17)])
    assert joined.text == "a = 1\nb\nc [2]"
    assert [joined.place(offset) for offset in (0, 4, 6, 8, 11)] == [
        Place(5, 3),
        Place(5, 7),
        Place(6, 3),
        Place(7, 1),
        Place(7, 4),
    ]
    part = joined.part(4, 9)
    assert (part.text, part.first_line) == ("1\nb\nc", 5)
    assert [part.place(offset) for offset in (0, 2, 4)] == [Place(5, 7), Place(6, 3), Place(7, 1)]


def test_lines_that_were_left_out_do_not_shift_those_behind():
    joined = Passage("a\nleft out\nb\nc", 1).joined([(0, 1), (11, 12), (13, 14)])
    assert [joined.place(offset).line for offset in (0, 2, 4)] == [1, 3, 4]


def test_a_passage_says_what_its_lines_are_counted_in():
    assert Passage("a\nb", 1, "cell 4, output 1").place(2) == Place(2, 1, "cell 4, output 1")
    assert Passage("ab", 1, "cell 4").part(1, 2).place(0) == Place(1, 2, "cell 4")


@pytest.mark.parametrize(
    ("printed", "seen"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[38;5;12m0.5\x1b[39m 1.5", "0.5 1.5"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        (" 10%\r 20%\r100%\n", "100%\n"),
        ("50%\r", "50%"),
        ("longer\rshort", "shortr"),
        ("longer\r\x1b[Kshort", "short"),
        ("longer\x1b[2K\rx", "x"),
        ("1.5]\b\b\b\b4", "4.5]"),
        ("a\b\b\bb", "b"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("bell\x07 and\x00 zero", "bell and zero"),
        ("\x1b", ""),
        ("\x1b[", ""),
        ("half \ud800 of a pair", "half \ufffd of a pair"),
        ("no control\tat all\n", "no control\tat all\n"),
    ],
)
def test_a_text_is_read_as_a_terminal_shows_it(printed: str, seen: str):
    assert shown_text(printed) == seen
    passage = shown(Passage(printed, 1))
    assert passage.text == seen
    for offset, character in enumerate(passage.text):
        if character not in "\n\ufffd":
            line = printed.split("\n")[passage.place(offset).line - 1]
            assert line[passage.place(offset).column - 1] == character
