"""Brackets of which one is never opened or never closed: the true reason why a text is left out."""

from __future__ import annotations

import re
from dataclasses import replace

from lastdigit.printing.found import LeftOut
from lastdigit.printing.scan import NOT_RECTANGULAR
from lastdigit.printing.words.reasons import REASONS

UNBALANCED = "brackets of which one is never opened or never closed"

_CLOSERS = re.compile(r"[\])}]{1,20}")


def true_reason(text: str, left_out: LeftOut) -> LeftOut:
    """The left-out text; if its brackets do not match, with that as the reason."""
    if left_out.reason not in (NOT_RECTANGULAR, REASONS["container"]) or text.startswith("{", left_out.start):
        return left_out
    more = _CLOSERS.match(text, left_out.end)
    part = text[left_out.start : more.end() if more else left_out.end]
    balanced = all(part.count(opener) == part.count(closer) for opener, closer in ("[]", "()", "{}"))
    return left_out if balanced else replace(left_out, reason=UNBALANCED)
