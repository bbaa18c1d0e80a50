"""Tracks the print options of a document in the order in which its cells ran, without running them.

Recognised are ``np.set_printoptions(…)``, ``with np.printoptions(…)``, ``torch.set_printoptions(…)`` with its profiles,
pandas' ``display.precision`` and ``display.float_format`` as calls or attributes, and IPython's ``%precision``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Document
from lastdigit.printing.print_format import MOST_DIGITS
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers import NUMPY, PANDAS, TORCH, Printer, default_options
from lastdigit.source.given_options import Options, sets_by_another_name
from lastdigit.source.number_formats import number_format
from lastdigit.source.python_source import line_that_prints, name_of
from lastdigit.source.syntax import parse, spelled

DISPLAY_PRECISION, FLOAT_FORMAT = "display.precision", "display.float_format"
_OPTIONS = {entry.name for entry in fields(PrintOptions)} - {"printer", "origin"}
_NAMES = ("printoptions", "set_option", "reset_option", "option_context", DISPLAY_PRECISION, FLOAT_FORMAT)
_MAGIC = re.compile(r"^[ \t]*%precision(?:[ \t]+(\d{1,2}))?[ \t]*$", re.MULTILINE)
"""IPython's ``%precision 4`` sets the precision of NumPy and of floats; without a number it resets both."""
_UNKNOWN = object()
FORMATS_ELEMENTS = Rule(
    r"\bformatter ?= ?(?:\{|dict\()",
    "a source tells NumPy how to format the elements of arrays",
    "np.set_printoptions(formatter={'float': '{:.3g}'.format})",
    "axis.set_major_formatter(formatter)",
)


@dataclass(frozen=True)
class Setting:
    """A change of a printer's options from ``line`` on: permanent, or until the end of a ``with`` block."""

    printer: str
    cell: int
    line: int
    last_line: int | None
    changes: Mapping[str, Any]


@dataclass(frozen=True)
class PrintSettings:
    """Every setting of a document; ``order`` ranks its cells by execution count."""

    settings: tuple[Setting, ...]
    order: Mapping[int, int]

    def at(self, by: Printer, cell: int, line: int) -> PrintOptions:
        """The options that a printer obeys when ``line`` of ``cell`` runs, if no other code ran before."""
        printer = by.obeys
        if printer not in self._by_printer:
            return by.defaults
        if (printer, cell, line) not in self._known:
            self._known[printer, cell, line] = self._at(printer, cell, line)
        return self._known[printer, cell, line]

    def _at(self, printer: str, cell: int, line: int) -> PrintOptions:
        changes: dict[str, Any] = {}
        for setting in self._by_printer[printer]:
            ran_before = (self.order[setting.cell], setting.line) <= (self.order[cell], line)
            holds = setting.last_line is None or (setting.cell == cell and line <= setting.last_line)
            if ran_before and holds:
                changes |= setting.changes
        is_set = "precision" in changes or changes.get("by_function") is not None
        origin = "set in the source" if is_set else "default"
        return _options(printer, changes, origin)

    def line_that_prints(self, cell: Cell, words: str) -> int:
        """The line of ``cell`` that prints ``words``; 0 if it does not matter, because the cell sets nothing."""
        return line_that_prints(cell.source, words) if self.order[cell.number] in self._times else 0

    def precisions(self, printer: str) -> frozenset[int | None]:
        """The precisions set for ``printer`` anywhere."""
        return self._precisions.get(printer, frozenset())

    @cached_property
    def _precisions(self) -> dict[str, frozenset[int | None]]:
        return {printer: frozenset(_precisions(printer, found)) for printer, found in self._by_printer.items()}

    @cached_property
    def _known(self) -> dict[tuple[str, int, int], PrintOptions]:
        return {}

    @cached_property
    def _times(self) -> frozenset[int]:
        return frozenset([self.order[setting.cell] for setting in self.settings])

    @cached_property
    def _by_printer(self) -> dict[str, list[Setting]]:
        found: dict[str, list[Setting]] = {}
        for setting in sorted(self.settings, key=lambda entry: (self.order[entry.cell], entry.line)):
            found.setdefault(setting.printer, []).append(setting)
        return found


def formats_elements(source: str) -> bool:
    """Whether a source tells NumPy how to format the elements of arrays."""
    return "formatter" in source and FORMATS_ELEMENTS.search(source) is not None


def print_settings(document: Document) -> PrintSettings:
    """The print settings of all cells of ``document``."""
    order = _order(document.cells)
    options = Options.of(document.cells)
    return PrintSettings(tuple(setting for cell in document.cells for setting in _of_cell(cell, options)), order)


def _order(cells: Sequence[Cell]) -> dict[int, int]:
    """The execution order of the cells; a cell without a count ran with the one above.

    If there are no counts, or duplicate ones, which tools produce, document order applies.
    """
    counts = [cell.count for cell in cells if cell.count is not None]
    if not counts or len(set(counts)) < len(counts):
        return {cell.number: cell.number for cell in cells}
    ran = 0
    order = {}
    for cell in cells:
        ran = cell.count if cell.count is not None else ran
        order[cell.number] = ran
    return order


