"""Lists and tuples of numbers that Python prints by ``repr``."""

from __future__ import annotations

from random import Random

import numpy as np

from lastdigit.printing.print_options import PrintOptions
from studies.roundtrip.hard_numbers import complex_array, exact_array, real_array
from studies.roundtrip.real_print import RealPrint, shown_part


def python_list(random: Random) -> RealPrint:
    """A list or a tuple, nested or not, of floats, integers, complex numbers or booleans.

    With neither a comma nor a parenthesis, it looks like a NumPy array.
    """
    array = _array(random)
    outer, inner = random.choice([(list, list), (tuple, tuple), (list, tuple), (tuple, list)])

    def nested(changed: np.ndarray, depth: int = 0) -> object:
        if depth == array.ndim:
            return changed.item()
        return (outer if depth == 0 else inner)(nested(row, depth + 1) for row in changed)

    def printed(changed: np.ndarray) -> str:
        return repr(nested(changed))

    text = printed(array)
    return RealPrint(
        text=text,
        array=array,
        printed=printed,
        tokens=tuple(repr(value) for value in array.reshape(-1).tolist()),
        shown=shown_part(array.shape, 1, summarised=False)[0],
        edges=None,
        options=PrintOptions("python"),
        dtype=array.dtype.name,
        dtype_said=False,
        shape_said=False,
        printer="python" if "," in text or "(" in text else "numpy",
    )


def _array(random: Random) -> np.ndarray:
    kind = random.randint(0, 3)
    if kind < 2:
        array = real_array(random, (np.float64,))
    else:
        array = complex_array(random, (np.float64,)) if kind == 2 else exact_array(random, ("int64", "bool"))
    return array if array.ndim and array.size else np.array([0.1, 0.2])
