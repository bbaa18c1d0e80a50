"""Thresholds for telling sentences from values, with the effect of changing them.

Measured on 118 documents with 2,490 goldens: 66 public notebooks of rasbt/LLMs-from-scratch, the five documents and the
tests' own notebooks and texts. "None" means that the goldens stay the same.
"""

from __future__ import annotations

FEWEST_COMMON_WORDS = 3
"""Common words that make a line a sentence. With 2 or 4: none."""

FEWEST_WORDS = 7
"""The fewest words of a sentence. With 6 or 8: none."""

OFTEN = 3
"""A word before this many numbers is their label, as in a log. With 2: five more numbers of sentences; with 4: none."""

ONE_LINE_IN = 5
"""A text with one sentence in this many lines is prose. With 4 or 6: none."""

NEAR = 80
"""Characters before a number searched for its label. With 40 or 160: none."""

FARTHEST = 200
"""Characters before a number compared with strings of the source. With 100 or 400: none."""

NEAR_ABOVE = 400
"""Characters above a line searched for a heading. With 200 or 800: none."""

LONGEST_LINE = 2000
"""Characters of a line that are read, which limits the time for endless lines."""

FEWEST_SIGNIFICANDS = 3
"""Significands of a table, all with equally many digits, that determine the precision of pandas. With 2 or 4: none."""

FEWEST_COUNTED_ROWS = 4
"""Integers of a column that count up by one: keys if they do so from 0 or 1, and else no evidence of a result.

Of some 600 other notebooks, five columns more count so with 3, and one less with 5.
"""

MOST_AXES = 8
"""Integers of a list that may be a shape. With 4 or 16: none."""

LINES_BELOW_HEADING = 20
"""Lines above a value searched for their heading."""

LONGEST_EXPRESSION = 80
"""Characters of an expression that may be a part of a label."""

MORE_DIGITS_THAN_TYPED = 12
"""Significant digits of a float that nobody types. Of 152,198 goldens of 1,026 other notebooks 11,841 have no evidence
that they are results; with 10: 12 fewer, with 14: 5 more.
"""

FEWEST_ITEMS_ON_LINES = 4
"""Numbers alone on lines that the only call of a cell prints, by which it is told that they are items of its value.
Of 830 notebooks one prints such a vector, with 2, 3 or 4.
"""

FEWEST_DIGITS_OF_IDENTIFIERS = 5
"""The fewest digits of ascending whole numbers of one length that are no evidence of a result.

Of 312 other notebooks as many candidates with 4 or 6."""

FEWEST_COPIED, FEWEST_DIGITS_COPIED = 3, 4
"""The fewest numbers of a copy of a list, and the fewest digits of them all; shorter ones may agree by chance.

Of 312 other notebooks as many candidates with two numbers, or with six digits."""

PLACES_TOLD_APART = 8
"""How many items of a list are looked up one by one in the list that a source writes out.

Of 463 notebooks, one that prints 12,534 items took 15 times as long without a limit."""
