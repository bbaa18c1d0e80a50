"""A document with unknown draws: the inputs of one recipe range over all possible values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.errors import InvalidCase
from lastdigit.cases.case import Case, DrawnInput, Recipe
from lastdigit.cases.case_file import NAME, load_case_file
from lastdigit.cases.draws.layout import DTYPES, LAYOUTS, NORMAL, NORMAL_BOUND, UNIFORM, Layout
from lastdigit.cases.inputs import Input
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.seeds.affine import AffineForms, AffineNamespace, known
from lastdigit.store.documents import load_document

ROUNDINGS: Mapping[str, float] = {"float32": 2.0**-20, "float64": 2.0**-48}
"""The rounding error of a draw by an affine map, or by an angle up to 2π in the dtype, relative to the largest draw."""
_GAUSS = ("numpy.random", "torch")


@dataclass(frozen=True)
class Unknown(Input):
    """A drawn input: elements constant + factor · unit for consecutive units from ``first`` on. ``rounding`` bounds the
    difference from the library's draws.
    """

    first: int = 0
    constant: float = 0.0
    factor: float = 1.0
    rounding: float = 0.0


@dataclass(frozen=True)
class UnknownDraws(ReferenceDocument):
    """A document's goldens and cases with one recipe's draws unknown. It does not read recovered seeds."""

    recipe: Recipe

    @cached_property
    def drawn(self) -> dict[str, np.ndarray]:
        """Empty: the draws are unknown."""
        return {}

    @cached_property
    def units(self) -> int:
        """The number of units that the recipe draws."""
        return sum(_size(entry) for entry in self.recipe.draws)

    @property
    def normal(self) -> bool:
        """Whether its numbers are normal ones, in units of the largest that can be drawn; else they are uniform."""
        return bool(self.recipe.draws) and self.recipe.draws[0].call in NORMAL

    @cached_property
    def layout(self) -> Layout:
        """How uniform numbers are made from words; raises :class:`InvalidCase` for an unsupported generator."""
        layouts = set()
        for entry in self.recipe.draws:
            dtype = str(entry.options.get("dtype", DTYPES.get(self.recipe.generator, "")))
            layout = LAYOUTS.get((self.recipe.generator, dtype))
            searchable = NORMAL if self.normal else UNIFORM
            if layout is None or entry.call not in searchable or (self.normal and self.recipe.generator not in _GAUSS):
                expected = f"a {'normal' if self.normal else 'uniform'} draw of a searchable generator"
                found = f"{entry.call} of {self.recipe.generator} {dtype}".strip()
                raise self.error("draw", self.recipe.name, entry.name, expected, found)
            layouts.add(layout)
        if len(layouts) != 1:
            raise self.error("draw", self.recipe.name, "dtype", "draws of one dtype", f"{len(layouts)} kinds")
        return layouts.pop()

    @cached_property
    def unknowns(self) -> Mapping[str, Unknown]:
        """Every drawn input: its range, and its units."""
        found, first = {}, 0
        for entry in self.recipe.draws:
            size = _size(entry)
            dtype = str(entry.options.get("dtype", DTYPES[self.recipe.generator]))
            constant, factor, least = _affine(entry)
            low, high = sorted(Fraction(constant) + side * Fraction(factor) for side in (least, 1))
            plain = entry.call in UNIFORM and not constant and factor == 1.0
            rounding = 0.0 if plain else ROUNDINGS[dtype] * float(abs(low) + abs(high))
            sides = [low] * size, [high] * size
            found[entry.name] = Unknown(*sides, entry.shape, dtype, first, constant, factor, rounding)
            first += size
        return found

    def input(self, name: str) -> Input:
        """The enclosure of an input: the range of a draw, or a golden."""
        return self.unknowns[name] if name in self.unknowns else super().input(name)

    @cached_property
    def cases(self) -> list[Case]:
        """The cases whose goldens depend on the draws."""
        return [case for case in self.case_file.cases if case.expected and self._depends(list(case.inputs.values()))]

    def forms(self, expression: Any) -> AffineForms:
        """An input expression as affine forms; raises :class:`NotAffine`."""
        return self.resolve(expression, self._form, AffineNamespace)  # type: ignore[no-any-return]

    def _form(self, given: Input) -> AffineForms:
        if not isinstance(given, Unknown):
            return known(given, self.units)
        size, shape = len(given.low), given.shape
        coefficients = np.zeros((size, self.units))
        coefficients[np.arange(size), given.first + np.arange(size)] = given.factor
        constant, radius = np.full(shape, given.constant), np.full(shape, given.rounding)
        return AffineForms(constant, coefficients.reshape(*shape, self.units), radius)

    def _depends(self, expressions: list[Any]) -> bool:
        for expression in expressions:
            if isinstance(expression, str):
                derived = self.case_file.derived.get(expression)
                if expression in self.unknowns or (derived and self._depends(list(derived.inputs.values()))):
                    return True
            elif isinstance(expression, list):
                if self._depends(expression):
                    return True
            elif self._depends([value for key, value in expression.items() if key in ("of", "join")]):
                return True
        return False


def load_unknown(folder: Path) -> list[UnknownDraws]:
    """Load a document once for each recipe with a hidden seed; raises :class:`InvalidCase` if there is none."""
    stored, path = load_document(folder), folder / NAME
    case_file = load_case_file(path)
    hidden = [recipe for recipe in case_file.recipes if recipe.seed is None]
    if not hidden:
        raise InvalidCase(path, 1, "draws with an unknown seed", "none")
    return [UnknownDraws(stored, case_file, recipe) for recipe in hidden]


def _size(entry: DrawnInput) -> int:
    return int(np.prod(entry.shape, dtype=int))


def _affine(entry: DrawnInput) -> tuple[float, float, int]:
    """Constant and factor of a draw as a function of its units, and the least unit: 0, or −1 for normal draws."""
    if entry.call in NORMAL:
        mean, std = entry.options.get("mean", 0.0), entry.options.get("std", 1.0)
        return mean * entry.scale + entry.shift, std * entry.scale * NORMAL_BOUND, -1
    low, high = entry.options.get("low", 0.0), entry.options.get("high", 1.0)
    return low * entry.scale + entry.shift, (high - low) * entry.scale, 0