def _precisions(printer: str, settings: list[Setting]) -> Iterator[int | None]:
    changes: dict[str, Any] = {}
    for setting in settings:
        changes |= setting.changes
        yield _options(printer, changes, "left by an earlier run").precision


def _of_cell(cell: Cell, options: Options) -> Iterator[Setting]:
    for magic in _MAGIC.finditer(cell.source.text) if "%precision" in cell.source.text else ():
        digits = int(magic[1]) if magic[1] else NUMPY.defaults.precision
        yield Setting(NUMPY.name, cell.number, cell.source.line(magic.start()), None, {"precision": digits})
    if not any(name in cell.source.text for name in (*_NAMES, *options.setters)):
        return
    tree = parse(cell.source)
    first = cell.source.first_line - 1
    for node in ast.walk(tree) if tree else []:
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                for printer, changes in _within(item.context_expr, options):
                    end = first + (node.end_lineno or 0)
                    yield Setting(printer.name, cell.number, first + node.lineno, end, changes)
        elif isinstance(node, ast.Call):
            for printer, changes in _called(node, options):
                yield Setting(printer.name, cell.number, first + node.lineno, None, changes)
        elif isinstance(node, ast.Assign):
            option = ast.Constant(spelled(node.targets[0]).partition("options.")[2])
            if changes := _of_pandas([option, node.value]):
                yield Setting(PANDAS.name, cell.number, first + node.lineno, None, changes)


def _called(call: ast.Call, options: Options) -> Iterator[tuple[Printer, dict[str, Any]]]:
    """The settings that a call makes for all that follows."""
    called = spelled(call.func)
    if called.endswith("set_printoptions"):
        printer = TORCH if called.startswith("torch") else NUMPY
        yield printer, _keywords(printer, call, options)
    elif called.endswith("set_option") and (changes := _of_pandas(call.args)):
        yield PANDAS, changes
    elif called.endswith("reset_option") and call.args:
        yield PANDAS, _reset(_value(call.args[0]))
    elif (other := sets_by_another_name(call, options)) is not None:
        yield NUMPY, _keywords(NUMPY, other, options)


def _within(call: ast.expr, options: Options) -> Iterator[tuple[Printer, dict[str, Any]]]:
    """The settings of a context manager."""
    if not isinstance(call, ast.Call):
        return
    if name_of(call.func) == "printoptions":
        yield NUMPY, _keywords(NUMPY, call, options)
    elif name_of(call.func) == "option_context" and (changes := _of_pandas(call.args)):
        yield PANDAS, changes


def _of_pandas(arguments: Sequence[ast.expr]) -> dict[str, Any]:
    """Settings of pandas, given as alternating names and values; a float format applies whatever the precision.

    A name may be a pattern that matches exactly one option.
    """
    changes: dict[str, Any] = {}
    for name, value in zip(arguments[::2], arguments[1::2], strict=False):
        called = _value(name)
        if called in (DISPLAY_PRECISION, "precision"):
            changes["precision"] = _precision(value)
        elif called in (FLOAT_FORMAT, "float_format"):
            changes["by_function"] = None if _value(value) is None else number_format(value)
    return changes


def _reset(name: Any) -> dict[str, Any]:
    """The changes that set an option of pandas back, or all options that a name matches."""
    defaults = {DISPLAY_PRECISION: ("precision", PANDAS.defaults.precision), FLOAT_FORMAT: ("by_function", None)}
    matched = list(defaults) if name == "all" else [one for one in defaults if isinstance(name, str) and name in one]
    return dict(defaults[one] for one in matched)


def _keywords(printer: Printer, call: ast.Call, options: Options) -> dict[str, Any]:
    """The options given by a call; the first positional argument is the precision.

    Unknown options leave the precision unknown.
    """
    given = options.keywords(call)
    changes: dict[str, Any] = {} if given is not None else {"precision": _UNKNOWN}
    for keyword in call.keywords if given is None else given:
        value = _value(keyword.value)
        if keyword.arg == "profile" and printer.profiles:
            changes |= {**printer.profiles.get(value, {}), "sci_mode": None}
        elif keyword.arg == "formatter" and value is not None:
            changes["precision"] = _UNKNOWN
        elif keyword.arg in _OPTIONS:
            changes[keyword.arg] = _precision(keyword.value) if keyword.arg == "precision" else value
    if call.args:
        changes["precision"] = _precision(call.args[0])
    return changes


def _options(printer: str, changes: Mapping[str, Any], origin: str) -> PrintOptions:
    """A printer's defaults with ``changes``; computed values are unknown."""
    default = default_options(printer)
    known = {name: None if value is _UNKNOWN else value for name, value in changes.items()}
    values = {name: getattr(default, name) for name in _OPTIONS} | known
    return PrintOptions(printer=printer, origin=origin, **values)


def _value(node: ast.expr) -> Any:
    return node.value if isinstance(node, ast.Constant) else _UNKNOWN


def _precision(node: ast.expr) -> Any:
    """A number of digits, or None; impossible numbers are unknown."""
    value = _value(node)
    return value if value is None or (type(value) is int and 0 <= value <= MOST_DIGITS) else _UNKNOWN
