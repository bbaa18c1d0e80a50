"""The plan of a search: the printed values with most information on the earliest draws, and their total information."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lastdigit.base.errors import InvalidCase
from lastdigit.cases.case import Case, Expected
from lastdigit.cases.draws.layout import NORMAL_BOUND, Layout
from lastdigit.cases.inputs import calls_of
from lastdigit.operations import find_operation
from lastdigit.seeds.affine import AffineForms, NotAffine
from lastdigit.seeds.unknown import UnknownDraws
from lastdigit.verdicts.printed_part import printed_elements
from lastdigit.verdicts.readings import CaseReadings

SIEVE_BITS = 24.0
"""Information tested by the compiled sieve, in bits: one seed in 2ⁿ survives and is checked individually."""
DENSITY = NORMAL_BOUND / math.sqrt(2.0 * math.pi)
"""The largest density of a normal unit."""


@dataclass(frozen=True)
class Condition:
    """A printed value as a condition on the draws: ``low`` ≤ Σ coefficient · unit ≤ ``high`` over ``units``.

    ``bits``: its information given the previous conditions.
    """

    golden: str
    token: str
    units: tuple[int, ...]
    coefficients: tuple[float, ...]
    low: float
    high: float
    bits: float = 0.0


@dataclass(frozen=True)
class Offsets:
    """The possible numbers of preceding words: ``first`` to ``last`` in steps (splits of the key, for JAX)."""

    first: int
    last: int
    step: int

    @property
    def values(self) -> range:
        """All offsets."""
        return range(self.first, self.last + 1, self.step)


@dataclass(frozen=True)
class Plan:
    """The conditions of a search, and their order. A plan can be sent to another machine.

    ``near``: a seed that meets this many conditions is unlikely to do so by chance among all seeds searched; if it does
    not fit, it is reported as a near miss.
    """

    document: str
    draw: str
    generator: str
    layout: Layout
    draws: tuple[int, ...]
    conditions: tuple[Condition, ...]
    offsets: Offsets
    first: int
    end: int
    normal: bool = False

    @cached_property
    def evidence(self) -> float:
        """The information of all conditions together, in bits."""
        return math.fsum(condition.bits for condition in self.conditions)

    @property
    def searched(self) -> float:
        """The size of the search space in bits: log₂ of seeds × offsets."""
        return math.log2(max(1, self.end - self.first) * len(self.offsets.values))

    @cached_property
    def sieved(self) -> tuple[Condition, ...]:
        """The first conditions, tested by the compiled sieve."""
        return self.conditions[: self._enough(SIEVE_BITS)]

    @cached_property
    def near(self) -> int:
        """The number of conditions for a near miss: enough to cover the bits searched."""
        return self._enough(self.searched)

    def _enough(self, bits: float) -> int:
        told = 0.0
        for number, condition in enumerate(self.conditions, start=1):
            told += condition.bits
            if told >= bits:
                return number
        return len(self.conditions)


def make_plan(document: UnknownDraws, *, offsets: int, every_word: bool, first: int, end: int) -> Plan:
    """The plan of a search for a document's draws, with up to ``offsets`` draws (or words) before them.

    Raises :class:`InvalidCase` if no printed value is affine in the draws.
    """
    recipe, layout = document.recipe, document.layout
    calls_of(recipe, document.path)
    conditions = [condition for case in document.cases for condition in _conditions(document, case)]
    if not conditions:
        expected = f"a case whose golden is an affine function of {', '.join(recipe.names)}"
        raise InvalidCase(document.path, 1, expected, "none")
    conditions.sort(key=lambda condition: (max(condition.units), len(condition.units)))
    step = 1 if every_word or recipe.generator == "jax.random" else layout.words
    return Plan(
        document.stored.id,
        recipe.name,
        recipe.generator,
        layout,
        tuple(int(np.prod(entry.shape, dtype=int)) for entry in recipe.draws),
        tuple(with_bits(conditions, document.units, DENSITY if document.normal else 1.0)),
        Offsets(0, offsets * step, step),
        first,
        end,
        document.normal,
    )


def _conditions(document: UnknownDraws, case: Case) -> Iterator[Condition]:
    """The conditions on the draws from a case's goldens, element by element, where these are affine in the draws."""
    operation = find_operation(case.operation)
    try:
        arrays = [document.forms(case.inputs[name]) if name in case.inputs else None for name in operation.arrays]
        result: AffineForms = operation.definition(*arrays, **case.parameters)
    except NotAffine:
        return
    readings = CaseReadings(document, case)
    for expected in case.expected:
        yield from _of_golden(document, readings, expected, result)


def _of_golden(
    document: UnknownDraws, readings: CaseReadings, expected: Expected, result: AffineForms
) -> Iterator[Condition]:
    golden = document.golden(expected.golden)
    if golden.kind == "shape":
        return
    errors = readings.of_document(golden.coarsest).true.error.reshape(-1)
    constants, radii = result.constant.ravel(), result.radius.ravel()
    coefficients = result.coefficients.reshape(len(constants), -1)
    for element, value in zip(printed_elements(expected, golden, result.shape), golden.numbers, strict=True):
        error, units = errors[element], np.flatnonzero(coefficients[element])
        if value is None or not np.isfinite(error) or not units.size:
            continue
        width = float(radii[element] + error)
        yield Condition(
            golden.name,
            value.token,
            tuple(int(unit) for unit in units),
            tuple(float(factor) for factor in coefficients[element][units]),
            math.nextafter(float(value.low) - constants[element] - width, -math.inf),
            math.nextafter(float(value.high) - constants[element] + width, math.inf),
        )


def with_bits(conditions: list[Condition], units: int, density: float = 1.0) -> Iterator[Condition]:
    """The conditions with the additional information of each.

    Independent units u satisfy m conditions of widths δ with a probability of at most Π δᵢ · densityᵐ ÷ |det A|, where
    A is any m columns of the coefficients: this bounds the density of a linear image, given the other units (change of
    variables); ``density`` is the largest of one unit, 1 for a uniform one. Gaussian elimination with column pivots
    gives |det A| as a product, and so the bits of each condition. A condition that adds none is left out of the
    product.
    """
    pivots: list[tuple[int, np.ndarray]] = []
    for condition in conditions:
        row = np.zeros(units)
        row[list(condition.units)] = condition.coefficients
        for column, before in pivots:
            row = row - row[column] / before[column] * before
        column = int(np.argmax(np.abs(row)))
        ratio = abs(row[column]) / (condition.high - condition.low) / density
        if ratio > 1.0:
            pivots.append((column, row))
            yield replace(condition, bits=math.log2(ratio))
        else:
            yield replace(condition, bits=0.0)
