"""Whether printed numbers fit the dtype and the shape that the print shows, and the dtype if it shows none."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.bracketed_numbers import BracketedNumbers
from lastdigit.printing.printers import Printer
from lastdigit.printing.tokens import is_boolean, is_complex

_WITHOUT_SIGNS = str.maketrans("", "", "+-")


def default_dtype(printer: Printer, numbers: BracketedNumbers) -> str:
    """The dtype of a print that shows none: int64 without a point, else the printer's default."""
    first = numbers.texts[0] if numbers.tokens else "0."
    if is_boolean(first):
        return "bool"
    if is_complex(first):
        return printer.complexes
    if numbers.tokens and _are_integers(numbers):
        return "int64"
    return printer.floats


def fits_dtype(numbers: BracketedNumbers, dtype: str) -> bool:
    """Whether the first token, or for an integer dtype every token, is a number of ``dtype``."""
    if not numbers.tokens:
        return True
    first = numbers.texts[0]
    if dtype == "bool" or is_boolean(first):
        return dtype == "bool" and is_boolean(first)
    if dtype.startswith("complex") or is_complex(first):
        return dtype.startswith("complex") and is_complex(first)
    if dtype.startswith(("int", "uint")):
        return _are_integers(numbers)
    return True


def fits_print(found: ArrayPrint, dtype: str) -> bool:
    """Whether every token of a print can be a number of ``dtype``."""
    numbers = BracketedNumbers(found.tokens, found.shape, found.end, found.cut, commas=False)
    return fits_dtype(numbers, dtype)


def fits_extents(found: ArrayPrint, full: tuple[int, ...]) -> bool:
    """Whether a print may be that of an array of the shape ``full``: shorter only along axes with dots."""
    edges = found.summary.edges if found.summary is not None else (None,) * len(found.shape)
    return len(full) == len(found.shape) and _are_extents(found.shape, full, edges)


def _are_integers(numbers: BracketedNumbers) -> bool:
    texts = numbers.texts
    return "." not in texts[0] and "".join(texts).translate(_WITHOUT_SIGNS).isdigit()


def fits_shape(numbers: BracketedNumbers, full: tuple[int, ...]) -> bool:
    """Whether an array of the shape ``full`` can be summarised to these numbers: longer only along axes with dots."""
    if len(full) != len(numbers.shape):
        return False
    return numbers.cut or _are_extents(numbers.shape, full, numbers.edges)


def _are_extents(shown: Sequence[int], full: Sequence[int], edges: Sequence[object]) -> bool:
    pairs = zip(shown, full, edges, strict=True)
    return all((extent < of_all) if edge else (extent == of_all) for extent, of_all, edge in pairs)
