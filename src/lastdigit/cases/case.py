"""The content of a case file: cases, recipes of draws, feasible inputs, relations and errata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lastdigit.base.evidence import PROVEN

MASK = "mask"
"""The parameter for the keys that a query attends to."""

InputExpression = Any
"""A name, a list to stack, or a table: ``{eye = n}``, ``{of = name, row = i}``, ``{join = [names], axis = a}``."""


@dataclass(frozen=True)
class Expected:
    """An expected golden of a case, and which part of the operation's result it prints.

    ``transpose`` swaps the last two axes; ``row`` selects one index of the first axis; ``rows`` its first few;
    ``shape``: the golden prints the result's shape.
    """

    golden: str
    transpose: bool = False
    row: int | None = None
    rows: int | None = None


@dataclass(frozen=True)
class Case:
    """An operation with its inputs, static parameters and expected goldens.

    ``dtype`` is the document's computation format, if no golden has one.
    """

    document: str
    name: str
    operation: str
    inputs: Mapping[str, InputExpression]
    parameters: Mapping[str, Any]
    expected: tuple[Expected, ...]
    dtype: str
    note: str

    @property
    def id(self) -> str:
        """Document and name."""
        return f"{self.document}/{self.name}"

    @property
    def masks(self) -> dict[str, np.ndarray]:
        """Its parameters that are boolean arrays."""
        return {name: np.array(value) for name, value in self.parameters.items() if name == MASK}

    @property
    def settings(self) -> dict[str, Any]:
        """Its parameters in the form the definition expects."""
        return {**self.parameters, **self.masks}


@dataclass(frozen=True)
class DrawnInput:
    """One draw of a recipe: its call, shape and options, followed by an exact affine map.

    ``options`` are ``low`` and ``high`` of a uniform call, ``mean`` and ``std`` of a normal one, and ``dtype``. The map
    is value · scale + shift.
    """

    name: str
    call: str
    shape: tuple[int, ...]
    scale: float = 1.0
    shift: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Recipe:
    """Inputs drawn in order from a seeded generator. ``stored``: stored as CSV with the goldens. ``seed`` is None if
    the document does not show it and no search has recovered it. ``offset`` 32-bit words were drawn earlier (splits of
    the key, for JAX). ``name`` is the key of a recovered seed. ``cells``: the number of such draws in each run of a
    cell of the document, to explain an offset.
    """

    generator: str
    seed: int | None
    draws: tuple[DrawnInput, ...]
    stored: bool
    note: str
    name: str = ""
    offset: int = 0
    cells: Mapping[str, int] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its inputs."""
        return tuple(entry.name for entry in self.draws)


@dataclass(frozen=True)
class FeasibleInputs:
    """Inputs that the document neither prints nor seeds: any in [low, high) for which the cases reproduce the prints.

    They are representable in ``dtype``.
    """

    shapes: Mapping[str, tuple[int, ...]]
    low: float
    high: float
    dtype: str
    reproduces: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Derived:
    """An input that is itself the result of an operation."""

    operation: str
    inputs: Mapping[str, InputExpression]
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Relation:
    """A condition on printed values for any inputs."""

    document: str
    name: str
    holds: str
    golden: str
    arguments: Mapping[str, Any]
    note: str

    @property
    def id(self) -> str:
        """Document and name."""
        return f"{self.document}/{self.name}"


@dataclass(frozen=True)
class Erratum:
    """A known and explained disagreement of a golden with its definition, or of an implementation.

    ``case`` limits it to one case; ``cases`` and ``dtypes`` limit an implementation's erratum. ``evidence`` is the
    weakest evidence required. ``failure``: a part of the reason of an expected failure, instead of a disagreement.
    """

    id: str
    golden: str | None
    case: str | None
    implementation: str | None
    reason: str
    evidence: str = PROVEN
    dtypes: tuple[str, ...] = ()
    failure: str = ""
    cases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Said:
    """A person's declarations about goldens, which override extraction; None and "" if not declared.

    ``goldens`` are their names, or patterns of names such as ``output_*``. ``name`` is a new name for one of them.
    ``printer`` printed them. ``decimals`` and ``rounding`` determine the distance of printed from actual numbers: see
    :data:`ROUNDINGS`. ``unverifiable`` is the reason why they cannot be recomputed.
    """

    goldens: tuple[str, ...]
    name: str = ""
    label: str = ""
    kind: str = ""
    dtype: str = ""
    printer: str = ""
    decimals: int | None = None
    rounding: str = ""
    unverifiable: str = ""

    @property
    def facts(self) -> tuple[str, ...]:
        """The declared facts."""
        return tuple(
            key
            for key in ("name", "label", "kind", "dtype", "printer", "decimals", "rounding")
            if getattr(self, key) not in (None, "")
        )


ROUNDINGS = {
    "decimals": "rounded to that many decimals, before or by printing",
    "shortest": "the shortest digits that identify each number in its dtype",
    "exact": "the printed digits are the exact values",
}
"""How a golden's digits relate to its numbers."""


@dataclass(frozen=True)
class CaseFile:
    """The case file of one document. ``unused`` is the reason why some goldens are in no case; ``like`` is the document
    whose cases are reused.
    """

    document: str
    cases: tuple[Case, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    feasible: tuple[FeasibleInputs, ...] = ()
    derived: Mapping[str, Derived] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    errata: tuple[Erratum, ...] = ()
    said: tuple[Said, ...] = ()
    unused: str = ""
    like: str = ""
