"""Cases reused from another document: the effect of ``like = "003"`` in a case file."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TypeVar

from lastdigit.cases.case import CaseFile

_Named = TypeVar("_Named")


def with_cases_of(other: CaseFile, own: CaseFile) -> CaseFile:
    """``own`` with the cases of ``other``, their draws, feasible and derived inputs and relations.

    Names already defined in ``own`` take precedence. Errata and declarations about goldens stay with the document whose
    numbers they are about.
    """
    cases = {case.name for case in own.cases}
    relations = {relation.name for relation in own.relations}
    inputs = {*own.derived, *chain.from_iterable(recipe.names for recipe in own.recipes)}
    inputs |= set(chain.from_iterable(feasible.shapes for feasible in own.feasible))
    return replace(
        own,
        cases=(*(replace(c, document=own.document) for c in other.cases if c.name not in cases), *own.cases),
        relations=(
            *(replace(r, document=own.document) for r in other.relations if r.name not in relations),
            *own.relations,
        ),
        recipes=(*(recipe for recipe in other.recipes if inputs.isdisjoint(recipe.names)), *own.recipes),
        feasible=(*(found for found in other.feasible if inputs.isdisjoint(found.shapes)), *own.feasible),
        derived={**{name: entry for name, entry in other.derived.items() if name not in inputs}, **own.derived},
    )
