"""How fast tables are read, as text and as HTML, beside ``json.loads`` of the same numbers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd
import pytest

from lastdigit.printing.tables.html_table import tables_in_html
from lastdigit.printing.tables.table_print import TablePrint
from lastdigit.printing.tables.text_table import tables_in_text

FRAME = pd.DataFrame(np.random.default_rng(0).normal(size=(5000, 10)), columns=[f"column {n}" for n in range(10)])
VALUES = FRAME.size


@pytest.mark.parametrize(
    ("read", "source"),
    [
        pytest.param(tables_in_text, FRAME.to_string(), id="text"),
        pytest.param(tables_in_html, FRAME.to_html(), id="HTML"),
    ],
)
def test_values_per_second_of_a_large_table(
    read: Callable[[str], Iterable[TablePrint]], source: str, benchmark, capsys: pytest.CaptureFixture[str]
):
    (table,) = benchmark(lambda: list(read(source)))
    assert sum(len(column.tokens) for column in table.columns) == VALUES
    numbers = json.dumps(FRAME.to_numpy().round(6).tolist())
    start = time.perf_counter()
    json.loads(numbers)
    plain = time.perf_counter() - start
    fastest = benchmark.stats.stats.min
    with capsys.disabled():
        print(f"\n{VALUES / fastest:,.0f} values per second, {fastest / plain:.0f} times the time of json.loads")
