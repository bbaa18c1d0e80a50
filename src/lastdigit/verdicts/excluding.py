"""Mistakes that the caller requires an agreement to exclude."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lastdigit.base.errors import UnknownMistake
from lastdigit.operations.mistakes import Mistake
from lastdigit.verdicts.verdict import AGREES, UNDECIDED, Verdict

ALL = "all"


def excluding(verdict: Verdict, mistakes: Sequence[Mistake], names: str | Sequence[str]) -> Verdict:
    """The verdict, or undecided if it agrees without excluding all mistakes in ``names``, or "all" of them.

    Raises :class:`UnknownMistake` for a name that none of the ``mistakes`` has.
    """
    known = list(dict.fromkeys(mistake.name for mistake in mistakes))
    if names == ALL:
        names = known
    elif isinstance(names, str):
        names = [names]
    for name in names:
        if name not in known:
            raise UnknownMistake(name, known)
    left = [name for name in verdict.blind_to if name in names]
    if verdict.verdict != AGREES or not left:
        return verdict
    return replace(verdict, verdict=UNDECIDED, reason=f"not excluded: {', '.join(left)}")
