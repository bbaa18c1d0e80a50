"""A document whose draws are not known yet: the inputs of one recipe stand for all that they could be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.cases.case import Case, DrawnInput, Recipe
from lastdigit.cases.case_file import NAME, load_case_file
from lastdigit.cases.inputs import Input
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.draws.layout import DTYPES, LAYOUTS, UNIFORM, Layout
from lastdigit.errors import InvalidCase
from lastdigit.seeds.affine import AffineForms, AffineNamespace, known
from lastdigit.store import load_document


@dataclass(frozen=True)
class Unknown(Input):
    """An input that is drawn: elements low + (high − low) · unit of consecutive units from ``first`` on."""

    first: int = 0


@dataclass(frozen=True)
class UnknownDraws(ReferenceDocument):
    """A document's goldens and cases with one recipe's draws unknown. It reads no record of what was recovered."""

    recipe: Recipe

    @cached_property
    def drawn(self) -> dict[str, np.ndarray]:
        """Nothing: that is what is searched for."""
        return {}

    @cached_property
    def units(self) -> int:
        """How many uniform numbers the recipe draws."""
        return sum(_size(entry) for entry in self.recipe.draws)

    @cached_property
    def layout(self) -> Layout:
        """How the recipe's numbers are made of words; raises :class:`InvalidCase` for what is not uniform."""
        layouts = set()
        for entry in self.recipe.draws:
            dtype = str(entry.options.get("dtype", DTYPES.get(self.recipe.generator, "")))
            layout = LAYOUTS.get((self.recipe.generator, dtype))
            if layout is None or entry.call not in UNIFORM:
                expected = "a uniform draw of a generator that can be searched"
                found = f"{entry.call} of {self.recipe.generator} {dtype}".strip()
                raise self.error("draw", self.recipe.name, entry.name, expected, found)
            layouts.add(layout)
        if len(layouts) != 1:
            raise self.error("draw", self.recipe.name, "dtype", "draws of one dtype", f"{len(layouts)} kinds")
        return layouts.pop()

    @cached_property
    def unknowns(self) -> Mapping[str, Unknown]:
        """What is known of every drawn input: its range, and which units it is made of."""
        found, first = {}, 0
        for entry in self.recipe.draws:
            size = _size(entry)
            dtype = str(entry.options.get("dtype", DTYPES[self.recipe.generator]))
            low, high = (Fraction(end) for end in _ends(entry))
            found[entry.name] = Unknown([low] * size, [high] * size, entry.shape, dtype, first)
            first += size
        return found

    def input(self, name: str) -> Input:
        """What is known of an input: the range of a draw, or a golden."""
        return self.unknowns[name] if name in self.unknowns else super().input(name)

    @cached_property
    def cases(self) -> list[Case]:
        """The cases whose goldens the draws have a part in."""
        return [case for case in self.case_file.cases if case.expected and self._depends(list(case.inputs.values()))]

    def forms(self, expression: Any) -> AffineForms:
        """An input expression as affine forms; raises :class:`NotAffine`."""
        return self.resolve(expression, self._form, AffineNamespace)  # type: ignore[no-any-return]

    def _form(self, given: Input) -> AffineForms:
        if not isinstance(given, Unknown):
            return known(given, self.units)
        size = len(given.low)
        low, high = float(given.low[0]), float(given.high[0])
        coefficients = np.zeros((size, self.units))
        coefficients[np.arange(size), given.first + np.arange(size)] = high - low
        shape = given.shape
        rounding = 0.0 if low == 0.0 and high == 1.0 else 2.0 ** (-22 if given.dtype == "float32" else -51)
        radius = np.full(shape, rounding * max(abs(low), abs(high)))
        return AffineForms(np.full(shape, low), coefficients.reshape(*shape, self.units), radius)

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
    """A document once for each of its recipes whose seed it does not show; raises :class:`InvalidCase` for none."""
    stored, path = load_document(folder), folder / NAME
    case_file = load_case_file(path)
    hidden = [recipe for recipe in case_file.recipes if recipe.seed is None]
    if not hidden:
        raise InvalidCase(path, 1, "draws whose seed is not shown", "none")
    return [UnknownDraws(stored, case_file, recipe) for recipe in hidden]


def _size(entry: DrawnInput) -> int:
    return int(np.prod(entry.shape, dtype=int))


def _ends(entry: DrawnInput) -> tuple[float, float]:
    low, high = entry.options.get("low", 0.0), entry.options.get("high", 1.0)
    return low * entry.scale + entry.shift, high * entry.scale + entry.shift
