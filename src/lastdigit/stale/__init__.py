"""Stale outputs: what a notebook printed, held to what it prints when it is run again."""
