"""Verdicts in words: what a verdict rests on, its numbers, and what a failing test says."""
