"""The verdicts with one element each on the page, the worst: a column per fact over many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.printing.golden import Golden
from lastdigit.reports.page.places import letters, places_of, share, spelled
from lastdigit.reports.page.pools import Pools
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.texts import gathered

HELD = 50_000
"""Elements that are held at a time."""

_FLAGS = bytes.maketrans(b"\0\1", b"01")


class Singles:
    """One element of each of several verdicts; those with as many elements and the same terms are a group."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._groups: dict[tuple[Any, ...], _Group] = {}
        self._waiting: dict[tuple[int, int, int, bool], tuple[int, int]] = {}
        self._held = 0

    def add(self, elements: Elements, terms: Terms, golden: Golden | None, *, expected: bool) -> tuple[int, int]:
        """Keep the worst element of a verdict; returns its group and its place there.

        Beside a golden's tokens there is a letter for every element; without them a verdict has but one element. Its
        printed or exact text is kept where it is ``expected``.
        """
        # Of verdicts with the very same elements, as those are that a record has one line for, one stands for all.
        same = id(elements), id(terms), id(golden), expected
        found = self._waiting.get(same)
        if found is None:
            count = len(elements.error)
            key = count, golden is None, expected, *terms
            group = self._groups.get(key)
            if group is None:
                group = self._groups[key] = _Group(len(self._groups), [*terms], self._pools, expected=expected)
            found = self._waiting[same] = group.number, group.add(elements, terms, golden)
            self._held += count
        if self._held >= HELD:
            self._gather()
        return found

    def plain(self) -> list[dict[str, Any]]:
        """The groups."""
        self._gather()
        return [group.plain() for group in self._groups.values()]

    def _gather(self) -> None:
        for group in self._groups.values():
            group.gather()
        self._waiting.clear()
        self._held = 0


class _Group:
    """Verdicts of as many elements each, whose allowances have the same terms."""

    def __init__(self, number: int, names: Sequence[str], pools: Pools, *, expected: bool) -> None:
        self.number = number
        self._names, self._pools, self._is_expected = names, pools, expected
        self._elements: list[Elements] = []
        self._terms: list[Terms] = []
        self._goldens: list[Golden | None] = []
        self._count = 0
        self._kept: list[int] = []
        self._indices: list[str] = []
        self._observed: list[str] = []
        self._expected: list[str] = []
        self._places: list[list[int] | None] = []
        self._bands: list[int] = []
        self._columns: list[list[np.ndarray]] = []

    def add(self, elements: Elements, terms: Terms, golden: Golden | None) -> int:
        """Add a verdict's elements; returns their place in the group."""
        self._goldens.append(golden)
        self._elements.append(elements)
        self._terms.append(terms)
        return len(self._kept) + len(self._elements) - 1

    def gather(self) -> None:
        """Take what is needed from the elements that were added last, from all of them at once."""
        elements, terms, m = self._elements, self._terms, len(self._elements)
        if not m:
            return
        errors = np.concatenate([each.error for each in elements])
        allowed = np.concatenate([each.allowed for each in elements])
        agrees = np.concatenate([each.agrees for each in elements])
        same = np.concatenate([each.same for each in elements]) == 1
        n = self._count = len(errors) // m
        kept = [0] * m
        if n > 1:
            shares = share(errors, allowed)
            worst = shares.reshape(m, n).argmax(axis=1)
            kept = worst.tolist()
            text = letters(shares, agrees, same)
            self._bands += [self._pools.letters(text[start : start + n]) for start in range(0, m * n, n)]
            chosen = worst + np.arange(0, m * n, n)
            errors, allowed, agrees, same = errors[chosen], allowed[chosen], agrees[chosen], same[chosen]
        bounds = [np.array([*map(np.ndarray.item, each, kept)]) for each in zip(*map(dict.values, terms), strict=True)]
        self._columns.append([errors, allowed, agrees, same, *bounds])
        self._kept += kept
        self._observed += gathered([each.observed for each in elements], kept)
        if self._is_expected:
            self._expected += gathered([each.printed for each in elements], kept)
        for each, golden in zip(elements, self._goldens, strict=True):
            if golden is None:
                self._indices.append(spelled(each.indices[0]))
            else:
                self._places.append(places_of(each, golden))
        self._elements, self._terms, self._goldens = [], [], []

    def plain(self) -> dict[str, Any]:
        """The columns, and what the allowances are the sum of: names, and a list of numbers for each."""
        errors, allowed, agrees, same, *bounds = map(np.concatenate, zip(*self._columns, strict=True))
        number = self._pools.number
        plain: dict[str, Any] = {
            "count": self._count,
            "observed": self._observed,
            "error": number(errors),
            "allowed": number(allowed),
            "agrees": flags(agrees),
            "same": flags(same),
            "terms": [(name, number(column)) for name, column in zip(self._names, bounds, strict=True)],
        }
        if self._count > 1:
            plain |= {"kept": self._kept, "bands": self._bands}
        if self._is_expected:
            plain["expected"] = self._expected
        if self._indices:
            plain["indices"] = self._indices
        elif any(self._places):
            plain["places"] = self._places
        return plain


def flags(values: np.ndarray) -> str:
    """A character per flag; where all are set, one says so."""
    plain = values.tobytes()
    return plain.translate(_FLAGS).decode("ascii") if b"\0" in plain else "1"
