"""Which facts of a golden are inferred: what its document does not state, and a person may know better."""

from __future__ import annotations

from lastdigit.printing.array_print import ArrayPrint

STATED_OPTIONS = frozenset({"default", "set in the source", "literal"})
"""Where print options may come from without anybody having to guess: from the printer, or from the source."""

_SHOWS_OTHERS = frozenset({"torch"})
"""Printers that show every dtype but the one that is usual, so that a print without any says which it is."""


def inferred_facts(array: ArrayPrint, options: str, *, label: bool, kind: bool) -> tuple[str, ...]:
    """The facts of a printed array that are inferred, where its print ``options`` come from there.

    ``label`` and ``kind`` say whether its label and its kind are.
    """
    has_decimals = array.dtype.startswith(("float", "complex", "bfloat"))
    facts = {
        "dtype": has_decimals and not array.dtype_shown and array.printer not in _SHOWS_OTHERS,
        "precision": has_decimals and options not in STATED_OPTIONS,
        "label": label,
        "kind": kind,
    }
    return tuple(fact for fact, is_inferred in facts.items() if is_inferred)
