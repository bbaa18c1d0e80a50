"""Tables that pandas prints are read back: tokens, the words beside them, and the reals that a token stands for."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pandas.io.formats.format import DataFrameFormatter

from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.printers import default_options
from lastdigit.printing.tables.html_table import tables_in_html
from lastdigit.printing.tables.table_print import TablePrint
from lastdigit.printing.tables.text_table import tables_in_text
from lastdigit.printing.value import PrintedValue

EXAMPLES = settings.default.max_examples
PANDAS_PRECISION = default_options("pandas").precision
DECIMALS = st.integers(-9_999_999, 9_999_999).flatmap(lambda n: st.sampled_from([n / 10**d for d in range(9)]))
FLOATS = st.one_of(
    DECIMALS,
    st.just(math.nan),
    st.floats(-1e3, 1e3),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: x == 0 or 1e-300 < abs(x) < 1e300),
)
NAMES = st.sampled_from(["a", "loss", "sepal length (cm)", "ROC AUC", "x_1", "50%", "Ω", "val/acc", "n"])
LABELS = st.sampled_from(["mean", "std", "25%", "New York", "a", "b2", "-3", "x y z", "row"])


@st.composite
def columns(draw: st.DrawFn, rows: int) -> pd.Series:
    kind = draw(st.sampled_from(["float", "float", "int", "bool", "Int64", "words"]))
    many = {"min_size": rows, "max_size": rows}
    if kind == "float":
        return pd.Series(draw(st.lists(draw(st.sampled_from([FLOATS, DECIMALS])), **many)), dtype="float64")
    if kind == "bool":
        return pd.Series(draw(st.lists(st.booleans(), **many)), dtype="bool")
    if kind == "words":
        return pd.Series(draw(st.lists(st.sampled_from(["x", "New York", "setosa", "v1.0"]), **many)))
    return pd.Series(
        draw(st.lists(st.integers(-(10**9), 10**9), **many)), dtype="Int64" if kind == "Int64" else "int64"
    )


@st.composite
def frames(draw: st.DrawFn) -> pd.DataFrame:
    rows, width = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    frame = pd.DataFrame({number: draw(columns(rows)) for number in range(width)})
    frame.columns = draw(headers(width))
    index = draw(st.sampled_from(["range", "words", "two levels", "dates", "floats"]))
    words = draw(st.lists(LABELS, min_size=rows, max_size=rows, unique=True))
    if index == "words":
        frame.index = pd.Index(words)
    elif index == "two levels":
        frame.index = pd.MultiIndex.from_arrays([["p", "p", "q", "q", "q", "r"][:rows], range(rows)], names=["u", "v"])
    elif index == "dates":
        frame.index = pd.date_range("2020-01-30", periods=rows)
    elif index == "floats":
        frame.index = pd.Index(np.arange(rows) + 0.5)
    if index != "two levels" and draw(st.booleans()):
        frame.index.name = draw(NAMES)
    return frame


@st.composite
def headers(draw: st.DrawFn, width: int) -> pd.Index:
    kind = draw(st.sampled_from(["words", "integers", "two levels"]))
    if kind == "integers":
        return pd.RangeIndex(draw(st.sampled_from([0, 7, 2019])), draw(st.just(0)) + 10**6)[:width]
    leaves = draw(st.lists(NAMES, min_size=width, max_size=width, unique=True))
    if kind == "words":
        return pd.Index(leaves, name=draw(st.sampled_from([None, "metric"])))
    tops = sorted(draw(st.lists(st.sampled_from(["train", "valid"]), min_size=width, max_size=width)))
    return pd.MultiIndex.from_arrays([tops, leaves])


def printed_tokens(frame: pd.DataFrame) -> dict[int, list[str]]:
    """What pandas prints in each column of numbers."""
    formatter = DataFrameFormatter(frame)
    numeric = [n for n, dtype in enumerate(frame.dtypes) if pd.api.types.is_numeric_dtype(dtype)]
    return {number: [token.strip() for token in formatter.format_col(number)] for number in numeric}


PANDAS_PRECISION = 6


def only(tables: list[TablePrint]) -> TablePrint:
    assert len(tables) == 1
    return tables[0]


@given(frames(), st.sampled_from([3, 6, 6, 8]))
@settings(max_examples=EXAMPLES * 3 // 2, deadline=None)
def test_text_and_html_hold_the_tokens_that_pandas_printed_and_their_words(frame: pd.DataFrame, precision: int):
    with pd.option_context("display.precision", precision, "display.max_columns", None, "display.width", 80):
        expected = printed_tokens(frame)
        text, source = repr(frame), frame._repr_html_()
    if not expected:
        assert list(tables_in_text(text)) == list(tables_in_html(source)) == []
        return
    from_text, from_html = only(list(tables_in_text(text))), only(list(tables_in_html(source)))
    for table, printed in ((from_text, text), (from_html, source)):
        assert [[token.text for token in column.tokens] for column in table.columns] == list(expected.values())
        for token in (token for column in table.columns for token in column.tokens):
            assert printed.startswith(token.text.replace("<", "&lt;").replace(">", "&gt;"), token.offset) or (
                printed.startswith(token.text, token.offset)
            )
    assert from_html.row_labels == tuple(labels_of(frame))
    spaced = [" ".join(label.replace("/", " ").split()) for label in from_html.row_labels]
    assert [" ".join(label.replace("/", " ").split()) for label in from_text.row_labels] == spaced
    names = [frame.columns[number] for number in expected]
    assert [column.name for column in from_html.columns] == [
        "/".join(map(str, name)) if isinstance(name, tuple) else str(name) for name in names
    ]
    assert [column.name for column in from_text.columns] == [column.name for column in from_html.columns]


def labels_of(frame: pd.DataFrame) -> list[str]:
    """The labels as pandas prints them, the levels of each joined by ``/``."""
    if isinstance(frame.index, pd.MultiIndex):
        return ["/".join(map(str, label)) for label in frame.index]
    if isinstance(frame.index, pd.DatetimeIndex):
        return [str(label.date()) for label in frame.index]
    return [str(label) for label in frame.index]


def column_of(values: list[float], **options: object) -> tuple[list[str], PrintFormat]:
    """The tokens of a column as pandas prints it, and the format that is read from them."""
    named = {f"display.{name}": value for name, value in options.items()}
    with pd.option_context(*(part for pair in named.items() for part in pair)) if named else pd.option_context():
        table = only(list(tables_in_text(repr(pd.DataFrame({"x": values})))))
    form = next(table.arrays()).print_format(int(str(options.get("precision", PANDAS_PRECISION))))
    return [token.text for token in table.columns[0].tokens], form


@given(st.lists(FLOATS, min_size=1, max_size=5), st.sampled_from([3, 6, 8]))
@settings(max_examples=3 * EXAMPLES, deadline=None)
def test_every_printed_number_lies_in_its_tokens_interval_and_prints_so(values: list[float], precision: int):
    tokens, form = column_of(values, precision=precision)
    for value, token in zip(values, tokens, strict=True):
        printed = form.value(token)
        assert isinstance(printed, PrintedValue) != math.isnan(value)
        if isinstance(printed, PrintedValue):
            assert printed.low <= Fraction(value) <= printed.high
            assert form.prints(token, value)


@given(st.lists(FLOATS, min_size=1, max_size=4), DECIMALS, st.sampled_from([3, 6, 8]), st.sampled_from([-1, 1]))
@settings(max_examples=3 * EXAMPLES, deadline=None)
def test_a_number_just_outside_of_the_interval_prints_otherwise_and_one_just_inside_prints_so(
    others: list[float], value: float, precision: int, side: int
):
    tokens, form = column_of([*others, value], precision=precision)
    printed = form.read(tokens[-1])
    end = float(printed.high if side > 0 else printed.low)
    outside = math.nextafter(math.nextafter(end, side * math.inf), side * math.inf)
    inside = math.nextafter(math.nextafter(end, -side * math.inf), -side * math.inf)
    assert not form.prints(tokens[-1], outside)
    assert column_of([*others, outside], precision=precision)[0][-1] != tokens[-1]
    if printed.low <= Fraction(inside) <= printed.high:
        assert form.prints(tokens[-1], inside)
        again, same = column_of([*others, inside], precision=precision)
        assume(same == form)
        assert again[-1] == tokens[-1]


def test_a_float_format_is_read_by_its_own_digits_and_trims_nothing():
    with pd.option_context("display.float_format", "{:.2f}".format):
        table = only(list(tables_in_text(repr(pd.DataFrame({"x": [0.5, 1.239]})))))
    assert [token.text for token in table.columns[0].tokens] == ["0.50", "1.24"]
    printed = next(replace(table, printer="table").arrays()).print_format(PANDAS_PRECISION).read("1.24")
    assert (printed.low, printed.high) == (Fraction("1.235"), Fraction("1.245"))


@pytest.mark.parametrize(
    ("token", "low", "high"),
    [
        pytest.param("1.000000e+00", "0.99999995", "1.0000005", id="a power of ten, from below in smaller steps"),
        pytest.param("-1.000000e+00", "-1.0000005", "-0.99999995", id="a negative power of ten"),
        pytest.param("1.500000e-03", "0.0014999995", "0.0015000005", id="any other significand"),
        pytest.param("0.000000e+00", "0", "0", id="zero, which nothing else prints as"),
    ],
)
def test_the_interval_of_a_significand(token: str, low: str, high: str):
    printed = PrintFormat("pandas", 6, True, "float64", "fixed").read(token)
    assert (printed.low, printed.high) == (Fraction(low), Fraction(high))
