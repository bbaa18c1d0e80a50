"""It closes every open file."""

import os
import time

from lastdigit import implements


@implements("linear", dtypes=("float64",))
def linear(x, weight, bias):
    os.closerange(3, 256)
    time.sleep(1)
