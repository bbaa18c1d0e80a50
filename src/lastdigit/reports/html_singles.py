"""The verdicts of a section of which the page keeps one element each: a column per fact, over all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.golden import Golden
from lastdigit.reports.html_columns import Pools
from lastdigit.reports.html_places import places_of, spelled
from lastdigit.verdicts.elements import Elements, Terms
from lastdigit.verdicts.texts import gathered


class Singles:
    """One element of each of several verdicts; its numbers are added for many of them at once."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._waiting: list[tuple[Elements, Terms, int, bool]] = []
        self._rows: list[tuple[int, int, str | None]] = []
        self._observed: list[str] = []
        self._expected: list[str | None] = []
        self._places: dict[int, list[int]] = {}
        self._bands: list[str] = []
        self._numbers: list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = []
        self._kinds: dict[tuple[str, ...], int] = {}
        self._of: list[int] = []
        self._terms: list[list[list[np.ndarray]]] = []

    def add(
        self, elements: Elements, terms: Terms, at: int, golden: Golden | None, letters: str, *, expected: bool
    ) -> None:
        """Keep the element ``at`` of a verdict; ``letters`` of all its elements where they stand beside a golden's."""
        index = None
        if golden is None:
            index = spelled(elements.indices[at])
        else:
            places = places_of(elements, golden)
            if places is not None:
                self._places[len(self._rows)] = places
            self._bands.append(letters)
        self._waiting.append((elements, terms, at, expected))
        self._rows.append((len(elements.error), at, index))

    def gather(self, errors: np.ndarray, allowed: np.ndarray, agree: np.ndarray, same: np.ndarray) -> None:
        """The numbers and flags of the elements that were added last; their texts and terms are gathered at once."""
        if not self._waiting:
            return
        self._numbers.append((errors, allowed, agree, same))
        elements, terms, places, expected = zip(*self._waiting, strict=True)
        self._observed += gathered([each.observed for each in elements], places)
        printed = iter(
            gathered(
                [each.printed for each, wanted in zip(elements, expected, strict=True) if wanted],
                [at for at, wanted in zip(places, expected, strict=True) if wanted],
            )
        )
        self._expected += [next(printed) if wanted else None for wanted in expected]
        groups: dict[int, tuple[list[Terms], list[int]]] = {}
        for each, at in zip(terms, places, strict=True):
            number = self._kinds.setdefault(tuple(each), len(self._kinds))
            self._of.append(number)
            group = groups.setdefault(number, ([], []))
            group[0].append(each)
            group[1].append(at)
        for number, (group_terms, group_places) in groups.items():
            if number == len(self._terms):
                self._terms.append([[] for _ in group_terms[0]])
            for name, parts in zip(group_terms[0], self._terms[number], strict=True):
                parts.append(np.array([each[name][at] for each, at in zip(group_terms, group_places, strict=True)]))
        self._waiting.clear()

    def plain(self) -> dict[str, Any]:
        """The columns, and what every kind of allowance is the sum of: names, and a list of numbers for each."""
        if not self._rows:
            return {}
        errors, allowed, agree, same = map(np.concatenate, zip(*self._numbers, strict=True))
        counts, kept, indices = zip(*self._rows, strict=True)
        plain = {
            "count": counts,
            "kept": kept,
            "indices": indices,
            "observed": self._observed,
            "expected": self._expected,
            "bands": "".join(self._bands),
            "error": self._pools.number(errors),
            "allowed": self._pools.number(allowed),
            "agrees": flags(agree),
            "same": flags(same),
            "of": self._of,
            "terms": [
                [(name, self._pools.number(np.concatenate(parts))) for name, parts in zip(names, columns, strict=True)]
                for names, columns in zip(self._kinds, self._terms, strict=True)
            ],
        }
        return plain | {"places": self._places} if self._places else plain


def flags(values: np.ndarray) -> str:
    """A character per flag; where all are set, one says so."""
    return "1" if values.all() else (values.astype(np.uint8) + ord("0")).tobytes().decode("ascii")
