"""Grading: what copies of a notebook print, compared with the cases of a stored document; nothing is executed."""
