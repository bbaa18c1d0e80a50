"""Code that runs in a notebook's kernel before its first cell: perturbs NumPy's draws and literal arrays by rounding
errors.

A sequential sum is the exact sum of terms perturbed by the roundings of all later additions: Σ xᵢ Π (1 + δₖ), k ≥ i
(Higham 2002, section 4.2). So an array is perturbed by the errors of such a sum: a random walk with steps of at most
one unit of roundoff. The code needs only NumPy, since lastdigit may not be installed in the kernel.
"""

from typing import Any

import numpy as np


def perturb(seed: int) -> None:
    """Perturb every float array drawn by NumPy or typed in a cell by the relative errors of a sum of its elements."""
    chance = np.random.Generator(np.random.PCG64(seed))

    def moved(made: Any) -> Any:
        if isinstance(made, float):
            return made * (1 + chance.uniform(-1, 1) * np.finfo(float).eps / 2)
        if not isinstance(made, np.ndarray) or made.dtype.kind != "f" or not made.size:
            return made
        unit = np.finfo(made.dtype).eps / 2
        errors = np.cumsum(chance.uniform(-unit, unit, made.size)).reshape(made.shape)
        return (made * (1 + errors)).astype(made.dtype)

    def moving(function: Any) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            return moved(function(*given, **named))

        return call

    draws = ("random", "standard_normal", "normal", "uniform", "standard_exponential", "exponential", "gamma", "beta")
    own = {name: moving(getattr(np.random.Generator, name)) for name in draws}
    generator = type("Generator", (np.random.Generator,), own)
    default = np.random.default_rng
    np.random.default_rng = lambda *given, **named: generator(default(*given, **named).bit_generator)
    for name in ("rand", "randn", "random", "random_sample", "standard_normal", "normal", "uniform"):
        setattr(np.random, name, moving(getattr(np.random, name)))
    for name in ("array", "asarray", "linspace", "loadtxt", "genfromtxt"):
        setattr(np, name, moving(getattr(np, name)))
