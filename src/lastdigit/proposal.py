"""The description of a document's draws, proposed for its case file from what its source says plainly."""

from __future__ import annotations

from collections.abc import Sequence

import tomlkit

from lastdigit.documents.document import Document
from lastdigit.documents.drawn_source import CellDraws, SourceDraw, drawn_in

_SAME_FOR_EVERY_CALL = {"rand", "random", "random_sample", "uniform"}


def proposed_draws(document: Document) -> str:
    """TOML tables of the draws that a document's source makes; empty where it makes none that can be read."""
    groups = drawn_in(document)
    content = tomlkit.document()
    draws = tomlkit.aot()
    derived = tomlkit.table(is_super_table=True)
    for group in groups:
        draws.append(_draw(group, groups))
        for draw in group.draws:
            if draw.fan_in is not None:
                derived.add(_name(draw, group), _filled(draw, group))
    if not groups:
        return ""
    content.add("draw", draws)
    if derived:
        content.add("derived", derived)
    return tomlkit.dumps(content)


def _draw(group: CellDraws, groups: Sequence[CellDraws]) -> tomlkit.items.Table:
    table = tomlkit.table()
    table.add("name", f"cell_{group.cell}_{group.generator.partition('.')[0]}")
    table.add("generator", group.generator)
    table.add("seed", "not shown" if group.seed is None else group.seed)
    alike = [other for other in groups if other.generator == group.generator]
    if all(draw.call in _SAME_FOR_EVERY_CALL for other in alike for draw in other.draws):
        cells = tomlkit.inline_table()
        for other in alike:
            cells.add(f"cell {other.cell}", other.numbers)
        table.add("cells", cells)
    inputs = tomlkit.array()
    for draw in group.draws:
        entry = tomlkit.inline_table()
        name = _name(draw, group)
        entry.update({"name": f"{name}_unit" if draw.fan_in else name, "call": draw.call, "shape": list(draw.shape)})
        inputs.append(entry)
    table.add("inputs", inputs.multiline(True))
    return table


def _filled(draw: SourceDraw, group: CellDraws) -> tomlkit.items.Table:
    """A layer's parameter as the operation that maps what was drawn to its range."""
    table = tomlkit.table()
    table.add("operation", "uniform_initialization")
    unit, parameters = tomlkit.inline_table(), tomlkit.inline_table()
    unit.add("unit", f"{_name(draw, group)}_unit")
    parameters.add("fan_in", draw.fan_in)
    table.add("inputs", unit)
    table.add("parameters", parameters)
    return table


def _name(draw: SourceDraw, group: CellDraws) -> str:
    return f"{draw.name.lower()}_cell_{group.cell}"
