"""Columns of tables in text that pandas did not print: each number has digits of its own.

pandas shows one number of decimals in a column of floats, or all of them with exponents. Other programs format each
cell by itself, and may round it or cut its text. Objects in a frame show all their digits.
"""

from __future__ import annotations

from functools import lru_cache

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.by_digits import have_digits_of_their_own
from lastdigit.printing.printers import PANDAS, TABLE
from lastdigit.printing.tables.text_series import is_series
from lastdigit.printing.tables.text_table import FOOTER

OF_STAN = Rule(
    r"(?m)^[^\S\n]*mean +se_mean +sd\b[^\n]{0,200} n_eff +Rhat\b",
    "the header of a summary of Stan's draws, which formats each cell",
    "        mean se_mean    sd  2.5%   50% 97.5% n_eff  Rhat",
    "        mean    sd  n_eff  Rhat",
)
SHORT_EXPONENT = Rule(
    r"\de[-+]?\d(?!\S)",
    "an exponent of one digit, as neither pandas nor Python writes it",
    "tau  1.3e-3",
    "tau  1.3e-03",
)
SIZES_OF_STAN = Rule(
    r"\An_eff\Z",
    "the column of effective sample sizes, which Stan rounds to whole numbers",
    "n_eff",
    "n_effects",
)


def is_formatted_by_cell(entry: Print) -> bool:
    """Whether an array is a column of a table in text that shows numbers formatted one by one."""
    array, text = entry.found.array, entry.passage.text
    if array.column is None or entry.output.html is not None or array.printer not in (PANDAS.name, TABLE.name):
        return False
    if _is_so_in_all(text, array.start, array.end):
        return True
    return (
        array.dtype == "float64"
        and have_digits_of_their_own(array)
        and not _is_by_pandas(text[array.start : array.end])
    )


def is_rounded_size(array: ArrayPrint) -> bool:
    """Whether an array is a column of whole numbers that Stan rounded."""
    return (
        array.column is not None
        and "n_eff" in array.column.name
        and SIZES_OF_STAN.search(array.column.name) is not None
    )


@lru_cache(maxsize=8)
def _is_so_in_all(text: str, start: int, end: int) -> bool:
    table = text[start:end]
    if "n_eff" in table and OF_STAN.search(table):
        return True
    return "e" in table and SHORT_EXPONENT.search(table) is not None


def _is_by_pandas(table: str) -> bool:
    """Whether the last line of a table is that of a Series, or of a frame that is not shown whole."""
    return is_series(table) or FOOTER.fullmatch(table[table.rfind("\n") + 1 :]) is not None
