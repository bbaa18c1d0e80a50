"""Reads the draws and feasible inputs of a case file; checks the type and size of each."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from lastdigit.base.errors import told
from lastdigit.base.number_format import FORMATS
from lastdigit.base.toml_table import Table
from lastdigit.cases.case import DrawnInput, FeasibleInputs, Recipe

NOT_SHOWN = "not shown"
"""The seed of draws whose document does not show it."""
MOST_DRAWN = 1 << 22
"""The most numbers in all draws and feasible inputs of a document."""
MOST_WORDS = 1 << 24
"""The most preceding words."""
_CALL_OPTIONS = ("low", "high", "mean", "std")


def check_size(table: Table, recipes: Iterable[Recipe], feasible: Iterable[FeasibleInputs]) -> None:
    """Refuse a case file whose draws and feasible inputs are too large together."""
    shapes = [entry.shape for recipe in recipes for entry in recipe.draws]
    size = sum(map(math.prod, [*shapes, *(shape for found in feasible for shape in found.shapes.values())]))
    if size > MOST_DRAWN:
        raise table.error(f"draws and feasible inputs of at most {MOST_DRAWN} numbers together", str(size), "shape")


def recipe_of(table: Table) -> Recipe:
    """The recipe of a table ``draw``."""
    draws = tuple(_drawn(entry) for entry in table.tables("inputs"))
    name = table.file_name("name", "")
    recipe = Recipe(
        table.take("generator", str),
        _seed(table, name),
        draws,
        table.take("stored", bool, True),
        table.take("note", str, ""),
        name,
        table.integer("offset", 0, MOST_WORDS, 0, "a number of preceding words"),
        table.take("cells", dict, {}),
    )
    for cell, count in recipe.cells.items():
        if type(count) is not int or not 1 <= count <= MOST_WORDS:
            raise table.error(f"how many numbers {cell} draws, in {table.what}", told(count), cell)
    table.done()
    return recipe


def _seed(table: Table, name: str) -> int | None:
    seed: int | str = table.take("seed", (int, str))
    if seed == NOT_SHOWN and name:
        return None
    if isinstance(seed, str) or not 0 <= seed < 2**32:
        expected = f"a seed of 32 bits in {table.what}, or '{NOT_SHOWN}' and a name to record it under"
        raise table.error(expected, told(seed), "seed")
    return seed


def _drawn(table: Table) -> DrawnInput:
    options: dict[str, Any] = {key: table.number(key) for key in _CALL_OPTIONS if key in table.content}
    if "dtype" in table.content:
        options["dtype"] = table.one_of("dtype", ("float32", "float64"))
    drawn = DrawnInput(
        table.file_name("name"),
        table.take("call", str),
        table.shape("shape", MOST_DRAWN),
        table.number("scale", 1.0),
        table.number("shift", 0.0),
        options,
    )
    table.done()
    return drawn


def feasible_of(table: Table) -> FeasibleInputs:
    """The inputs of a table ``feasible``."""
    shapes = {
        table.as_file_name(name, name): table.as_shape(shape, name, MOST_DRAWN)
        for name, shape in table.take("inputs", dict).items()
    }
    feasible = FeasibleInputs(
        shapes,
        table.number("low"),
        table.number("high"),
        table.one_of("dtype", FORMATS, "float64"),
        table.texts("reproduces"),
        table.take("note", str, ""),
    )
    table.done()
    if not feasible.low < feasible.high:
        raise table.error(f"'low' below 'high' in {table.what}", f"{feasible.low} and {feasible.high}", "low")
    return feasible
