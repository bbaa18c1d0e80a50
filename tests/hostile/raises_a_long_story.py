"""It raises an exception of ten million characters."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    raise ValueError("no " * 3_000_000)
