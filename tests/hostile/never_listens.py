"""It waits with all signals blocked."""

import signal
import time

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(3600)
