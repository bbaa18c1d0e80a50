"""Which kernels this process computes with: two machines with the same packages may well round otherwise."""

from __future__ import annotations

import os
from typing import Any, cast

import numpy as np

COMMIT = ("GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION")
"""Variables in which CI servers name the commit that they build."""
CHOOSING = ("OPENBLAS_CORETYPE", "MKL_ENABLE_INSTRUCTIONS", "NPY_DISABLE_CPU_FEATURES")
"""Variables that choose other kernels than the processor would."""


def environment_details() -> dict[str, Any]:
    """What a record keeps of its environment beside the versions of packages: BLAS, vector instructions, the commit."""
    config = cast("dict[str, Any]", np.show_config(mode="dicts") or {})
    blas = config.get("Build Dependencies", {}).get("blas", {})
    details = {
        "blas": " ".join(str(blas[key]) for key in ("name", "version") if key in blas),
        "vector instructions": " ".join(config.get("SIMD Extensions", {}).get("found", [])),
        "commit": next((os.environ[name] for name in COMMIT if os.environ.get(name)), ""),
        **{name: os.environ.get(name, "") for name in CHOOSING},
    }
    return {name: value for name, value in details.items() if value}
