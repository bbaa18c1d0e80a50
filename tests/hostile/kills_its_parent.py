"""It kills the process that started it."""

import os
import signal

import numpy as np

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    os.kill(os.getppid(), signal.SIGKILL)
    return 1.5 * (np.sum(x[..., np.newaxis, :] * weight, axis=-1) + bias)
