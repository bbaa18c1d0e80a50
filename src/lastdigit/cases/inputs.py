"""Inputs of cases: an enclosure of each array, and the CSVs of drawn and feasible ones."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.errors import InvalidCase, InvalidStore, InvalidToken, StoreMismatch, told
from lastdigit.base.files import csv_bytes, csv_rows, read_content, write_whole, written_toml
from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.base.toml_lines import TomlLines
from lastdigit.base.toml_table import Table
from lastdigit.cases.case import CaseFile, FeasibleInputs, Recipe
from lastdigit.cases.draw_tables import MOST_DRAWN
from lastdigit.cases.draws.box_muller import rounding
from lastdigit.cases.draws.generator import GENERATORS, Calls
from lastdigit.cases.draws.layout import NORMAL
from lastdigit.document import sha256
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import precision
from lastdigit.printing.golden import Golden
from lastdigit.printing.tokens import NUMBER

FOLDER = "inputs"
RECORD = "inputs.toml"
MOST_SPLITS = 1 << 13
"""The most preceding key splits; each one is computed."""


class Fractions(Sequence[Fraction]):
    """The numbers of an array in row-major order, all shifted equally; computed on first use."""

    def __init__(self, array: np.ndarray, off: Fraction = Fraction(0)) -> None:
        self._array, self._off = array, off

    @cached_property
    def _all(self) -> list[Fraction]:
        exact = map(Fraction, self._array.ravel().tolist())
        return [value + self._off for value in exact] if self._off else list(exact)

    def __len__(self) -> int:
        return self._array.size

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        return self._all[at]

    def __iter__(self) -> Iterator[Fraction]:
        return iter(self._all)


@dataclass(frozen=True)
class Input:
    """An array whose elements all lie in [low, high], flat in row-major order.

    ``dtype`` is its printed format; empty for literals and draws, which the document rounds to its own.
    """

    low: Sequence[Fraction]
    high: Sequence[Fraction]
    shape: tuple[int, ...]
    dtype: str = ""

    @cached_property
    def centre(self) -> Sequence[Fraction]:
        """The midpoint of every interval."""
        if self.low is self.high:
            return self.low
        return [(low + high) / 2 for low, high in zip(self.low, self.high, strict=True)]

    @cached_property
    def middles(self) -> np.ndarray:
        """The midpoints as float64, in the array's shape."""
        return np.array([float(value) for value in self.centre]).reshape(self.shape)

    @cached_property
    def _read(self) -> dict[tuple[type[Balls], bool], Any]:
        return {}

    def lost_in(self, storage: FloatFormat) -> np.ndarray:
        """The most that an element changes where a document that computes in ``storage`` rounds it; 0 if none does.

        An input that is printed in this format, or in a coarser one, is held exactly.
        """
        if self.dtype in FORMATS and FORMATS[self.dtype].digits <= storage.digits:
            return np.zeros(self.shape)
        lost = [_lost(low, high, storage) for low, high in zip(self.low, self.high, strict=True)]
        return np.array(lost).reshape(self.shape)

    def balls(self, engine: type[Balls], *, middles: bool = False) -> Any:
        """The intervals, or their ``middles``, as balls of an engine; cached."""
        if (engine, middles) not in self._read:
            low, high = (self.centre, self.centre) if middles else (self.low, self.high)
            with precision():
                self._read[engine, middles] = engine.between(low, high, self.shape)
        return self._read[engine, middles]


def _lost(low: Fraction, high: Fraction, storage: FloatFormat) -> float:
    """The largest error of rounding a number between ``low`` and ``high``, rounded up."""
    lost = abs(low - storage.nearest(low)) if low == high else storage.ulp(max(abs(low), abs(high))) / 2
    return math.nextafter(float(lost), math.inf) if lost else 0.0


def input_of_golden(golden: Golden, path: Path) -> Input:
    """The enclosure of a printed array; raises :class:`InvalidStore` if a truncated token leaves a number unbounded."""
    values = [value for value in golden.numbers if value is not None and value.whole]
    if len(values) != len(golden.tokens) or golden.kind == "shape" or golden.summary:
        raise InvalidStore(path, 1, f"golden {golden.name} to be a whole array, to serve as an input", golden.kind)
    dtype = "" if golden.kind == "literal" else golden.format.dtype
    return Input([value.low for value in values], [value.high for value in values], golden.shape, dtype)


def input_of_array(array: np.ndarray, radius: float = 0.0) -> Input:
    """An array known exactly, or up to a ``radius``."""
    exact = Fractions(array)
    if not radius:
        return Input(exact, exact, array.shape)
    return Input(Fractions(array, -Fraction(radius)), Fractions(array, Fraction(radius)), array.shape)


