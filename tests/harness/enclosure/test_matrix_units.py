"""Products of float8 numbers on units that keep thirteen digits, against a model of them that is exact in every bit."""

from __future__ import annotations

import numpy as np
import pytest

import lastdigit
from lastdigit.enclosure.matrix_units import HARDWARE, MatrixUnit

torch = pytest.importorskip("torch")
FORMATS = ("float8_e4m3fn", "float8_e5m2")


def truncated(numbers: np.ndarray, largest: np.ndarray, digits: int) -> np.ndarray:
    """Multiples of the unit so many binary digits behind the first one of the largest, towards zero."""
    _, exponent = np.frexp(largest)
    unit = np.ldexp(1.0, exponent - 1 - digits)
    return np.where(largest > 0.0, np.trunc(numbers / unit) * unit, 0.0)


def added(left: np.ndarray, right: np.ndarray, unit: MatrixUnit) -> np.ndarray:
    """(n, k) times (k, m) as the unit takes it. All numbers here are exact in float64."""
    total = np.zeros((left.shape[0], right.shape[1]))
    for start in range(0, left.shape[1], unit.terms):
        block = slice(start, start + unit.terms)
        products = left[:, block, np.newaxis] * right[np.newaxis, block, :]
        together = np.concatenate([total[:, np.newaxis], products], axis=1)
        largest = np.max(np.abs(together), axis=1, keepdims=True)
        total = np.sum(truncated(together, largest, unit.digits), axis=1)
        total = truncated(total, np.abs(total), unit.digits)
    return total


def operands(n: int, k: int, m: int, dtype: str, seed: int, offset: float = 0.0) -> tuple:
    state = np.random.RandomState(seed)
    kind = getattr(torch, dtype)
    return tuple(torch.tensor(state.standard_normal(shape) + offset).to(kind) for shape in ((n, k), (k, m)))


def test_the_model_drops_what_lies_below_its_last_digit():
    unit = MatrixUnit(2, 13)
    small = np.array([[1.0, 2.0**-14]])
    assert added(small, np.ones((2, 1)), unit).tolist() == [[1.0]]
    assert added(np.array([[1.0, 2.0**-13]]), np.ones((2, 1)), unit).tolist() == [[1.0 + 2.0**-13]]
    assert added(-small, np.ones((2, 1)), unit).tolist() == [[-1.0]]


@pytest.mark.parametrize("offset", [0.0, 1.0])
@pytest.mark.parametrize("result", ["bfloat16", "float32", "float16"])
@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("hardware", HARDWARE)
def test_a_right_product_agrees_where_its_hardware_is_declared(hardware: str, dtype: str, result: str, offset: float):
    for seed, k in enumerate((16, 33, 128, 1000)):
        left, right = operands(24, k, 16, dtype, seed, offset)
        exactly = [each.double().numpy() for each in (left, right)]
        product = torch.tensor(added(*exactly, HARDWARE[hardware])).to(getattr(torch, result))
        verdict = lastdigit.judge(product, "projection", left, right, hardware=hardware)
        assert verdict.verdict != "disagrees", (k, verdict)
        assert verdict.verdict == "agrees" or k > 128, (k, verdict.reason)


def test_the_same_product_is_refused_as_one_of_float32_sums():
    left, right = operands(32, 2048, 32, "float8_e4m3fn", 5)
    product = added(left.double().numpy(), right.double().numpy(), HARDWARE["hopper"])
    verdict = lastdigit.judge(np.float32(product), "projection", left, right)
    assert (verdict.verdict, verdict.evidence) == ("disagrees", "proven")


@pytest.mark.parametrize("result", ["bfloat16", "float32"])
def test_a_wrong_product_is_refused_on_declared_hardware(result: str):
    left, right = operands(32, 128, 32, "float8_e4m3fn", 6)
    product = torch.tensor(added(left.double().numpy()[::-1], right.double().numpy(), HARDWARE["hopper"])).to(
        getattr(torch, result)
    )
    verdict = lastdigit.judge(product, "projection", left, right, hardware="hopper")
    assert (verdict.verdict, verdict.explanation) == ("disagrees", "rows reversed")


def test_bounds_in_order_hold_for_every_element_and_are_narrower_than_those_in_any_order():
    unit = HARDWARE["hopper"]
    for seed, k in enumerate((32, 64, 512, 4096)):
        left, right = (each.double().numpy() for each in operands(16, k, 16, "float8_e4m3fn", seed))
        error = np.abs(added(left, right, unit) - left @ right)
        in_order = unit.in_order(left, right)
        assert np.all(error <= in_order)
        if k > 64:
            assert np.all(in_order < unit.relative(k) * (np.abs(left) @ np.abs(right)))


def test_hardware_changes_nothing_for_other_operands():
    x = np.random.RandomState(7).standard_normal((8, 64)).astype(np.float32)
    w = np.random.RandomState(8).standard_normal((64, 8)).astype(np.float32)
    plain, declared = (lastdigit.judge(x @ w, "projection", x, w, hardware=hardware) for hardware in ("", "hopper"))
    assert (plain.verdict, plain.arithmetic) == (declared.verdict, declared.arithmetic) == ("agrees", "fused")


def test_unknown_hardware_is_refused_by_name():
    message = "expected hardware among ada, hopper, found 'hoper'; did you mean 'hopper'"
    with pytest.raises(lastdigit.base.errors.LastdigitError, match=message):
        lastdigit.judge(np.ones((1, 1)), "projection", np.ones((1, 1)), np.ones((1, 1)), hardware="hoper")
