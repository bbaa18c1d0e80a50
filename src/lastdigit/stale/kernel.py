"""Runs a notebook in a kernel, from its first cell to its last, and reads what it prints."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from lastdigit.document import Document
from lastdigit.errors import LastdigitError
from lastdigit.extras import needs
from lastdigit.readers.notebook import read_notebook

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


class KernelFailed(LastdigitError):
    """A notebook whose kernel did not start, died, or took too long."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: expected a kernel that runs the notebook, found {reason}")


def run_notebook(path: Path, variables: Mapping[str, str], seconds: float) -> Document:
    """The notebook as it prints now, its kernel started in its folder with these environment variables.

    A cell that raises does not stop those behind it. Raises :class:`MissingExtra` and :class:`KernelFailed`.
    """
    with needs("notebooks"):
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellTimeoutError, DeadKernelError
    notebook = nbformat.read(path, as_version=4)
    folder = {"metadata": {"path": str(path.absolute().parent)}}
    client = NotebookClient(notebook, allow_errors=True, record_timing=False, timeout=seconds, resources=folder)
    try:
        client.execute(env={**os.environ, **variables})
    except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
        raise KernelFailed(path, str(error).strip().splitlines()[0]) from error
    except Exception as error:
        if type(error).__name__ == "NoSuchKernel":
            raise KernelFailed(path, f"no kernel of its kind: {error}") from error
        raise
    with tempfile.TemporaryDirectory(prefix="lastdigit-") as kept:
        run = Path(kept) / path.name
        nbformat.write(notebook, run)
        return read_notebook(run)


def variations() -> list[dict[str, str]]:
    """Settings under which libraries add in another order: other kernels of BLAS, vector units and thread counts."""
    plain = {"OPENBLAS_CORETYPE": "Nehalem", "ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE"}
    dispatched = _vector_units()
    if dispatched:
        plain["NPY_DISABLE_CPU_FEATURES"] = dispatched
    several = {"OPENBLAS_CORETYPE": "Sandybridge", "MKL_CBWR": "AVX"}
    return [
        {**plain, **dict.fromkeys(THREADS, "1")},
        {**several, **dict.fromkeys(THREADS, "2")},
        {"OPENBLAS_CORETYPE": "Haswell", "MKL_CBWR": "AVX2", **dict.fromkeys(THREADS, "3")},
    ]


def _vector_units() -> str:
    """The vector units that this NumPy chooses among when it starts."""
    try:
        core = import_module("numpy._core._multiarray_umath")
    except ImportError:
        return ""
    return " ".join(name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name))
