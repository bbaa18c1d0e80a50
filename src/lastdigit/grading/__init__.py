"""Grading: what copies of a notebook print, held to the cases of a stored document; nothing is executed."""
