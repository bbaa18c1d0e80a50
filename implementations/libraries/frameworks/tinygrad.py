"""tinygrad on the processor: tensors in and out. Without a clang it computes in its own interpreter, which has no
rounding of half formats."""

import os
import shutil
from typing import Any

import numpy as np

DEVICE = "CPU" if shutil.which("clang") else "PYTHON"
os.environ["DEV"] = DEVICE
from tinygrad import Tensor, dtypes

DTYPES = ("float64", "float32")
NAMES = {"double": "float64", "float": "float32"}


def from_numpy(array: np.ndarray, dtype: str) -> Any:
    """A float64 array of representable values, as a tensor of ``dtype``."""
    return Tensor(array, device=DEVICE).cast(getattr(dtypes, dtype)).realize()


def to_numpy(result: Any) -> tuple[np.ndarray, str]:
    """A tensor widened to float64, which changes no value, with the name of its dtype."""
    return result.cast(dtypes.float64).numpy(), NAMES.get(result.dtype.name, result.dtype.name)
