"""Plans the default inputs for a function: exact, random and hard ones of several sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lastdigit.check.exact_inputs import exact_kinds
from lastdigit.check.exact_projections import PROJECTED
from lastdigit.check.shapes import letters, optional, result_shape, slots
from lastdigit.check.spec import (
    BOTH,
    CAUSAL,
    CONTIGUOUS,
    DRAWN,
    LAYOUTS,
    MASKS,
    NO_MASK,
    NORMAL,
    Spec,
)
from lastdigit.check.target import Target
from lastdigit.operations import find_operation, is_gradient
from lastdigit.operations.operation import GRADIENT

USUAL = {"n": 16, "m": 16, "d": 16, "c": 8, "e": 8, "f": 24, "h": 2, "g": 2}
SMALL_SIZES: Sequence[Mapping[str, int]] = (
    {"n": 1, "m": 1, "d": 3, "c": 2, "e": 3, "f": 5, "h": 1, "g": 1},
    {"n": 7, "m": 13, "d": 5, "c": 3, "e": 5, "f": 9, "h": 3, "g": 2},
)
BATCHED = {"b": 3, "n": 5, "m": 9, "d": 8, "c": 6, "e": 4, "f": 8, "h": 2, "g": 2}
SOME = {"n": 33, "m": 65, "d": 17, "c": 19, "e": 9, "f": 40, "h": 3, "g": 2}
MANY = {"n": 160, "m": 160, "d": 64, "c": 64, "e": 16, "f": 64, "h": 4, "g": 2}
ROUND = {"n": 32, "m": 32, "d": 64, "c": 32, "e": 16, "f": 64, "h": 4, "g": 2}


OF_INPUTS, OTHER = ("causal", "mask", "heads", "token", "fan_in"), 1024.0
"""Parameters that sizes and masks determine; the factor from a default to another number."""


@dataclass(frozen=True)
class Asked:
    """The user's request; empty parts are chosen by the plan."""

    sizes: tuple[Mapping[str, int], ...] = ()
    dtypes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    masks: tuple[str, ...] = ()
    layouts: tuple[str, ...] = ()
    without_optional: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0


def plan(target: Target, asked: Asked) -> list[Spec]:
    """The planned inputs, smallest first, for the whole request in all formats."""
    dtypes = asked.dtypes or target.dtypes
    found: list[Spec] = []
    takes = takes_optional(target) and not asked.without_optional
    for dtype in dtypes:
        for spec in _all_asked(target, dtype, asked) if _narrowed(asked) else _usual(target, dtype, asked):
            given = spec if takes else replace(spec, optional=False)
            found += [given] if given not in found else []
    return found


def masks_of(target: Target) -> tuple[str, ...]:
    """The masks that an operation defines and a function accepts."""
    causal = "causal" in target.parameters
    mask = "mask" in target.parameters
    return tuple(
        kind
        for kind in MASKS
        if kind == NO_MASK or (causal if kind == CAUSAL else mask if kind != BOTH else mask and causal)
    )


def takes_optional(target: Target) -> bool:
    """Whether a function accepts all optional arrays of its operation."""
    return target.arrays >= len(slots(target.operation))


def usual_sizes(operation: str) -> Mapping[str, int]:
    """Small sizes for which there are exact inputs, if there are any."""
    return {**USUAL, "n": 8} if operation in PROJECTED else USUAL


def of_letters(operation: str, sizes: Mapping[str, int], *, batch: bool = True) -> dict[str, int]:
    """The sizes restricted to an operation's letters."""
    return {name: sizes[name] for name in letters(operation) if name in sizes and (batch or name != "b")}


def _usual(target: Target, dtype: str, asked: Asked) -> Iterator[Spec]:
    operation, masks, seed = target.operation, masks_of(target), asked.seed

    def spec(kind: str, sizes: Mapping[str, int], mask: str = NO_MASK, layout: str = CONTIGUOUS) -> Spec:
        return Spec(operation, kind, of_letters(operation, sizes), dtype, mask, layout, seed)

    exact, usual = exact_kinds(operation), usual_sizes(operation)
    for kind in exact:
        yield from (spec(kind, usual, mask) for mask in masks)
    for place, sizes in enumerate(SMALL_SIZES):
        yield spec(NORMAL, sizes)
        yield spec(NORMAL, sizes, masks[-1 - place % len(masks)])
    for place, kind in enumerate(DRAWN):
        yield spec(kind, SOME, masks[place % len(masks)])
    for place, layout in enumerate(LAYOUTS[1:]):
        yield spec(exact[0], usual, masks[place % len(masks)], layout)
        yield spec(NORMAL, SOME, masks[(place + 1) % len(masks)], layout)
    if "b" in letters(operation):
        yield spec(exact[0], {**usual, "b": 3})
        yield spec(NORMAL, BATCHED, masks[-1])
    yield from (spec(kind, ROUND, masks[min(1, len(masks) - 1)]) for kind in exact)
    for mask in masks[:3]:
        yield spec(NORMAL, MANY, mask)
    for name, value in _other_parameters(target).items():
        yield replace(spec(NORMAL, SOME), parameters={name: value})
    if optional(operation):
        yield replace(spec(NORMAL, SOME), optional=False)
        yield replace(spec(exact[0], usual), optional=False)


def _all_asked(target: Target, dtype: str, asked: Asked) -> Iterator[Spec]:
    operation = target.operation
    usual = usual_sizes(operation)
    every = asked.sizes or (usual, SOME)
    for sizes in every:
        given = {**of_letters(operation, usual, batch=False), **of_letters(operation, sizes)}
        for kind in asked.kinds or (*exact_kinds(operation), *DRAWN):
            for mask in asked.masks or masks_of(target):
                for layout in asked.layouts or (CONTIGUOUS,):
                    yield Spec(operation, kind, given, dtype, mask, layout, asked.seed, asked.parameters)


def _other_parameters(target: Target) -> dict[str, Any]:
    """A non-default value for each parameter of a function that is neither a mask nor a size.

    For a gradient only those that preserve the shape of the result, and so of the cotangent.
    """
    found: dict[str, Any] = {}
    for name, default in find_operation(target.operation).parameters.items():
        if name in target.parameters and name not in OF_INPUTS:
            if isinstance(default, bool):
                found[name] = not default
            elif isinstance(default, float):
                found[name] = default * OTHER
    if not is_gradient(target.operation):
        return found
    of, sizes = target.operation.rpartition(GRADIENT)[0], of_letters(target.operation, SOME)
    return {
        name: value
        for name, value in found.items()
        if result_shape(of, sizes, **{name: value}) == result_shape(of, sizes)
    }


def _narrowed(asked: Asked) -> bool:
    return bool(
        asked.sizes or asked.kinds or asked.masks or asked.layouts or asked.without_optional or asked.parameters
    )
