"""Stale outputs: what a notebook printed, compared with what it prints when it is run again."""
