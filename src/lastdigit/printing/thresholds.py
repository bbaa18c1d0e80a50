"""The numbers that decide what a print is and what it says, with what changes where they are others.

Measured on 118 documents with 2,490 goldens: 66 public notebooks of rasbt/LLMs-from-scratch, the five documents and the
tests' own notebooks and texts. "None" is no golden more, none less, and none whose format or label is another. What
changes nothing there keeps apart what only the tests' hard cases hold.
"""

from __future__ import annotations

UNROUNDED = 15
"""Significant digits that some number of a list needs unless all were rounded before: of a hundred random float64
numbers one needs fewer, and then its interval is a little wider than it has to be. Of 14 or 16: none; of 7: one format;
of 30: eight."""

FEWEST_ROUNDED = 3
"""So many numbers with few decimals tell that something may have rounded all of an array. Of 255 notebooks with 19,700
goldens, 2 widens ten more and 4 four fewer."""

FEW_DECIMALS = 4
"""A column that shows no more was rounded by somebody, or is data as it was read. Of 3 or 5: none."""

SELDOM = 1e-3
"""So seldom do numbers of a finer dtype look like those of a coarser one that they may be of that one, though no source
names it: a wider interval is the price."""

MOST_ROUNDED = 7
"""A dict or a list of which no number shows more decimals was rounded, as float64 numbers show 15 or more."""

ALIKE = 3
"""So many numbers that show the same number of digits show it to be that of the print: of a number that shows more, one
in ten ends in a zero that is left out. Of 1 or 6: none."""

SHOWN_IN_FULL = 1000
"""Printers show so many numbers in full unless told otherwise; of more the first ones are looked at. Of 100 or 2000:
none."""

FEWEST_KEYS = 4
"""So many keys of a dict with the values 0, 1, 2, … make it an index; fewer may follow by chance. Of 2 or 8: none."""

COMPUTED = 5
"""A number of so many digits in a record was computed; ``Dropout(p=0.1)`` shows a setting. Of 2 or 10: none."""

LONGEST_KEY = 80
"""The longest string of a pair that names the array behind it. Of 8 or 160: none."""

HEADER_LINES = 8
"""The most lines of a table's header. Of 4 or 16: none."""

FEWEST_NAMES = 3
"""So many words set apart above a row of numbers are names, and the row is no header. Of 2 or 5: none."""

WIDEST_NUMBER = 5
"""The most digits of integers that name columns of a table in several blocks. Of 2 or 10: none."""

NEAR_BRACKET = 200
"""So many characters about a bracket say whether it belongs to a sentence. Of 20 or 400: none."""

NEAR_CALL = 40
"""So many characters before an object's representation say whether it begins its line. Of 4 or 80: none."""

NEAR_TIE = 12
"""In so many characters before a number stands what ties it to its words: a colon, an arrow, "is". Of 6 or 24: none."""

NEAR_WORDS = 60
"""In so many characters before a number stands what makes it a setting or an expectation. Of 6 or 120: none."""

FARTHEST_WORDS = 300
"""So many characters before a number are searched for its name. Of 150 or 600: none; of 30: 38 labels are cut."""

LONGEST_LABEL = 100
"""The longest label; of a longer one the end is kept. Of 200: none; of 50: five labels are cut."""

MOST_COUNTERS = 3
"""So many counters of a line become a part of its labels. Of 2 or 4: none; of 1: twelve labels lose one."""

LONGEST_LINE = 10_000
"""A longer line is data and not words. Of 1,000 or 20,000: none."""
