"""It prints for ever."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    while True:
        print("x" * 1000)
