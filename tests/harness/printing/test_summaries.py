"""Summaries that libraries print as tables: of layers, classifiers, fits and pairs, and declarations of models."""

from __future__ import annotations

import pytest

from lastdigit.printing.scan import scan
from lastdigit.printing.tables.text_table import tables_in_text
from tests.harness.printing.texts_of_tables import FIT, columns, lines, only

LAYERS = """Model: "pears"
_________________________________________________
 Layer (type)          Output Shape      Param #
=================================================
 flatten (Flatten)     (None, 12)        0

 dense (Dense)         (None, 100)       1,300
 a_very_long_name_of_  (None, 100)       (25000)
 a_layer (Dense)
=================================================
Total params: 26,300
"""


BOXED = """┏━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━┓
┃ Layer (type)  ┃ Output Shape  ┃ Param # ┃
┡━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━┩
│ dense (Dense) │ (None, 64)    │   1,920 │
├───────────────┼───────────────┼─────────┤
│ d2 (Dense)    │ (None, 1)     │      65 │
└───────────────┴───────────────┴─────────┘"""


@pytest.mark.parametrize(
    ("text", "tokens", "rows"),
    [
        pytest.param(LAYERS, ["0", "1300", "25000"], ("flatten (Flatten)", "dense (Dense)", "a_very_long_name_of_")),
        pytest.param(BOXED, ["1920", "65"], ("dense (Dense)", "d2 (Dense)"), id="in a box"),
    ],
)
def test_the_summary_of_a_networks_layers_has_its_counts(text: str, tokens: list[str], rows: tuple[str, ...]):
    (table,) = tables_in_text(text)
    assert columns(table) == {"Param #": tokens}
    assert table.row_labels == rows


def test_a_summary_without_counts_is_no_table():
    assert list(tables_in_text(" Layer (type)     Param #\n" * 1_000)) == []


def test_the_report_of_a_classifier_has_its_classes_its_accuracy_and_its_averages():
    report = lines(
        "              precision    recall  f1-score   support",
        "",
        "       pears       0.90      0.95      0.92        38",
        "       plums       0.80      0.85      0.82        12",
        "",
        "    accuracy                           0.91        50",
        "   macro avg       0.85      0.90      0.87        50",
        "weighted avg       0.88      0.93      0.90        50",
    )
    (classes,) = tables_in_text(report)
    assert columns(classes) == {
        "precision": ["0.90", "0.80", "0.85", "0.88"],
        "recall": ["0.95", "0.85", "0.90", "0.93"],
        "f1-score": ["0.92", "0.82", "0.91", "0.87", "0.90"],
        "support": ["38", "12", "50", "50", "50"],
    }
    rows = {array.column.name: array.column.rows for array in classes.arrays() if array.column is not None}
    assert rows["recall"] == ("pears", "plums", "macro avg", "weighted avg")
    assert rows["support"] == ("pears", "plums", "accuracy", "macro avg", "weighted avg")


def test_the_coefficients_of_a_fit_have_the_names_of_their_columns():
    table = only(FIT)
    assert table.row_labels == ("Intercept", "size[T.x]")
    assert columns(table) == {
        "coef": ["2.5000", "-0.5000"],
        "std err": ["0.250", "0.125"],
        "t": ["10.000", "-4.000"],
        "P>|t|": ["0.000", "0.001"],
        "[0.025": ["2.000", "-0.750"],
        "0.975]": ["3.000", "-0.250"],
    }


PAIRS = """
  Multiple Comparison of Means - Tukey HSD, FWER=0.05
=======================================================
group1 group2 meandiff p-adj   lower   upper  reject
-------------------------------------------------------
 green    red   0.5000    0.9 -0.2500  1.2500  False
   red yellow  -2.5000  0.001 -3.2500 -1.7500   True
-------------------------------------------------------
""".replace("=0.05\n", "=0.05  \n")  # all lines but the rows are of one width


@pytest.mark.parametrize("text", [PAIRS, PAIRS.replace(" p-adj", "").replace("    0.9 ", " ").replace("  0.001 ", " ")])
def test_comparisons_of_pairs_have_both_groups_in_the_names_of_their_rows(text: str):
    table = only(text)
    assert table.row_labels == ("green/red", "red/yellow")
    found = columns(table)
    assert found.pop("p-adj", ["0.9", "0.001"]) == ["0.9", "0.001"]
    assert found == {
        "meandiff": ["0.5000", "-2.5000"],
        "lower": ["-0.2500", "-3.2500"],
        "upper": ["1.2500", "-1.7500"],
        "reject": ["False", "True"],
    }
    assert [entry for entry in scan(text) if not entry.path] == []


