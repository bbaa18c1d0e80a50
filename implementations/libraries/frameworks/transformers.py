"""transformers: tensors of torch in and out."""

from lastdigit.implementations.frameworks.torch import from_numpy, to_device, to_numpy

__all__ = ["ACCUMULATION", "DTYPES", "from_numpy", "to_device", "to_numpy"]
DTYPES = ("float64", "float32", "float16", "bfloat16")
ACCUMULATION = {"float16": "float32", "bfloat16": "float32"}
