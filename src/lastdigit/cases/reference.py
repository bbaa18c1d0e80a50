"""The reference data as a whole: stored documents, their case files, and the inputs that the cases name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.cases.case import Case, CaseFile, Erratum, InputExpression
from lastdigit.cases.case_file import NAME, load_case_file
from lastdigit.cases.inputs import Input, draw, input_of_array, input_of_golden, read_inputs, stored_inputs
from lastdigit.enclosure.exact import ExactBalls, ExactNamespace
from lastdigit.errors import InvalidCase, LastdigitError, StoreMismatch
from lastdigit.files import line_of
from lastdigit.golden import Golden
from lastdigit.operations import find_operation
from lastdigit.store import RECORD, StoredDocument, load_document


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
    def drawn(self) -> dict[str, np.ndarray]:
        """The inputs of all recipes, drawn now."""
        return {name: array for recipe in self.case_file.recipes for name, array in draw(recipe, self.path).items()}

    @cached_property
    def kept(self) -> dict[str, np.ndarray]:
        """The inputs that are kept as CSV. A drawn one must be what its recipe draws: else :class:`StoreMismatch`."""
        kept = read_inputs(self.stored.folder)
        for name, _ in stored_inputs(self.case_file, self.stored.folder):
            path = self.stored.folder / "inputs" / f"{name}.csv"
            if name not in kept:
                raise StoreMismatch(path, 1, f"input {name}, as {self.path} describes it (lastdigit draw)", "none")
            if name in self.drawn and not np.array_equal(kept[name], self.drawn[name]):
                raise StoreMismatch(path, 1, f"input {name} as its recipe draws it", "other numbers")
        return kept

    def check(self) -> None:
        """Hold what the case file names to what is stored: inputs and goldens; raises what :meth:`input` raises."""
        _ = self.kept
        for case in self.case_file.cases:
            for expression in case.inputs.values():
                self.resolve(
                    expression, lambda known: ExactBalls.between(known.low, known.high, known.shape), ExactNamespace
                )
            for expected in case.expected:
                self.golden(expected.golden)
        for relation in self.case_file.relations:
            self.golden(relation.golden)
        for erratum in self.case_file.errata:
            if erratum.golden is not None:
                self.golden(erratum.golden)

    def input(self, name: str) -> Input:
        """What is known of an input: drawn, found or a golden. Raises :class:`InvalidCase` for an unknown name."""
        if name in self.drawn:
            return input_of_array(self.drawn[name])
        if any(name in feasible.shapes for feasible in self.case_file.feasible):
            return input_of_array(self.kept[name])
        if name in self.stored.goldens:
            return input_of_golden(self.stored.goldens[name], self.stored.csv_path(name))
        raise InvalidCase(self.path, line_of(self.path, name), f"an input or golden of document {self.stored.id}", name)

    def resolve(self, expression: InputExpression, leaf: Callable[[Input], Any], xp: Any) -> Any:
        """An input expression as an array of whatever reading ``leaf`` and its namespace ``xp`` belong to."""
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
            return leaf(input_of_array(np.eye(expression["eye"])))
        if "join" in expression:
            parts = [self.resolve(part, leaf, xp) for part in expression["join"]]
            return xp.concat(parts, axis=expression.get("axis", 0))
        if "of" in expression:
            return self.resolve(expression["of"], leaf, xp)[expression["row"]]
        raise InvalidCase(self.path, 1, "an input with the keys eye, join or of", repr(expression))

    def golden(self, name: str) -> Golden:
        """A golden by its name; raises :class:`InvalidCase` for one that is not stored."""
        try:
            return self.stored.goldens[name]
        except KeyError:
            expected = f"a golden of {self.stored.folder / RECORD}"
            raise InvalidCase(self.path, line_of(self.path, name), expected, name) from None

    def erratum_of_golden(self, golden: str) -> Erratum | None:
        """The erratum that says that a golden is wrong."""
        return next((erratum for erratum in self.case_file.errata if erratum.golden == golden), None)


@dataclass(frozen=True)
class Reference:
    """Every document of a folder of reference data; ``faults`` says which could not be taken in, and why."""

    root: Path
    documents: dict[str, ReferenceDocument]
    faults: tuple[str, ...] = ()

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

    def erratum_of_implementation(self, implementation: str) -> Erratum | None:
        """The erratum that says that an implementation is wrong on purpose."""
        return next((erratum for erratum in self.errata if erratum.implementation == implementation), None)


def load_reference(root: Path) -> Reference:
    """Load all reference data below ``root``; every hash is checked and every draw made again.

    A document that fails this is left out and named among the faults, so that the others can still be judged.
    """
    documents: dict[str, ReferenceDocument] = {}
    faults: list[str] = []
    for path in sorted(root.glob(f"*/{RECORD}")):
        try:
            document = _load(path.parent)
        except LastdigitError as error:
            faults.append(f"{type(error).__name__}: {error}")
        else:
            documents[path.parent.name] = document
    return Reference(root, documents, tuple(faults))


def load_reference_document(folder: Path) -> ReferenceDocument:
    """One document's goldens and cases, its inputs not yet looked at."""
    case_path = folder / NAME
    case_file = load_case_file(case_path) if case_path.is_file() else CaseFile(folder.name)
    return ReferenceDocument(load_document(folder), case_file)


def _load(folder: Path) -> ReferenceDocument:
    document = load_reference_document(folder)
    document.check()
    return document
