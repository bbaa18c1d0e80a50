"""A case file proposed for a document: draws and cases that are explicit in its source."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.base.extras import needs
from lastdigit.cases.proposed_cases import Computed, computed_in
from lastdigit.document import Document
from lastdigit.printing.golden import Golden
from lastdigit.source.computations import Call
from lastdigit.source.draws import CellDraws, SourceDraw, drawn_in

with needs("documents"):
    import tomlkit

_SAME_FOR_EVERY_CALL = {"rand", "random", "random_sample", "uniform"}


HEADING = "Proposed from the source: check each one before use."


def proposed(document: Document, goldens: Sequence[Golden]) -> str:
    """TOML tables of a source's draws and computations; empty if none is recognised."""
    try:
        groups = drawn_in(document)
        cases = computed_in(document, goldens, groups)
    except RecursionError:  # a source may nest expressions too deeply
        return ""
    content = tomlkit.document()
    content.add(tomlkit.comment(HEADING))
    draws = tomlkit.aot()
    derived = tomlkit.table(is_super_table=True)
    for group in groups:
        draws.append(_draw(group, groups))
        for draw in group.draws:
            if draw.fan_in is not None:
                derived.add(group.name_of(draw), _filled(draw, group))
    for case in cases:
        for name, call in case.call.derived.items():
            if name not in derived:
                derived.add(name, _call(call))
    if groups:
        content.add("draw", draws)
    if derived:
        content.add("derived", derived)
    if cases:
        tables = tomlkit.aot()
        for case in cases:
            tables.append(_case(case))
        content.add("case", tables)
    return tomlkit.dumps(content) if groups or cases else ""


def _case(case: Computed) -> tomlkit.items.Table:
    table = tomlkit.table()
    table.add("name", case.golden)
    table.update(_call(case.call))
    table.add("goldens", [case.golden])
    table.add("note", f"proposed: {case.text}")
    return table


def _call(call: Call) -> tomlkit.items.Table:
    table, inputs = tomlkit.table(), tomlkit.inline_table()
    for name, value in call.inputs.items():
        inputs.add(name, value)
    table.add("operation", call.operation)
    table.add("inputs", inputs)
    return table


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
        name = group.name_of(draw)
        entry.update({"name": f"{name}_unit" if draw.fan_in else name, "call": draw.call, "shape": list(draw.shape)})
        inputs.append(entry)
    table.add("inputs", inputs.multiline(True))
    return table


def _filled(draw: SourceDraw, group: CellDraws) -> tomlkit.items.Table:
    """A layer's parameter, as the operation that maps a draw to its range."""
    table = tomlkit.table()
    table.add("operation", "uniform_initialization")
    unit, parameters = tomlkit.inline_table(), tomlkit.inline_table()
    unit.add("unit", f"{group.name_of(draw)}_unit")
    parameters.add("fan_in", draw.fan_in)
    table.add("inputs", unit)
    table.add("parameters", parameters)
    return table
