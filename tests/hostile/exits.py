"""It ends the interpreter."""

import sys

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    sys.exit(0)
