"""A node's inputs and attributes, held to those that its operator has and that are known here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.vectors.onnx_tests.node_test import NodeTest
from lastdigit.vectors.onnx_tests.output_call import OutputCall

Calls = Callable[["Node"], dict[str, OutputCall]]
"""From a node to each of its outputs, by its name in the operator."""

EPSILON = float(np.float32(1e-5))
"""The default of attributes called epsilon, which are numbers of float32."""


@dataclass(frozen=True)
class Node:
    """A node test, whose inputs are taken by their places."""

    test: NodeTest

    def array(self, place: int) -> np.ndarray:
        """An input of floating-point numbers, as float64, that must be there."""
        found = self.optional(place)
        if found is None:
            raise self.test.refused(f"an input {place} of {self.test.operator}", "none")
        return found

    def optional(self, place: int) -> np.ndarray | None:
        """An input of floating-point numbers, as float64; None where it is left out."""
        found = self.given(place)
        if found is None:
            return None
        if found.dtype.kind != "f" and found.dtype.name != "bfloat16":
            raise self.test.refused(f"floating-point numbers as input {place}", str(found.dtype))
        return np.asarray(found, dtype=np.float64)

    def given(self, place: int) -> np.ndarray | None:
        """An input as it is, such as axes or classes; None where it is left out."""
        return self.test.inputs[place] if place < len(self.test.inputs) else None

    def whole(self, place: int) -> int:
        """An input that is one whole number."""
        found = self.given(place)
        if found is None or found.dtype.kind not in "iu" or found.size != 1:
            raise self.test.refused(f"one whole number as input {place}", "none" if found is None else str(found.dtype))
        return int(found.reshape(()))

    def attributes(self, **defaults: Any) -> Mapping[str, Any]:
        """All attributes by their names; one that is not among those with a default is refused."""
        if unknown := set(self.test.attributes) - set(defaults):
            known = ", ".join(sorted(defaults)) or "none"
            raise self.test.refused(f"attributes among {known}", ", ".join(sorted(unknown)))
        return {**defaults, **self.test.attributes}

    def need(self, possible: bool, expected: str, found: object) -> None:
        """Refuse the test unless an operation that is known here can say what it asks for."""
        if not possible:
            raise self.test.refused(expected, str(found))
