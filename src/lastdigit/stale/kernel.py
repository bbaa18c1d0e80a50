"""Runs a notebook in a kernel from first to last cell, and reads its outputs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from lastdigit.base.errors import LastdigitError
from lastdigit.base.extras import needs
from lastdigit.document import Document
from lastdigit.readers.notebook import read_notebook
from lastdigit.stale.sources import NOTEBOOK, code_of, run_before

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
PERTURBED = (1, 2, 3)
"""Seeds of the perturbations of arrays."""


@dataclass(frozen=True)
class Settings:
    """How to start a kernel: environment variables, and the seed of perturbations of its arrays, if any."""

    variables: Mapping[str, str] = field(default_factory=dict)
    perturbed: int | None = None


class KernelFailed(LastdigitError):
    """A notebook whose kernel did not start, died, or took too long."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: expected a kernel that runs the notebook, found {reason}")


def run_notebook(path: Path, settings: Settings, seconds: float) -> Document:
    """The notebook with new outputs, run in its own folder by a kernel with these settings.

    A cell that raises does not stop those after it. Raises :class:`MissingExtra` and :class:`KernelFailed`.
    """
    with needs("notebooks"):
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellTimeoutError, DeadKernelError
    notebook = code_of(path)
    before = [_before(settings.perturbed)] if settings.perturbed is not None else []
    before += filter(None, [run_before(path)])
    notebook.cells[:0] = map(nbformat.v4.new_code_cell, before)
    folder = {"metadata": {"path": str(path.absolute().parent)}}
    client = NotebookClient(notebook, allow_errors=True, record_timing=False, timeout=seconds, resources=folder)
    try:
        client.execute(env={**os.environ, **settings.variables})
    except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
        raise KernelFailed(path, str(error).strip().splitlines()[0]) from error
    except Exception as error:
        if type(error).__name__ == "NoSuchKernel":
            raise KernelFailed(path, f"no such kernel: {error}") from error
        raise
    del notebook.cells[: len(before)]
    with tempfile.TemporaryDirectory(prefix="lastdigit-") as kept:
        run = Path(kept) / path.with_suffix(NOTEBOOK).name
        nbformat.write(notebook, run)
        return read_notebook(run)


def variations() -> list[Settings]:
    """Settings that change rounding: BLAS kernels, vector units, thread counts, and arrays perturbed by rounding
    errors."""
    plain = {"OPENBLAS_CORETYPE": "Nehalem", "ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE"}
    dispatched = _vector_units()
    if dispatched:
        plain["NPY_DISABLE_CPU_FEATURES"] = dispatched
    several = {"OPENBLAS_CORETYPE": "Haswell", "MKL_CBWR": "AVX2"}
    return [
        Settings({**plain, **dict.fromkeys(THREADS, "1")}),
        Settings({**several, **dict.fromkeys(THREADS, "2")}),
        *(Settings(perturbed=seed) for seed in PERTURBED),
    ]


def _before(seed: int) -> str:
    """Code to run before the first cell; a kernel without NumPy has nothing to perturb."""
    text = Path(__file__).with_name("perturbation.py").read_text(encoding="utf-8")
    return f"try:\n    exec({text!r}, (_given := {{}}))\n    _given['perturb']({seed})\nexcept ImportError:\n    pass"


def _vector_units() -> str:
    """The vector units that this NumPy dispatches to."""
    try:
        core = import_module("numpy._core._multiarray_umath")
    except ImportError:
        return ""
    return " ".join(name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name))
