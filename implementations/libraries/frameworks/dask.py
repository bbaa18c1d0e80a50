"""Dask: NumPy arrays in and out."""

from lastdigit.implementations.frameworks.numpy import from_numpy, to_numpy

__all__ = ["DTYPES", "from_numpy", "to_numpy"]
DTYPES = ("float64", "float32")
