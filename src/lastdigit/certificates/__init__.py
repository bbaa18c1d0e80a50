"""Certificates: everything needed to re-derive a run's verdicts without trusting this code."""
