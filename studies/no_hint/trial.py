"""One print compared with its text: whether the array agrees, its dtype is determined, and a change is detected."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

import numpy as np

import lastdigit
from lastdigit.base.errors import LastdigitError
from lastdigit.base.evidence import INFERRED
from lastdigit.printing.value import PrintedValue
from studies.no_hint.bare_print import BarePrint
from studies.roundtrip.exact_numbers import fraction

SAID, SETTLED, OPEN = "said by the text", "settled by digits", "open"


@dataclass(frozen=True)
class Trial:
    """The result for a print: ``wrong`` says why the array was refused, or that a required refusal is missing.

    ``dtype`` is how it is known. ``by_default``: it shows no decimals, was read with the default options, and its array
    agrees once the option named in the message is given. ``refused``: whether a visible change is refused; None if
    nothing was changed.
    """

    printer: str
    dtype: str
    wrong: str = ""
    by_default: bool = False
    refused: bool | None = None


def tried(print: BarePrint, random: Random) -> Trial:
    """The trial of one print."""
    try:
        expected = lastdigit.printed(print.text)
    except LastdigitError as error:
        return Trial(print.printer, OPEN, f"{error}")
    known = expected.format.inferred
    dtype = SAID if known is None or not known.dtypes else SETTLED if known.settled else OPEN
    verdict = expected.judge(print.array)
    by_default = False
    if verdict.verdict != "agrees":
        by_default = verdict.evidence == INFERRED and _agrees_as_named(print, verdict.reason)
        if not by_default:
            return Trial(print.printer, dtype, f"{verdict.verdict}: {verdict.reason or verdict.expected}")
    changed = print.changed(random)
    if changed is None or by_default:
        return Trial(print.printer, dtype, by_default=by_default)
    refused = expected.judge(changed).verdict != "agrees"
    wrong = "" if refused or not _beyond(expected, print.array, changed) else "a change beyond the union agrees"
    return Trial(print.printer, dtype, wrong, refused=refused)


def _agrees_as_named(print: BarePrint, reason: str) -> bool:
    """Whether the array agrees with the option that a message names."""
    option, _, value = reason.rpartition("; ")[2].split()[0].partition("=")
    expected = lastdigit.printed(print.text, **{option: int(value)})  # type: ignore[arg-type]
    return expected.judge(print.array).verdict == "agrees"


def _beyond(expected: lastdigit.assertions.printed_text.Printed, array: np.ndarray, changed: np.ndarray) -> bool:
    """Whether a changed visible number is outside of every interval that its token may have."""
    if expected.found.summary is not None or len(expected.found.tokens) != array.size:
        return False
    for token, old, new in zip(expected.found.texts, array.reshape(-1), changed.reshape(-1), strict=True):
        value = expected.format.widest.value(token)
        if old != new and isinstance(value, PrintedValue) and not value.low <= Fraction(fraction(new)) <= value.high:
            return True
    return False
