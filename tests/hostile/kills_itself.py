"""It kills its process."""

import os
import signal

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    os.kill(os.getpid(), signal.SIGKILL)
