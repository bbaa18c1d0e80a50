"""Which print options an array was printed with: those that the source had set by then, or those of an earlier run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document

Options = Callable[[str], list[tuple[int | None, str]]]


@pytest.fixture
def options(write: Callable[[str, str], Path]) -> Options:
    """Precision and origin of every array that a document prints."""

    def found(text: str) -> list[tuple[int | None, str]]:
        goldens = [entry.golden for entry in extract(read_document(write("a.txt", text)))]
        return [(golden.format.precision, golden.options) for golden in goldens]

    return found


def test_without_any_options_numpy_shows_8_decimals_and_torch_4(options: Options):
    text = "In [1]:\nprint(x)\nprint(y)\n\nx: [0.5 1.5]\ny: tensor([0.5000, 1.5000])\n"
    assert options(text) == [(8, "default"), (4, "default")]


def test_the_options_that_were_set_last_before_a_print_hold_for_its_printer(options: Options):
    text = """
    In [1]:
    np.set_printoptions(precision=5)
    torch.set_printoptions(precision=2)
    print("x:", x)
    np.set_printoptions(precision=3, suppress=True)
    print("y:", y)

    x: [0.5 1.5]
    y: [0.5 1.5]

    In [2]:
    print("z:", z)
    print("t:", t)

    z: [0.5 1.5]
    t: tensor([0.50, 1.50])
    """
    source = "set in the source"
    assert options(text) == [(5, source), (3, source), (3, source), (2, source)]


def test_more_digits_than_the_source_allows_show_the_options_of_an_earlier_run(options: Options):
    text = """
    In [1]:
    import numpy as np
    print(x)
    np.set_printoptions(precision=3, suppress=True)
    print(y)

    [[1.789 0.437]]
    [[0.25  1.5  ]]

    In [2]:
    print(z)

    [0.12345 1.5    ]
    """
    earlier = "left by an earlier run"
    assert options(text) == [(3, earlier), (3, "set in the source"), (5, earlier)]


def test_fewer_digits_alone_do_not_since_zeros_are_trimmed(options: Options):
    assert options("In [1]:\nprint(x)\n\nx: [0.5  0.25]\n") == [(8, "default")]


def test_an_array_is_not_taken_for_what_another_print_with_its_name_in_a_word_printed(options: Options):
    text = """
    In [1]:
    print("exact values")
    np.set_printoptions(precision=3)
    print(x)

    exact values

    [0.12 1.5 ]
    """
    assert options(text) == [(3, "set in the source")]


@pytest.mark.parametrize("call", ["np.set_printoptions(suppress=True)", "print('precision=3')", "# precision=3"])
def test_what_sets_no_precision_changes_none(options: Options, call: str):
    assert options(f"In [1]:\n{call}\nprint(x)\n\nx: [0.5 1.5]\n") == [(8, "default")]


def test_options_are_those_of_the_order_in_which_cells_ran(options: Options):
    text = """
    In [3]:
    print("x:", x)

    x: [0.12 1.5 ]

    In [1]:
    print("y:", y)

    y: [0.5 1.5]

    In [2]:
    np.set_printoptions(precision=3)
    """
    assert options(text) == [(3, "set in the source"), (8, "default")]


def test_options_of_a_with_block_hold_inside_of_it(options: Options):
    text = """
    In [1]:
    with np.printoptions(precision=3):
        print("x:", x)
    print("y:", y)

    x: [0.25  1.125]
    y: [0.5 1.5]
    """
    assert options(text) == [(3, "set in the source"), (8, "default")]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("np.set_printoptions(2)", (2, "set in the source")),
        ("np.set_printoptions(precision=digits)", (1, "set in the source")),
    ],
)
def test_a_precision_may_have_no_name_or_no_value_that_is_spelled_out(options: Options, call: str, expected):
    assert options(f"In [1]:\n{call}\nprint(x)\n\nx: [0.5 1.5]\n") == [expected]


@pytest.mark.parametrize(("profile", "precision"), [("short", 2), ("default", 4), ("full", 4)])
def test_a_profile_of_torch_sets_its_precision(options: Options, profile: str, precision: int):
    call = f'torch.set_printoptions(precision=7)\ntorch.set_printoptions(profile="{profile}")'
    shown = f"{0.5:.{precision}f}"
    text = f"In [1]:\n{call}\nprint(x)\n\nx: tensor([{shown}, {shown}])\n"
    assert options(text) == [(precision, "set in the source")]
