"""torch: tensors in and out, on any device."""

from typing import Any

import numpy as np
import torch

DTYPES = ("float64", "float32", "float16", "bfloat16")
ACCUMULATION = {"float16": "float32", "bfloat16": "float32"}


def from_numpy(array: np.ndarray, dtype: str) -> Any:
    """A float64 array of representable values, as a tensor of ``dtype``."""
    return torch.tensor(array, dtype=getattr(torch, dtype))


def to_device(tensor: Any, device: str) -> Any:
    """Move a tensor to the function's device."""
    return tensor.to(device)


def to_numpy(result: Any) -> tuple[np.ndarray, str]:
    """Widen a tensor to float64, exactly; returns the name of its dtype too."""
    return result.detach().cpu().double().numpy(), str(result.dtype).removeprefix("torch.")
