"""Verifies hits: their draws are compared with everything the document prints, by the decision rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from lastdigit.cases.inputs import draw
from lastdigit.cases.recovered import NearMiss, Searched
from lastdigit.cases.reference import ReferenceDocument
from lastdigit.seeds.checkpoint import State
from lastdigit.seeds.plan import Plan
from lastdigit.seeds.sieve import Hit
from lastdigit.seeds.unknown import UnknownDraws
from lastdigit.verdicts.judge_case import judge_document
from lastdigit.verdicts.readings import CaseReadings

RUNS = 20
"""The most runs of a cell that are considered when an offset is explained."""


@dataclass(frozen=True)
class Held:
    """A hit, and the number of printed values it reproduces by the decision rule."""

    hit: Hit
    values: int
    of: int

    @property
    def fits(self) -> bool:
        """Whether every printed value is reproduced."""
        return self.values == self.of


def hold(document: UnknownDraws, hit: Hit) -> Held:
    """Draw with the seed of a hit, and judge every case that depends on the draws. A value counts once, and only if
    every case that computes it agrees.
    """
    recipe = replace(document.recipe, seed=hit.seed, offset=hit.offset)
    drawn = ReferenceDocument(document.stored, replace(document.case_file, recipes=(recipe,)))
    agree: dict[tuple[str, tuple[int, ...]], bool] = {}
    for case in document.cases:
        for verdict in judge_document(CaseReadings(drawn, case)):
            for element in verdict.details:
                key = (verdict.golden, element.index)
                agree[key] = agree.get(key, True) and element.agrees
    return Held(hit, sum(agree.values()), len(agree))


def record(document: UnknownDraws, plan: Plan, held: list[Held]) -> Searched:
    """The record of a complete search: the fitting hit, if all fitting hits draw the same numbers, and the near misses.

    With rejection sampling, several offsets may yield the same numbers; the last is recorded.
    """
    fitting = [entry for entry in held if entry.fits]
    near = tuple(NearMiss(h.hit.seed, h.hit.offset, h.values, h.of) for h in held if not h.fits)
    offsets = (plan.offsets.first, plan.offsets.last, plan.offsets.step)
    searched = Searched(
        plan.draw, plan.generator, plan.first, plan.end, offsets, plan.evidence, plan.searched, near=near
    )
    if len({_drawn(document, entry.hit) for entry in fitting}) != 1:
        return searched
    best = max(fitting, key=lambda entry: entry.hit)
    return replace(
        searched,
        seed=best.hit.seed,
        offset=best.hit.offset,
        values=best.values,
        of=best.of,
        suggests=suggests(document, best.hit.offset),
    )


def _drawn(document: UnknownDraws, hit: Hit) -> bytes:
    arrays = draw(replace(document.recipe, seed=hit.seed, offset=hit.offset), document.path)
    return b"".join(array.tobytes() for array in arrays.values())


def judged(document: UnknownDraws, state: State) -> list[Held]:
    """Every hit of a search, fitting ones first."""
    return sorted((hold(document, hit) for hit in state.hits), key=lambda entry: (-entry.values, entry.hit))


def suggests(document: UnknownDraws, offset: int) -> str:
    """Suggests which cells had run before, from the number of draws of each cell."""
    width = 1 if document.recipe.generator == "jax.random" else document.layout.words
    draws, left = divmod(offset, width)
    if offset == 0:
        return "no earlier draws: the generator had just been seeded"
    if left:
        return f"{offset} preceding words are not a whole number of such draws: other draws were made earlier"
    runs = min(_runs(document.recipe.cells or {"these draws": document.units}, draws), default=None, key=_fewest)
    if runs is None:
        return f"{draws} draws before are not a whole number of runs of {_cells(document)}"
    return "; ".join(f"{cell} had run {_times(count)}" for cell, count in runs.items() if count)


def _runs(cells: Mapping[str, int], draws: int) -> Iterator[dict[str, int]]:
    names = list(cells)
    for counts in product(*(range(min(RUNS, draws // size) + 1) for size in cells.values())):
        if sum(count * size for count, size in zip(counts, cells.values(), strict=True)) == draws:
            yield dict(zip(names, counts, strict=True))


def _fewest(runs: dict[str, int]) -> int:
    return sum(runs.values())


def _cells(document: UnknownDraws) -> str:
    return ", ".join(document.recipe.cells) or "these draws"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
