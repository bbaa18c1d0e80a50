"""A golden as a reader sees it: its facts and intervals, its cell and output, and the cells before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from lastdigit.base.errors import LastdigitError
from lastdigit.document import Cell
from lastdigit.printing.golden import Golden
from lastdigit.printing.value import AnyPrintedValue, PrintedComplex, PrintedValue
from studies.read_by_hand.draw import Drawn

TOKENS, INTERVALS, CELLS_BEFORE = 40, 6, 14
"""How many tokens, intervals and earlier cells are shown."""
OF_A_CELL, OF_THE_CELL, OF_AN_OUTPUT, OF_ANOTHER = 700, 5000, 6000, 300
"""How many characters of an earlier cell, of its own cell, of its output, and of another output."""


_OF = " of "


def notebook_of(text: str) -> Path:
    """The notebook of a sheet."""
    return Path(text.partition("\n")[0].partition(_OF)[2])


def sheet(number: int, one: Drawn) -> str:
    """The text of the sheet with this number."""
    return "\n".join([*_facts(number, one), *_cells(one)]) + "\n"


def _facts(number: int, one: Drawn) -> Iterator[str]:
    golden, form = one.entry.golden, one.entry.golden.format
    yield f"### golden {number}{_OF}{one.document.path}"
    yield f"label: {golden.label!r}   kind: {golden.kind}   shape: {golden.shape}"
    if golden.column is not None:
        yield f"column: {golden.column.name!r} of {golden.frame!r}   rows: {list(golden.column.rows)[:8]}"
    yield f"tokens ({len(golden.tokens)}): {' '.join(golden.tokens[:TOKENS])}"
    yield (
        f"printer: {form.printer}   dtype: {form.dtype}   precision: {form.precision}   ends: {form.floatmode}"
        f"   rounded to: {form.rounded_to}   alternatives: {len(form.others)}   open: {', '.join(golden.inferred)}"
    )
    yield "intervals: " + "; ".join(_intervals(golden))
    yield f"at line {one.entry.start.line}, column {one.entry.start.column} of {one.entry.start.within}"


def _intervals(golden: Golden) -> Iterator[str]:
    for token in golden.tokens[:INTERVALS]:
        try:
            value = golden.format.value(token)
        except LastdigitError as error:
            yield f"{token}: {error}"
            continue
        yield f"{token}: {_interval(value)}"


def _interval(value: AnyPrintedValue) -> str:
    if isinstance(value, PrintedComplex):
        return f"{_interval(value.real)} and {_interval(value.imag)} times j"
    if isinstance(value, PrintedValue):
        return f"[{_written(value.low)}, {_written(value.high)}]"
    return value.token


def _written(number: Fraction) -> str:
    """A number as a float; a whole number, which a float may not hold, with all of its digits."""
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.17g}"


def _cells(one: Drawn) -> Iterator[str]:
    provenance = one.entry.golden.provenance
    before = [cell for cell in one.document.cells if cell.number < provenance.cell]
    yield "\n---- earlier cells, shortened"
    for cell in before[-CELLS_BEFORE:]:
        yield f"[cell {cell.number}] {cell.source.text[:OF_A_CELL]}"
    (own,) = (cell for cell in one.document.cells if cell.number == provenance.cell)
    yield "---- all imports: " + " | ".join(_imports([*before, own]))
    yield f"==== cell {own.number}"
    yield own.source.text[:OF_THE_CELL]
    for output in own.outputs:
        if output.number == provenance.output:
            yield f"==== its output {output.number} ({output.kind}{', an HTML table' if output.html else ''})"
            yield output.passage.text[:OF_AN_OUTPUT]
        else:
            yield f"---- another output {output.number}: {output.passage.text[:OF_ANOTHER]}"


def _imports(cells: Sequence[Cell]) -> list[str]:
    lines = (line.strip() for cell in cells for line in cell.source.text.splitlines())
    return [line for line in lines if line.startswith(("import ", "from "))]
