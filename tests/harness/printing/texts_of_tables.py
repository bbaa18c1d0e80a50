"""What the tests of tables share: texts of lines, the only table of a text, and its columns."""

from __future__ import annotations

from lastdigit.printing.tables.table_print import TablePrint
from lastdigit.printing.tables.text_table import tables_in_text


def lines(*rows: str) -> str:
    return "\n".join(rows)


def columns(table: TablePrint) -> dict[str, list[str]]:
    return {column.name: [token.text for token in column.tokens] for column in table.columns}


def only(text: str) -> TablePrint:
    tables = list(tables_in_text(text))
    assert len(tables) == 1
    for token in (token for column in tables[0].columns for token in column.tokens):
        assert text.startswith(token.text, token.offset)
        assert tables[0].start <= token.offset < tables[0].end
    return tables[0]


FIT = """
=====================================================================
Variable:                  pears   R-squared:                   0.750
=====================================================================
               coef    std err        t     P>|t|    [0.025    0.975]
---------------------------------------------------------------------
Intercept    2.5000      0.250   10.000     0.000     2.000     3.000
size[T.x]   -0.5000      0.125   -4.000     0.001    -0.750    -0.250
=====================================================================
Omnibus:                  60.500   Durbin:                      2.125
Kurtosis:                  6.250   Cond. No.                     454.
=====================================================================
"""
