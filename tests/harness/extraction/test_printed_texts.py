"""Texts that a source prints: files, programs, pages in rows and strings, whose numbers are their own."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import names, reasons, result

TEXT = "[1.5, 2.5]\nloss: 3.5\n"


@pytest.mark.parametrize(
    "source",
    [
        "with open('a.txt') as f:\n    print(f.read())",
        "print(open('a.txt').read())",
        "f = open('a.txt')\ntext = f.read()\nprint(text[:100])",
        "for line in open('a.txt'):\n    print(line.strip())",
        "lines = Path('a.txt').read_text().splitlines()\nprint(lines)",
        "handle = archive.fetch(number=3)\nprint(handle.read())",
    ],
)
def test_the_text_of_a_file_holds_no_goldens(read, source):
    found = read((source, TEXT))
    assert names(found) == []
    assert reasons(found) == {"the text of a file"}


@pytest.mark.parametrize(
    "source",
    [
        "picture = rasterio.open('a.tif')\nprint(picture.read())",
        "x = np.loadtxt(open('a.txt'))\nprint(x)",
        "with open('a.txt', 'w') as f:\n    f.write('3')\nprint(x)",
    ],
)
def test_what_is_read_as_numbers_is_no_text(read, source):
    assert ("loss", "3.5") in names(read((source, TEXT)))


def test_strings_in_a_list_with_brackets_in_them_hold_no_values(read):
    assert names(read(("print(rows[3])", "['18', 'Bowl', '[Rice, [Beans, Corn]]', '$8.75 ']\n"))) == []


def test_a_program_that_is_printed_holds_no_values(read):
    program = (
        "double score(double[] input) {\n    double var0 = 0.25;\n    if (x <= 0.5) {\n        var0 = 0.75;\n    }\n}\n"
    )
    assert names(read(("print(written_as(fit, 'C'))", program))) == []


def test_what_a_compiler_writes_of_its_work_is_a_program(read):
    found = read(("for v, k in f.inspect_llvm().items():\n    print(k)", "  call void @Py_DecRef(i8* nonnull %.24)\n"))
    assert names(found) == []


def test_numbers_in_rows_of_a_text_are_not_what_its_expression_names(read):
    text = "Pears\n   -1.6205    0.4213    0.0000 C   0  0\n    0.9066   -0.1820    0.0000 C   0  0\n  1  2  1  0\n"
    assert names(read(("print(text_of(m))", text))) == []


def test_a_number_in_a_field_beside_others_is_not_what_the_expression_names(read):
    text = "2 pears:\nPF.00 | 2011-03-11 | 40.0 Hz, 1200 samples\nPF.10 | 2011-03-11 | 20.0 Hz, 90 samples\n"
    assert names(read(("print(st)", text))) == []
    assert names(read(("print(width)", "40.0\n"))) == [("width", "40.0")]


def test_tables_of_another_language_in_a_cell_are_left_out(read):
    text = "  year month\n1 2014     1\n2 2014     2\n"
    assert names(read(("%%R\nhead(flights)", text))) == []


def test_a_drawing_with_numbers_in_it_holds_no_values(read):
    drawn = "(1, 0): ───X(0.75)^0.5───┼───0.25──\n                         │"
    assert names(read(("circuit", result(drawn)))) == []
