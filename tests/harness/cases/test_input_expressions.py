"""Input expressions: stacks, joins, rows, identities and derived inputs; what is known of printed and drawn ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.cases.inputs import input_of_array
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.enclosure.exact import ExactBalls, ExactNamespace

Document = Callable[[str], ReferenceDocument]


@pytest.mark.parametrize(
    ("expression", "array"),
    [
        ('"x"', [[0.5, 1.5], [2, 3]]),
        ("{ eye = 3 }", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        ('["x", { eye = 2 }]', [[[0.5, 1.5], [2, 3]], [[1, 0], [0, 1]]]),
        ('{ join = ["x", { eye = 2 }] }', [[0.5, 1.5], [2, 3], [1, 0], [0, 1]]),
        ('{ join = ["x", { eye = 2 }], axis = 1 }', [[0.5, 1.5, 1, 0], [2, 3, 0, 1]]),
        ('{ of = "x", row = 1 }', [2, 3]),
        ('"sums"', [2, 5]),
        ('{ of = "products", row = 0 }', [3.25, 5.25]),
    ],
)
def test_an_input_expression_means_what_it_says(document_with: Document, expression: str, array: list):
    derived = '[derived.sums]\noperation = "total"\ninputs = { x = "x" }\n'
    derived += '[derived.products]\noperation = "projection"\ninputs = { x = "x", weight = "x" }\n'
    found = document_with(f'[[case]]\nname = "c"\noperation = "total"\ninputs = {{ x = {expression} }}\n{derived}')
    resolved = found.resolve(
        found.case_file.cases[0].inputs["x"],
        lambda known: ExactBalls.between(known.low, known.high, known.shape),
        ExactNamespace,
    )
    assert resolved.shape == np.shape(array)
    assert resolved.bounds() == [(Fraction(value), Fraction(value)) for value in np.ravel(array).tolist()]


def test_a_printed_input_is_known_within_its_interval_and_a_drawn_one_exactly(document_with: Document):
    printed = document_with("").input("y")
    assert [(low, high) for low, high in zip(printed.low, printed.high, strict=True)] == [
        (centre - Fraction(1, 2 * 10**8), centre + Fraction(1, 2 * 10**8)) for centre in (Fraction(3, 2), Fraction(4))
    ]
    assert printed.dtype == "float64"
    drawn = input_of_array(np.array([0.1]))
    assert [*drawn.low] == [*drawn.high] == [Fraction(0.1)]
