"""It ends its process without a word."""

import os

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    os._exit(0)
