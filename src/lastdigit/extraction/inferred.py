"""Which facts of a golden are inferred: what its document does not state, and a person may know better."""

from __future__ import annotations

from lastdigit.printing.array_print import ArrayPrint

STATED_OPTIONS = frozenset({"default", "set in the source", "literal"})
"""Where print options may come from without anybody having to guess: from the printer, or from the source."""


def inferred_facts(array: ArrayPrint, options: str, *, label: bool, kind: bool) -> tuple[str, ...]:
    """The facts of a printed array that are inferred, where its print ``options`` come from there.

    ``label`` and ``kind`` say whether its label and its kind are.
    """
    has_decimals = array.dtype.startswith(("float", "complex", "bfloat"))
    may_be_other = has_decimals or (array.by.prints_many_widths and array.dtype == "int64")
    facts = {
        "dtype": may_be_other and not array.dtype_shown and not array.by.names_other_dtypes,
        "precision": has_decimals and options not in STATED_OPTIONS,
        "label": label,
        "kind": kind,
    }
    return tuple(fact for fact, is_inferred in facts.items() if is_inferred)
