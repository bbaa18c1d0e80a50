"""Printers of one's own: what their digits mean, where they may be named, and what a class cannot say of one."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import lastdigit
from lastdigit.assertions.printed_text import InvalidPrintOption, NotOnePrint, Printed, printed
from lastdigit.base.errors import DefinitionConflict, InvalidCase, InvalidImplementation, InvalidStore
from lastdigit.cases.reference import ReferenceDocument, load_reference
from lastdigit.implementations.definitions import InvalidDefinition, load_definitions
from lastdigit.implementations.implementation import find_implementations
from lastdigit.printing.printers import PRINTERS
from lastdigit.store.documents import RECORD, with_hash
from studies.elsewhere.pages import follow
from tests.harness.conftest import OWN, run_python
from tests.harness.read_page import read_page


@pytest.fixture(autouse=True)
def only_for_this_test() -> Iterator[None]:
    """What a test declares is forgotten behind it."""
    known = dict(PRINTERS)
    yield
    PRINTERS.clear()
    PRINTERS.update(known)


def declared(text: str, **said: object) -> Printed:
    """A text as a printer prints it that is declared so."""
    lastdigit.printer(name="own")(type("Own", (), said))
    return printed(text, printer="own")


def half_widths(read: Printed) -> list[tuple[Fraction, Fraction]]:
    """How far the interval of each number reaches below and above what is spelled."""
    values = [(Fraction(text), read.format.read(text)) for text in read.found.texts]
    return [(spelled - value.low, value.high - spelled) for spelled, value in values]


@pytest.mark.parametrize(
    ("text", "said", "below", "above"),
    [
        ("0.4223", {"digits": "decimals", "precision": 4}, "1/20000", "1/20000"),
        ("0.42", {"digits": "decimals", "precision": 4}, "1/200", "1/200"),
        ("0.42", {"digits": "decimals", "precision": 4, "trims": True}, "1/20000", "1/20000"),
        ("0.422345", {"digits": "decimals", "precision": 4}, "1/20000", "1/20000"),
        ("1234.5", {"digits": "significant", "precision": 5}, "1/20", "1/20"),
        ("1234.5678", {"digits": "significant", "precision": 5}, "1/20", "1/20"),
        ("0.0015", {"digits": "significant", "precision": 5}, "1/20000", "1/20000"),
        ("0.0015", {"digits": "significant", "precision": 5, "trims": True}, "1/20000000", "1/20000000"),
        ("1.2000e-03", {"digits": "significant", "precision": 5}, "1/20000000", "1/20000000"),
        ("1.2e-03", {"digits": "significant", "precision": 5}, "1/20000", "1/20000"),
        ("1.0000", {"digits": "significant", "precision": 5}, "1/20000", "1/20000"),
        ("1", {"digits": "significant", "precision": 5, "trims": True}, "1/200000", "1/20000"),
        ("3", {"digits": "decimals", "precision": 4}, "1/2", "1/2"),
        ("3", {"digits": "decimals", "precision": 4, "whole": "exact"}, "0", "0"),
        ("3.0", {"digits": "decimals", "precision": 4, "whole": "exact"}, "1/20", "1/20"),
        ("1.5", {"digits": "shortest"}, "1/16777216", "1/16777216"),
        ("1.5", {"digits": "shortest", "precision": 3}, "1/2000", "1/2000"),
    ],
)
def test_what_a_number_says_is_as_declared_and_what_shows_fewer_digits_was_rounded_to_those(
    text: str, said: dict[str, object], below: str, above: str
):
    found = {"floats": "float32", **said} if said["digits"] == "shortest" and "precision" not in said else said
    ((reached_below, reached_above),) = half_widths(declared(text, **found))
    if said["digits"] == "shortest" and "precision" not in said:
        assert reached_below >= Fraction(below)
        assert reached_above >= Fraction(above)
    else:
        assert (reached_below, reached_above) == (Fraction(below), Fraction(above))


def test_the_shortest_digits_are_of_no_finer_dtype_than_declared():
    for floats, ulp in (("float64", 2**-52), ("float32", 2**-23), ("bfloat16", 2**-7)):
        ((below, _),) = half_widths(declared("1.5117188720703125", digits="shortest", floats=floats))
        assert below >= Fraction(ulp) / 2


def test_a_printer_is_never_read_more_narrowly_than_its_digits_were_rounded():
    """Each number of three kinds of print lies in the interval of its own token."""
    numbers = [1234.56789, -0.000123456, 99999.5, 1.0, 0.5, 3.0, 1e-9, -7.25]
    for precision in (1, 3, 5):
        for said, write in (
            ({"digits": "decimals"}, f"{{:.{precision}f}}"),
            ({"digits": "significant", "trims": True}, f"{{:.{precision}g}}"),
            ({"digits": "significant"}, f"{{:.{precision - 1}e}}"),
            ({"digits": "significant"}, f"{{:.{max(precision - 2, 0)}e}}"),
        ):
            for number in numbers:
                read = declared(write.format(number), precision=precision, **said)
                value = read.format.read(read.found.texts[0])
                assert value.low <= Fraction(number) <= value.high, (said, precision, number)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("0.5 0.25", (2,)),
        ("w =\n\n   0.5   0.25\n   1.5   0\n\n", (2, 2)),
        ("[0.5, 0.25]", (2,)),
        ("[[0.5 0.25]]", (1, 2)),
        ("0.5", ()),
    ],
)
def test_rows_of_numbers_need_no_brackets(text: str, shape: tuple[int, ...]):
    assert declared(text, digits="decimals", precision=4).found.shape == shape


@pytest.mark.parametrize("text", ["0.5 0.25\n0.5", "x: 0.5 0.25"])
def test_rows_that_are_no_array_are_refused(text: str):
    with pytest.raises(NotOnePrint):
        declared(text, digits="decimals", precision=4)


def test_where_a_declaration_is_not_known_its_prints_are_read_no_more_narrowly():
    for said in ({"digits": "decimals"}, {"digits": "significant"}, {"digits": "significant", "trims": True}):
        read = declared("[0.0015 1.5 3.]", precision=5, **said)
        known = half_widths(read)
        del PRINTERS["own"]
        for new, old in zip(half_widths(read), known, strict=True):
            assert new[0] >= old[0]
            assert new[1] >= old[1]


def test_a_precision_that_is_said_comes_before_the_declared_one():
    lastdigit.printer(name="own")(type("Own", (), {"digits": "significant", "precision": 5}))
    assert printed("0.0012345678", printer="own", precision=8).format.precision == 8


def test_a_printer_that_nobody_declares_is_refused_with_what_was_meant():
    with pytest.raises(InvalidPrintOption, match=r"that definitions/ declares; did you mean 'mlx'\?; found 'mlxx'"):
        printed("1 2", printer="mlxx")


HEAD = "import lastdigit\n\n@lastdigit.printer\nclass Octave:\n"


@pytest.mark.parametrize(
    ("said", "line", "expected"),
    [
        ("    precision = 5\n", 0, "digits to be one of 'decimals', 'significant', 'shortest', in Octave, found none"),
        ("    digits = 'signifcant'\n", 5, "found 'signifcant'; did you mean 'significant'?"),
        ("    digits = 4\n", 5, "digits to be one of .* found 4"),
        ("    digits = 'decimals'\n", 0, "precision to be a number of digits, 0 to 6000, in Octave, found none"),
        ("    digits = 'decimals'\n    precision = -1\n", 6, "precision .* found -1"),
        ("    digits = 'decimals'\n    precision = True\n", 6, "precision .* found True"),
        ("    digits = 'significant'\n    precision: int = 0\n", 6, "number of digits, 1 to 6000, in Octave, found 0"),
        ("    digits = 'shortest'\n    precision = 2.5\n", 6, "precision .* found 2.5"),
        (
            "    digits = 'shortest'\n    floats = 'int32'\n",
            6,
            "number format, such as float32, in Octave, found 'int32'",
        ),
        ("    digits = 'shortest'\n    trims = True\n", 6, "no trims with shortest digits"),
        (
            "    digits = 'decimals'\n    precision = 2\n    trims = 1\n",
            7,
            "trims to be a bool, in Octave, found 1",
        ),
        ("    digits = 'shortest'\n    whole = 'exactly'\n", 6, "found 'exactly'; did you mean 'exact'?"),
        ("    digits = 'shortest'\n    precison = 3\n", 6, "found 'precison'; did you mean 'precision'?"),
        ("    digits = 'shortest'\n    def read(self): ...\n", 6, "found 'read'"),
    ],
)
def test_what_a_class_cannot_say_is_refused_at_its_line(write, said: str, line: int, expected: str):
    path = write("definitions/octave.py", HEAD + said)
    with pytest.raises(InvalidDefinition, match=expected.replace("?", r"\?")) as error:
        load_definitions(path.parent)
    assert error.value.path == path
    assert error.value.line == line or (not line and error.value.line in (3, 4))


def test_a_function_and_a_name_with_spaces_are_refused(write):
    for text in (
        "@lastdigit.printer\ndef octave(): ...\n",
        "@lastdigit.printer(name='GNU Octave')\nclass Octave: ...\n",
    ):
        path = write("definitions/octave.py", f"import lastdigit\n\n{text}")
        with pytest.raises(InvalidDefinition, match=r"a class that describes|without spaces, found 'GNU Octave'"):
            load_definitions(path.parent)


WHOLE = "    precision = 5\n    digits = 'significant'\n"


def test_a_name_that_is_taken_is_refused_with_both_places(write):
    one = write("definitions/a.py", HEAD + WHOLE)
    two = write("definitions/b.py", HEAD + WHOLE)
    with pytest.raises(InvalidDefinition) as error:
        load_definitions(one.parent)
    assert re.search(rf"{re.escape(str(two))}:[34]: expected a unique name for printer octave;", str(error.value))
    assert re.search(rf"{re.escape(str(one))}:[34] already defines it", str(error.value))


def test_a_printer_that_comes_with_lastdigit_cannot_be_replaced():
    with pytest.raises(DefinitionConflict, match=r"for printer numpy; .*numpy_printer.py:\d+ already defines it"):
        lastdigit.printer(type("NumPy", (), {"precision": 5, "digits": "decimals"}))


def test_a_class_that_is_read_again_replaces_itself(write):
    path = write("definitions/octave.py", HEAD + WHOLE)
    for precision in (4, 5):
        exec(compile(HEAD + WHOLE.replace("5", str(precision)), str(path), "exec"), {"__name__": "octave"})
        assert PRINTERS["octave"].defaults.precision == precision


def test_a_printer_among_implementations_is_refused(write):
    path = write("implementations/mine.py", HEAD + WHOLE)
    with pytest.raises(InvalidImplementation, match=r"mine.py:3: expected only implementations; .* definitions/"):
        find_implementations(path.parent)


def test_a_golden_is_as_printed_by_the_printer_that_a_person_names(document_with, write):
    load_definitions(write("definitions/octave.py", HEAD + WHOLE).parent)
    golden = document_with('[[golden]]\ngolden = "y"\nprinter = "octave"\n').golden("y")
    assert golden.said == ("printer",)
    assert golden.inferred == ("dtype",)
    assert [(value.low, value.high) for value in golden.numbers] == [
        (Fraction(29, 20), Fraction(31, 20)),
        (Fraction(7, 2), Fraction(9, 2)),
    ]
    by_numpy = document_with('[[golden]]\ngolden = "y"\nprinter = "numpy"\n').golden("y")
    assert by_numpy.format.printer == "numpy"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('printer = "octav"', "octave, or one that definitions/ declares, found 'octav'; did you mean 'octave'?"),
        ('printer = "octave"\ndecimals = 3', "either a printer or decimals and rounding in golden y, found both"),
    ],
)
def test_a_last_word_that_cannot_be_is_refused_at_its_line(document_with, write, line: str, expected: str):
    load_definitions(write("definitions/octave.py", HEAD + WHOLE).parent)
    with pytest.raises(InvalidCase, match=re.escape(expected)) as error:
        document_with(f'[[golden]]\ngolden = "y"\n{line}\n')
    assert error.value.line == 3


def as_stored_by(document: ReferenceDocument, printer: str) -> Path:
    """The record of a document, in which its golden ``y`` was printed by another printer."""
    path = document.stored.folder / RECORD
    _, _, body = path.read_text(encoding="utf-8").partition("\n")
    path.write_bytes(with_hash(body.replace('printer = "numpy"', f'printer = "{printer}"').encode()))
    return path


def test_a_record_that_names_an_own_printer_is_read_where_it_is_declared(document_with, write, tmp_path: Path):
    path = as_stored_by(document_with(""), "octave")
    root = tmp_path / "reference_data"
    (fault,) = load_reference(root).faults
    line = path.read_text(encoding="utf-8").splitlines().index('printer = "octave"') + 1
    assert f"{InvalidStore.__name__}: {path}:{line}: expected 'printer' in golden y to be one of numpy, " in fault
    assert fault.endswith("table, or one that definitions/ declares, found 'octave'")
    load_definitions(write("definitions/octave.py", HEAD + WHOLE).parent)
    golden = load_reference(root).documents["007"].golden("y")
    assert golden.format == replace(golden.format, printer="octave")
    assert load_reference(root).faults == ()


@pytest.mark.long
def test_docs_own_printer_can_be_followed_from_an_empty_folder(root: Path, tmp_path: Path):
    folder = tmp_path / "empty"
    folder.mkdir()

    def run(command: str) -> subprocess.CompletedProcess[str]:
        program, *rest = command.split()
        alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": OWN} if program == "pytest" else {}
        return run_python("-m", program, *rest, folder=folder, **alone)

    assert run("lastdigit init").returncode == 0
    followed = follow(root / "docs" / "own-printer.md", folder, run)
    first, last = (shown for command, shown in followed if command == "pytest --lastdigit-complete")
    assert "softmax/weights: disagrees with the document" in first
    assert "gate FAIL: 10 verdicts: 7 agrees, 3 disagrees (3 inferred)" in first
    assert "gate PASS" in last
    facts = json.dumps(read_page(folder / "reports" / "index.html").section("softmax/weights"))
    assert "printer: declared in cases.toml" in facts
    assert "printed by mat2str, float64, 4 significant digits" in facts
