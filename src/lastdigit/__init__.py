"""lastdigit verifies every implementation against the numbers a document printed, to the last digit."""

from typing import Any

__all__ = ["assert_agrees", "implements", "judge", "printed", "read_discrepancies", "read_verdicts", "tolerance"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name == "implements":
        from lastdigit.declaration import implements

        return implements
    if name == "printed":
        from lastdigit import printed_text

        return printed_text.printed
    if name in ("assert_agrees", "judge"):
        from lastdigit import assertions

        return getattr(assertions, name)
    if name == "tolerance":
        from lastdigit.allowed_error import tolerance

        return tolerance
    if name in ("read_discrepancies", "read_verdicts"):
        from lastdigit.reports import tables

        return getattr(tables, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
