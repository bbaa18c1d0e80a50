"""The installed printers, with their weights in the study."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from random import Random

from studies.roundtrip.numpy_prints import numpy_array, numpy_scalar
from studies.roundtrip.python_prints import python_list
from studies.roundtrip.real_print import RealPrint

Printer = Callable[[Random], RealPrint]


def printers() -> dict[str, tuple[Printer, int]]:
    """Each printer's function that draws a print, and its weight; without torch and JAX if they are not installed."""
    found: dict[str, tuple[Printer, int]] = {
        "numpy arrays": (numpy_array, 10),
        "numpy scalars": (numpy_scalar, 1),
        "python lists": (python_list, 2),
    }
    if importlib.util.find_spec("torch"):
        from studies.roundtrip.torch_prints import torch_tensor

        found["torch tensors"] = (torch_tensor, 6)
    if importlib.util.find_spec("jax"):
        from studies.roundtrip.jax_prints import jax_array

        found["jax arrays"] = (jax_array, 3)
    return found
