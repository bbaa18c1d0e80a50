"""Grading: compares prints in copies of a notebook with a stored document's cases; nothing is executed."""
