"""Reads ``cases.toml``: every table is checked against the words it may use, with the line where it goes wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lastdigit.cases.case import (
    ROUNDINGS,
    Case,
    CaseFile,
    Derived,
    DrawnInput,
    Erratum,
    Expected,
    FeasibleInputs,
    Recipe,
    Relation,
    Said,
)
from lastdigit.cases.like import with_cases_of
from lastdigit.cases.lines import Span, line_of_word, named_span, table_spans, whole_file
from lastdigit.errors import InvalidCase, UnknownOperation, meant
from lastdigit.evidence import PROVEN, UNPROVEN
from lastdigit.files import read_toml
from lastdigit.golden import KINDS
from lastdigit.number_format import is_printed_dtype
from lastdigit.operations import find_operation

NAME = "cases.toml"
NOT_SHOWN = "not shown"
"""The seed of draws whose seed the document does not show."""

_CALL_OPTIONS = ("low", "high", "mean", "std")


def load_case_file(path: Path, takers: tuple[str, ...] = ()) -> CaseFile:
    """Read a case file; raises :class:`InvalidCase` with line, and :class:`InvalidStore` where it is no TOML.

    ``takers`` are the documents that take its cases, the last one directly.
    """
    document = path.parent.name
    table = _Table(path, "the file", read_toml(path), whole_file(path))
    case_file = CaseFile(
        document,
        cases=tuple(_case(document, entry) for entry in table.tables("case")),
        recipes=tuple(_recipe(entry) for entry in table.tables("draw")),
        feasible=tuple(_feasible(entry) for entry in table.tables("feasible")),
        derived={name: _derived(entry) for name, entry in table.named_tables("derived")},
        relations=tuple(_relation(document, entry) for entry in table.tables("relation")),
        errata=tuple(_erratum(entry) for entry in table.tables("erratum")),
        said=tuple(_said(entry) for entry in table.tables("golden")),
        unused=table.take("unused", str, ""),
        like=table.take("like", str, ""),
    )
    table.done()
    if case_file.like:
        case_file = with_cases_of(_other(table, case_file.like, (*takers, document)), case_file)
    _refuse_repeated(path, "case", [case.name for case in case_file.cases])
    _refuse_repeated(path, "relation", [relation.name for relation in case_file.relations])
    drawn = [name for recipe in case_file.recipes for name in recipe.names]
    hidden = {name for recipe in case_file.recipes if recipe.seed is None for name in recipe.names}
    found = [name for feasible in case_file.feasible for name in feasible.shapes if name not in hidden]
    _refuse_repeated(path, "draw", [recipe.name for recipe in case_file.recipes if recipe.name])
    _refuse_repeated(path, "input", [*drawn, *found, *case_file.derived])
    _refuse_repeated(path, "erratum", [erratum.id for erratum in case_file.errata])
    return case_file


def _refuse_repeated(path: Path, what: str, names: list[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            span = table_spans(path, what)[index] if what != "input" else whole_file(path)
            raise InvalidCase(path, line_of_word(path, span, name), f"one {what} called {name}", "two")


def _other(table: _Table, name: str, takers: tuple[str, ...]) -> CaseFile:
    """The case file of the document whose cases are taken."""
    root = table.path.parent.parent
    known = sorted(path.parent.name for path in root.glob(f"*/{NAME}"))
    if name not in known or name in takers:
        others = [one for one in known if one not in takers]
        expected = f"another document of {root} with a {NAME}, to take the cases of"
        raise table.error(expected, repr(name) + meant(name, others), "like")
    return load_case_file(root / name / NAME, takers)


class _Table:
    """A TOML table whose keys are taken one by one; what is left over at the end is an error."""

    def __init__(self, path: Path, what: str, content: dict[str, Any], span: Span) -> None:
        self.path, self.what, self.content, self.span = path, what, dict(content), span
        self.known: list[str] = []

    def take(self, key: str, kind: type | tuple[type, ...], default: Any = dataclasses.MISSING) -> Any:
        self.known.append(key)
        if key not in self.content:
            if default is dataclasses.MISSING:
                raise self.error(f"a value for '{key}' in {self.what}", "none")
            return default
        value = self.content.pop(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = " or ".join(k.__name__ for k in (kind if isinstance(kind, tuple) else (kind,)))
            raise self.error(f"'{key}' in {self.what} to be of type {names}", repr(value), key)
        return value

    def tables(self, key: str) -> Iterator[_Table]:
        spans = table_spans(self.path, key)
        for number, entry in enumerate(self.take(key, list, []), start=1):
            names = ("golden", "id") if key == "golden" else ("name", "id")
            found = (entry[name] for name in names if name in entry) if isinstance(entry, dict) else iter(())
            label = next(found, number)
            label = ", ".join(map(str, label)) if isinstance(label, list) else label
            if not isinstance(entry, dict):
                raise self.error(f"'{key}' in {self.what} to hold tables", repr(entry), key)
            span = spans[number - 1] if number <= len(spans) else self.span
            yield _Table(self.path, f"{key} {label}", entry, span)

    def named_tables(self, key: str) -> Iterator[tuple[str, _Table]]:
        for name, entry in self.take(key, dict, {}).items():
            if not isinstance(entry, dict):
                raise self.error(f"'{key}' in {self.what} to hold tables", repr(entry), key)
            yield name, _Table(self.path, f"{key} {name}", entry, named_span(self.path, key, name))

    def done(self) -> None:
        if self.content:
            key = next(iter(self.content))
            raise self.error(f"no key '{key}' in {self.what}", repr(self.content[key]) + meant(key, self.known), key)

    def error(self, expected: str, found: str, word: str = "") -> InvalidCase:
        return InvalidCase(self.path, line_of_word(self.path, self.span, word), expected, found)


def _case(document: str, table: _Table) -> Case:
    name = table.take("name", str)
    operation, inputs, parameters = _call(table)
    case = Case(
        document,
        name,
        operation,
        inputs,
        parameters,
        tuple(_expected(table, entry) for entry in table.take("goldens", list, [])),
        table.take("dtype", str, "float64"),
        table.take("note", str, ""),
    )
    table.done()
    return case


def _expected(table: _Table, entry: Any) -> Expected:
    if isinstance(entry, str):
        return Expected(entry)
    if not isinstance(entry, dict):
        raise table.error(f"a golden's name or table in {table.what}", repr(entry), "goldens")
    given = _Table(table.path, table.what, entry, table.span)
    expected = Expected(
        given.take("golden", str),
        given.take("transpose", bool, False),
        given.take("row", int, None),
        given.take("rows", int, None),
    )
    given.done()
    return expected


def _call(table: _Table) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Operation, inputs and parameters, which must be those of the operation's definition."""
    name = table.take("operation", str)
    try:
        operation = find_operation(name)
    except UnknownOperation as error:
        raise table.error(f"an operation in {table.what}: {error.expected}", error.found, name) from error
    inputs, parameters = table.take("inputs", dict), table.take("parameters", dict, {})
    for given, known in ((inputs, operation.arrays), (parameters, tuple(operation.parameters))):
        for key in given:
            if key not in known:
                expected = f"one of {', '.join(known) or 'none'} of {name} in {table.what}"
                raise table.error(expected, key + meant(key, known), key)
    for key in operation.required - set(inputs) - set(parameters):
        raise table.error(f"a value for {key} of {name} in {table.what}", "none", name)
    return name, inputs, parameters


