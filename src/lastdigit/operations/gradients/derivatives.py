"""Derivatives f′ of elementwise functions from x and y = f(x), on arrays of every engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lastdigit.base.errors import LastdigitError
from lastdigit.functions import absolute, cos, exp2, greater, log, plus, power, sigmoid, sign, sin, times_pi, where
from lastdigit.functions.elementwise import Elementwise

POWER = "power "


class NoGradient(LastdigitError, ValueError):
    """A function in a definition that has no derivative here."""

    def __init__(self, function: str) -> None:
        super().__init__(f"no gradient through {function}: its derivative is not known")


def derivative(function: Elementwise, x: Any, y: Any) -> Any:
    """f′ of every element; raises :class:`NoGradient` if the function has no derivative here."""
    if function.name.startswith(POWER):
        exponent = float(function.name.removeprefix(POWER))
        return _number(x, exponent) * power(exponent - 1.0)(x)
    if function.name not in DERIVATIVES:
        raise NoGradient(function.name)
    return DERIVATIVES[function.name](x, y)


def _number(x: Any, value: float) -> Any:
    return x.__array_namespace__().asarray(value)


def _bell(x: Any) -> Any:
    """2 ÷ √π · e^−x²."""
    xp = x.__array_namespace__()
    return xp.exp(-(x * x)) * (_number(x, 2.0) / xp.sqrt(times_pi(_number(x, 1.0))))


def _ramp(x: Any) -> Any:
    """The derivative of hardsigmoid: ⅙ between −3 and 3, 0 elsewhere."""
    return where(greater(_number(x, 3.0), absolute(x)), _number(x, 1.0) / _number(x, 6.0), _number(x, 0.0))


DERIVATIVES: dict[str, Callable[[Any, Any], Any]] = {
    "abs": lambda x, y: sign(x),
    "log": lambda x, y: _number(x, 1.0) / x,
    "log1p": lambda x, y: _number(x, 1.0) / (_number(x, 1.0) + x),
    "expm1": lambda x, y: x.__array_namespace__().exp(x),
    "exp2": lambda x, y: exp2(x) * log(_number(x, 2.0)),
    "erf": lambda x, y: _bell(x),
    "erfc": lambda x, y: -_bell(x),
    "tanh": lambda x, y: plus(_number(x, 1.0), -(y * y)),
    "sin": lambda x, y: cos(x),
    "cos": lambda x, y: -sin(x),
    "rsqrt": lambda x, y: y / x * _number(x, -0.5),
    "sigmoid": lambda x, y: y * plus(_number(x, 1.0), -y),
    "softplus": lambda x, y: sigmoid(x),
    "hardsigmoid": lambda x, y: _ramp(x),
    "xlogx": lambda x, y: log(x) + _number(x, 1.0),
    "times π": lambda x, y: times_pi(_number(x, 1.0)),
}
