"""Stored cases as test vectors for programs in other languages, and judgement of their outputs."""
