"""Queries that attend to no key: their rows in a result, and their declared values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.base.number_format import is_integer
from lastdigit.operations.attention import seen_keys
from lastdigit.verdicts.comparison import INPUTS, Comparison, Digits
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.reals import Reals

ZEROS, NAN, MEAN = "zeros", "nan", "mean"
DECLARED = (ZEROS, NAN, MEAN)

_KEYS = {
    "softmax": (0, -1),
    "attention_weights": (1, -2),
    "scaled_dot_product_attention": (1, -2),
    "grouped_query_attention": (1, -2),
    "attention": (1, -2),
}
"""Operations with one query per row of the result: the argument and the axis that count its keys."""


_SINKS = 5
"""The position of sinks among the arrays of ``attention``."""


class InvalidMask(LastdigitError, TypeError):
    """A mask that is not boolean."""

    def __init__(self, dtype: str) -> None:
        hint = ": pass mask=found != 0"
        if not is_integer(dtype):
            hint = "; a float mask that is added to the scores is not supported yet: pass mask=bias == 0 for 0 and −∞"
        super().__init__(f"mask must be boolean, found {dtype}{hint}")


class InvalidEmpty(LastdigitError, ValueError):
    """An invalid or inapplicable declaration of the result for queries that attend to no key."""

    def __init__(self, found: str, operation: str, among: Sequence[str] = DECLARED) -> None:
        expected = f"empty= one of {', '.join(among)} with {', '.join(_KEYS)}"
        super().__init__(f"expected {expected}, found {found!r} with {operation}")


@dataclass(frozen=True)
class EmptyRows:
    """The flat elements of queries that attend to no key, and their ``declared`` value; empty for none."""

    elements: np.ndarray
    declared: str

    def held(self, comparison: Comparison, uniform: Reading | None) -> Comparison:
        """A comparison of these elements with what is declared, or with nothing.

        ``uniform`` is the operation with equal weights, for a mean. A nan that is declared, and found, is right.
        """
        if not self.elements.size:
            return comparison
        count = len(comparison.expected)
        centre, radius = uniform.enclosure if uniform is not None else (self._nothing(count),) * 2
        expected = self._with(comparison.expected, centre)
        inputs = self._with(comparison.terms[INPUTS], radius if self.declared else self._unbounded(count))
        observed = comparison.observed
        if self.declared == NAN:
            observed = self._with(observed, self._nothing(count))
        terms = {**comparison.terms, INPUTS: inputs}
        return replace(comparison, shown=Digits(expected), expected=expected, observed=observed, terms=terms)

    def allowed(self, rounding: Reals, uniform: Reading | None) -> Reals:
        """The rounding of a computed result, replaced for these elements by that of a mean, or by none."""
        if not self.elements.size:
            return rounding
        count = len(rounding)
        declared = uniform.rounding if uniform is not None else self._nothing(count)
        return self._with(rounding, declared if self.declared else self._unbounded(count))

    @staticmethod
    def _nothing(count: int) -> Reals:
        return Reals.floats(np.zeros(count))

    @staticmethod
    def _unbounded(count: int) -> Reals:
        return Reals.floats(np.full(count, np.inf))

    def not_nan(self, result: np.ndarray) -> np.ndarray:
        """The elements that are declared nan but are not."""
        if self.declared != NAN:
            return np.zeros(0, dtype=np.intp)
        return np.asarray(self.elements[~np.isnan(result.reshape(-1)[self.elements])])

    def _with(self, numbers: Reals, other: Reals) -> Reals:
        """``numbers`` with these elements taken from ``other``."""
        here = np.zeros(len(numbers), dtype=bool)
        here[self.elements] = True
        parts = zip((numbers.high, numbers.low, numbers.off), (other.high, other.low, other.off), strict=True)
        high, low, off = (np.where(here, theirs, own) for own, theirs in parts)
        return Reals(high, low, off, lambda place: (other if here[place] else numbers).exactly(place))


def empty_rows(
    operation: str, arrays: Sequence[Any], parameters: Mapping[str, Any], shape: tuple[int, ...], declared: str
) -> EmptyRows:
    """The rows of a result of ``shape`` whose queries attend to no key; raises :class:`InvalidEmpty`."""
    if declared and (declared not in DECLARED or operation not in _KEYS):
        raise InvalidEmpty(declared, operation)
    none = EmptyRows(np.zeros(0, dtype=np.intp), declared)
    if operation not in _KEYS or not shape:
        return none
    argument, axis = _KEYS[operation]
    keys = arrays[argument].shape[axis]
    if declared == MEAN and not keys:
        none = replace(none, declared="")
    if operation == "attention":
        return _of_variants(none, arrays, parameters, shape, keys)
    mask, causal = parameters.get("mask"), bool(parameters.get("causal"))
    if keys and mask is None:
        return none
    rows = shape[:-1]
    seen = seen_keys((*rows, keys), causal and len(rows) > 0, mask)
    any_key = np.zeros(rows, dtype=bool) if seen is None else np.any(np.broadcast_to(seen, (*rows, keys)), axis=-1)
    return replace(none, elements=np.flatnonzero(np.repeat(~any_key.reshape(-1), shape[-1])))


def _of_variants(
    none: EmptyRows, arrays: Sequence[Any], parameters: Mapping[str, Any], shape: tuple[int, ...], keys: int
) -> EmptyRows:
    """The same for an attention with a window, or a causal mask aligned to the last key; with sinks every row is
    defined."""
    from lastdigit.operations.attention_variants import seen_in_window  # which is loaded on demand

    if none.declared == MEAN:
        raise InvalidEmpty(MEAN, "attention", (ZEROS, NAN))
    if len(arrays) > _SINKS and arrays[_SINKS] is not None:
        return none
    window, mask = parameters.get("window"), parameters.get("mask")
    seen = seen_in_window(shape[-2], keys, parameters.get("causal", False), window, mask)
    if keys and seen is None:
        return none
    any_key = np.zeros(1, dtype=bool) if seen is None else np.any(seen, axis=-1)
    empty = ~np.broadcast_to(any_key, shape[:-1])
    return replace(none, elements=np.flatnonzero(np.repeat(empty.reshape(-1), shape[-1])))


def boolean_mask(mask: Any) -> np.ndarray:
    """Convert a mask of any framework to a boolean array; raises :class:`InvalidMask`."""
    for step in ("detach", "cpu"):
        mask = getattr(mask, step)() if hasattr(mask, step) else mask
    dtype = str(getattr(mask, "dtype", "")).rpartition(".")[2]
    array = np.asarray(mask) if not dtype or dtype == "bool" else None
    if array is None or array.dtype != np.bool_:
        raise InvalidMask(dtype or str(np.asarray(mask).dtype))
    return array
