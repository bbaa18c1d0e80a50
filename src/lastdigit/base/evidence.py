"""The evidence for a disagreement: proven, for any rounding errors; calibrated, by their probability; or inferred,
subject to facts that the document does not state about a print."""

from __future__ import annotations

PROVEN = "proven"
CALIBRATED = "calibrated"
INFERRED = "inferred"

UNPROVEN = (CALIBRATED, INFERRED)
"""Kinds of evidence short of proof."""

FALSE_ALARM = 1e-9
"""The probability of a false alarm with calibrated evidence, over all tests of one verdict on a correct result."""
