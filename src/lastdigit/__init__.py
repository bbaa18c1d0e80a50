"""lastdigit verifies every implementation against the numbers a document printed, to the last digit."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastdigit.assertions.agreement import assert_agrees, judge
    from lastdigit.assertions.allowed_error import tolerance
    from lastdigit.assertions.printed_text import printed
    from lastdigit.implementations.declaration import implements
    from lastdigit.implementations.declared_printer import printer
    from lastdigit.implementations.definitions import mistake
    from lastdigit.operations.gradients import gradient_of
    from lastdigit.operations.mistakes import NotApplicable
    from lastdigit.operations.operation import operation
    from lastdigit.reports.tables.run_tables import read_discrepancies, read_verdicts

__all__ = [
    "NotApplicable",
    "assert_agrees",
    "gradient_of",
    "implements",
    "judge",
    "mistake",
    "operation",
    "printed",
    "printer",
    "read_discrepancies",
    "read_verdicts",
    "tolerance",
]
__version__ = "0.1.0"

if not TYPE_CHECKING:
    # A type checker takes any name for one of a module that has __getattr__, a misspelt one too.
    _HOMES = {
        "NotApplicable": "lastdigit.operations.mistakes",
        "assert_agrees": "lastdigit.assertions.agreement",
        "gradient_of": "lastdigit.operations.gradients",
        "implements": "lastdigit.implementations.declaration",
        "judge": "lastdigit.assertions.agreement",
        "mistake": "lastdigit.implementations.definitions",
        "operation": "lastdigit.operations",
        "printed": "lastdigit.assertions.printed_text",
        "printer": "lastdigit.implementations.declared_printer",
        "read_discrepancies": "lastdigit.reports.tables.run_tables",
        "read_verdicts": "lastdigit.reports.tables.run_tables",
        "tolerance": "lastdigit.assertions.allowed_error",
    }

    def __getattr__(name):
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])

        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value

    def __dir__():
        return sorted([*globals(), *__all__])
