"""The columns of the CSV reports, and what their cells are."""

TEXT, COUNT, NUMBER = "text", "count", "number"

VERDICT_COLUMNS = {
    "environment": TEXT,
    "document": TEXT,
    "case": TEXT,
    "golden": TEXT,
    "operation": TEXT,
    "implementation": TEXT,
    "dtype": TEXT,
    "against": TEXT,
    "verdict": TEXT,
    "gate": TEXT,
    "elements": COUNT,
    "worst_index": TEXT,
    "expected": TEXT,
    "observed": TEXT,
    "error": NUMBER,
    "allowed": NUMBER,
    "digits": COUNT,
    "rules_out": COUNT,
    "mistakes": COUNT,
    "explanation": TEXT,
    "erratum": TEXT,
    "seconds": NUMBER,
    "reason": TEXT,
    "evidence": TEXT,
    "arithmetic": TEXT,
    "blind_to": TEXT,
    "shares": TEXT,
    "rows_read": COUNT,
    "notes": TEXT,
}
"""The columns of ``verdicts.csv``, each with what its cells are; docs/reports.md says what they mean."""

DISCREPANCY_COLUMNS = {
    "environment": TEXT,
    "document": TEXT,
    "cell": COUNT,
    "golden": TEXT,
    "index": TEXT,
    "implementation": TEXT,
    "dtype": TEXT,
    "against": TEXT,
    "printed": TEXT,
    "observed": TEXT,
    "error": NUMBER,
    "allowed": NUMBER,
    "explanation": TEXT,
    "erratum": TEXT,
}
"""The columns of ``discrepancies.csv``; the printed token stands there verbatim, so it is text."""
