"""Stale outputs: compares a notebook's stored outputs with those of a new run."""
