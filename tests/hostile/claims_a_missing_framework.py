"""It says that NumPy is not installed."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    from pathlib import Path

    from lastdigit.base.errors import MissingFramework

    raise MissingFramework("numpy", Path(__file__))
