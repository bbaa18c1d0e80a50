"""The whole reference data: stored documents, their case files, and the inputs of the cases."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.errors import InvalidCase, LastdigitError, LocatedError, StoreMismatch, meant, told
from lastdigit.base.fault import UNREADABLE, Fault
from lastdigit.base.toml_lines import TomlLines
from lastdigit.cases.case import Case, CaseFile, Derived, Erratum, InputExpression
from lastdigit.cases.case_file import NAME, load_case_file
from lastdigit.cases.columns import with_columns
from lastdigit.cases.expressions import Counter, InvalidExpression, names_in
from lastdigit.cases.inputs import Input, draw, input_of_array, input_of_golden, read_inputs, roundings, stored_inputs
from lastdigit.cases.recovered import with_recovered
from lastdigit.cases.said import as_said
from lastdigit.cases.shapes import Shaped, ShapedNamespace
from lastdigit.operations import find_operation
from lastdigit.printing.golden import CANDIDATE, Golden
from lastdigit.store.documents import RECORD, StoredDocument, load_document, records_in

_NO_ARRAY = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
"""Exceptions of array computations with wrong shapes or parameters."""


class UnknownInput(LastdigitError):
    """An input that is neither drawn, feasible, derived, nor a golden."""

    def __init__(self, name: str, expected: str) -> None:
        self.name, self.expected = name, expected
        super().__init__(f"expected {expected}, found {name!r}")


@dataclass(frozen=True)
class ReferenceDocument:
    """One document's goldens, cases and inputs."""

    stored: StoredDocument
    case_file: CaseFile

    @property
    def path(self) -> Path:
        """Its case file."""
        return self.stored.folder / NAME

    @cached_property
    def at_widest(self) -> ReferenceDocument:
        """The document with all goldens read by their digits alone; itself if they already are."""
        goldens = self.stored.goldens
        if all(golden.widest == golden.format for golden in goldens.values()):
            return self
        wide = {name: replace(golden, format=golden.widest) for name, golden in goldens.items()}
        return replace(self, stored=replace(self.stored, goldens=wide))

    @cached_property
    def drawn(self) -> dict[str, np.ndarray]:
        """The inputs of all recipes with a known seed, drawn now."""
        seeded = [recipe for recipe in self.case_file.recipes if recipe.seed is not None]
        return {name: array for recipe in seeded for name, array in draw(recipe, self.path).items()}

    @cached_property
    def _roundings(self) -> dict[str, float]:
        """Bounds of the difference of drawn inputs from the library's draws."""
        return {name: lost for recipe in self.case_file.recipes for name, lost in roundings(recipe).items()}

    @cached_property
    def kept(self) -> dict[str, np.ndarray]:
        """The inputs stored as CSV. Raises :class:`StoreMismatch` if a drawn one differs from what its recipe draws."""
        kept = read_inputs(self.stored.folder)
        for name, _ in stored_inputs(self.case_file, self.stored.folder):
            path = self.stored.folder / "inputs" / f"{name}.csv"
            if name not in kept:
                raise StoreMismatch(path, 1, f"input {name}, described in {self.path} (run lastdigit draw)", "none")
            if name in self.drawn and not np.array_equal(kept[name], self.drawn[name]):
                raise StoreMismatch(path, 1, f"input {name} as drawn by its recipe", "other numbers")
        return kept

    def check(self) -> None:
        """Check the names in the case file against the stored data; raises :class:`InvalidCase`,
        :class:`StoreMismatch`."""
        _ = self.kept
        feasible = [name for feasible in self.case_file.feasible for name in feasible.shapes]
        for name in (*self.drawn, *feasible, *self.case_file.derived):
            if name in self.stored.goldens:
                line = TomlLines(self.path).line_of(name)
                raise InvalidCase(
                    self.path, line, f"an input with another name than the goldens of {self.stored.id}", name
                )
        counter = Counter(self.case_file.derived)
        for name, derived in self.case_file.derived.items():
            self._check_inputs("derived", name, derived, counter)
        for case in self.case_file.cases:
            self._check_inputs("case", case.name, case, counter)
            for expected in case.expected:
                self._check_golden("case", case.name, expected.golden)
                if self.stored.goldens[expected.golden].unverifiable:
                    words = f"a verifiable golden, since {NAME} declares this one unverifiable"
                    raise self.error("case", case.name, expected.golden, words, expected.golden)
        for relation in self.case_file.relations:
            self._check_golden("relation", relation.name, relation.golden)
        for erratum in self.case_file.errata:
            if erratum.golden is not None:
                self._check_golden("erratum", erratum.id, erratum.golden)
            names = [case.name for case in self.case_file.cases]
            for name in erratum.cases:
                if name not in names:
                    raise self.error("erratum", erratum.id, name, "a case of this file", name + meant(name, names))

    def _check_inputs(self, kind: str, table: str, call: Case | Derived, counter: Counter) -> None:
        """Read a computation on the shapes of its inputs alone: it must return an array; none may be too large."""

        def leaf(known: Input) -> Shaped:
            return Shaped.of(known.shape)

        shapes: dict[str, Shaped] = {}
        for key, expression in call.inputs.items():
            try:
                counter.check(expression)
                shapes[key] = self.resolve(expression, leaf, ShapedNamespace)
            except InvalidExpression as error:
                raise self.error(kind, table, key, error.expected, error.found) from error
            except UnknownInput as error:
                found = error.name + meant(error.name, self.inputs)
                raise self.error(kind, table, error.name, error.expected, found) from None
            except _NO_ARRAY as error:
                found = f"{told(expression)}: {type(error).__name__}: {error}"
                raise self.error(kind, table, key, f"an expression that gives an array for {key}", found) from error
        operation = find_operation(call.operation)
        try:
            operation.definition(*(shapes.get(name) for name in operation.arrays), **call.parameters)
        except _NO_ARRAY as error:
            given = ", ".join(f"{key} {shape.shape}" for key, shape in shapes.items())
            given += "".join(f", {key} {told(value)}" for key, value in call.parameters.items())
            expected = f"inputs and parameters with which {call.operation} gives an array"
            found = f"{given}: {type(error).__name__}: {error}"
            raise self.error(kind, table, call.operation, expected, found) from error

    def _check_golden(self, kind: str, table: str, name: str) -> None:
        if name not in self.stored.goldens:
            found = name + meant(name, self.stored.goldens)
            raise self.error(kind, table, name, f"a golden of {self.stored.folder / RECORD}", found)

    def error(self, kind: str, table: str, word: str, expected: str, found: str) -> InvalidCase:
        """An error located at a word in one of the case file's tables."""
        lines = TomlLines(self.path)
        span = lines.named(kind, table)
        taken = self.case_file.like and span == lines.whole
        line = lines.line_of("like" if taken else word, span)
        return InvalidCase(self.path, line, expected, found)

    @cached_property
    def used(self) -> set[str]:
        """The goldens that a case or a relation uses, as input or expected, and all other inputs."""
        case_file = self.case_file
        used = {expected.golden for case in case_file.cases for expected in case.expected}
        calls: list[Case | Derived] = [*case_file.cases, *case_file.derived.values()]
        for entry in calls:
            used |= {name for expression in entry.inputs.values() for name in names_in(expression)}
        for relation in case_file.relations:
            used |= {relation.golden, str(relation.arguments.get("input", ""))}
        return used

    @property
    def without_case(self) -> list[str]:
        """The goldens for which a case is due and none is there, where the case file does not say why."""
        goldens = self.stored.goldens.values() if not self.case_file.unused else ()
        due = [golden.name for golden in goldens if golden.kind != CANDIDATE and not golden.unverifiable]
        return [name for name in due if name not in self.used]

    @property
    def inputs(self) -> list[str]:
        """The names of all inputs."""
        feasible = [name for found in self.case_file.feasible for name in found.shapes]
        return [*self.drawn, *feasible, *self.case_file.derived, *self.stored.goldens]

    @cached_property
    def _inputs(self) -> dict[str, Input]:
        return {}

    def input(self, name: str) -> Input:
        """The enclosure of an input: drawn, feasible or a golden; cached. Raises :class:`UnknownInput`."""
        if name not in self._inputs:
            self._inputs[name] = self._input(name)
        return self._inputs[name]

    def _input(self, name: str) -> Input:
        if name in self.drawn:
            return input_of_array(self.drawn[name], self._roundings.get(name, 0.0))
        if any(name in feasible.shapes for feasible in self.case_file.feasible):
            return input_of_array(self.kept[name])
        if name in self.stored.goldens:
            return input_of_golden(self.stored.goldens[name], self.stored.csv_path(name))
        if any(name in recipe.names for recipe in self.case_file.recipes):
            raise UnknownInput(name, f"draws whose seed is known (lastdigit seeds {self.stored.id} looks for it)")
        raise UnknownInput(name, f"an input or golden of document {self.stored.id}")

    def resolve(self, expression: InputExpression, leaf: Callable[[Input], Any], xp: Any) -> Any:
        """Evaluate an input expression with the arrays of ``leaf`` and their namespace ``xp``."""
        if isinstance(expression, str):
            derived = self.case_file.derived.get(expression)
            if derived is None:
                return leaf(self.input(expression))
            arrays = [
                None if name not in derived.inputs else self.resolve(derived.inputs[name], leaf, xp)
                for name in find_operation(derived.operation).arrays
            ]
            return find_operation(derived.operation).definition(*arrays, **derived.parameters)
        if isinstance(expression, list):
            return xp.stack([self.resolve(part, leaf, xp) for part in expression], axis=0)
        if "eye" in expression:
            return leaf(_identity(expression["eye"]))
        if "join" in expression:
            parts = [self.resolve(part, leaf, xp) for part in expression["join"]]
            return xp.concat(parts, axis=expression.get("axis", 0))
        if "of" in expression:
            return self.resolve(expression["of"], leaf, xp)[expression["row"]]
        raise ValueError("neither eye nor join nor of")

    def golden(self, name: str) -> Golden:
        """A golden by name; :meth:`check` has verified that it exists."""
        return self.stored.goldens[name]

    def erratum_of_golden(self, golden: str, case: str) -> Erratum | None:
        """The erratum for a golden that disagrees with the definition of a case."""
        matching = (erratum for erratum in self.case_file.errata if erratum.golden == golden)
        return next((erratum for erratum in matching if erratum.case in (None, case)), None)


