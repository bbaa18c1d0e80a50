"""Like NumPy's assertion of closeness, with an operation and its inputs in place of tolerances that somebody picks."""

from __future__ import annotations

from typing import Any

from lastdigit.assertions.judged import judge
from lastdigit.outcome.text import describe
from lastdigit.verdicts.verdict import AGREES


def assert_close(
    actual: Any, desired: Any, *, operation: str, inputs: tuple[Any, ...], err_msg: str = "", **options: Any
) -> None:
    """Assert that both are what ``operation`` gives for ``inputs``, as far as rounding in their dtypes can explain.

    Raises AssertionError with ``err_msg`` and the verdict of the one that is wrong. ``options`` are those of
    :func:`lastdigit.judge`.
    """
    __tracebackhide__ = True
    for name, given in (("actual", actual), ("desired", desired)):
        verdict = judge(given, operation, *inputs, **options)
        if verdict.verdict != AGREES:
            raise AssertionError("\n".join(filter(None, (err_msg, f"{name}: {describe(verdict, None)}"))))
