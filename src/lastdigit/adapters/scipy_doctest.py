"""A checker for scipy_doctest: printed numbers agree if one number may print as both.

In conftest.py: ``from scipy_doctest.conftest import dt_config; dt_config.CheckerKlass = Checker``.
"""

from __future__ import annotations

import numpy as np
from scipy_doctest import DTChecker

from lastdigit.assertions.printed_text import Printed, printed
from lastdigit.base.errors import LastdigitError
from lastdigit.verdicts.printed_array import Given, PrintedArray


class Checker(DTChecker):  # type: ignore[misc]
    """Compares arrays and numbers by the digits in both texts, and everything else as scipy_doctest does."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Whether the output agrees with the printed one."""
        try:
            one, two = _numbers(printed(want)), _numbers(printed(got))
        except LastdigitError:
            return bool(super().check_output(want, got, optionflags))
        if one.shape != two.shape:
            return False
        apart = np.abs(one.centre.high - two.centre.high)
        return bool(np.all(apart <= one.half_width.high + two.half_width.high))


def _numbers(found: Printed) -> PrintedArray:
    return PrintedArray.of(found.found, found.format, Given.of(np.zeros(found.found.shape)))
