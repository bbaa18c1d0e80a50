"""Verdicts: the decision rule, and what it says of every document and every implementation."""
