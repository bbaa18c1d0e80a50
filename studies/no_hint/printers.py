"""The printers: NumPy, torch, Python, pandas; JAX and MLX if installed; TensorFlow, as NumPy prints for it.

TensorFlow need not be installed: its tensors are NumPy's prints with its own words around them (``EagerTensor.__str__``
and ``__repr__``).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from random import Random

import numpy as np
import pandas as pd

from studies.no_hint.bare_print import BarePrint
from studies.roundtrip.hard_numbers import exact_array, real_array
from studies.roundtrip.numpy_prints import INTEGERS, numpy_array, numpy_scalar
from studies.roundtrip.printers import printers as printers_with_hints
from studies.roundtrip.python_prints import python_list

Draw = Callable[[Random], BarePrint]

FLOATS = ("float64", "float32", "float16")


def ordinary_array(random: Random, kinds: tuple[str, ...] = FLOATS) -> np.ndarray:
    """Numbers as in typical computations: normal or uniform, of any size, up to six by six."""
    generator = np.random.RandomState(random.getrandbits(32))
    shape = tuple(random.randint(1, 6) for _ in range(random.randint(1, 2)))
    numbers = generator.normal(size=shape) if random.random() < 0.5 else generator.uniform(size=shape)
    with np.errstate(over="ignore"):
        return (numbers * 10.0 ** random.randint(-2, 2)).astype(random.choice(kinds))


def numpy_default(random: Random) -> BarePrint:
    """Ordinary numbers with NumPy's default options, by ``str``."""
    return BarePrint.by("numpy, by default", ordinary_array(random), str)


def numpy_precision(random: Random) -> BarePrint:
    """Ordinary numbers with various precisions, exponents suppressed or not, by ``str`` or ``repr``."""
    options = {"precision": random.randint(1, 12), "suppress": random.random() < 0.5}
    write = random.choice((str, repr))

    def printed(array: np.ndarray) -> str:
        with np.printoptions(**options):
            return write(array)

    return BarePrint.by("numpy, precision", ordinary_array(random), printed)


def numpy_any(random: Random) -> BarePrint:
    """Hard numbers with any options."""
    return BarePrint.of("numpy, any options", random.choice((numpy_array, numpy_array, numpy_scalar))(random))


def numpy_rounded(random: Random) -> BarePrint:
    """Numbers rounded before printing."""
    return BarePrint.by("numpy, rounded", np.round(ordinary_array(random), random.randint(0, 6)), str)


def python_any(random: Random) -> BarePrint:
    """Lists and tuples."""
    return BarePrint.of("python, lists", python_list(random))


def python_number(random: Random) -> BarePrint:
    """One number, as ``repr`` or as a format writes it."""
    kind = random.choice(("r", ".1f", ".4f", ".8f", ".2e", ".3g", ".6g", "%"))
    array = np.asarray(ordinary_array(random, ("float64",)).reshape(-1)[0])

    def printed(changed: np.ndarray) -> str:
        number = changed.item()
        return repr(number) if kind == "r" else f"{number:.3g}" if kind == "%" else f"{number:{kind}}"

    return BarePrint.by("python, numbers", array, printed)


def python_widened(random: Random) -> BarePrint:
    """Numbers of a shorter dtype as Python's floats, as ``item`` and ``tolist`` return them: one, or a list."""
    array = ordinary_array(random, ("float32", "float32", "float16"))
    array = np.asarray(array.reshape(-1)[0]) if random.random() < 0.5 else array
    return BarePrint.by("python, widened", array, lambda changed: str(changed.tolist()))


def pandas_series(random: Random) -> BarePrint:
    """A Series, of ordinary numbers or of integers."""
    precision = random.randint(1, 9)
    exact = random.random() < 0.2
    array = exact_array(random, INTEGERS) if exact else ordinary_array(random, ("float64", "float32"))
    array = array.reshape(-1) if array.size else np.arange(3)

    def printed(changed: np.ndarray) -> str:
        with pd.option_context("display.precision", precision, "display.max_rows", 60):
            return str(pd.Series(changed))

    return BarePrint.by("pandas, series", array, printed)


def tensorflow_tensor(random: Random) -> BarePrint:
    """A tensor as TensorFlow writes what NumPy prints of it."""
    array = (
        ordinary_array(random) if random.random() < 0.5 else real_array(random, (np.float64, np.float32, np.float16))
    )
    options = {"precision": random.choice((8, random.randint(1, 12)))}
    by_repr = random.random() < 0.5 and array.ndim > 0 and array.size > 0

    def printed(changed: np.ndarray) -> str:
        with np.printoptions(**options):
            if by_repr:
                return f"<tf.Tensor: shape={changed.shape}, dtype={changed.dtype.name}, numpy=\n{changed!r}>"
            return f"tf.Tensor({changed}, shape={changed.shape}, dtype={changed.dtype.name})"

    return BarePrint.by("tensorflow", array, printed)


def _of(printer: str, name: str) -> Draw:
    real = printers_with_hints()[name][0]
    return lambda random: BarePrint.of(printer, real(random))


def _torch_default(random: Random) -> BarePrint:
    import torch

    return BarePrint.by("torch, by default", ordinary_array(random), lambda array: str(torch.tensor(array)))


def _jax_str(random: Random) -> BarePrint:
    import jax.numpy as jnp

    as_bfloat16 = random.random() < 0.5
    array = ordinary_array(random, ("float32",))
    array = np.asarray(array.astype(jnp.bfloat16).astype("float32")) if as_bfloat16 else array

    def printed(changed: np.ndarray) -> str:
        return str(jnp.asarray(changed, dtype=jnp.bfloat16 if as_bfloat16 else None))

    return BarePrint.by("jax, by str", array, printed, bfloat16=as_bfloat16)


def _mlx(random: Random) -> BarePrint:
    import mlx.core as mx

    kind = random.choice(("float32", "float32", "float16", "bfloat16", "int32", "bool_"))
    if kind in ("int32", "bool_"):
        array = exact_array(random, ("int32" if kind == "int32" else "bool",))
    else:
        array = ordinary_array(random, ("float16",) if kind == "float16" else ("float32",))
    if kind == "bfloat16":
        array = (array.view("uint32") & np.uint32(0xFFFF0000)).view("float32")

    def printed(changed: np.ndarray) -> str:
        return repr(mx.array(changed).astype(getattr(mx, kind)))

    return BarePrint.by("mlx", array, printed, bfloat16=kind == "bfloat16")


def printers() -> dict[Draw, int]:
    """The functions that draw a print, with their weights."""
    found: dict[Draw, int] = {
        numpy_default: 6,
        numpy_precision: 4,
        numpy_any: 4,
        numpy_rounded: 2,
        python_any: 2,
        python_number: 2,
        python_widened: 2,
        pandas_series: 3,
        tensorflow_tensor: 2,
    }
    if importlib.util.find_spec("torch"):
        found |= {_torch_default: 3, _of("torch, any options", "torch tensors"): 3}
    if importlib.util.find_spec("jax"):
        found |= {_jax_str: 2, _of("jax, any options", "jax arrays"): 2}
    if importlib.util.find_spec("mlx"):
        found[_mlx] = 2
    return found
