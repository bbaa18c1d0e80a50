"""Differences: two runs compared, and runs one after the other."""