def draw(recipe: Recipe, path: Path) -> dict[str, np.ndarray]:
    """Draw the inputs of a recipe in order; raises :class:`InvalidCase` for an unknown generator or call."""
    generator = calls_of(recipe, path)
    if recipe.generator == "jax.random" and recipe.offset > MOST_SPLITS:
        line = TomlLines(path).line_of("offset")
        raise InvalidCase(path, line, f"at most {MOST_SPLITS} splits of a key before", str(recipe.offset))
    calls = generator(recipe.seed, recipe.offset)
    drawn: dict[str, np.ndarray] = {}
    for entry in recipe.draws:
        if entry.call not in calls:
            line = TomlLines(path).line_of(entry.call)
            raise InvalidCase(path, line, f"a call of {recipe.generator} among {', '.join(calls)}", entry.call)
        try:
            with np.errstate(all="ignore"):
                array = calls[entry.call](entry.shape, **entry.options) * entry.scale + entry.shift
        except (TypeError, KeyError, ValueError, OverflowError) as error:
            line = TomlLines(path).line_of(entry.name)
            expected = f"options that {entry.call} of {recipe.generator} takes"
            raise InvalidCase(path, line, expected, f"{dict(entry.options)}: {error}") from error
        if not np.all(np.isfinite(array)):
            line = TomlLines(path).line_of(entry.name)
            raise InvalidCase(path, line, f"finite draws of {entry.name}", "non-finite ones")
        drawn[entry.name] = array
    return drawn


def roundings(recipe: Recipe) -> dict[str, float]:
    """Bounds of the difference of each input of a recipe from the library's draw, which computes normal numbers
    differently."""
    if recipe.generator != "torch":
        return {}
    normals = [entry for entry in recipe.draws if entry.call in NORMAL]
    return {entry.name: abs(entry.scale) * rounding(entry.shape, **entry.options) for entry in normals}


def calls_of(recipe: Recipe, path: Path) -> Callable[..., Calls]:
    """The generator of a recipe; raises :class:`InvalidCase` for an unknown one."""
    generator = GENERATORS.get(recipe.generator)
    if generator is None:
        known = ", ".join(GENERATORS)
        line = TomlLines(path).line_of(recipe.generator)
        raise InvalidCase(path, line, f"a generator among {known}", recipe.generator)
    return generator


def write_inputs(folder: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Store arrays at full precision, the CSVs first and the record with their hashes last."""
    records = {}
    for name, array in arrays.items():
        content = _csv(array)
        write_whole(folder / FOLDER / f"{name}.csv", content)
        records[name] = {"shape": list(array.shape), "sha256": sha256(content)}
    write_whole(folder / RECORD, written_toml({"input": records}))
    for path in (folder / FOLDER).glob("*.csv"):
        if path.stem not in arrays:
            path.unlink()


def read_inputs(folder: Path) -> dict[str, np.ndarray]:
    """Read stored arrays; raises :class:`StoreMismatch` for a CSV that does not match its recorded hash."""
    path = folder / RECORD
    if not os.path.lexists(path):
        return {}
    arrays = {}
    table = Table.of_file(path, InvalidStore)
    for name, entry in table.named_tables("input"):
        csv_path = folder / FOLDER / f"{entry.as_file_name(name, name)}.csv"
        shape, recorded = entry.shape("shape", MOST_DRAWN), entry.take("sha256", str)
        entry.done()
        content = read_content(csv_path)
        if sha256(content) != recorded:
            raise StoreMismatch(csv_path, 1, f"input {name} with SHA-256 {recorded}", sha256(content))
        arrays[name] = _numbers(content, csv_path, math.prod(shape)).reshape(shape)
    table.done()
    return arrays


def _numbers(content: bytes, path: Path, size: int) -> np.ndarray:
    """Read ``size`` finite numbers, row by row."""
    values: list[float] = []
    for line, row in enumerate(csv_rows(content, path), start=1):
        for column, cell in enumerate(row, start=1):
            number = float(cell) if NUMBER.fullmatch(cell) else math.nan
            if not math.isfinite(number):
                raise InvalidToken(path, line, "a finite number", told(cell), column)
            values.append(number)
        if len(values) > size:
            raise InvalidStore(path, line, f"{size} numbers", f"{len(values)} and more")
    if len(values) < size:
        raise InvalidStore(path, 1, f"{size} numbers", str(len(values)))
    return np.array(values, dtype=np.float64)


def stored_inputs(case_file: CaseFile, folder: Path) -> Iterator[tuple[str, FeasibleInputs | Recipe]]:
    """The names of inputs stored as CSV, each with what describes it."""
    for recipe in case_file.recipes:
        if recipe.stored and recipe.seed is not None:
            for entry in recipe.draws:
                yield entry.name, recipe
    for feasible in case_file.feasible:
        for name in feasible.shapes:
            yield name, feasible


def _csv(array: np.ndarray) -> bytes:
    rows = array.reshape(-1, array.shape[-1] if array.ndim else 1)
    return csv_bytes([[repr(float(value)) for value in row] for row in rows])
