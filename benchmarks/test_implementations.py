"""How long each implementation takes, in one run: compare within a group, where the work is the same."""

from pathlib import Path

import numpy as np
import pytest

from lastdigit.base.errors import MissingFramework
from lastdigit.base.number_format import float_format
from lastdigit.implementations.implementation import Implementation, find_implementations
from lastdigit.implementations.isolation.call import loaded

SIZES = (16, 128)
OPERATION = "scaled_dot_product_attention"
ROOT = Path(__file__).parent.parent
IMPLEMENTATIONS = [entry for entry in find_implementations(ROOT / "implementations") if entry.operation == OPERATION]


@pytest.mark.parametrize("tokens", SIZES)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=lambda entry: entry.name)
def test_scaled_dot_product_attention(benchmark, implementation: Implementation, dtype: str, tokens: int):
    benchmark.group = f"{OPERATION}, {tokens} tokens × 64, {dtype}"
    benchmark.extra_info |= {
        "implementation": implementation.name,
        "operation": OPERATION,
        "dtype": dtype,
        "tokens": tokens,
    }
    state = np.random.RandomState(0)
    arrays = [float_format(dtype).round(state.normal(size=(tokens, 64))) for _ in range(3)]
    try:
        adapter, function = loaded(implementation.call(dtype, {}))
    except MissingFramework as error:
        pytest.skip(str(error))

    def run():
        return adapter.to_numpy(function(*(adapter.from_numpy(array, dtype) for array in arrays)))

    result, _ = benchmark(run)
    assert result.shape == (tokens, 64)
