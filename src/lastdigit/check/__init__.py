"""Checking one function that computes an operation, without stored files: fresh inputs, verdicts, a report."""
