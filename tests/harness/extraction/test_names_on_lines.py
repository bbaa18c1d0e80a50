"""What values are called by the words, names and brackets around them on their lines."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import labels, names, result


def test_a_verb_behind_a_counter_leaves_the_words_before_it_as_the_name(read):
    source = "for i in range(2):\n    print(f'recall in round {i + 1} is :{np.mean(p)}')"
    assert labels(read((source, "recall in round 1 is :0.25\nrecall in round 2 is :0.75\n"))) == [
        "recall in round 1",
        "recall in round 2",
    ]


OF_R = "$left$fit\n[1] 0.1499692\n\n[[2]]\n[1] 0.9230769 0.25\n"


def test_a_vector_of_r_is_named_by_the_item_above_it_and_not_by_its_index(read):
    assert names(read(("print(fits)", OF_R)))[:2] == [("$left$fit", "0.1499692"), ("[[2]]", "0.9230769")]
    assert names(read(("x <- fit(y)\nprint(x)", "[1] 0.1499692\n"))) == [("x", "0.1499692")]


def test_a_vector_that_a_solver_writes_over_several_lines_is_no_table_of_its_first_line(read):
    rows = (
        "   X = 4.246048E+00   3.110829E+00\n       3.430140E+00   9.856466E-01\n       4.302815E+00   2.687737E+00\n"
    )
    assert "4.246048E+00" not in " ".join(labels(read(("solve(f)", rows))))


def test_a_rank_and_its_feature_name_the_importance_behind_them(read):
    source = "for f in range(2):\n    print('%d. feature %d (%f)' % (f + 1, order[f], importances[order[f]]))"
    assert labels(read((source, "1. feature 197 (0.25)\n2. feature 12 (0.125)\n"))) == [
        "1 feature 197",
        "2 feature 12",
    ]


def test_a_mean_and_its_spread_before_brackets_are_values(read):
    source = "for i in range(2):\n    print(f'i={i}: {m[i]:+.4f} ± {e[i]:.3g}    [{x[i]:+.4f}]')"
    found = names(read((source, "i=0: +0.3383 ± 0.00727    [+0.5000]\ni=1: +0.2757 ± 0.00836    [+0.2500]\n")))
    assert found[:3] == [("i=0: m[i]", "+0.3383"), ("i=0 ±", "0.00727"), ("i=0: x[i]", "+0.5000")]


def test_a_function_that_only_prints_by_calling_another_says_what_it_prints(read):
    predict = "def predict(net, word):\n    x = net(word)\n    print(x.shape)\n    return x"
    sample = "def sample(net, words):\n    return [predict(net, word) for word in words]"
    cells = (predict, ""), (sample, ""), ("sample(net, words)", "torch.Size([1, 279])\ntorch.Size([1, 279])\n")
    assert labels(read(*cells)) == ["x.shape", "x.shape"]


def test_a_fraction_of_numbers_with_commas_has_its_numerator(read):
    source = "print(f'trainable parameters: {a:,}/{b:,} ({100 * a / b:.2f}%)')"
    found = names(read((source, "trainable parameters: 85,800,194/85,876,325 (99.91%)\n")))
    assert found[0] == ("trainable parameters", "85800194")


def test_a_bracket_that_words_open_is_no_part_of_a_name(read):
    source = "for g in top:\n    print(f'{g}: {share[g]:.2f} % of all (conf {c:.2f})')\n    print(f'No (p = {p})')"
    text = "Daphnia: 30.20 % of all (conf 0.89)\nNo (p = 0.1016)\n"
    assert labels(read((source, text)))[1:] == ["conf", "No p"]


@pytest.mark.parametrize(
    ("source", "text"), [("plt.xlim([0, 30])", "(0.0, 30.0)"), ("import wandb\nwandb.login()", "True")]
)
def test_what_a_call_does_to_an_axis_or_a_server_is_no_result(read, source: str, text: str):
    assert names(read((source, result(text)))) == []


def test_two_numbers_behind_two_names_have_one_each(read):
    source = "print(f'Width x Height: {raw.width} x {raw.height}')"
    assert names(read((source, "Width x Height: 401 x 668\n"))) == [("Width", "401"), ("Height", "668")]


def test_a_table_below_the_name_by_which_a_loop_selects_it_is_not_called_by_that_variable(read):
    source = "for col in frame.columns:\n    print(col)\n    print(frame[col].value_counts())"
    text = "size\nsize\nMedium    2793\nSmall     2388\nName: count, dtype: int64\n"
    assert labels(read((source, text))) == ["frame[col].value_counts()"]


def test_the_structure_that_r_shows_of_an_object_is_no_result(read):
    assert labels(read(("str(x)", " $ mean : num [1:5] 786.28 0 18.2 4.73 1.17\n"))) == []
