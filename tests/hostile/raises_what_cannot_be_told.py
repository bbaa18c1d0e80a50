"""It raises an exception whose message raises."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    class Untold(Exception):
        def __str__(self):
            raise SystemExit(0)

    raise Untold
