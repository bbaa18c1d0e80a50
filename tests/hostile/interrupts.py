"""It raises what Ctrl-C raises."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    raise KeyboardInterrupt
