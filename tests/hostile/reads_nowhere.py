"""It reads where there is no memory."""

import ctypes

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    ctypes.string_at(0)
