"""A kind of kernel: an operation on drawn arrays, with right and wrong ways to compute it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Arrays = Sequence[np.ndarray]
Kernel = Callable[[Arrays, str], np.ndarray]
"""From float32 arrays of numbers of a format to a float32 result in it."""


@dataclass(frozen=True)
class KernelKind:
    """``draw`` returns float32 arrays, to be stored in the format; ``exact`` the result in float64.

    ``by_nature``: wrong ways that are not wrong in these formats.
    """

    name: str
    operation: str
    size: int
    formats: Sequence[str]
    draw: Callable[[np.random.RandomState], Arrays]
    exact: Callable[[Arrays], np.ndarray]
    right: Mapping[str, Kernel]
    wrong: Mapping[str, Kernel]
    by_nature: Mapping[str, Sequence[str]] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
