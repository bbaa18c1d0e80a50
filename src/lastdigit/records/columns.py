"""Columns of elements as JSON: texts joined, numbers as float64 bytes, flags as one character each."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from lastdigit.base.errors import told
from lastdigit.base.toml_table import MOST_AXES
from lastdigit.records.fields import NoRecord, listed, member, typed
from lastdigit.verdicts.elements import UNKNOWN, Elements, Grid, Terms
from lastdigit.verdicts.texts import AsciiTexts

_WHAT = "elements"
_INDEX = re.compile(r"(?:\d{1,18}(?:,\d{1,18}){0,63})?", re.ASCII)
_FLAGS = np.frombuffer(b"01-", dtype=np.uint8)
"""Characters by flag: no, yes, and unknown at index −1."""


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
    """The elements of :func:`columns_of`; raises :class:`NoRecord` for anything else."""
    error = _numbers(_column(columns, "error"))
    agrees = _flags(_column(columns, "agrees"))
    if UNKNOWN in agrees:
        raise NoRecord("whether each element agrees", "an unknown state")
    elements = Elements(
        _index(columns.get("index"), len(error)),
        _texts(columns.get("printed")),
        _texts(columns.get("observed")),
        error,
        _numbers(_column(columns, "allowed")),
        agrees == 1,
        _flags(_column(columns, "same")),
    )
    bounds = member(columns, "terms", dict, _WHAT)
    terms = Terms((name, _numbers(typed(term, str, f"the term {told(name)}"))) for name, term in bounds.items())
    lengths = {len(getattr(elements, name)) for name in Elements.__slots__} | {len(term) for term in terms.values()}
    if lengths != {len(error)}:
        raise NoRecord(f"columns of {len(error)} elements each", f"lengths {', '.join(map(str, sorted(lengths)))}")
    return elements, terms


def _column(columns: Mapping[str, Any], name: str) -> str:
    return member(columns, name, str, _WHAT)


def _index_json(indices: Grid | Sequence[tuple[int, ...]]) -> Any:
    if not isinstance(indices, Grid):
        return [*map(_spelled, indices)]
    if isinstance(indices.places, range):
        return {"shape": indices.shape}
    return {"shape": indices.shape, "places": indices.places.tolist()}


def _index(plain: Any, length: int) -> Grid | tuple[tuple[int, ...], ...]:
    if isinstance(plain, list):
        return tuple(_parsed(typed(spelled, str, "an index")) for spelled in plain)
    shape = tuple(listed(plain, "shape", _extent, "the indices"))
    if "places" not in plain:
        places: range | np.ndarray = range(length)
    else:
        places = np.array(listed(plain, "places", _extent, "the indices"), dtype=np.int64)
    if len(places) and (len(shape) > MOST_AXES or max(places) >= math.prod(shape)):
        raise NoRecord(f"elements of an array of shape {shape}", "an index out of range")
    return Grid(shape, places)


def _extent(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 62:
        raise NoRecord("extents and places of indices as whole numbers", told(value))
    return value


def _texts_json(texts: Sequence[str]) -> Any:
    """Join texts without blanks, each padded to the longest; others are a list."""
    if not isinstance(texts, AsciiTexts):
        return list(texts)
    joined = texts.matrix.tobytes()
    if b" " in joined:
        return list(texts)
    return {"width": texts.array.dtype.itemsize, "texts": joined.replace(b"\0", b" ").decode("ascii")}


def _texts(plain: Any) -> AsciiTexts | tuple[str, ...]:
    if isinstance(plain, list):
        return tuple(typed(text, str, "a text of an element") for text in plain)
    joined, width = member(plain, "texts", str, "texts"), member(plain, "width", int, "texts")
    if not joined.isascii() or not 0 < width <= max(len(joined), 1) or len(joined) % width:
        raise NoRecord(f"texts of {told(width)} ASCII characters each", f"{len(joined)} characters")
    return AsciiTexts(np.frombuffer(joined.encode("ascii").replace(b" ", b"\0"), dtype=f"S{width}"))


def _numbers_json(values: np.ndarray) -> str:
    return base64.b64encode(values.astype("<f8", copy=False).tobytes()).decode("ascii")


def _numbers(plain: str) -> np.ndarray:
    try:
        packed = base64.b64decode(plain, validate=True)
    except ValueError as error:
        raise NoRecord("numbers in base 64", str(error)) from error
    if len(packed) % 8:
        raise NoRecord("8-byte numbers", f"{len(packed)} bytes")
    found: np.ndarray = np.frombuffer(packed, dtype="<f8")
    return found.astype(np.float64, copy=False)


def _flags_json(flags: np.ndarray) -> str:
    return str(_FLAGS[flags].tobytes(), "ascii")


def _flags(plain: str) -> np.ndarray:
    if not set(plain) <= set("01-"):
        raise NoRecord("flags 0, 1 and -", told(plain))
    characters = np.frombuffer(plain.encode("ascii"), dtype=np.uint8)
    return np.where(characters == ord("-"), UNKNOWN, characters == ord("1")).astype(np.int8)


@lru_cache(maxsize=1 << 16)
def _spelled(index: tuple[int, ...]) -> str:
    return ",".join(map(str, index))


@lru_cache(maxsize=1 << 16)
def _parsed(spelled: str) -> tuple[int, ...]:
    if not _INDEX.fullmatch(spelled):
        raise NoRecord("an index of comma-separated numbers", told(spelled))
    return tuple(map(int, spelled.split(","))) if spelled else ()