@dataclass(frozen=True)
class Reference:
    """Every document of a folder of reference data; ``refused`` are documents that could not be loaded, with
    reasons."""

    root: Path
    documents: dict[str, ReferenceDocument]
    refused: Mapping[str, str] = field(default_factory=dict)

    @property
    def faults(self) -> tuple[str, ...]:
        """Why documents were refused."""
        return tuple(self.refused.values())

    @property
    def names(self) -> list[str]:
        """The names of all documents, including refused ones."""
        return sorted({*self.documents, *self.refused})

    @property
    def cases(self) -> Iterator[Case]:
        """All cases, document by document."""
        for document in self.documents.values():
            yield from document.case_file.cases

    @property
    def errata(self) -> Iterator[Erratum]:
        """All errata."""
        for document in self.documents.values():
            yield from document.case_file.errata

    def erratum_of_implementation(self, implementation: str, case: str, dtype: str) -> Erratum | None:
        """The erratum for an implementation that is wrong in a case and a format."""
        matching = (erratum for erratum in self.errata if erratum.implementation == implementation)
        of_case = (erratum for erratum in matching if case in (erratum.cases or (erratum.case or case,)))
        return next((erratum for erratum in of_case if dtype in (erratum.dtypes or (dtype,))), None)


@cache
def _identity(size: int) -> Input:
    return input_of_array(np.eye(size))


def load_reference(root: Path) -> Reference:
    """Load all reference data below ``root``; every hash is checked and every draw repeated.

    A document that fails is skipped and reported as a fault, so that the others can still be judged.
    """
    documents: dict[str, ReferenceDocument] = {}
    refused: dict[str, str] = {}
    for path in records_in(root):
        try:
            document = _load(path.parent)
        except LastdigitError as error:
            place = (error.path, error.line) if isinstance(error, LocatedError) else (path, 1)
            refused[path.parent.name] = Fault(f"{type(error).__name__}: {error}", UNREADABLE, *place)
        else:
            documents[path.parent.name] = document
    return Reference(root, documents, refused)


def load_reference_document(folder: Path) -> ReferenceDocument:
    """One document's goldens and cases, its inputs not yet read."""
    case_path = folder / NAME
    case_file = load_case_file(case_path) if os.path.lexists(case_path) else CaseFile(folder.name)
    stored = as_said(load_document(folder), case_file, case_path)
    return ReferenceDocument(stored, with_recovered(with_columns(case_file, stored), folder))


def _load(folder: Path) -> ReferenceDocument:
    document = load_reference_document(folder)
    document.check()
    return document
