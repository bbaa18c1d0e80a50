"""One operand of a product rounded to bfloat16, and rounded constants of GELU: named in the formats that tell."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit import judge
from lastdigit.base.number_format import FORMATS

draw = np.random.default_rng(3)
X, W = (draw.normal(size=shape).astype(np.float32) for shape in ((12, 32), (32, 8)))


def coarse(x: np.ndarray) -> np.ndarray:
    return FORMATS["bfloat16"].round(x.astype(np.float64)).astype(x.dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("operation", ["projection", "matmul"])
def test_the_operand_of_a_product_that_is_rounded_is_named(operation: str, dtype: type):
    x, w = X.astype(dtype), W.astype(dtype)
    assert judge(x @ coarse(w), operation, x, w).explanation == "second factor rounded to bfloat16"
    assert judge(coarse(x) @ w, operation, x, w).explanation == "first factor rounded to bfloat16"
    assert judge(coarse(x) @ coarse(w), operation, x, w).explanation == "inputs rounded to bfloat16"


def test_the_weight_of_a_layer_that_is_rounded_is_named():
    assert judge(X @ coarse(W), "linear", X, W.T.copy()).explanation == "weight rounded to bfloat16"


@pytest.mark.parametrize(
    ("root", "cubic", "name"),
    [
        (0.8, 0.044715, "√(2 ÷ π) rounded to 0.8"),
        (0.7979, 0.044715, "√(2 ÷ π) rounded to 0.7979"),
        (math.sqrt(2 / math.pi), 0.0447, "0.044715 rounded to 0.0447"),
        (0.796875, 0.044677734375, "GELU's constants in bfloat16"),
    ],
)
def test_a_rounded_constant_of_gelu_is_named(root: float, cubic: float, name: str):
    x = X.astype(np.float64)
    found = x / 2 * (1 + np.tanh(root * (x + cubic * x**3)))
    for dtype in (np.float64, np.float32):
        assert judge(found.astype(dtype), "gelu", x.astype(dtype), approximate="tanh").explanation == name
