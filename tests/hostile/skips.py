"""It calls pytest.skip."""

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    import pytest

    pytest.skip("not today")
