"""Tensors that torch prints, with all of its print options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
import torch

from lastdigit.printing.print_options import PrintOptions
from studies.roundtrip.hard_numbers import complex_array, exact_array, real_array
from studies.roundtrip.real_print import RealPrint, shown_part

FLOATS = (np.float64, np.float32, np.float16)
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "bool")
IMPLIED = ("float32", "int64", "bool", "complex64")


def torch_options(random: Random) -> dict[str, Any]:
    """Print options, including the defaults."""
    return {
        "precision": random.choice([4, random.randint(0, 12)]),
        "threshold": random.choice([1000, 1000, 0, 5, 20]),
        "edgeitems": random.choice([3, 1, 2]),
        "linewidth": random.choice([80, random.randint(5, 150)]),
        "sci_mode": random.choice([None, None, True, False]),
    }


def array_of_any_type(random: Random) -> np.ndarray:
    """An array of one of the types that torch shares with NumPy."""
    kind = random.randint(0, 3)
    if kind < 2:
        return real_array(random, FLOATS)
    return complex_array(random) if kind == 2 else exact_array(random, INTEGERS)


def torch_tensor(random: Random) -> RealPrint:
    """A tensor, with or without a gradient; possibly bfloat16."""
    array, options = array_of_any_type(random), torch_options(random)
    as_bfloat16 = array.dtype == np.float32 and random.random() < 0.3
    if as_bfloat16:
        array = np.array(torch.from_numpy(array).to(torch.bfloat16).float().numpy())
    requires_grad = array.dtype.kind in "fc" and random.random() < 0.3
    is_view = requires_grad and random.random() < 0.5

    def tensor_of(changed: np.ndarray) -> torch.Tensor:
        tensor = torch.from_numpy(np.array(changed))
        return tensor.to(torch.bfloat16) if as_bfloat16 else tensor

    def printed(changed: np.ndarray) -> str:
        tensor = tensor_of(changed).requires_grad_(requires_grad)
        with torch_printoptions(options):
            return str(tensor.view(tensor.shape) if is_view else tensor)

    shown, edges = shown_part(array.shape, options["edgeitems"], summarised=array.size > options["threshold"])
    name = "bfloat16" if as_bfloat16 else array.dtype.name
    with torch_printoptions(options):
        tokens = tokens_of(tensor_of(array.reshape(-1)[shown]))
    return RealPrint(
        text=printed(array),
        array=array,
        printed=printed,
        tokens=tokens,
        shown=shown,
        edges=edges,
        options=PrintOptions("torch", origin="set in the source", **options),
        dtype=name,
        dtype_said=name not in IMPLIED or (array.size == 0 and name != "float32"),
        shape_said=False,
        printer="torch",
    )


@contextmanager
def torch_printoptions(options: dict[str, Any]) -> Iterator[None]:
    """Sets torch's print options inside the block; torch's own context manager does not restore all defaults."""
    torch.set_printoptions(**options)
    try:
        yield
    finally:
        torch.set_printoptions(profile="default")


def tokens_of(shown: torch.Tensor) -> tuple[str, ...]:
    """The elements as torch's formatter of this tensor prints them."""
    if not shown.is_complex():
        form = torch._tensor_str._Formatter(shown)
        return tuple(form.format(value).strip() for value in shown.reshape(-1).tolist())
    real, imag = torch._tensor_str._Formatter(shown.real), torch._tensor_str._Formatter(shown.imag)
    tokens = []
    for value in shown.reshape(-1).tolist():
        second = imag.format(value.imag).strip()
        sign = "" if second[0] in "+-" else "+"
        tokens.append(f"{real.format(value.real).strip()}{sign}{second}j")
    return tuple(tokens)
