"""The environment of a run in detail: versions, BLAS, CPU features, threads. It imports no framework.

Two machines with the same packages may well round otherwise.
"""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module, metadata
from typing import Any

Fact = tuple[str, str]
"""Name and value."""

PACKAGES = ("lastdigit", "numpy", "torch", "python-flint", "scipy", "numba", "jax")
CHOOSING = ("OPENBLAS_CORETYPE", "MKL_ENABLE_INSTRUCTIONS", "NPY_DISABLE_CPU_FEATURES")
"""Environment variables that override the choice of kernels."""
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def environment_facts() -> list[Fact]:
    """Everything that can change the last digits of a result, as (name, value) pairs.

    A framework's own facts are included only if it is already imported.
    """
    facts = [("Python", f"{platform.python_implementation()} {platform.python_version()}")]
    facts += [(package, _version(package)) for package in PACKAGES if _version(package)]
    facts.append(("system", f"{platform.system()} {platform.machine()}"))
    facts += _numpy_facts()
    facts += _thread_facts()
    facts += [(name, os.environ[name]) for name in CHOOSING if os.environ.get(name)]
    if (torch := sys.modules.get("torch")) is not None:
        facts += _torch_facts(torch)
    return facts


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _numpy_facts() -> list[Fact]:
    import numpy as np

    facts: list[Fact] = []
    config: Any = np.show_config(mode="dicts")
    dependencies = config.get("Build Dependencies", {})
    built = dependencies.get("blas", {})
    told = [str(built.get(key, "")) for key in ("name", "version", "openblas configuration")]
    if any(told):
        facts.append(("NumPy's BLAS", ", ".join(part for part in told if part not in {"", "unknown"})))
    features = _cpu_features()
    if features:
        facts.append(("CPU features that NumPy uses", " ".join(features)))
    return facts


def _cpu_features() -> list[str]:
    """The instruction sets found; NumPy's table is private, so another version may lack it."""
    try:
        module = import_module("numpy._core._multiarray_umath")
        return sorted(name for name, there in module.__cpu_features__.items() if there)
    except (ImportError, AttributeError):
        return []


def _thread_facts() -> list[Fact]:
    """Thread counts: CPUs of this process, environment variables, and library thread pools."""
    available = getattr(os, "sched_getaffinity", None)
    cpus = len(available(0)) if available else os.cpu_count() or 0
    asked = [f"{name}={os.environ[name]}" for name in THREADS if name in os.environ]
    facts = [("CPUs", str(cpus)), ("requested threads", ", ".join(asked) or "not set")]
    try:
        threadpoolctl = import_module("threadpoolctl")
    except ImportError:
        return facts
    for pool in threadpoolctl.threadpool_info():
        told = [pool.get("internal_api"), pool.get("version"), pool.get("architecture"), pool.get("threading_layer")]
        count = pool.get("num_threads")
        name = f"threads of {pool.get('prefix') or pool.get('user_api')}"
        facts.append((name, f"{count}, {' '.join(part for part in told if part)}"))
    return facts


def _torch_facts(torch: Any) -> list[Fact]:
    facts = [("torch's threads", str(torch.get_num_threads()))]
    capability = getattr(getattr(torch.backends, "cpu", None), "get_cpu_capability", None)
    if capability:
        facts.append(("torch's CPU capability", str(capability())))
    found = [name for name in ("mkl", "mkldnn", "openmp") if getattr(torch.backends, name).is_available()]
    return [*facts, ("torch's libraries", ", ".join(found) or "none")]
