"""Numbers that no source prints are goldens where a measure names them, and are listed as left out where none does."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import labels, names, reasons, shown, tokens


@pytest.mark.parametrize(
    "text",
    [
        "Rate set to 0.458\n",
        "dropout: 0.1\nheads: 12\n",
        "[default0]: epoch 0 | consumed_samples: 3072 | lr: 2.5e-06\n",
        "{'warmup': 0.25, 'epoch': 1.5}\n",
        "#011rate: 0.25\n",
        "2024-01-01 12:00:00 INFO - Rate: 0.25\n",
        "Pears: 4 (0.25 done)\n",
        "  shape: (-1, 28, 28, 1)\n",
        "52s - loss: 3.2886 - acc: 0.2462\n",
        "         Current function value: 14.001110\n         Iterations: 198\n",
        "Iteration 3, loss = 0.25\n",
        "[I 2024-01-01 12:00:00,123] Trial 4 finished with value: 0.25 and parameters: {'rate': 0.5}\n",
        "Iteration:      4,   Func. Count:     41,   Neg. LLF: 13041.078\n",
        "0:\tlearn: 0.6925\ttotal: 0.3s\n",
        "[0]#011validation_0-rmse:0.286719\n",
        "[0]#011train-error:0.0282#011validation-error:0.066\n",
    ],
)
@pytest.mark.parametrize("source", ["fit(x)", "results.write()"])
def test_what_a_library_writes_of_its_work_is_left_out_and_listed(read, text, source):
    found = read((source, text))
    assert names(found) == []
    assert REASONS["by itself"] in reasons(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("total_loss: 0.4565, data_loss: 0.4562\n", ["0.4565", "0.4562"]),
        ("Total params: 1,239\n", ["1239"]),
        ("Annual volatility: 10.1%\n", ["10.1"]),
        ("NDCG@10: 0.4741\n", ["0.4741"]),
    ],
)
def test_a_measure_names_what_a_library_writes(read, text, expected):
    assert tokens(read(("fit(x)", text))) == expected


ROUNDS = [
    "step 10 , total_loss: 0.4565, data_loss: 0.4562\n",
    "Step 30: train CrossEntropyLoss | 3.92878985\n",
    "[train] loss: 0.5\n[train] loss: 0.25\n",
    "2024-01-01 12:00:00 INFO - accuracy: 0.25\n",
    '#metrics {"loss": {"count": 1, "max": 0.5}}\n',
    "{'loss': 0.25, 'learning_rate': 5e-05}\n",
]


@pytest.mark.parametrize("text", ROUNDS)
def test_a_measure_in_a_round_of_a_log_is_left_out(read, text):
    found = read(("fit(x)", text))
    assert names(found) == []
    assert REASONS["by itself"] in reasons(found)


def test_a_measure_in_a_round_that_a_source_prints_or_shows_by_its_name_is_a_golden(read):
    line = "step 10 , total_loss: 0.4565\n"
    assert names(read(("print('step', n, ', total_loss:', loss)", line))) == [("step 10 total_loss", "0.4565")]
    assert names(read(("show_losses(x)", line))) == [("step 10 total_loss", "0.4565")]


def test_what_a_source_prints_needs_no_measure(read):
    assert names(read(("print('rate', rate(x))", "rate 0.25\n"))) == [("rate", "0.25")]
    assert names(read(("def run():\n    print(f'rate {rate(x)}')", ""), ("run()", "rate 0.25\n"))) == [("rate", "0.25")]
    assert names(
        read(("class A:\n    def go(self):\n        print('rate', f(x))", ""), ("A().go()", "rate 0.25\n"))
    ) == [("rate", "0.25")]


def test_a_value_may_bring_its_words_along_but_no_entry_of_a_log(read):
    assert names(read(("fit(x)\nprint(summary(x))", "dropout: 0.1\n"))) == [("dropout", "0.1")]
    log = "[Pears] [Warning] dropout is set=0.5, dropout: 0.1\ndropout: 0.3\n"
    assert names(read(("fit(x)\nprint(summary(x))", log))) == [("dropout", "0.3")]
    assert names(read(("fit(x)\n# print what is in it\nprint('ripe', n)", "dropout: 0.1\nripe 0.5\n"))) == [
        ("ripe", "0.5")
    ]


def test_the_name_before_an_entry_that_a_source_writes_belongs_to_it(read):
    source = "class A:\n    def go(self):\n        print('[train] ' + 'rate: %.2f' % f(x))"
    assert names(read((source, ""), ("A().go()", "[train] rate: 0.25\n"))) == [("[train] rate", "0.25")]


BOLD = "<table><tr><td><b></b></td><td><b>ripe</b></td><td><b>rate</b></td></tr>{}</table>"


def test_a_bold_first_row_is_the_head_of_a_table(read):
    html = BOLD.format(
        "<tr><td>pears</td><td>68</td><td>0.0383</td></tr><tr><td>plums</td><td>9</td><td>0.25</td></tr>"
    )
    found = read(("fit.show()", shown("ripe rate\npears 68 0.0383\n", html)))
    assert [(label.rpartition("[")[2], tokens) for label, tokens in names(found)] == [
        ("'ripe']", "68 9"),
        ("'rate']", "0.0383 0.25"),
    ]


def test_a_table_that_is_not_read_gives_no_numbers_in_words(read):
    found = read(("fit.show()", shown("rate: 0.25\n", "<table><tr><td>rate</td><td>0.25</td></tr></table>")))
    assert names(found) == []
    assert reasons(found) == {REASONS["table"]}


def test_a_table_of_epochs_that_a_library_displays_is_left_out(read):
    head = "<table><thead><tr><th>{}</th><th>loss</th></tr></thead>"
    rows = "<tbody><tr><td>1.5</td><td>0.977</td></tr><tr><td>2.5</td><td>0.509</td></tr></tbody></table>"
    assert names(read(("fit.show()", shown("epoch loss\n", head.format("epoch") + rows)))) == []
    assert tokens(read(("fit.show()", shown("rate loss\n", head.format("rate") + rows)))) == [
        "1.5 2.5",
        "0.977 0.509",
    ]


def test_a_column_that_is_named_by_a_row_is_left_out(read):
    table = "  1  mean   1.00330e+00   3.04246e-02\n  2  sigma  3.01694e+00   2.22838e-02\n"
    assert not any("e-02" in name for name in labels(read(("import pandas as pd\nfit(x)", table))))


def test_what_a_program_writes_of_a_file_is_left_out(read):
    assert names(read(("!pears convert a.xml", '{\n  "sigmas": [\n    0.1\n  ]\n}\n'))) == []


def test_words_that_no_source_spells_out_make_a_repeated_measure_one_of_a_log(read):
    log = "train loss:2.0135\ntrain loss:1.9370\n"
    assert names(read(("plot(label='train')\nfit(x)\nprint('Saved!')", log))) == []
    found = read(("print('Saved!')\nwatch(x)\nprint('train loss:' + str(loss))", log))
    assert tokens(found) == ["2.0135", "1.9370"]


def test_the_end_of_an_array_names_no_number_behind_it(read):
    line = "[0.25 0.5] : [[23.7]], actual=19.0\n[0.5 0.75] : [[18.7]], actual=16.0\n"
    found = labels(read(("for v in x:\n    print('{} : {}, actual={}'.format(v, f(v), y))", line)))
    assert "actual" in found
    assert not any(label.startswith("[") for label in found)


def test_options_that_a_program_writes_are_settings_and_its_measures_are_not(read):
    assert names(read(("!python train.py", "dropout: 0.1\nval_loss: 0.25\n"))) == [("val_loss", "0.25")]
