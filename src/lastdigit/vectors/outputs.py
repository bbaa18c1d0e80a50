"""A program's outputs for a vector: read from JSON, and judged on the vector's inputs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.assertions.agreement import judge
from lastdigit.base.errors import LocatedError, did_you_mean, told
from lastdigit.base.files import read_content
from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.operations import find_operation
from lastdigit.vectors.vector import KIND
from lastdigit.verdicts.verdict import Verdict

_BARE = re.compile(r'(?<![\w"])(-?)(nan|inf)(?:inity)?(?:\([\w ]*\))?(?![\w"])', re.IGNORECASE)
"""C's spelling of non-finite numbers, which JSON lacks."""

DIGITS = {"float64": 17, "float32": 9, "float16": 5, "bfloat16": 4}
"""Significant digits that identify every number of a format."""

COMPUTED = ("accumulation", "operands", "key_tile", "exp_error", "arithmetic")
"""Keys of an outputs file about its computation, as in :func:`lastdigit.judge`."""

KEYS = ("vector", "format", "output", "program", *COMPUTED)


class InvalidOutputs(LocatedError):
    """An invalid file of outputs, or an invalid vector of it."""


@dataclass(frozen=True, eq=False)
class _Read:
    """A vector's operation and parameters, and its inputs in one format."""

    case: str
    operation: str
    parameters: dict[str, Any]
    inputs: dict[str, np.ndarray]
    shape: tuple[int, ...]


def judged_outputs(path: Path) -> Verdict:
    """The verdict of a file of outputs; raises :class:`InvalidOutputs`."""
    plain = _loaded(path)
    for key in plain:
        if key not in KEYS:
            raise InvalidOutputs(path, 1, f"the keys {', '.join(KEYS)}", f"{key!r}{did_you_mean(key, KEYS)}")
    for key in ("vector", "format", "output"):
        if key not in plain:
            raise InvalidOutputs(path, 1, f"the key {key!r}", f"only {', '.join(map(repr, plain)) or 'none'}")
    form = FORMATS.get(plain["format"]) if isinstance(plain["format"], str) else None
    if form is None or form.name not in DIGITS:
        raise InvalidOutputs(path, 1, f"one of the formats {', '.join(DIGITS)}", told(plain["format"]))
    vector = _vector(path.parent / str(plain["vector"]), form.name)
    tokens = list(_flat(plain["output"]))
    count = int(np.prod(vector.shape))
    if len(tokens) != count:
        raise InvalidOutputs(path, 1, f"{count} numbers, for the shape {list(vector.shape)}", f"{len(tokens)}")
    values = np.array([_number(path, place, token, form) for place, token in enumerate(tokens)], dtype=np.float64)
    names = find_operation(vector.operation).arrays
    arrays = [vector.inputs.get(name) for name in names]
    said = {key: _said(path, key, plain[key]) for key in COMPUTED if key in plain}
    found = judge(
        InFormat(values.reshape(vector.shape), form.name), vector.operation, *arrays, **said, **vector.parameters
    )
    return replace(found, implementation=str(plain.get("program", path.name)), case=vector.case)


class InFormat:
    """An array in a number format that NumPy may lack."""

    def __init__(self, values: np.ndarray, dtype: str) -> None:
        self._values, self.dtype = values, dtype

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self._values.astype(dtype or np.float64)


def _loaded(path: Path) -> dict[str, Any]:
    """A JSON object with numbers left as text."""
    text = _BARE.sub(lambda found: f'"{found[1]}{found[2].lower()}"', read_content(path).decode("utf-8", "replace"))
    try:
        plain = json.loads(text, parse_float=str, parse_int=str)
    except json.JSONDecodeError as error:
        raise InvalidOutputs(path, error.lineno, "JSON", f"{error.msg.lower()}", error.colno) from error
    if not isinstance(plain, dict):
        raise InvalidOutputs(path, 1, "a JSON object", told(plain))
    return plain


def _vector(path: Path, format: str) -> _Read:
    if not path.is_file():
        raise InvalidOutputs(path, 1, "the vector named in the outputs (lastdigit export)", "no such file")
    try:
        plain = json.loads(read_content(path))
        if plain["kind"] != KIND:
            raise InvalidOutputs(path, 1, f"a vector of the kind {KIND!r}", told(plain["kind"]))
        known = plain["formats"]
        if format not in known:
            raise InvalidOutputs(path, 1, f"the format {format}", f"only {', '.join(known)}")
        inputs = {name: _array(array) for name, array in known[format]["inputs"].items()}
        shape = tuple(int(length) for length in known[format]["output"]["shape"])
        parameters = {str(name): value for name, value in plain["parameters"].items()}
        if "mask" in parameters:
            parameters["mask"] = np.asarray(parameters["mask"], dtype=bool)
        return _Read(str(plain["case"]), str(plain["operation"]), parameters, inputs, shape)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidOutputs(path, 1, f"a vector of the kind {KIND!r}", f"{type(error).__name__}: {error}") from error


def _array(plain: Any) -> np.ndarray:
    return np.array([float(value) for value in plain["values"]]).reshape([int(length) for length in plain["shape"]])


def _flat(plain: Any) -> Iterator[Any]:
    if isinstance(plain, list):
        for part in plain:
            yield from _flat(part)
    else:
        yield plain


def _number(path: Path, place: int, token: Any, form: FloatFormat) -> float:
    """The number of the format identified by a token."""
    where = f"number {place} of the output"
    try:
        value, decimal = float(token), Decimal(token)
    except (TypeError, ValueError, InvalidOperation):
        raise InvalidOutputs(path, 1, "numbers", f"{told(token)} as {where}") from None
    if not np.isfinite(value):
        return value
    nearest = float(form.round(np.array(value)))
    if nearest == value or nearest == 0.0 == value:
        return nearest
    digits = max(len(decimal.as_tuple().digits), DIGITS[form.name])  # %g omits trailing zeros
    if Decimal(f"{nearest:.{digits - 1}e}") != decimal:
        expected = f"numbers of {form.name}, printed with {DIGITS[form.name]} digits (%.{DIGITS[form.name]}g)"
        raise InvalidOutputs(path, 1, expected, f"{token} as {where}")
    return nearest


def _said(path: Path, key: str, plain: Any) -> Any:
    if key in ("key_tile", "exp_error"):
        try:
            return int(plain) if key == "key_tile" else float(plain)
        except (TypeError, ValueError):
            raise InvalidOutputs(path, 1, f"a number as {key}", told(plain)) from None
    return str(plain)
