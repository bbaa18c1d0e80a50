"""Quantities with units, as astropy represents them."""

from __future__ import annotations

import pytest

from lastdigit.printing.scan import scan


@pytest.mark.parametrize(
    ("text", "printer", "shape", "tokens"),
    [
        ("<Quantity 1.5 m>", "numpy", (), ("1.5",)),
        ("<Quantity 1. m>", "numpy", (), ("1.",)),
        ("<Quantity 0.25>", "numpy", (), ("0.25",)),
        ("<Quantity -1.5e-10 m / s>", "numpy", (), ("-1.5e-10",)),
        ("<Quantity 12.123456789 m>", "python", (), ("12.123456789",)),
        ("<Quantity 1.0 m>", "python", (), ("1.0",)),
        ("<Angle [0.5, 1.25] rad>", "numpy", (2,), ("0.5", "1.25")),
        ("<Quantity [[1.5, 2. ],\n           [3. , 4. ]] m>", "numpy", (2, 2), ("1.5", "2.", "3.", "4.")),
    ],
)
def test_the_numbers_of_a_quantity_are_printed_by_numpy(text: str, printer: str, shape, tokens):
    (found,) = scan(f"{text}\n")
    assert (found.array.printer, found.array.shape, found.array.texts) == (printer, shape, tokens)


@pytest.mark.parametrize(
    "text", ["<Quantity of 1.5 m>", "<Quantity 1.5 m", "<Quantity [1.5, 2.5\n", "<Layer 1.5 m>", "<Quantity 1.5.2 m>"]
)
def test_other_objects_are_none(text: str):
    assert [found for found in scan(f"{text}\n") if found.array.printer == "numpy"] == []
