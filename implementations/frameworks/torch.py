"""torch on the CPU: tensors in and out."""

import torch

DTYPES = ("float64", "float32", "float16", "bfloat16")
ACCUMULATION = {"float16": "float32", "bfloat16": "float32"}


def from_numpy(array, dtype):
    """A float64 array of representable values, as a tensor of ``dtype``."""
    return torch.tensor(array, dtype=getattr(torch, dtype))


def to_numpy(result):
    """A tensor widened to float64, which changes no value, with the name of its dtype."""
    return result.detach().double().numpy(), str(result.dtype).removeprefix("torch.")