def _said(table: _Table) -> Said:
    goldens = table.take("golden", (str, list))
    said = Said(
        tuple([goldens] if isinstance(goldens, str) else goldens),
        table.take("name", str, ""),
        table.take("label", str, ""),
        table.take("kind", str, ""),
        table.take("dtype", str, ""),
        table.take("decimals", int, None),
        table.take("rounding", str, ""),
        table.take("unverifiable", str, ""),
    )
    table.done()
    for key, value, known in (("kind", said.kind, KINDS), ("rounding", said.rounding, ROUNDINGS)):
        if value and value not in known:
            found = repr(value) + meant(value, known)
            raise table.error(f"'{key}' in {table.what} to be one of {', '.join(known)}", found, key)
    if said.dtype and not is_printed_dtype(said.dtype):
        raise table.error(f"'dtype' in {table.what} to be a number format, such as float32", repr(said.dtype), "dtype")
    if not all(isinstance(name, str) for name in said.goldens):
        raise table.error(f"'golden' in {table.what} to be a name or a list of names", repr(goldens), "golden")
    if said.decimals is not None and said.decimals < 0:
        raise table.error(f"a number of digits behind the point in {table.what}", str(said.decimals), "decimals")
    if said.rounding == "decimals" and said.decimals is None:
        raise table.error(f"how many decimals they were rounded to, in {table.what}", "none", "rounding")
    if not (said.facts or said.unverifiable):
        raise table.error(f"something said of {', '.join(said.goldens)} in {table.what}", "nothing", "golden")
    return said


