"""Reads ``cases.toml``: the keys and values of every table are checked, with located errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.errors import InvalidCase, UnknownOperation, meant, told
from lastdigit.base.evidence import PROVEN, UNPROVEN
from lastdigit.base.number_format import FORMATS, is_printed_dtype
from lastdigit.base.toml_lines import TomlLines
from lastdigit.base.toml_table import Table
from lastdigit.cases.case import (
    MASK,
    ROUNDINGS,
    Case,
    CaseFile,
    Derived,
    Erratum,
    Expected,
    Relation,
    Said,
)
from lastdigit.cases.draw_tables import check_size, feasible_of, recipe_of
from lastdigit.cases.expressions import InvalidExpression, check_expression
from lastdigit.cases.like import with_cases_of
from lastdigit.cases.parameters import check_parameter
from lastdigit.operations import find_operation
from lastdigit.printing.golden import KINDS
from lastdigit.printing.print_format import MOST_DIGITS
from lastdigit.printing.printers import PRINTERS, known_printers

NAME = "cases.toml"


def load_case_file(path: Path, takers: tuple[str, ...] = ()) -> CaseFile:
    """Read a case file; raises :class:`InvalidCase` with its line, and :class:`InvalidStore` for invalid TOML.

    ``takers`` are the documents that reuse its cases, the last one directly.
    """
    document = path.parent.name
    table = Table.of_file(path, InvalidCase)
    case_file = CaseFile(
        document,
        cases=tuple(_case(document, entry) for entry in table.tables("case")),
        recipes=tuple(recipe_of(entry) for entry in table.tables("draw")),
        feasible=tuple(feasible_of(entry) for entry in table.tables("feasible")),
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
    check_size(table, case_file.recipes, case_file.feasible)
    return case_file


def _refuse_repeated(path: Path, what: str, names: list[str]) -> None:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            lines = TomlLines(path)
            span = lines.whole if what == "input" else lines.table(what, index)
            raise InvalidCase(path, lines.line_of(name, span), f"one {what} called {name}", "two")
        seen.add(name)


def _other(table: Table, name: str, takers: tuple[str, ...]) -> CaseFile:
    """The case file of the document whose cases are reused."""
    root = table.path.parent.parent
    known = sorted(path.parent.name for path in root.glob(f"*/{NAME}"))
    if name not in known or name in takers:
        others = [one for one in known if one not in takers]
        expected = f"another document in {root} whose {NAME} provides the cases"
        raise table.error(expected, repr(name) + meant(name, others), "like")
    return load_case_file(root / name / NAME, takers)


def _case(document: str, table: Table) -> Case:
    name = table.take("name", str)
    operation, inputs, parameters = _call(table)
    case = Case(
        document,
        name,
        operation,
        inputs,
        parameters,
        tuple(_expected(table, entry) for entry in table.take("goldens", list, [])),
        table.one_of("dtype", FORMATS, "float64"),
        table.take("note", str, ""),
    )
    table.done()
    return case


def _expected(table: Table, entry: Any) -> Expected:
    if isinstance(entry, str):
        return Expected(entry)
    if not isinstance(entry, dict):
        raise table.error(f"a golden's name or table in {table.what}", told(entry), "goldens")
    given = table.inner(entry)
    expected = Expected(
        given.take("golden", str),
        given.take("transpose", bool, False),
        given.take("row", int, None),
        given.take("rows", int, None),
    )
    given.done()
    return expected


def _call(table: Table) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Operation, inputs and parameters, checked against the operation's definition."""
    name = table.take("operation", str)
    try:
        operation = find_operation(name)
    except UnknownOperation as error:
        raise table.error(f"{error.expected} in {table.what}", error.found, name) from error
    inputs, parameters = table.take("inputs", dict), table.take("parameters", dict, {})
    for given, known in ((inputs, operation.arrays), (parameters, tuple(operation.parameters))):
        for key in given:
            if key not in known:
                expected = f"one of {', '.join(known) or 'none'} of {name} in {table.what}"
                raise table.error(expected, key + meant(key, known), key)
    for check, given in ((check_expression, inputs), (check_parameter, parameters)):
        for key, value in given.items():
            try:
                check(value)
            except InvalidExpression as error:
                expected = f"{error.expected} for {key} in {table.what}"
                raise table.error(expected, error.found, key) from error
    if not _is_mask(parameters.get(MASK, True)):
        expected = f"rows of equal length, of booleans, for {MASK} in {table.what}"
        raise table.error(expected, told(parameters[MASK]), MASK)
    for key in sorted(operation.required - set(inputs) - set(parameters)):
        raise table.error(f"a value for {key} of {name} in {table.what}", "none", name)
    return name, inputs, parameters


def _is_mask(value: Any) -> bool:
    try:
        return np.array(value).dtype == np.bool_
    except ValueError:
        return False


def _said(table: Table) -> Said:
    goldens = table.take("golden", (str, list))
    said = Said(
        tuple([goldens] if isinstance(goldens, str) else goldens),
        table.file_name("name", ""),
        table.take("label", str, ""),
        table.take("kind", str, ""),
        table.take("dtype", str, ""),
        table.take("printer", str, ""),
        table.integer("decimals", 0, MOST_DIGITS, None, "a number of digits after the decimal point"),
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
    if said.printer and said.printer not in PRINTERS:
        expected = f"'printer' in {table.what} to be {known_printers()}"
        raise table.error(expected, repr(said.printer) + meant(said.printer, PRINTERS), "printer")
    if said.printer and (said.rounding or said.decimals is not None):
        found = "both, and each defines what digits mean"
        raise table.error(f"either a printer or decimals and rounding in {table.what}", found, "printer")
    if not all(isinstance(name, str) for name in said.goldens):
        raise table.error(f"'golden' in {table.what} to be a name or a list of names", repr(goldens), "golden")
    if said.rounding == "decimals" and said.decimals is None:
        raise table.error(f"the number of decimals they were rounded to, in {table.what}", "none", "rounding")
    if not (said.facts or said.unverifiable):
        raise table.error(f"something said of {', '.join(said.goldens)} in {table.what}", "nothing", "golden")
    return said


def _derived(table: Table) -> Derived:
    operation, inputs, parameters = _call(table)
    table.done()
    return Derived(operation, inputs, parameters)


def _relation(document: str, table: Table) -> Relation:
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


def _erratum(table: Table) -> Erratum:
    erratum = Erratum(
        table.take("id", str),
        table.take("golden", str, None),
        table.take("case", str, None),
        table.take("implementation", str, None),
        table.take("reason", str),
        table.take("evidence", str, PROVEN),
        table.texts("dtypes", ()),
        table.take("failure", str, ""),
        table.texts("cases", ()),
    )
    if erratum.evidence not in (PROVEN, *UNPROVEN):
        expected = f"'evidence' in erratum {erratum.id} to be one of {', '.join((PROVEN, *UNPROVEN))}"
        raise table.error(expected, repr(erratum.evidence), "evidence")
    if (erratum.golden is None) == (erratum.implementation is None):
        raise table.error(
            f"a golden or an implementation, not both, in erratum {erratum.id}", "both or none", erratum.id
        )
    for key in ("dtypes", "failure", "cases"):
        if erratum.golden is not None and getattr(erratum, key):
            expected = f"{key!r} of an implementation's erratum, not of a golden's, in {erratum.id}"
            raise table.error(expected, told(getattr(erratum, key)), key)
    table.done()
    return erratum
