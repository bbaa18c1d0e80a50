"""The printers: their defaults, how their digits end, and what contradicts them."""

from __future__ import annotations

from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers.numpy_printer import Jax, NumPy, TensorFlow
from lastdigit.printing.printers.other_printers import Awkward, Mlx, Python
from lastdigit.printing.printers.printer import Digits, Printer
from lastdigit.printing.printers.table_printers import Pandas, Polars, Styler, Table, Tabulate
from lastdigit.printing.printers.torch_printer import Torch

NUMPY, JAX, TENSORFLOW, TORCH, MLX, PYTHON = NumPy(), Jax(), TensorFlow(), Torch(), Mlx(), Python()
PANDAS, STYLER, TABULATE, POLARS, TABLE = Pandas(), Styler(), Tabulate(), Polars(), Table()
AWKWARD = Awkward()

PRINTERS: dict[str, Printer] = {
    printer.name: printer
    for printer in (NUMPY, JAX, TENSORFLOW, TORCH, MLX, PYTHON, PANDAS, STYLER, TABULATE, POLARS, AWKWARD, TABLE)
}
"""The printers by name, including those that a project declares."""

_UNKNOWN = Printer()
_UNKNOWN.rounds_to_shown = True
"""An unknown printer may be declared elsewhere; its prints are read no more narrowly than there."""


def printer_named(name: str) -> Printer:
    """The printer called ``name``; an unknown printer of that name if there is none."""
    return PRINTERS.get(name, _UNKNOWN)


def known_printers() -> str:
    """The names of all printers, in words."""
    return f"one of {', '.join(PRINTERS)}, or one that definitions/ declares"


def default_options(name: str) -> PrintOptions:
    """The default options of the printer called ``name``; all None for an unknown printer."""
    return PRINTERS[name].defaults if name in PRINTERS else PrintOptions(name)


__all__ = [
    "AWKWARD",
    "JAX",
    "MLX",
    "NUMPY",
    "PANDAS",
    "POLARS",
    "PRINTERS",
    "PYTHON",
    "STYLER",
    "TABLE",
    "TABULATE",
    "TENSORFLOW",
    "TORCH",
    "Digits",
    "Printer",
    "default_options",
    "known_printers",
    "printer_named",
]
