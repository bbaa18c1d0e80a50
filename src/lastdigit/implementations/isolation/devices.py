"""Which devices a machine has, as the judge sees it: no code under test is asked."""

from __future__ import annotations

import glob
import sys

FILES = {"cuda": ("/dev/nvidia[0-9]*", "/dev/kfd", "/dev/dxg"), "xpu": ("/dev/dri/renderD*",)}
"""What a device's driver puts into a Linux system: NVIDIA's, AMD's, that of Windows below it; Intel's."""


def has_device(name: str) -> bool:
    """Whether there is a device that a framework calls so, as in ``cuda`` or ``cuda:1``.

    One of which nothing is known here counts as there.

    >>> has_device("cpu")
    True
    """
    kind = name.partition(":")[0]
    if kind == "mps":
        return sys.platform == "darwin"
    return kind not in FILES or any(glob.glob(pattern) for pattern in FILES[kind])
