"""It returns nothing."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    return None
