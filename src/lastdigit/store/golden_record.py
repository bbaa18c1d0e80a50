"""Reads a golden's entry in a document's TOML, checking the type and range of every key; tokens are read separately."""

from __future__ import annotations

from typing import Any

from lastdigit.base.errors import meant, told
from lastdigit.base.number_format import FORMATS, is_printed_dtype
from lastdigit.base.toml_table import Table
from lastdigit.printing.golden import KINDS, Golden, Provenance
from lastdigit.printing.print_format import FLOATMODES, MOST_DIGITS, Inferred, PrintFormat
from lastdigit.printing.printers import PRINTERS, known_printers
from lastdigit.printing.shown_part import Column, Summary

MOST_ELEMENTS = 1 << 24
"""The most numbers in one array of reference data."""
_MOST = 1 << 53
"""The largest count that every TOML reader keeps exactly."""


def golden_of(document: str, table: Table) -> Golden:
    """The golden described by a table, without its tokens."""
    name = table.file_name("name")
    kind = table.one_of("kind", KINDS)
    label = table.take("label", str)
    cell, count = table.integer("cell", 0, _MOST), table.integer("count", -_MOST, _MOST, None)
    output = table.integer("output", 0, _MOST, None)
    first, last = _lines(table)
    form = _format(table)
    options = table.take("options", str)
    table.take("quantum", str, "")
    shape = table.shape("shape", MOST_ELEMENTS)
    golden = Golden(
        name=name,
        kind=kind,
        label=label,
        provenance=Provenance(document, cell, count, output, first, last),
        format=form,
        options=options,
        shape=shape,
        tokens=(),
        cut=table.take("cut", bool),
        summary=_summary(table, shape),
        inferred=table.texts("inferred", ()),
        column=_column(table),
        frame=table.file_name("frame", ""),
        computed_in=_computed_in(table),
    )
    table.done()
    return golden


def _computed_in(table: Table) -> str:
    dtype: str = table.take("computed_in", str, "")
    if dtype and dtype not in FORMATS:
        raise table.error(
            f"'computed_in' in {table.what} to be one of {', '.join(FORMATS)}", told(dtype), "computed_in"
        )
    return dtype


def _column(table: Table) -> Column | None:
    name = table.take("column", str, None)
    if name is None:
        return None
    return Column(name, table.integer("number", 0, _MOST), table.texts("rows"))


def _lines(table: Table) -> tuple[int, int]:
    lines = table.take("lines", list)
    if len(lines) != 2 or any(type(line) is not int for line in lines) or not 0 <= lines[0] <= lines[1] <= _MOST:
        raise table.error(f"'lines' in {table.what} to be the first line and the last", told(lines), "lines")
    return lines[0], lines[1]


def _format(table: Table) -> PrintFormat:
    printer = table.take("printer", str)
    if printer not in PRINTERS:
        expected = f"'printer' in {table.what} to be {known_printers()}"
        raise table.error(expected, told(printer) + meant(printer, PRINTERS), "printer")
    precision = _digits(table, "precision", 0)
    scientific = table.take("scientific", bool)
    dtype = _dtype(table, table.take("dtype", str), "dtype")
    floatmode = table.one_of("floatmode", FLOATMODES, None)
    rounded_to = _digits(table, "rounded_to", -MOST_DIGITS)
    others = tuple(_other(table, entry) for entry in table.take("others", list, []))
    dtypes = tuple(_dtype(table, name, "dtypes") for name in table.texts("dtypes", ()))
    inferred = Inferred(dtypes, len(dtypes) == 1) if dtypes else None
    return PrintFormat(printer, precision, scientific, dtype, floatmode, rounded_to, others, inferred)


def _other(table: Table, entry: Any) -> PrintFormat:
    if not isinstance(entry, dict):
        raise table.error(f"'others' in {table.what} to contain tables", told(entry), "others")
    if "others" in entry:
        raise table.error(f"no others in 'others' of {table.what}", told(entry["others"]), "others")
    inner = table.inner(entry)
    form = _format(inner)
    inner.done()
    return form


def _digits(table: Table, name: str, least: int) -> int | None:
    digits = table.take(name, (object, bool), None)
    if digits is None:
        return None
    if type(digits) is not int or not least <= digits <= MOST_DIGITS:
        expected = f"{name} of {table.label} to be a number of digits up to {MOST_DIGITS}"
        raise table.error(expected, told(digits), name)
    return digits


def _dtype(table: Table, name: str, key: str) -> str:
    if not is_printed_dtype(name):
        raise table.error(f"'{key}' in {table.what} to be a number format, such as float32", told(name), key)
    return name


def _summary(table: Table, shape: tuple[int, ...]) -> Summary | None:
    edges = table.take("edges", list, None)
    full = table.shape("full_shape", 1 << 62) if "full_shape" in table.content else None
    if edges is None:
        return None
    pairs = [edge for edge in edges if isinstance(edge, list) and all(type(n) is int and n >= 0 for n in edge)]
    if len(pairs) != len(edges) or any(len(edge) not in (0, 2) for edge in pairs) or len(edges) != len(shape):
        expected = f"'edges' in {table.what} to be empty or to have two numbers for each of {len(shape)} axes"
        raise table.error(expected, told(edges), "edges")
    for edge, extent in zip(pairs, shape, strict=True):
        if edge and sum(edge) != extent:
            raise table.error(f"'edges' in {table.what} that sum to {extent}", told(edge), "edges")
    return Summary(tuple((edge[0], edge[1]) if edge else None for edge in pairs), full)
