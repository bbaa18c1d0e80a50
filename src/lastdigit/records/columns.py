"""Columns of elements as JSON: texts side by side, numbers as the bytes of float64, flags a character each."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from lastdigit.verdicts.elements import UNKNOWN, Elements, Grid, Terms
from lastdigit.verdicts.texts import AsciiTexts

_FLAGS = np.frombuffer(b"01-", dtype=np.uint8)
"""By a flag: no, yes, and unknown, the last by the index −1."""


def columns_of(elements: Elements, terms: Terms) -> dict[str, Any]:
    """The columns of elements and of their terms, as JSON."""
    return {
        "index": _index_json(elements.indices),
        "printed": _texts_json(elements.printed),
        "observed": _texts_json(elements.observed),
        "error": _numbers_json(elements.error),
        "allowed": _numbers_json(elements.allowed),
        "agrees": _flags_json(elements.agrees.astype(np.int8)),
        "same": _flags_json(elements.same),
        "terms": {name: _numbers_json(bounds) for name, bounds in terms.items()},
    }


def read_columns(columns: Mapping[str, Any]) -> tuple[Elements, Terms]:
    """The elements of :func:`columns_of`.

    Raises ValueError, KeyError, TypeError or AttributeError where they are none.
    """
    error = _numbers(columns["error"])
    agrees = _flags(columns["agrees"])
    if UNKNOWN in agrees:
        raise ValueError("it is not known whether an element agrees")
    elements = Elements(
        _index(columns["index"], len(error)),
        _texts(columns["printed"]),
        _texts(columns["observed"]),
        error,
        _numbers(columns["allowed"]),
        agrees == 1,
        _flags(columns["same"]),
    )
    if {len(getattr(elements, name)) for name in Elements.__slots__} != {len(error)}:
        raise ValueError("columns of different lengths")
    return elements, Terms((name, _numbers(bounds)) for name, bounds in columns["terms"].items())


def _index_json(indices: Grid | Sequence[tuple[int, ...]]) -> Any:
    if not isinstance(indices, Grid):
        return [*map(_spelled, indices)]
    if isinstance(indices.places, range):
        return {"shape": indices.shape}
    return {"shape": indices.shape, "places": indices.places.tolist()}


def _index(plain: Any, count: int) -> Grid | tuple[tuple[int, ...], ...]:
    if isinstance(plain, list):
        return tuple(map(_parsed, plain))
    shape = tuple(map(int, plain["shape"]))
    places = np.array(plain["places"], dtype=np.int64) if "places" in plain else range(count)
    if len(places) and (min(places) < 0 or max(places) >= math.prod(shape)):
        raise ValueError("an element outside of its array")
    return Grid(shape, places)


def _texts_json(texts: Sequence[str]) -> Any:
    """Texts without blanks stand side by side, filled up to the longest with blanks; others are a list."""
    if not isinstance(texts, AsciiTexts):
        return list(texts)
    joined = texts.matrix.tobytes()
    if b" " in joined:
        return list(texts)
    return {"width": texts.array.dtype.itemsize, "texts": joined.replace(b"\0", b" ").decode("ascii")}


def _texts(plain: Any) -> AsciiTexts | tuple[str, ...]:
    if isinstance(plain, list):
        return tuple(map(str, plain))
    joined = plain["texts"].encode("ascii").replace(b" ", b"\0")
    return AsciiTexts(np.frombuffer(joined, dtype=f"S{int(plain['width'])}"))


def _numbers_json(values: np.ndarray) -> str:
    return base64.b64encode(values.astype("<f8", copy=False).tobytes()).decode("ascii")


def _numbers(plain: str) -> np.ndarray:
    found: np.ndarray = np.frombuffer(base64.b64decode(plain, validate=True), dtype="<f8")
    return found.astype(np.float64, copy=False)


def _flags_json(flags: np.ndarray) -> str:
    return str(_FLAGS[flags].tobytes(), "ascii")


def _flags(plain: str) -> np.ndarray:
    if not set(plain) <= set("01-"):
        raise ValueError("flags other than 0, 1 and -")
    characters = np.frombuffer(plain.encode("ascii"), dtype=np.uint8)
    return np.where(characters == ord("-"), UNKNOWN, characters == ord("1")).astype(np.int8)


@lru_cache(maxsize=1 << 16)
def _spelled(index: tuple[int, ...]) -> str:
    return ",".join(map(str, index))


@lru_cache(maxsize=1 << 16)
def _parsed(spelled: str) -> tuple[int, ...]:
    return tuple(map(int, spelled.split(","))) if spelled else ()
