"""What a disagreement rests on: proven, whatever the roundings were, or calibrated, by how likely they were."""

from __future__ import annotations

PROVEN = "proven"
CALIBRATED = "calibrated"

FALSE_ALARM = 1e-9
"""The probability at which calibrated evidence is asked: of all tests of one verdict together, on a right result."""
