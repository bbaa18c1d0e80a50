"""A copy's inputs: the seeds it sets and the inputs it has as literals or prints, compared with the document's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from lastdigit.base.errors import LastdigitError
from lastdigit.cases.case import Recipe
from lastdigit.cases.case_file import load_case_file
from lastdigit.cases.inputs import Input, input_of_golden
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.grading.due import OF_INPUTS, Due, Dues
from lastdigit.printing.golden import Golden
from lastdigit.source.seeds_set import SeedSet
from lastdigit.verdicts.relations import judge_relation
from lastdigit.verdicts.verdict import DISAGREES

Key = tuple[object, ...]


@dataclass(frozen=True)
class OwnInputs:
    """The inputs of one copy.

    ``seeds`` are those that it sets instead of a recipe's, by the recipe's number; ``goldens`` are given ones that it
    prints or types with other numbers; ``printed`` are drawn inputs that it prints with other numbers, by the golden
    that prints them. ``unseeded`` are inputs that cannot be drawn again, in the document or in the copy.
    """

    seeds: Mapping[int, int]
    goldens: Mapping[str, Golden]
    printed: Mapping[str, Golden]
    unseeded: frozenset[str]
    notes: tuple[str, ...]

    @property
    def differ(self) -> bool:
        """Whether anything known differs from the document."""
        return bool(self.seeds or self.goldens or self.printed)

    @property
    def key(self) -> Key:
        """The cache key for readings of copies with the same inputs."""
        return tuple(self.seeds.items()), *(
            tuple((name, golden.tokens, golden.format) for name, golden in some.items())
            for some in (self.goldens, self.printed)
        )

    def put_into(self, document: ReferenceDocument) -> ReferenceDocument:
        """The document with its inputs replaced by these."""
        recipes = document.case_file.recipes
        seeded = tuple(
            replace(recipe, seed=self.seeds.get(number, recipe.seed)) for number, recipe in enumerate(recipes)
        )
        changed = with_goldens(document, self.goldens)
        changed = replace(changed, case_file=replace(changed.case_file, recipes=seeded))
        for name, golden in self.printed.items():
            changed._inputs[name] = _shown(golden, changed)
        return changed


def with_goldens(document: ReferenceDocument, goldens: Mapping[str, Golden]) -> ReferenceDocument:
    """A document with some goldens replaced by name."""
    stored = document.stored
    return replace(document, stored=replace(stored, goldens={**stored.goldens, **goldens}))


class InputReader:
    """Finds inputs of copies that differ from the document's."""

    def __init__(self, dues: Dues) -> None:
        self._dues = dues
        self._document = dues.document

    def read(self, set_here: Sequence[SeedSet], matches: Mapping[str, Golden]) -> OwnInputs:
        """The inputs of a copy that sets these seeds and prints these goldens."""
        notes: list[str] = []
        seeds: dict[int, int] = {}
        unseeded = set(self._hidden)
        for generator in dict.fromkeys(recipe.generator for recipe in self._needed.values()):
            found = [entry for entry in set_here if entry.generator == generator]
            recipes = {number: recipe for number, recipe in self._needed.items() if recipe.generator == generator}
            changed, note = _seeds_of(generator, recipes, found)
            if changed is None:
                unseeded |= {name for recipe in recipes.values() for name in recipe.names}
            seeds |= changed or {}
            notes.append(note)
        goldens = {due.name: matches[due.name] for due in self._given(matches)}
        notes += [f"input {self._dues.document.golden(name).label!r} is not the document's" for name in goldens]
        own = OwnInputs(seeds, goldens, {}, frozenset(unseeded), ())
        printed = dict(self._printed(matches, own.put_into(self._document)))
        notes += [f"{golden.label!r} does not print what the cases draw" for golden in printed.values()]
        drawn = {name: golden for name, golden in printed.items() if name not in self._hidden}
        return replace(
            own, printed=drawn, unseeded=frozenset(unseeded - drawn.keys()), notes=tuple(filter(None, notes))
        )

    @cached_property
    def _hidden(self) -> frozenset[str]:
        """Inputs whose seed the document does not show, or that only replace its own draws."""
        case_file = self._document.case_file
        names = {name for feasible in case_file.feasible for name in feasible.shapes}
        if self._document.path.is_file():
            recipes = load_case_file(self._document.path).recipes
            names |= {name for recipe in recipes if recipe.seed is None for name in recipe.names}
        return frozenset(names)

    @cached_property
    def _needed(self) -> dict[int, Recipe]:
        """The recipes with a known seed that graded numbers depend on, by index."""
        used = {
            name
            for due in self._dues.graded
            if due.golden.kind != "shape"
            for case, _ in due.cases
            for name in self._dues.inputs_of(case)
        }
        return {
            number: recipe
            for number, recipe in enumerate(self._document.case_file.recipes)
            if recipe.seed is not None and used & set(recipe.names) and not self._hidden & set(recipe.names)
        }

    def _given(self, matches: Mapping[str, Golden]) -> Iterator[Due]:
        """The goldens used but not computed by cases, if the copy has different numbers."""
        taken = {name for case in self._document.case_file.cases for name in self._dues.inputs_of(case)}
        for due in self._dues.all:
            own = matches.get(due.name)
            if due.name in taken - self._dues.computed and own is not None and _differ(own, due.golden):
                yield due

    def _printed(self, matches: Mapping[str, Golden], drawn: ReferenceDocument) -> Iterator[tuple[str, Golden]]:
        """Drawn inputs, each with the copy's golden that prints it with different numbers."""
        for relation in self._document.case_file.relations:
            golden = matches.get(relation.golden)
            if relation.holds != OF_INPUTS[0] or golden is None or golden.shape != drawn.golden(relation.golden).shape:
                continue
            verdict = judge_relation(with_goldens(drawn, {relation.golden: golden}), relation)
            if verdict.verdict == DISAGREES:
                yield str(relation.arguments["input"]), golden