def _recipe(table: _Table) -> Recipe:
    draws = tuple(_drawn(entry) for entry in table.tables("inputs"))
    name = table.take("name", str, "")
    recipe = Recipe(
        table.take("generator", str),
        _seed(table, name),
        draws,
        table.take("stored", bool, True),
        table.take("note", str, ""),
        name,
        table.take("offset", int, 0),
        table.take("cells", dict, {}),
    )
    for cell, count in recipe.cells.items():
        if type(count) is not int or count < 1:
            raise table.error(f"how many numbers {cell} draws, in {table.what}", repr(count), cell)
    if recipe.offset < 0:
        raise table.error(f"a number of words drawn before in {table.what}", str(recipe.offset), "offset")
    table.done()
    return recipe


def _seed(table: _Table, name: str) -> int | None:
    seed: int | str = table.take("seed", (int, str))
    if seed == NOT_SHOWN and name:
        return None
    if isinstance(seed, str) or not 0 <= seed < 2**32:
        expected = f"a seed of 32 bits in {table.what}, or '{NOT_SHOWN}' and a name to record it under"
        raise table.error(expected, repr(seed), "seed")
    return seed


def _shape(table: _Table, shape: Any) -> tuple[int, ...]:
    if not isinstance(shape, list) or not all(type(extent) is int and extent >= 0 for extent in shape):
        raise table.error(f"a list of extents in {table.what}", repr(shape), "shape")
    return tuple(shape)


def _drawn(table: _Table) -> DrawnInput:
    options: dict[str, Any] = {
        key: float(table.take(key, (int, float))) for key in _CALL_OPTIONS if key in table.content
    }
    if "dtype" in table.content:
        options["dtype"] = table.take("dtype", str)
    drawn = DrawnInput(
        table.take("name", str),
        table.take("call", str),
        _shape(table, table.take("shape", list)),
        float(table.take("scale", (int, float), 1.0)),
        float(table.take("shift", (int, float), 0.0)),
        options,
    )
    table.done()
    return drawn


def _feasible(table: _Table) -> FeasibleInputs:
    shapes = {name: _shape(table, shape) for name, shape in table.take("inputs", dict).items()}
    feasible = FeasibleInputs(
        shapes,
        float(table.take("low", (int, float))),
        float(table.take("high", (int, float))),
        table.take("dtype", str, "float64"),
        tuple(table.take("reproduces", list)),
        table.take("note", str, ""),
    )
    table.done()
    return feasible


def _derived(table: _Table) -> Derived:
    operation, inputs, parameters = _call(table)
    table.done()
    return Derived(operation, inputs, parameters)


def _relation(document: str, table: _Table) -> Relation:
    relation = Relation(
        document,
        table.take("name", str),
        table.take("holds", str),
        table.take("golden", str),
        table.take("with", dict, {}),
        table.take("note", str, ""),
    )
    table.done()
    return relation


def _erratum(table: _Table) -> Erratum:
    erratum = Erratum(
        table.take("id", str),
        table.take("golden", str, None),
        table.take("case", str, None),
        table.take("implementation", str, None),
        table.take("reason", str),
        table.take("evidence", str, PROVEN),
    )
    if erratum.evidence not in (PROVEN, *UNPROVEN):
        expected = f"'evidence' in erratum {erratum.id} to be one of {', '.join((PROVEN, *UNPROVEN))}"
        raise table.error(expected, repr(erratum.evidence), "evidence")
    if (erratum.golden is None) == (erratum.implementation is None):
        raise table.error(f"either a golden or an implementation in erratum {erratum.id}", "both or none", erratum.id)
    table.done()
    return erratum
