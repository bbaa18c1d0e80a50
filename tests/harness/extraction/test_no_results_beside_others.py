"""Numbers that are no results by what stands beside them, or by what the document shows of their dtypes."""

from __future__ import annotations

import pytest

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import labels, reasons, result

SPECIFIED = "{{'rows': {{{}'minimum': 1}}, 'mean': 2.5}}"


@pytest.mark.parametrize(
    "others", ["'type': 'integer', ", "'description': 'How many [rows]', 'of': {'a': 'b'}, 'default': 6, "]
)
def test_a_limit_of_an_input_that_its_neighbours_describe_is_a_setting(read, others):
    found = read(("inputs(orchard)", result(SPECIFIED.format(others))))
    assert (labels(found), reasons(found)) == (["inputs(orchard)['mean']"], {REASONS["setting"]})


@pytest.mark.parametrize("others", ["", "'maximum': 3, ", "'title': 'pears', ", "'type': 'apple', "])
def test_a_limit_that_nothing_describes_is_a_result(read, others):
    assert "inputs(orchard)['rows']['minimum']" in labels(read(("inputs(orchard)", result(SPECIFIED.format(others)))))


def test_what_something_is_configured_by_is_no_result(read):
    assert labels(read(("orchard.specification", result("{'rows': 6, 'steps': 1000}")))) == []
    assert labels(read(("orchard.configuration", result("{'rows': 6, 'steps': 1000}")))) == []


def test_memory_and_speed_of_a_trainer_are_of_the_machine(read):
    shown = "{'eval_loss': 0.25, 'eval_mem_gpu_alloc_delta': 1024, 'eval_samples_per_second': 77, 'eval_runtime': 3.5}"
    found = read(("trainer.evaluate()", result(shown)))
    assert labels(found) == ["trainer.evaluate()['eval_loss']"]
    assert {REASONS["size"], REASONS["timing"]} <= reasons(found)


def test_the_number_of_a_topic_before_its_words_identifies_it(read):
    topics = '[(7, \'0.010*"pears" + 0.009*"plums"\'), (3, \'-0.250*"pears" + 0.009*"figs"\')]'
    found = read(("print(model.topics())", topics))
    assert (labels(found), reasons(found)) == ([], {REASONS["identifier"]})
    assert labels(read(("print(ranks())", "[(7, 'pears'), (3, 'plums')]"))) == ["ranks()[0][0]", "ranks()[1][0]"]


def test_the_state_of_a_tuner_is_its_own_log(read):
    text = "PopulationBasedTraining: 4 checkpoints, 2 perturbs\nResources requested: 1.0/12 CPUs, 0/0 GPUs\n"
    assert labels(read(("main()", text))) == []


INFO = "  #   Column   Non-Null Count  Dtype \n 0   berry    3 non-null      object\n"
INFO += " 1   weight   3 non-null      int64 \n"
FRAME = "   weight   berry\n0      12  311111\n1      15  277777\n2      11  455555"


def both(read, source: str, before: str = "frame = pd.read_csv(path)", frame: str = FRAME) -> list[str]:
    found = read((before, ""), ("frame.info()", INFO), (source, result(frame)))
    return [label.rpartition("['")[2] for label in labels(found)]


def test_a_column_that_the_document_shows_as_one_of_objects_holds_text(read):
    for source in ("frame.head()", "frame[frame['weight'] > 3].loc[:3]", "frame.sort_values('weight').tail(3)"):
        assert both(read, source) == ["weight']"]
    assert both(read, "frame.head()", "frame = pd.read_csv(path)\nframe = frame[~frame['berry'].isna()]") == [
        "weight']"
    ]
    assert both(read, "part", "frame = pd.read_csv(path)\npart = frame.head(3)") == ["weight']"]
    assert len(both(read, "part", "frame = pd.read_csv(path).nunique()\npart = frame.head(3)")) == 2


@pytest.mark.parametrize(
    "before",
    [
        "frame = pd.read_csv(path).groupby('kind').count()",
        "frame['berry'] = frame['berry'].str.len()",
        "frame.berry = frame.berry.map(kinds)",
        "frame = frame.astype({'berry': int})",
        "for name in names:\n    frame[name] = f(frame[name])",
        "frame = LabelEncoder().fit_transform(frame)",
    ],
)
def test_a_column_that_may_have_been_converted_holds_numbers(read, before):
    assert both(read, "frame.head()", before) == ["weight']", "berry']"]


def test_a_column_of_what_is_computed_of_another_holds_numbers(read):
    assert both(read, "frame.groupby('weight').count()") == ["weight']", "berry']"]


def test_a_column_without_a_number_is_no_golden(read):
    frame = "   weight  price\n0      12    NaN\n1      15    NaN"
    found = read(("frame.head()", result(frame)))
    assert (labels(found), reasons(found)) == (["frame.head()['weight']"], {REASONS["empty"]})


def test_whole_identifiers_may_be_missing(read):
    frame = "   weight  pear_id\n0      12      3.0\n1      15      NaN"
    found = read(("frame.head()", result(frame)))
    assert (labels(found), reasons(found)) == (["frame.head()['weight']"], {REASONS["identifier"]})


def test_a_statement_of_python_2_may_print_a_hash(read):
    source = 'n = 20\nprint "## rounds =", n, "##"\nprint \'loss:\', f(n) # a comment\n'
    found = read((source, "## rounds = 20 ##\nloss: 0.25\n"))
    assert (labels(found), reasons(found)) == (["loss"], {REASONS["setting"]})


def test_settings_of_matplotlib_are_settings_under_any_name(read):
    text = "axes.linewidth: 0.8\nfont.size: 20.0\npears.size: 12.5\n"
    assert labels(read(("known = matplotlib.rcParams\nprint(known)", text))) == ["pears.size"]
    assert labels(read(("print(known)", text))) == ["axes.linewidth", "font.size", "pears.size"]


def test_how_a_solver_ended_is_no_result(read):
    found = read(("import pulp", ""), ("orchard.solve()", result("1")))
    assert (labels(found), reasons(found)) == ([], {REASONS["success"]})
    assert labels(read(("orchard.solve()", result("1")))) == ["orchard.solve()"]


@pytest.mark.parametrize(
    "shown", ["picture.meta['CROTA2']", "hdu[0].header['NAXIS']", "hdr['CRVAL1']", "file.metadata"]
)
def test_what_a_file_says_of_itself_is_no_result(read, shown):
    text = "{'ripe': 179.25}" if shown.endswith("data") else "179.25"
    found = read((shown, result(text)))
    assert (labels(found), reasons(found)) == ([], {REASONS["file"]})
    other = shown.replace(".meta", ".beta").replace(".header", ".found").replace("hdr", "pears")
    assert labels(read((other, result(text)))) != []


@pytest.mark.parametrize("imported", ["from math import *", "from numpy import sin, pi"])
def test_a_constant_that_is_imported_by_its_name_is_no_result(read, imported):
    assert labels(read((f"{imported}\nprint(pi, sin(3))", "3.141592653589793 0.1411200080598672\n"))) == ["sin(3)"]
    assert "pi" in labels(read((f"{imported}\npi = f(3)\nprint(pi, sin(3))", "3.1415926535897 0.14112000805\n")))