def _shown(golden: Golden, document: ReferenceDocument) -> Input:
    return replace(input_of_golden(golden, document.path), dtype="")


def _seeds_of(
    generator: str, recipes: Mapping[int, Recipe], found: Sequence[SeedSet]
) -> tuple[dict[int, int] | None, str]:
    """The seeds that a copy sets instead of others, with a note; None if it sets none."""
    due = [recipe.seed for recipe in recipes.values() if recipe.seed is not None]
    own = [entry.seed for entry in found if entry.seed is not None]
    if set(due) <= set(own):
        return {}, ""
    told = " and ".join(str(seed) for seed in dict.fromkeys(due))
    if not found:
        return None, f"{generator} is not seeded (the document: {told})"
    others = [seed for seed in dict.fromkeys(own) if seed not in due]
    cells = ", ".join(f"cell {entry.cell}: {entry.seed}" for entry in found if entry.seed not in due)
    note = f"{generator} is not seeded with {told} ({cells or 'not with ' + told})"
    if len(own) == len(due):
        return {number: seed for number, seed, was in zip(recipes, own, due, strict=True) if seed != was}, note
    if len(others) != 1:
        return None, note
    return {number: others[0] for number, recipe in recipes.items() if recipe.seed not in own}, note


def _differ(own: Golden, other: Golden) -> bool:
    """Whether two prints cannot be of the same numbers; an unreadable input does not count as different."""
    try:
        _shown_whole(own)
    except LastdigitError:
        return False
    if len(own.tokens) != len(other.tokens):
        return True
    return any(
        one is not None and two is not None and (one.low > two.high or two.low > one.high)
        for one, two in zip(own.numbers, other.numbers, strict=True)
    )


def _shown_whole(golden: Golden) -> Input:
    return input_of_golden(golden, Path(golden.provenance.document))
