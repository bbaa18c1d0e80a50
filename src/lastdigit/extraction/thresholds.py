"""The numbers that telling sentences from values rests on, with what changes where they are others.

Measured on 118 documents with 2,490 goldens: 66 public notebooks of rasbt/LLMs-from-scratch, the five documents and the
tests' own notebooks and texts. "None" is no golden more and none less.
"""

from __future__ import annotations

FEWEST_COMMON_WORDS = 3
"""So many of the commonest words make a line a sentence. Of 2 or 4: none."""

FEWEST_WORDS = 7
"""So many words does a sentence have at least. Of 6 or 8: none."""

OFTEN = 3
"""A word before so many numbers names them, as in a log. Of 2: five numbers of sentences more; of 4: none."""

ONE_LINE_IN = 5
"""Among so many lines one sentence makes a text one of sentences. Of 4 or 6: none."""

NEAR = 80
"""So many characters before a number are searched for its words. Of 40 or 160: none."""

FARTHEST = 200
"""So many characters before a number are held to the words that the source writes. Of 100 or 400: none."""

NEAR_ABOVE = 400
"""So many characters above a line are searched for the words that name what stands on it. Of 200 or 800: none."""

LONGEST_LINE = 2000
"""So many characters of a line are looked at, so that a line without end takes no time that counts."""

FEWEST_SIGNIFICANDS = 3
"""So many significands of a table, all of as many digits, tell the precision of pandas. Of 2 or 4: none."""
