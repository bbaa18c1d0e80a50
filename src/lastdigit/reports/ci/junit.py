"""The verdicts of a test as properties of its entry in ``junit.xml``."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.verdicts.verdict import Verdict
from lastdigit.verdicts.words.evidence import BETWEEN, share_words, told

Property = tuple[str, object]


def properties(verdicts: Sequence[Verdict]) -> list[Property]:
    """What all verdicts of a test share, then what each says, under the name of its golden or of the definition."""
    if not verdicts:
        return []
    first = verdicts[0]
    found: list[Property] = [
        ("document", first.document),
        ("case", first.case),
        ("operation", first.operation),
        ("implementation", first.implementation),
        ("dtype", first.dtype),
    ]
    for verdict in verdicts:
        of = f"[{verdict.golden or verdict.against}]"
        digits = "" if verdict.digits is None else f"{verdict.digits}/{verdict.elements}"
        said = {
            "verdict": verdict.verdict,
            "gate": verdict.gate,
            "digits": digits,
            "error": verdict.error,
            "allowed": verdict.allowed,
            "explanation": verdict.explanation,
            "erratum": verdict.erratum,
            "reason": verdict.reason,
            "evidence": verdict.evidence,
            "arithmetic": verdict.arithmetic,
            "blind_to": BETWEEN.join(verdict.blind_to),
            "shares": BETWEEN.join(share_words(share) for share in verdict.shares if told(share, verdict)),
            "rows_read": verdict.rows_read or None,
            "notes": BETWEEN.join(verdict.notes),
        }
        found += [(f"{name}{of}", str(value)) for name, value in said.items() if value not in ("", None)]
    return found
