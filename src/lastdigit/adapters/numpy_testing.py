"""Like NumPy's assertion of closeness, with an operation and its inputs instead of chosen tolerances."""

from __future__ import annotations

from typing import Any

from lastdigit.assertions.agreement import judge
from lastdigit.verdicts.verdict import AGREES
from lastdigit.verdicts.words.describe import describe


def assert_close(
    actual: Any, desired: Any, *, operation: str, inputs: tuple[Any, ...], err_msg: str = "", **options: Any
) -> None:
    """Assert that both equal ``operation`` on ``inputs`` up to the rounding error of their dtypes.

    Raises AssertionError with ``err_msg`` and the verdict of the wrong one. ``options`` are those of
    :func:`lastdigit.judge`.
    """
    __tracebackhide__ = True
    for name, given in (("actual", actual), ("desired", desired)):
        verdict = judge(given, operation, *inputs, **options)
        if verdict.verdict != AGREES:
            raise AssertionError("\n".join(filter(None, (err_msg, f"{name}: {describe(verdict, None)}"))))
