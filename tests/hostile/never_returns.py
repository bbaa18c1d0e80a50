"""It never returns."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    while True:
        pass
