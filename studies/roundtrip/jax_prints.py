"""Arrays that JAX prints, under NumPy's print options."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import jax
import jax.numpy as jnp
import numpy as np

from studies.roundtrip.hard_numbers import complex_array, exact_array, real_array
from studies.roundtrip.numpy_prints import INTEGERS, numpy_options, numpy_print
from studies.roundtrip.real_print import RealPrint

jax.config.update("jax_enable_x64", True)  # Otherwise float64 becomes float32.
jax.config.update("jax_platforms", "cpu")


def jax_array(random: Random) -> RealPrint:
    """An array, by ``repr``; possibly bfloat16, whose elements ignore print options."""
    kind = random.randint(0, 3)
    if kind < 2:
        array = real_array(random, (np.float64, np.float32, np.float16))
    else:
        array = complex_array(random) if kind == 2 else exact_array(random, INTEGERS)
    as_bfloat16 = array.dtype == np.float32 and random.random() < 0.5
    if as_bfloat16:
        array = np.asarray(array.astype(jnp.bfloat16).astype(np.float32))
    options = {**numpy_options(random), "legacy": False}

    def printed(changed: np.ndarray) -> str:
        with np.printoptions(**options):
            return repr(jnp.asarray(changed, dtype=jnp.bfloat16 if as_bfloat16 else None))

    real = numpy_print(array, options, printed, by_repr=True)
    if not as_bfloat16:
        return replace(real, dtype_said=True, shape_said=False, printer="jax")
    tokens = tuple(f"{float(value):.6g}" for value in array.reshape(-1)[real.shown].reshape(-1))
    return replace(real, dtype_said=True, shape_said=False, printer="jax", dtype="bfloat16", tokens=tokens)
