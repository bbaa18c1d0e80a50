"""What a disagreement rests on: proven, whatever the roundings were; calibrated, by how likely they were; or inferred:
it holds if that is right which a document does not say of a print."""

from __future__ import annotations

PROVEN = "proven"
CALIBRATED = "calibrated"
INFERRED = "inferred"

UNPROVEN = (CALIBRATED, INFERRED)
"""What is not proven."""

FALSE_ALARM = 1e-9
"""The probability at which calibrated evidence is asked: of all tests of one verdict together, on a right result."""
