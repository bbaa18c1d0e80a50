"""Like ``torch.testing.assert_close``, with an operation and its inputs instead of chosen tolerances."""

from __future__ import annotations

from typing import Any

from lastdigit.assertions.agreement import judge
from lastdigit.verdicts.verdict import AGREES
from lastdigit.verdicts.words.describe import describe


def assert_close(
    actual: Any, expected: Any, *, operation: str, inputs: tuple[Any, ...], check_dtype: bool = True, **options: Any
) -> None:
    """Assert that both equal ``operation`` on ``inputs`` up to the rounding error of their dtypes.

    Raises AssertionError as ``torch.testing.assert_close`` does for different dtypes and devices, and with the verdict
    of the wrong one. ``options`` are those of :func:`lastdigit.judge`.
    """
    __tracebackhide__ = True
    for name in ("dtype", "device") if check_dtype else ("device",):
        one, two = (getattr(given, name, None) for given in (actual, expected))
        if one != two:
            raise AssertionError(f"the values for attribute {name!r} do not match: {one} and {two}")
    for name, given in (("actual", actual), ("expected", expected)):
        verdict = judge(given, operation, *inputs, **options)
        if verdict.verdict != AGREES:
            raise AssertionError(f"{name}: {describe(verdict, None)}")
