"""The text rendering of a notebook: where code ends and an output begins, where prose begins, and where it was cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.base.errors import UnreadableDocument
from lastdigit.document import Place
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import find_documents, read_document

NOTEBOOK = """
    Words before the first cell, with [1.5 2.5] in them.

    In [3]:
    import numpy as np

    def twice(x):

        return 2 * x

    print("Twice:\\n", twice(np.array([0.25, 1.5])))

    Twice:
     [0.5 3. ]


    Words of prose, set apart by two blank lines.

    In [None]:
    x

    tensor([0.5000, 3.0000])

    ## A heading about [9.5]

    In [ ]:
    y = 1
    """


def outputs(path: Path) -> list[list[str]]:
    return [[output.passage.text for output in cell.outputs] for cell in read_document(path).cells]


def test_cells_have_their_number_their_count_their_source_and_their_outputs(write):
    document = read_document(write("a.txt", NOTEBOOK))
    assert [(cell.number, cell.count, cell.source.first_line) for cell in document.cells] == [
        (1, 3, 4),
        (2, None, 19),
        (3, None, 26),
    ]
    assert document.cells[0].source.text.startswith("import numpy as np\n\ndef twice")
    assert document.cells[0].source.text.endswith("np.array([0.25, 1.5])))")
    assert [cell.source.text for cell in document.cells[1:]] == ["x", "y = 1"]
    assert [[output.passage.text for output in cell.outputs] for cell in document.cells] == [
        ["Twice:\n [0.5 3. ]"],
        ["tensor([0.5000, 3.0000])"],
        [],
    ]


def test_every_character_of_an_output_knows_its_line_and_column(write):
    path = write("a.txt", NOTEBOOK)
    (output,) = read_document(path).cells[0].outputs
    lines = path.read_text(encoding="utf-8").splitlines()
    for offset, character in enumerate(output.passage.text):
        place = output.passage.place(offset)
        assert character == "\n" or lines[place.line - 1][place.column - 1] == character
    assert output.passage.place(output.passage.text.index("0.5")) == Place(13, 3)


def test_numbers_of_code_and_prose_are_no_printed_values(write):
    text = NOTEBOOK.replace("Words of prose, set", "Words of prose, with [7.5 8.5] in them, set")
    goldens = [entry.golden for entry in extract(read_document(write("a.txt", text)))]
    assert [golden.tokens for golden in goldens if golden.is_printed] == [("0.5", "3."), ("0.5000", "3.0000")]


@pytest.mark.parametrize(
    "echo",
    [
        "Sum: 1.0",
        "[0.5, 1.5]",
        "-0.5",
        "array([1.5])",
        "tensor(0.5000)",
        "(3, 4)",
        "torch.Size([2])",
        "[ 1.5 -2.5 -0.5]",
        "y: [[  0.72  -3.98  -0.95]\n [  1.36 -12.49  -0.7 ]]",
        "[[[0.5]\n  [1.5]]\n\n [[2.5]\n  [3.5]]]",
    ],
)
def test_a_value_that_would_parse_as_code_is_an_output(write, echo: str):
    assert outputs(write("a.txt", f"In [1]:\nx\n\n{echo}\n")) == [[echo]]


@pytest.mark.parametrize("code", ["2 - 3", "x[0] - 1", "[x - 1]", "weights[1:2]"])
def test_a_computation_is_code(write, code: str):
    assert outputs(write("a.txt", f"In [1]:\nx = y\n\n{code}\n")) == [[]]


@pytest.mark.parametrize("statement", ["%matplotlib inline", "!pip install numpy", "    %time x = 1"])
def test_magics_and_shell_escapes_belong_to_the_code(write, statement: str):
    text = f"In [1]:\nif True:\n{statement}\n    x = [1.5]\n\nprint(x)\n\n[1.5]\n"
    assert outputs(write("a.txt", text)) == [["[1.5]"]]


@pytest.mark.parametrize(
    "prose", ["## Heading", "![image](a.png)", "**Bold**", "- item", "1. Item", "$x^2$", "<b>x</b>"]
)
def test_markdown_after_an_output_is_no_output(write, prose: str):
    assert outputs(write("a.txt", f"In [1]:\nprint(x)\n\n[1.5]\n\n{prose}\n\n[2.5]\n")) == [["[1.5]"]]


def test_blank_lines_inside_an_output_do_not_end_it(write):
    text = "In [1]:\nprint(x)\nprint()\nprint(y)\n\nx:\n[1.5]\n\ny:\n[2.5]\n"
    assert outputs(write("a.txt", text)) == [["x:\n[1.5]\n\ny:\n[2.5]"]]


@pytest.mark.parametrize("length", [999, 1000, 1001])
def test_only_an_output_of_a_thousand_characters_may_be_cut(write, length: int):
    first = "\n".join(["[" + "0.25 " * 19 + "0.25]"] * 20)[: length - 6] + "0.4375"[:6]
    assert len(first) == length
    document = read_document(write("a.txt", f"In [1]:\nprint(x)\n\n{first}\n\nb:\n[1.5]\n"))
    found = [(output.number, output.cut) for output in document.cells[0].outputs]
    assert found == ([(1, True), (2, False)] if length == 1000 else [(1, False)])
    if length == 1000:
        assert document.cells[0].outputs[0].passage.text == first
        assert document.cells[0].outputs[1].passage.text == "b:\n[1.5]"


def test_a_cut_output_ends_in_a_cut_token(write):
    printed = ("Printed weights:\n[" + "\n ".join(["[0.12345678 0.5       ]"] * 60))[:1000]
    assert printed.endswith("\n [0.1234")
    (entry,) = extract(read_document(write("a.txt", f"In [1]:\nprint(x)\n\n{printed}\n\n")))
    assert (entry.golden.cut, entry.golden.shape, len(entry.golden.tokens)) == (True, (40, 2), 79)
    assert [value.whole for value in entry.golden.values] == [True] * 78 + [False]


def test_carriage_returns_and_a_byte_order_mark_change_nothing(write, tmp_path: Path):
    plain = write("a.txt", NOTEBOOK.replace("    Words before the first cell, with [1.5 2.5] in them.\n\n", ""))
    windows = tmp_path / "b.txt"
    windows.write_bytes(plain.read_bytes().replace(b"\n", b"\r\n"))
    marked = tmp_path / "c.txt"
    marked.write_bytes(b"\xef\xbb\xbf" + plain.read_bytes())
    assert read_document(windows).cells == read_document(plain).cells
    assert read_document(marked).cells == read_document(plain).cells


@pytest.mark.parametrize(
    ("name", "content", "line", "words"),
    [
        ("a.txt", b"In [1]:\nx\n\nx: \0\n", 4, "expected UTF-8 or UTF-16 text, found byte 0x00"),
        ("a.txt", b"In [1]:\nx\n\n\xff\n", 4, "found byte 0xff"),
        ("a.pdf", b"In [1]:\n", 1, "a file with an extension of .ipynb, .txt, "),
        ("b", None, 1, "found none"),
        ("b.txt", None, 1, "nothing there"),
    ],
)
def test_an_unreadable_document_is_named_with_its_line(tmp_path: Path, name: str, content, line: int, words: str):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UnreadableDocument) as error:
        read_document(path)
    assert (error.value.path, error.value.line) == (path, line)
    assert str(error.value).startswith(f"{path}:{line}: expected ")
    assert words in str(error.value)


def test_reading_a_document_never_executes_it(write, tmp_path: Path):
    trace = tmp_path / "executed"
    text = f"""
    In [1]:
    from pathlib import Path
    Path({str(trace)!r}).touch()
    x = [0.5, Path({str(trace)!r}).touch() or 1.5]
    raise SystemExit(3)

    [1.5]
    """
    assert [entry.golden.tokens for entry in extract(read_document(write("a.txt", text)))] == [("1.5",)]
    assert not trace.exists()


def test_a_folder_is_its_documents_in_the_order_of_their_names(write, tmp_path: Path):
    for name in ("b.txt", "a.txt", "c.pdf"):
        write(name, "In [1]:\n")
    assert find_documents([tmp_path, tmp_path / "c.pdf"]) == [tmp_path / name for name in ("a.txt", "b.txt", "c.pdf")]


def test_a_document_is_called_by_its_name_without_the_hash_at_its_end(write):
    assert read_document(write("007_0123456789abcdef.txt", "In [1]:\n")).id == "007"
    assert read_document(write("007_0123456789abcde.txt", "In [1]:\n")).id == "007_0123456789abcde"
