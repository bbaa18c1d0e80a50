"""Stored cases as vectors for programs in other languages, and the judgement of what those write."""
