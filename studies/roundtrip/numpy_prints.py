"""Arrays and scalars that NumPy prints, with all of its print options."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy._core import arrayprint

from lastdigit.printing.print_options import PrintOptions
from studies.roundtrip.hard_numbers import FLOATS, complex_array, exact_array, hard_number, real_array
from studies.roundtrip.real_print import RealPrint, shown_part

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")


def _can_be_told(legacy: str) -> bool:
    """Whether this NumPy has a legacy mode and reports it correctly, unlike NumPy 2.2 for its newest one."""
    try:
        with np.printoptions(legacy=legacy):  # type: ignore[arg-type]
            return np.get_printoptions()["legacy"] == legacy
    except (KeyError, ValueError):
        return False


LEGACY = (False, False, False, *filter(_can_be_told, ("1.13", "1.21", "1.25", "2.1", "2.2")))
IMPLIED = ("float64", "int64", "bool", "complex128")


def numpy_options(random: Random) -> dict[str, Any]:
    """Print options, including the defaults."""
    legacy = random.choice(LEGACY)
    modes = ["maxprec", "maxprec", "fixed", "maxprec_equal", *([] if legacy == "1.13" else ["unique"])]
    return {
        "precision": random.choice([8, random.randint(0, 20)]),
        "threshold": random.choice([1000, 1000, 0, 5, 20]),
        "edgeitems": random.choice([3, 1, 2]),
        "linewidth": random.choice([75, random.randint(5, 150)]),
        "suppress": random.random() < 0.5,
        "nanstr": random.choice(["nan", "nan", "NaN", "NAN"]),
        "infstr": random.choice(["inf", "inf", "Inf", "Infinity", "∞"]),
        "sign": random.choice(["-", "-", "+", " "]),
        "floatmode": random.choice(modes),
        "legacy": legacy,
    }


def print_options(options: dict[str, Any]) -> PrintOptions:
    """The same options in lastdigit's terms."""
    return PrintOptions(
        "numpy",
        options["precision"],
        "set in the source",
        suppress=options["suppress"],
        floatmode=options["floatmode"],
        sign=options["sign"],
        legacy=options["legacy"] or None,
        threshold=options["threshold"],
        edgeitems=options["edgeitems"],
        linewidth=options["linewidth"],
    )


def array_of_any_type(random: Random) -> np.ndarray:
    """An array of reals in three cases of five, else of complex numbers or integers."""
    kind = random.randint(0, 4)
    if kind < 3:
        return real_array(random)
    return complex_array(random) if kind == 3 else exact_array(random, INTEGERS)


def numpy_array(random: Random) -> RealPrint:
    """An array, by ``repr`` or ``str``, as an array or a matrix."""
    array, options = array_of_any_type(random), numpy_options(random)
    by_repr = random.random() < 0.5 or array.ndim == 0 or array.size == 0
    matrix = array.ndim == 2 and random.random() < 0.25

    def printed(changed: np.ndarray) -> str:
        with np.printoptions(**options):
            given = np.asmatrix(changed) if matrix else changed
            return repr(given) if by_repr else str(given)

    return numpy_print(array, options, printed, by_repr=by_repr)


def numpy_print(
    array: np.ndarray, options: dict[str, Any], printed: Callable[[np.ndarray], str], *, by_repr: bool
) -> RealPrint:
    """NumPy's print, with the elements as its own formatter prints them."""
    edgeitems, legacy, name = options["edgeitems"], options["legacy"], array.dtype.name
    shown, edges = shown_part(array.shape, edgeitems, summarised=array.size > options["threshold"])
    implied = name in IMPLIED and not (legacy == "1.13" and name == "bool")
    with np.printoptions(**options):
        by_item = legacy == "1.13" and array.ndim == 0
        tokens = (_inside(repr(array.item())),) if by_item else tokens_of(array.reshape(-1)[shown])
    return RealPrint(
        text=printed(array),
        array=array,
        printed=printed,
        tokens=tokens,
        shown=shown,
        edges=edges,
        options=print_options(options),
        dtype=name,
        dtype_said=by_repr and (not implied or array.size == 0),
        shape_said=by_repr and not legacy,
        printer="numpy",
    )


def tokens_of(shown: np.ndarray) -> tuple[str, ...]:
    """The elements as NumPy's formatter of this array prints them, with the current options."""
    if shown.size == 0:
        return ()
    form = arrayprint._get_format_function(np.asarray(shown), **arrayprint.format_options.get())
    return tuple(form(element).strip() for element in np.asarray(shown).reshape(-1))


def numpy_scalar(random: Random) -> RealPrint:
    """A scalar of one of NumPy's types, by ``repr``."""
    exact = random.random() < 0.2
    value = exact_array(random, INTEGERS) if exact else hard_number(random, random.choice(FLOATS), finite=False)
    array = np.asarray(value).reshape(-1)[:1]
    array = array.reshape(()) if array.size else np.array(1)

    def printed(changed: np.ndarray) -> str:
        return repr(changed[()])

    return RealPrint(
        text=printed(array),
        array=array,
        printed=printed,
        tokens=(_inside(printed(array)),),
        shown=np.arange(1).reshape(()),
        edges=None,
        options=PrintOptions("numpy", 8),
        dtype=array.dtype.name,
        dtype_said=True,
        shape_said=False,
        printer="numpy",
    )


def _inside(scalar: str) -> str:
    """The token of a scalar's ``repr``: the text in parentheses, or the boolean."""
    inside = scalar[scalar.index("(") + 1 : -1] if scalar.startswith("np.") and "(" in scalar else scalar
    return inside.removeprefix("np.").rstrip("_").strip("'")
