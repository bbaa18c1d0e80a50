"""A node's inputs and attributes, checked against those of its operator that are known here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.vectors.onnx_tests.node_test import NodeTest
from lastdigit.vectors.onnx_tests.output_call import OutputCall

Calls = Callable[["Node"], dict[str, OutputCall]]
"""Maps a node to the calls for its outputs, by name in the operator."""

EPSILON = float(np.float32(1e-5))
"""The default of epsilon attributes, which are float32 numbers."""


@dataclass(frozen=True)
class Node:
    """A node test, with inputs by position."""

    test: NodeTest

    def array(self, place: int) -> np.ndarray:
        """A required floating-point input, as float64."""
        found = self.optional(place)
        if found is None:
            raise self.test.refused(f"an input {place} of {self.test.operator}", "none")
        return found

    def optional(self, place: int) -> np.ndarray | None:
        """An optional floating-point input, as float64; None if it is omitted."""
        found = self.given(place)
        if found is None:
            return None
        if found.dtype.kind != "f" and found.dtype.name != "bfloat16":
            raise self.test.refused(f"floating-point numbers as input {place}", str(found.dtype))
        return np.asarray(found, dtype=np.float64)

    def given(self, place: int) -> np.ndarray | None:
        """An input unchanged, such as axes or classes; None if it is omitted."""
        return self.test.inputs[place] if place < len(self.test.inputs) else None

    def whole(self, place: int) -> int:
        """An input that is a single integer."""
        found = self.given(place)
        if found is None or found.dtype.kind not in "iu" or found.size != 1:
            raise self.test.refused(f"one whole number as input {place}", "none" if found is None else str(found.dtype))
        return int(found.reshape(()))

    def attributes(self, **defaults: Any) -> Mapping[str, Any]:
        """All attributes by name; an attribute without a known default is refused."""
        if unknown := set(self.test.attributes) - set(defaults):
            known = ", ".join(sorted(defaults)) or "none"
            raise self.test.refused(f"attributes among {known}", ", ".join(sorted(unknown)))
        return {**defaults, **self.test.attributes}

    def need(self, possible: bool, expected: str, found: object) -> None:
        """Refuse the test unless a known operation can express it."""
        if not possible:
            raise self.test.refused(expected, str(found))
