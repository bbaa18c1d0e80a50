"""Which facts about a golden are inferred rather than stated by its document."""

from __future__ import annotations

from lastdigit.printing.array_print import ArrayPrint

STATED_OPTIONS = frozenset({"default", "set in the source", "literal"})
"""Sources of print options that involve no inference: the printer's defaults, or the document's source."""


def inferred_facts(array: ArrayPrint, options: str, *, label: bool, kind: bool) -> tuple[str, ...]:
    """The inferred facts about a printed array; ``options`` is the source of its print options.

    ``label`` and ``kind``: whether its label and its kind are inferred.
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
