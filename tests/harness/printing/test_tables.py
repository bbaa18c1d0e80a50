"""Tables in text and HTML as other programs print them too, what only looks like a table, and hostile input."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.scan import scan
from lastdigit.printing.tables.html_table import tables_in_html
from lastdigit.printing.tables.text_table import tables_in_text
from tests.harness.printing.texts_of_tables import FIT, columns, lines, only

FRAME = pd.DataFrame({"a": [1, 2], "b": [0.5, 0.7]})
LONG = pd.DataFrame({number: [0.5 + row + number for row in range(100)] for number in range(40)})


@pytest.mark.parametrize(
    "print_of",
    [
        pytest.param("before\n{}\nafter 5", id="between other lines"),
        pytest.param("head:\n {}", id="behind the space that print puts between its arguments"),
        pytest.param("head: {}", id="on the line of a label"),
        pytest.param("{}\n\n{}\n\nmean 0.5", id="twice"),
    ],
)
def test_a_frame_is_found_wherever_it_is_printed(print_of: str):
    text = print_of.replace("{}", repr(FRAME))
    found = list(tables_in_text(text))
    assert len(found) == print_of.count("{}")
    for table in found:
        assert columns(table) == {"a": ["1", "2"], "b": ["0.5", "0.7"]}
        assert table.row_labels == ("0", "1")
        assert [text[token.offset] for token in table.columns[0].tokens] == ["1", "2"]


def test_rows_that_are_left_out_and_the_size_of_the_whole_are_reported():
    from_text = only(repr(LONG))
    (from_html,) = tables_in_html(LONG._repr_html_())
    for table in (from_text, from_html):
        assert (table.gap, table.rows, table.columns_in_all) == (5, 100, 40)
        assert columns(table)["0"] == ["0.5", "1.5", "2.5", "3.5", "4.5", "95.5", "96.5", "97.5", "98.5", "99.5"]
        assert table.row_labels == ("0", "1", "2", "3", "4", "95", "96", "97", "98", "99")
    assert "..." not in columns(from_text)


def test_rows_below_the_last_one_may_be_left_out():
    html = "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>0.5</td></tr><tr><td>2</td>"
    (table,) = tables_in_html(html + "<td>0.7</td></tr></tbody></table><p>... (98 rows omitted)</p>")
    assert (columns(table), table.gap, table.rows) == ({"a": ["1", "2"], "b": ["0.5", "0.7"]}, 2, 100)
    rows = "+---+---+\n|  a|  b|\n+---+---+\n|  1|0.5|\n|  2|0.7|\n+---+---+\n"
    table = only(rows + "only showing top 2 rows\n")
    assert (columns(table), table.gap, table.rows) == ({"a": ["1", "2"], "b": ["0.5", "0.7"]}, 2, None)
    assert only(rows).gap is None


def test_columns_that_are_wrapped_into_blocks_are_one_table():
    with pd.option_context("display.width", 60, "display.max_columns", None):
        table = only(repr(LONG.head(3)))
    assert list(columns(table)) == [str(number) for number in range(40)]
    assert columns(table)["39"] == ["39.5", "40.5", "41.5"]


@pytest.mark.parametrize(
    ("series", "name", "dtype", "tokens", "rows"),
    [
        (pd.Series([0.5, 0.25], name="loss"), "loss", "float64", ["0.50", "0.25"], None),
        (pd.Series([0.5, None]), "", "float64", ["0.5", "NaN"], None),
        (pd.Series([1, None], dtype="Int64"), "", "int64", ["1", "<NA>"], None),
        (pd.Series([1.5], dtype="float32"), "", "float32", ["1.5"], None),
        (pd.Series([True, False], name="ok"), "ok", "bool", ["True", "False"], None),
        (pd.Series(["x", "y", "x"], name="c").value_counts(), "count", "int64", ["2", "1"], None),
        (pd.Series(range(100), name="n"), "n", "int64", ["0", "1", "2", "3", "4", "95", "96", "97", "98", "99"], 100),
        (pd.Series([0.5, 1.5], pd.date_range("2020", periods=2, freq="D")), "", "float64", ["0.5", "1.5"], None),
    ],
)
def test_a_series_names_itself_its_dtype_and_its_length(
    series: pd.Series, name: str, dtype: str, tokens: list[str], rows: int | None
):
    table = only(f"it is:\n {series!r}\n5")
    assert (table.name, table.rows, table.columns[0].dtype) == (name, rows, dtype)
    assert columns(table) == {name: tokens}
    assert len(table.row_labels) == len(tokens)
    assert table.gap == (5 if rows else None)


@pytest.mark.parametrize(
    ("text", "expected", "printer"),
    [
        pytest.param(
            lines(
                "|    |   a |       b |", "|---:|----:|--------:|", "|  0 |   1 | 0.5     |", "|  1 |   2 | 1.23457 |"
            ),
            {"a": ["1", "2"], "b": ["0.5", "1.23457"]},
            "tabulate",
            id="Markdown",
        ),
        pytest.param(
            lines(
                "shape: (2, 2)",
                "┌─────┬──────┐",
                "│ a   ┆ b    │",
                "│ --- ┆ ---  │",
                "│ i64 ┆ f32  │",
                "╞═════╪══════╡",
                "│ 1   ┆ 0.5  │",
                "│ 2   ┆ null │",
                "└─────┴──────┘",
            ),
            {"a": ["1", "2"], "b": ["0.5", "null"]},
            "polars",
            id="a box of polars",
        ),
        pytest.param(
            lines(
                "              precision    recall  f1-score   support",
                "",
                "           0       1.00      0.97      0.99        33",
                "           1       0.93      0.99      0.96        28",
            ),
            {
                "precision": ["1.00", "0.93"],
                "recall": ["0.97", "0.99"],
                "f1-score": ["0.99", "0.96"],
                "support": ["33", "28"],
            },
            "table",
            id="the classes of a classification report",
        ),
        pytest.param(
            lines(
                "Model        Acc   Loss",
                "-----------------------",
                "linear      0.91  0.250",
                "tree        0.95  0.120",
            ),
            {"Acc": ["0.91", "0.95"], "Loss": ["0.250", "0.120"]},
            "table",
            id="a header above a rule",
        ),
        pytest.param(
            lines("c  2019  2020", "r            ", "a     1     2", "b     3     4"),
            {"2019": ["1", "3"], "2020": ["2", "4"]},
            "pandas",
            id="columns named by years, below a name of their own",
        ),
    ],
)
def test_tables_of_other_printers_are_read(text: str, expected: dict[str, list[str]], printer: str):
    table = only(text)
    assert columns(table) == expected
    assert table.printer == printer


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lines("Epoch 1 loss 0.51 acc 0.91", "Epoch 2 loss 0.41 acc 0.92"), id="log lines of one width"),
        pytest.param(lines("Training", "Epoch 9/10, step 100", "Epoch 10/10, step 200"), id="log lines below a word"),
        pytest.param(lines("loss: 0.5", "mean: 0.7", " std: 0.1"), id="names with colons"),
        pytest.param(lines("[[0.1 0.2]", " [0.3 0.4]]"), id="an array"),
        pytest.param(lines("0 0.1 0.2", "1 0.3 0.4", "2 0.5 0.6"), id="numbers without a header"),
        pytest.param(
            lines(
                " #   Column  Non-Null Count  Dtype  ",
                "---  ------  --------------  -----  ",
                " 0   a       5 non-null      int64  ",
                " 1   b       5 non-null      float64",
            ),
            id="what DataFrame.info prints",
        ),
        pytest.param(lines("for 10 rounds the loss was 5", "at the end of a run, like 15"), id="prose of one width"),
        pytest.param("Empty DataFrame\nColumns: [a, b]\nIndex: []", id="an empty frame"),
        pytest.param("a    2020-01-01\nb    2020-01-02\ndtype: datetime64[ns]", id="a series of dates"),
        pytest.param("0    007\n1    008\ndtype: object", id="digits that are no numbers"),
        pytest.param("   price\n0  1,200\n1  3,400", id="thousands with commas"),
    ],
)
def test_what_is_no_table_of_numbers_is_none(text: str):
    assert list(tables_in_text(text)) == []


def test_a_styled_table_keeps_its_zeros_and_scripts_and_comments_are_no_part_of_it():
    source = (
        "<div><style>#T_1 td {}</style><script>if (1 < 2) '<table><tr><td>9</td></tr></table>'</script>"
        '<!-- <table> --><table id="T_1"><thead><tr><th class="blank">&nbsp;</th><th>a &amp; b</th></tr></thead>'
        '<tbody><tr><th>x</th><td class="data"><b>0.500000</b></td></tr><tr><th>y</th><td>1.250000</td></tr>'
        "</tbody></table></div>"
    )
    (table,) = tables_in_html(source)
    assert (columns(table), table.printer, table.row_labels) == (
        {"a & b": ["0.500000", "1.250000"]},
        "styler",
        ("x", "y"),
    )
    assert all(source.startswith(token.text, token.offset) for token in table.columns[0].tokens)
    assert next(table.arrays()).print_format(8) == PrintFormat("styler", 6, False, "float64", "fixed")


def test_tables_inside_of_tables_and_unclosed_ones_do_no_harm():
    inner = "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
    found = list(tables_in_html(f"<table><tr><td>{inner}</td></tr></table>"))
    assert [columns(table) for table in found] == [{"a": ["1"]}]
    assert list(tables_in_html("<table><tr><th>a</th></tr><tr><td>1")) == []
    assert list(tables_in_html("<table><thead><tr><th colspan='99999'>a</th></tr></thead></table>")) == []


@pytest.mark.parametrize(
    ("tokens", "printer", "token", "low", "high"),
    [
        pytest.param("0.50 0.25", "pandas", "0.25", "0.2499995", "0.2500005", id="pandas may have trimmed zeros"),
        pytest.param("0.50 0.25", "table", "0.25", "0.245", "0.255", id="whoever trims nothing shows the quantum"),
        pytest.param("0.5 123.456", "tabulate", "123.456", "123.4555", "123.4565", id="six significant digits"),
        pytest.param("0.50 0.25", "tabulate", "0.25", "0.245", "0.255", id="zeros that g would have trimmed"),
        pytest.param(
            "1.5e-07 1.0e+00", "pandas", "1.5e-07", "1.45e-07", "1.55e-07", id="significands tell their digits"
        ),
        pytest.param("1 2", "pandas", "2", "2", "2", id="integers are exact"),
    ],
)
def test_the_quantum_belongs_to_the_column_and_its_printer(tokens: str, printer: str, token: str, low: str, high: str):
    rows = [f"{row}  {cell:>9}" for row, cell in enumerate(tokens.split())]
    table = replace(only(lines("           x", *rows)), printer=printer)
    printed = next(table.arrays()).print_format(6).read(token)
    assert (printed.low, printed.high) == (Fraction(low), Fraction(high))


@given(st.lists(st.sampled_from(["a  b", "0  1", "  ", "1.5", "...", "\\", "|", "---", "dtype: int64", "\n", "\n"])))
def test_no_text_is_refused(parts: list[str]):
    text = "".join(parts)
    for table in tables_in_text(text):
        for token in (token for column in table.columns for token in column.tokens):
            assert text.startswith(token.text, token.offset)


HTML_PARTS = ["<table>", "</table>", "<thead>", "</thead>", "<tr>", "<td>", "<th>", "<th rowspan=2>"]
HTML_PARTS += ["1", "a", "&lt;", "<!--", "<p>", "<"]


@given(st.lists(st.sampled_from(HTML_PARTS)))
def test_no_html_is_refused(parts: list[str]):
    source = "".join(parts)
    for table in tables_in_html(source):
        for token in (token for column in table.columns for token in column.tokens):
            assert source.startswith(token.text, token.offset)


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(("Run 3: 0 1 2 1 2", "Run 4: 0 1 1 1 2", "Run 5: 0 2 1 2 2"), id="runs of integers"),
        pytest.param(("a: mine = 1.250, true = 1.500", "b: mine = 3.250, true = 4.500"), id="labelled numbers"),
        pytest.param(("of the whole (MB): 345", "of all sizes (MB): 21"), id="labels of one width"),
        pytest.param(("he walked on until the", "clock in the hall said 5"[:22]), id="sentences"),
        pytest.param((" 1. pear 62.5%", " 2. plum 31.5%"), id="a numbered list"),
    ],
)
def test_words_of_one_width_are_no_table(rows: tuple[str, ...]):
    assert list(tables_in_text(lines(*rows))) == []


def test_a_table_of_numbers_alone_needs_one_space_between_them():
    assert columns(only(lines("step loss", "   1 0.50", "   2 0.25"))) == {"step": ["1", "2"], "loss": ["0.50", "0.25"]}


def test_a_colon_behind_the_words_of_a_row_leaves_its_columns():
    assert columns(only(lines("         low  high", "first:   0.5   1.5", "second:  2.5   3.5"))) == {
        "low": ["0.5", "2.5"],
        "high": ["1.5", "3.5"],
    }


def test_pairs_of_names_and_numbers_are_no_table():
    pairs = FIT.split("=\n")[-2].rpartition("\n")[0]
    assert "Kurtosis" in pairs
    assert list(tables_in_text(pairs)) == []


@pytest.mark.parametrize(
    ("head", "names"),
    [
        (
            "<tr><th colspan=3>Frame</th></tr><tr><th></th><th>pears</th><th>plums</th></tr>",
            ["Frame/pears", "Frame/plums"],
        ),
        ("<tr><th colspan=3>Frame</th></tr>", ["Frame", "Frame"]),
        ("<tr><th>pears</th><th>plums</th><th>figs</th></tr>", ["pears", "plums", "figs"]),
    ],
)
def test_a_column_that_counts_the_rows_and_has_no_name_is_an_index(head: str, names: list[str]):
    body = "".join(f"<tr><td>{row}</td><td>{row * 7}</td><td>0.{row}</td></tr>" for row in range(3))
    (table,) = tables_in_html(f"<table><thead>{head}</thead><tbody>{body}</tbody></table>")
    assert [column.name for column in table.columns] == names


def test_words_that_end_in_a_number_are_no_column_of_numbers():
    table = only(lines("             names  length", "0  Warship 103 103    87.5", "1        Us Vessel    21.7"))
    assert columns(table) == {"length": ["87.5", "21.7"]}


def test_rows_above_dots_may_be_wider_than_those_below():
    table = only(
        lines("100.0     178188", "201.2      11718", "...", "0.88      1", "73.83     1", "Length: 5, dtype: int64")
    )
    assert [token.text for token in table.columns[0].tokens] == ["178188", "11718", "1", "1"]
    assert (table.gap, table.rows, table.row_labels[0]) == (2, 5, "100.0")


def test_a_line_of_words_between_two_frames_of_one_width_is_no_name_of_an_index():
    frame = lines("         car  bus", "name             ", "Germany  852    7", "France   861    5")
    found = list(tables_in_text(f"by car:\n{frame}\nby bus:\n{frame}"))
    assert [columns(table) for table in found] == [{"car": ["852", "861"], "bus": ["7", "5"]}] * 2


def test_columns_may_be_named_by_numbers_that_ascend_where_their_index_has_a_name():
    table = only(lines("kind    0.0    1.5", "row               ", "0.0   935.0  188.0", "1.0   145.0   49.0"))
    assert columns(table) == {"0.0": ["935.0", "145.0"], "1.5": ["188.0", "49.0"]}


def test_a_row_of_numbers_is_no_header_of_those_below_it():
    first = "Conifer     shoot  2.200   1.367   0.157"
    assert not list(tables_in_text(lines(first, "Broadleaf   shoot  2.198   1.125   0.160", "Root Tap    bread  2.1")))
    assert not list(
        tables_in_text(lines("87   3  7.3e-06  -11.72", "116  4  1.2e-06   -6.13", "145  5  3.2e-07   -6.07"))
    )


def test_a_number_below_a_word_is_no_table():
    assert not list(tables_in_text(lines("  p1", "   5")))
    assert columns(only(lines("  p1", "   5", "   7"))) == {"p1": ["5", "7"]}


def test_words_in_fields_take_linear_time():
    assert not list(tables_in_text("name\tkind\twhat\n" * 30_000))


def test_a_frame_may_begin_behind_the_last_line_of_a_series():
    series = lines("0      3.0", "1      3.4", "140    2.8", "Name: x, Length: 141, dtype: float64")
    frame = lines("      a    b", "0   0.5    1", "1  1.25    2")
    found = list(tables_in_text(f"{series} {frame}"))
    assert [columns(table) for table in found] == [
        {"x": ["3.0", "3.4", "2.8"]},
        {"a": ["0.5", "1.25"], "b": ["1", "2"]},
    ]


def test_words_before_the_only_row_of_a_series_are_no_part_of_it():
    table = only(lines("mode: 0    1639.6", "Name: charges, dtype: float64"))
    assert (table.row_labels, table.start) == (("0",), 6)
    table = only(lines("The median of all prices Price    6.0", "dtype: float64"))
    assert (table.row_labels, table.start) == (("Price",), 25)


def test_a_row_may_be_named_none():
    report = lines(
        "              precision    recall  f1-score   support",
        "",
        "       First       1.00      0.67      0.80         3",
        "        None       0.00      0.00      0.00         0",
        "        Last       0.89      0.89      0.89         9",
    )
    table = only(report)
    assert table.row_labels == ("First", "None", "Last")
    assert columns(table)["precision"] == ["1.00", "0.00", "0.89"]


def test_lines_that_end_with_decimals_are_no_head_and_row():
    assert not list(tables_in_text(lines("   1%, -3.432483935945627", "critical:", "   5%, -2.86248283819979")))
    assert columns(only(lines("     p 0.5", "0  1.25750", "1  2.50000"))) == {"p 0.5": ["1.25750", "2.50000"]}


def test_a_sentence_above_a_frame_names_no_group_of_columns():
    frame = lines("   pears in winter  plums", "0             0.50    1.5", "1             2.25    3.5")
    found = columns(only(lines("all pears:   0.714", frame)))
    assert found == {"pears in winter": ["0.50", "2.25"], "plums": ["1.5", "3.5"]}


def test_a_second_line_of_the_head_names_the_index():
    head = "<tr><th></th><th>weight</th><th>sort</th></tr><tr><th>pear</th><th></th><th></th></tr>"
    rows = "<tr><td>226</td><td>1.5</td><td>red</td></tr><tr><td>7</td><td>2.25</td><td>green</td></tr>"
    source = f'<table class="dataframe"><thead>{head}</thead><tbody>{rows}</tbody></table>'
    (table,) = tables_in_html(source)
    assert table.row_labels == ("226", "7")
    assert [column.levels for column in table.columns] == [("weight",)]


def test_a_date_is_one_space_from_an_index_as_wide_as_it_gets():
    head = "                        date  weight\n"
    text = f"{head}9  2030-05-02 00:00:00+00:00    1.50\n10 2030-05-03 00:00:00+00:00    2.25\n"
    (table,) = tables_in_text(text)
    assert table.row_labels == ("9", "10")


def test_a_frame_below_another_may_have_numbers_as_names_of_its_columns():
    first = lines("    0   1   2", "0  10  13  16", "1  11  14  17")
    for header, names in (("    0   1   2", ["0", "1", "2"]), ("       0    1", ["0", "1"])):
        row = "0  30  33  36" if len(names) == 3 else "0     30   33"
        found = list(tables_in_text(f"{first}\n{header}\n{row}"))
        assert [list(columns(table)) for table in found] == [["0", "1", "2"], names]
        assert [columns(table)["0"] for table in found] == [["10", "11"], ["30"]]


def test_a_row_below_an_outer_level_of_its_index_is_no_header():
    table = only(lines("     a  b", "x 0  5  6", "  0  1  2", "y 0  7  8"))
    assert columns(table) == {"a": ["5", "1", "7"], "b": ["6", "2", "8"]}


def test_a_table_whose_index_has_a_name_may_begin_directly_below_another():
    text = "rating     good    bad\nfruit                 \npear    0.05901  0.066\nplum    0.05622  0.058\n"
    for printed in (text, "\n".join(line.rstrip() for line in text.splitlines()) + "\n"):
        tables = list(tables_in_text(printed * 2))
        assert [[column.levels for column in table.columns] for table in tables] == [[("good",), ("bad",)]] * 2


def test_the_numbers_of_a_series_that_are_aligned_to_the_left():
    text = "CAMIS           0    \nZIPCODE         864  \nGRADE           25023\nDAY OF WEEK     0    \n"
    (found,) = scan(f"{text}dtype: int64\n")
    assert (found.array.texts, found.array.column.rows[0]) == (("0", "864", "25023", "0"), "CAMIS")
    behind_words, *_ = scan(f"First words {text}dtype: int64\n")
    assert (behind_words.label, behind_words.array.texts) == ("First words", ("0", "864", "25023", "0"))