def test_the_bounds_in_a_header_of_a_fit_are_no_array():
    printed = [entry for entry in scan(FIT) if entry.array.printer == "numpy"]
    assert printed == []


def test_the_one_name_of_both_ends_of_an_interval_stands_for_two_columns():
    table = only(
        lines(
            "                 coef    std err          t      P>|t|      [95.0% Conf. Int.]",
            "------------------------------------------------------------------------------",
            "const         -4.3500      2.937     -1.481      0.213       -12.505     3.805",
        )
    )
    assert columns(table) == {
        "coef": ["-4.3500"],
        "std err": ["2.937"],
        "t": ["-1.481"],
        "P>|t|": ["0.213"],
        "[95.0% Conf. Int.] low": ["-12.505"],
        "[95.0% Conf. Int.] high": ["3.805"],
    }


def test_the_ends_of_an_interval_in_brackets_are_two_columns():
    text = lines(
        "                 coef    std err          t      P>|t|  95.0% Conf. Int.",
        "------------------------------------------------------------------------",
        "omega          0.6778  3.070e-02     22.078 5.177e-108 [  0.618,  0.738]",
        "alpha[1]       0.2928  3.955e-02      7.402  1.338e-13 [-1.0e-02,  0.370]",
    )
    found = {entry.path or entry.label: entry.array.texts for entry in scan(text)}
    assert found["['95.0% Conf. Int. low']"] == ("0.618", "-1.0e-02")
    assert found["['95.0% Conf. Int. high']"] == ("0.738", "0.370")
    assert found["['coef']"] == ("0.6778", "0.2928")


DECLARATIONS = """2 Var Declarations
    weight : Size=2, Index={green, red}
        Key   : Lower : Value            : Upper : Fixed : Stale : Domain
        green :     0 : 26206.8965517241 :  None : False : False : NonNegativeReals
          red :     0 :            0.125 :   9.5 : False : False : NonNegativeReals
    price : Size=1, Index=None
        Key  : Lower : Value : Upper : Fixed : Stale : Domain
        None :     0 :  None :   9.5 : False :  True : Reals

1 Objective Declarations
    cost : Size=1, Index=None, Active=True
        Key  : Active : Sense    : Expression
        None :   True : minimize : 72*weight[green] + 48*weight[red] - (5*weight[red])

1 Constraint Declarations
    limits : Size=2, Index={1, 2}, Active=True
        Key : Lower : Body                                : Upper   : Active
          1 :  -Inf :                       weight[green] : 24000.0 :   True
          2 :   0.0 : weight[red] - (0.25*weight[green]) :     0.0 :   True
"""


def test_the_declarations_of_a_model_are_a_table_of_their_values():
    (table,) = tables_in_text(DECLARATIONS)
    assert table.row_labels == ("green", "red")
    (column,) = table.columns
    assert column.levels == ("weight",)
    assert [token.text for token in column.tokens] == ["26206.8965517241", "0.125"]
    assert [DECLARATIONS[at : at + len(text)] for text, at in column.tokens] == [text for text, _ in column.tokens]
    decimals = [one.array.texts for one in scan(DECLARATIONS) if "." in one.array.texts[0]]
    assert decimals == [("26206.8965517241", "0.125")]


def test_the_shape_of_a_layer_may_go_on_in_the_next_row():
    text = """Layer (type)                Output Shape        Param #
===========================================================
input (InputLayer)          [(None, None)]      0
bidirectional (LSTM)        [(None, None, 256), 439296
                            (None, 128)]
concatenate (Concatenate)   (None, 256)         1,024
===========================================================
"""
    (found,) = scan(text)
    assert found.array.texts == ("0", "439296", "1024")


def test_names_of_connected_layers_may_go_on_in_the_next_row():
    text = """ Layer (type)                Output Shape      Param #   Connected to
==============================================================================
 attend (MultiHeadAttention  (None, 50, 128)   527488    ['embed[0][0]',
 )                                                        'getitem_2[0
                                                         ][0]',
                                                          'embed[0][0]']

 add (Add)                   (None, 50, 128)   0         ['attend[0][0]']
 dense (Dense)               (None, 50, 128)   16512     ['add[0][0]']
==============================================================================
Total params: 544000

weights:                                                 [[0.25
                                                           0.75]]
"""
    found, total, weights = scan(text)
    assert found.array.texts == ("527488", "0", "16512")
    assert (total.array.texts, weights.array.texts) == (("544000",), ("0.25", "0.75"))
