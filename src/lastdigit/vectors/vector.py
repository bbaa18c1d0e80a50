"""A case as a test vector: exactly representable inputs, certified outputs, and error bounds."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit import __version__
from lastdigit.assertions.agreement import arithmetic_of, call_of
from lastdigit.enclosure.arithmetic import MODELS
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from lastdigit.verdicts.judge_call import Call
from lastdigit.verdicts.readings import CaseReadings
from lastdigit.verdicts.verdict import finite

KIND = "lastdigit vector 1"
FORMATS = ("float64", "float32", "float16", "bfloat16")


@dataclass(frozen=True, eq=False)
class Vector:
    """A case in several formats: for each its inputs by name, and its outputs and their bounds."""

    case: str
    operation: str
    parameters: Mapping[str, Any]
    inputs: Mapping[str, Mapping[str, np.ndarray]]
    outputs: Mapping[str, Mapping[str, np.ndarray]]

    @property
    def name(self) -> str:
        """The name of its files, without suffix."""
        return self.case.replace("/", "-")

    def to_json(self) -> str:
        """Convert to :data:`SCHEMA`; non-finite numbers are strings."""
        formats = {}
        for format, inputs in self.inputs.items():
            output = self.outputs[format]
            formats[format] = {
                "inputs": {name: _plain(array) for name, array in inputs.items()},
                "output": {
                    **_plain(output["output"]),
                    **{name: output[name].reshape(-1).tolist() for name in ("low", "high")},
                    "allowed": {name: output[name].reshape(-1).tolist() for name in MODELS if name in output},
                },
            }
        plain = {
            "kind": KIND,
            "lastdigit": __version__,
            "case": self.case,
            "operation": self.operation,
            "definition": " ".join((find_operation(self.operation).definition.__doc__ or "").split()),
            "parameters": dict(self.parameters),
            "formats": formats,
        }
        return json.dumps(finite(plain), allow_nan=False) + "\n"

    def to_npz(self) -> bytes:
        """The same arrays as a NumPy archive, by ``format.name``."""
        arrays = {
            f"{format}.{name}": array
            for of in (self.inputs, self.outputs)
            for format, named in of.items()
            for name, array in named.items()
        }
        file = io.BytesIO()
        np.savez(file, **arrays)  # type: ignore[arg-type]
        return file.getvalue()


def vector_of(readings: CaseReadings, formats: Sequence[str] = FORMATS) -> Vector:
    """A stored case as a vector, on exactly the inputs of an implementation in each format."""
    case, names = readings.case, find_operation(readings.case.operation).arrays
    inputs: dict[str, dict[str, np.ndarray]] = {}
    outputs: dict[str, dict[str, np.ndarray]] = {}
    for format in formats:
        handed = readings.handed_over(format)
        call = call_of(case.operation, tuple(handed), case.settings, arithmetic_of(format))
        inputs[format] = {name: array for name, array in zip(names, handed, strict=True) if array is not None}
        outputs[format] = bounds_of(call)
    return Vector(case.id, case.operation, case.parameters, inputs, outputs)


def bounds_of(call: Call) -> dict[str, np.ndarray]:
    """The exact result of a call, rounded to float64, its enclosure, and the allowance of each model."""
    with quietly():
        centre, radius = call.reading.enclosure
        reach = radius.high + centre.off + np.abs(centre.low)
        exact = {
            "output": centre.high,
            "low": np.where(reach > 0, np.nextafter(centre.high - reach, -np.inf), centre.high),
            "high": np.where(reach > 0, np.nextafter(centre.high + reach, np.inf), centre.high),
        }
        allowed = {model: call.allowed(call.reading.in_model(model)).high for model in call.reading.models}
    return {name: np.asarray(array).reshape(call.reading.shape) for name, array in {**exact, **allowed}.items()}


def _plain(array: np.ndarray) -> dict[str, Any]:
    return {"shape": list(array.shape), "values": array.reshape(-1).tolist()}


_NUMBERS = {"type": "array", "items": {"type": ["number", "string"]}}
_SHAPE = {"type": "array", "items": {"type": "integer", "minimum": 0}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_ARRAY = _object({"shape": _SHAPE, "values": _NUMBERS})
_OUTPUT = _object(
    {
        "shape": _SHAPE,
        "values": _NUMBERS,
        "low": _NUMBERS,
        "high": _NUMBERS,
        "allowed": {"type": "object", "additionalProperties": _NUMBERS},
    }
)
_FORMAT = _object({"inputs": {"type": "object", "additionalProperties": _ARRAY}, "output": _OUTPUT})
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "a case of lastdigit as a vector",
    **_object(
        {
            "kind": {"enum": [KIND]},
            "lastdigit": {"type": "string"},
            "case": {"type": "string"},
            "operation": {"type": "string"},
            "definition": {"type": "string"},
            "parameters": {"type": "object"},
            "formats": {"type": "object", "additionalProperties": _FORMAT},
        }
    ),
}
"""JSON Schema of a vector. Arrays are flat, in row-major order; read to the nearest double, numbers are exact."""
