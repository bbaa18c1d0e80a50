"""What a case file says, as values: cases, recipes of draws, feasible inputs, relations and errata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lastdigit.base.evidence import PROVEN

MASK = "mask"
"""The parameter that says which keys a query sees."""

InputExpression = Any
"""A name, a list to stack, or a table: ``{eye = n}``, ``{of = name, row = i}``, ``{join = [names], axis = a}``."""


@dataclass(frozen=True)
class Expected:
    """A golden that a case gives, and how its print is cut out of the operation's result.

    ``transpose`` swaps the last two axes; ``row`` takes one index of the first axis; ``rows`` its first few; ``shape``
    says that the golden prints the result's shape.
    """

    golden: str
    transpose: bool = False
    row: int | None = None
    rows: int | None = None


@dataclass(frozen=True)
class Case:
    """An operation with its inputs, its static parameters and the goldens expected of it.

    ``dtype`` is what the document computed in, where no golden says so.
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
        """Those of its parameters that are arrays of booleans."""
        return {name: np.array(value) for name, value in self.parameters.items() if name == MASK}

    @property
    def settings(self) -> dict[str, Any]:
        """Its parameters as the definition takes them."""
        return {**self.parameters, **self.masks}


@dataclass(frozen=True)
class DrawnInput:
    """One draw of a recipe: its call, shape and what else the call is given, then an exact affine change.

    ``options`` are ``low`` and ``high`` of a uniform call, ``mean`` and ``std`` of a normal one, and ``dtype``. The
    change is value · scale + shift.
    """

    name: str
    call: str
    shape: tuple[int, ...]
    scale: float = 1.0
    shift: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Recipe:
    """Inputs drawn one after the other from a generator that was seeded. ``stored``: kept as CSV beside the goldens.

    ``seed`` is None where the document does not show it and no search has recovered it. ``offset`` words of 32 bits
    were drawn before (splits of the key, for JAX). ``name`` is what a recovered seed is recorded under. ``cells``: how
    many such numbers each cell of the document draws whenever it is run, by which an offset can be explained.
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
        """The inputs that it gives."""
        return tuple(entry.name for entry in self.draws)


@dataclass(frozen=True)
class FeasibleInputs:
    """Inputs that the document neither prints nor seeds: any in [low, high) for which the cases come out as printed.

    They are numbers of the format ``dtype``.
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
    """What must hold between printed values whatever the inputs were."""

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
    """A disagreement that is known and explained: of a golden with the definition, or of an implementation.

    ``case`` limits it to one case, ``cases`` and ``dtypes`` an implementation's to those in which it is wrong.
    ``evidence`` is the least that the disagreement must rest on. ``failure``: words of the reason with which it fails,
    in place of a disagreement.
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
    """What a person says of goldens, over what was read of them; None and "" where nothing is said.

    ``goldens`` are their names, or patterns of names such as ``output_*``. ``name`` is a new name for one of them.
    ``printer`` is who printed them. ``decimals`` and ``rounding`` say how far its numbers lie from those behind them:
    see :data:`ROUNDINGS`.
    ``unverifiable`` says why nobody can compute them again.
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
        """The facts that are said."""
        return tuple(
            key
            for key in ("name", "label", "kind", "dtype", "printer", "decimals", "rounding")
            if getattr(self, key) not in (None, "")
        )


ROUNDINGS = {
    "decimals": "rounded to that many decimals, before it was printed or by the print",
    "shortest": "the shortest digits that identify each number in its dtype",
    "exact": "the numbers are those that the digits spell",
}
"""What the digits of a golden say of its numbers."""


@dataclass(frozen=True)
class CaseFile:
    """All that the case file of one document says.

    ``unused`` says why some goldens are in no case; ``like`` is the document whose cases are taken.
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
