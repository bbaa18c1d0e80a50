"""Thresholds for recognising prints, with the effect of other values.

Measured on 118 documents with 2,490 goldens: 66 public notebooks of rasbt/LLMs-from-scratch, the five documents and the
tests' own notebooks and texts. "14 or 16: none" means that these values add or remove no golden there and change no
format or label. Thresholds without any effect there are pinned by hard cases in the tests.
"""

from __future__ import annotations

UNROUNDED = 15
"""A list with a number of this many significant digits was not rounded before printing: of random float64 numbers, one
in a hundred needs fewer, and then its interval is slightly wider than necessary. 14 or 16: none; 7: one format; 30:
eight."""

FEWEST_ROUNDED = 1
"""This many numbers with few decimals suggest that the whole array was rounded. In 830 notebooks with 154,000 goldens 3
widens 19 fewer; one of these was cut by an option that a file beside its notebook sets.
"""

FEW_DECIMALS = 4
"""A column with at most this many decimals was rounded, or is data as it was read. 3 or 5: none."""

SELDOM = 1e-3
"""The probability below which numbers of a finer dtype are taken to be of a coarser one that prints the same, though no
source names it; otherwise the interval is widened."""

MOST_ROUNDED = 7
"""A dict or a list without more decimals was rounded, since float64 numbers show 15 or more."""

ALIKE = 3
"""This many numbers with the same number of decimals determine that of the print: of longer numbers, one in ten ends in
a zero that is trimmed. 1 or 6: none."""

SHOWN_IN_FULL = 1000
"""Printers show this many numbers in full by default; of more, only the first ones are examined. 100 or 2000: none."""

FEWEST_KEYS = 4
"""A dict with this many values 0, 1, 2, … is an index of its keys; fewer may be a coincidence. 2 or 8: none."""

COMPUTED = 5
"""A number with this many digits in a record was computed; ``Dropout(p=0.1)`` shows a setting. 2 or 10: none."""

LONGEST_KEY = 80
"""The longest string that names the array after it in a pair. 8 or 160: none."""

HEADER_LINES = 8
"""The most lines of a table's header. 4 or 16: none."""

FEWEST_NAMES = 3
"""This many separated words above a row of numbers are names, so that row is not a header. 2 or 5: none."""

WIDEST_NUMBER = 5
"""The most digits of integers as column names in tables of several blocks. 2 or 10: none."""

NEAR_BRACKET = 200
"""The characters around a bracket that decide whether it is part of a sentence. 20 or 400: none."""

NEAR_CALL = 40
"""The characters before an object's representation that decide whether it begins its line. 4 or 80: none."""

NEAR_TIE = 12
"""The characters before a number that may contain a colon, an arrow or "is" after its label. 6 or 24: none."""

NEAR_WORDS = 60
"""The characters before a number that may mark it as a setting or an expectation. 6 or 120: none."""

FARTHEST_WORDS = 300
"""The characters before a number that are searched for its label. 150 or 600: none; 30: 38 labels are cut."""

LONGEST_LABEL = 100
"""The longest label; a longer one is cut at its beginning. 200: none; 50: five labels are cut."""

MOST_COUNTERS = 3
"""The most counters of a line in its labels. 2 or 4: none; 1: twelve labels lose one."""

LONGEST_LINE = 10_000
"""A longer line is data, not words. 1,000 or 20,000: none."""
