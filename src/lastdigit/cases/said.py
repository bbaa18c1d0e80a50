"""Declared facts about goldens in a case file, which override extraction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from lastdigit.base.errors import InvalidCase, meant
from lastdigit.base.number_format import is_integer
from lastdigit.base.toml_lines import TomlLines
from lastdigit.cases.case import CaseFile, Said
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.by_digits import format_by_digits
from lastdigit.printing.golden import Golden
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import PYTHON, printer_named
from lastdigit.printing.tokens import Token
from lastdigit.store.documents import RECORD, StoredDocument


def as_said(stored: StoredDocument, case_file: CaseFile, path: Path) -> StoredDocument:
    """Apply the declarations in ``case_file``, at ``path``, to a stored document's goldens; tokens are unchanged.

    Raises :class:`InvalidCase` for an unknown golden, a name already taken, and a non-integer shape.
    """
    goldens, files = dict(stored.goldens), dict(stored.files)
    for number, said in enumerate(case_file.said):

        def error(expected: str, found: str, word: str, number: int = number) -> InvalidCase:
            lines = TomlLines(path)
            return InvalidCase(path, lines.line_of(word, lines.table("golden", number)), expected, found)

        names = list(dict.fromkeys(name for pattern in said.goldens for name in _named(pattern, goldens)))
        for pattern in said.goldens:
            if not any(_named(pattern, goldens)):
                found = repr(pattern) + meant(pattern, goldens)
                raise error(f"a golden of {stored.folder / RECORD}", found, pattern)
        if said.name and len(names) > 1:
            raise error("exactly one golden to name", ", ".join(names), "name")
        if said.name and said.name in goldens:
            raise error(f"a name that no golden of {stored.id} has", repr(said.name), "name")
        if said.kind == "shape" and not all(token.isdecimal() for name in names for token in goldens[name].tokens):
            raise error("a golden of whole numbers, usable as a shape", ", ".join(names), "kind")
        for name in names:
            golden = goldens.pop(name)
            known_as = said.name or name
            goldens[known_as] = _golden(golden, known_as, said)
            files[known_as] = files.get(name, name)
    return replace(stored, goldens=goldens, files=files)


def _named(pattern: str, goldens: dict[str, Golden]) -> Iterator[str]:
    """The goldens with a name, the columns of a frame with that name, or goldens that match a pattern."""
    return (name for name, golden in goldens.items() if pattern in (name, golden.frame) or fnmatchcase(name, pattern))


def _golden(golden: Golden, name: str, said: Said) -> Golden:
    facts = {"precision" if fact in ("decimals", "rounding") else fact for fact in said.facts}
    if printer_named(said.printer).is_own:
        facts.add("precision")
    return replace(
        golden,
        name=name,
        label=said.label or golden.label,
        kind=said.kind or golden.kind,
        format=_format(_printed_by(said, golden) if said.printer else golden.format, said),
        inferred=tuple(fact for fact in golden.inferred if fact not in facts),
        said=tuple(dict.fromkeys((*golden.said, *said.facts))),
        unverifiable=said.unverifiable or golden.unverifiable,
        computed_in="" if said.dtype else golden.computed_in,
    )


def _printed_by(said: Said, golden: Golden) -> PrintFormat:
    """The format of a golden from a declared printer, as far as its tokens determine it.

    An unstated dtype is that printer's default; whole numbers without a dtype may have any that prints like this.
    """
    if golden.kind == "shape":
        return golden.format
    printer, old = printer_named(said.printer), golden.format.dtype
    stated = "dtype" not in golden.inferred and old not in ("int64", printer_named(golden.format.printer).floats)
    usual = old if is_integer(old) or old == "bool" else printer.complexes if old[0] == "c" else printer.floats
    found = ArrayPrint(
        golden.kind,
        tuple(Token(text, 0) for text in golden.tokens),
        golden.shape,
        golden.cut,
        said.printer,
        said.dtype or (old if stated else usual),
        0,
        0,
        dtype_shown=bool(said.dtype) or stated,
        summary=golden.summary,
        column=golden.column,
    )
    return format_by_digits(found)


def _format(form: PrintFormat, said: Said) -> PrintFormat:
    """The declared format of a golden. Numbers rounded to decimals show them, whatever the printer."""
    if said.dtype or said.rounding or said.decimals is not None:
        form = replace(form, others=(), inferred=None)
    if said.rounding or said.decimals is not None:
        form = replace(form, rounded_to=None)
    form = replace(form, dtype=said.dtype) if said.dtype else form
    if said.rounding == "exact":
        return replace(form, printer=PYTHON.name, precision=None, floatmode=None)
    if said.rounding == "shortest":
        return replace(form, printer=PYTHON.name, precision=None, floatmode="unique")
    if said.decimals is not None:
        return replace(form, printer=PYTHON.name, precision=said.decimals, floatmode="fixed")
    return form
