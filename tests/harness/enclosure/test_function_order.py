"""Numbers whose intervals only touch are in order, and experts are chosen in the order of any weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import SPLIT, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functions.in_order import in_order
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.typical import Typical
from lastdigit.operations.experts import routing_weights
from lastdigit.operations.operation import changed_definitions

BFLOAT16 = Arithmetic.usual(FORMATS["bfloat16"]).in_model(SPLIT)


def test_numbers_whose_intervals_touch_keep_their_own_errors():
    ends = np.array([1.0, 0.0, 3.0]), np.array([3.0, 1.0, 3.0])
    error = np.array([0.25, 0.5, 0.125])
    found, typical = in_order(ends, error, Typical(*(error * share for share in (0.5, 0.25, 0.0, 0.0))), -1)
    assert found.tolist() == [0.5, 0.25, 0.125]
    assert typical.bias.tolist() == [0.25, 0.125, 0.0625]
    assert typical.element.tolist() == [0.125, 0.0625, 0.03125]


def test_experts_are_chosen_by_other_weights_while_the_softmax_is_replaced():
    logits = np.array([[4.0, 1.0, 2.0, 0.5]])
    with changed_definitions({"softmax": lambda x: x + x}):
        found: Any = routing_weights(exactly(logits, BFLOAT16, FastBalls), k=2, normalize=False)
    assert found.value.centres().tolist() == [[8.0, 0.0, 4.0, 0.0]]
