"""Numbers that are no results by what the source does: clocks, counters of places, literals of other types, help."""

from __future__ import annotations

from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import reasons, result, tokens

SETTING, TIMING, COUNTER, PROSE = (REASONS[one] for one in ("setting", "timing", "counter", "prose"))


def test_a_literal_of_another_type_is_one(read):
    found = read(("n = int(7)\nx = float(3)\nprint(n)\nprint('x', x)", "7\nx 3.0\n"))
    assert (tokens(found), reasons(found)) == ([], {SETTING})
    found = read(("x = np.float64(2.5)\nx", result("2.5")))
    assert (tokens(found), reasons(found)) == ([], {SETTING})
    found = read(("z = complex(1, 2)\nz", result("(1+2j)")))
    assert (tokens(found), reasons(found)) == ([], {SETTING})


def test_an_integer_of_a_number_with_decimals_is_a_result(read):
    assert tokens(read(("n = int(7.5)\nprint(n)", "7\n"))) == ["7"]
    assert tokens(read(("n = np.int8(300)\nn", result("44")))) == ["44"]


def test_an_item_of_a_series_of_literals_by_its_place_is_one(read):
    pears = ("pears = pd.Series([0.5, 0.75], index=['a', 'b'])", "")
    found = read(pears, ("pears[1]", result("0.75")))
    assert (tokens(found), reasons(found)) == ([], {SETTING})


def test_a_literal_in_another_format_is_one(read):
    found = read(("rate = 12345.5\nf'{rate:.3e}'", result("'1.235e+04'")))
    assert (tokens(found), reasons(found)) == ([], {SETTING})
    assert tokens(read(("rate = 12345.5\nf'{f(rate):.3e}'", result("'1.235e+04'")))) == ["1.235e+04"]


def test_places_of_elements_that_a_loop_goes_over_are_counters(read):
    source = "for at, x in np.ndenumerate(pears):\n    print(at, x)"
    found = read((source, "(0, 0) 1.5\n(0, 1) 2.5\n"))
    assert (tokens(found), reasons(found)) == (["1.5", "2.5"], {COUNTER})
    assert COUNTER in reasons(read(("for at in np.ndindex(2, 2):\n    print(at)", "(0, 0)\n(0, 1)\n")))


def test_columns_of_times_are_timings(read):
    log = "| epoch | loss | runtime (s) |\n|---|---|---|\n| 1 | 0.5 | 12.25 |\n| 2 | 0.25 | 12.75 |\n"
    found = read(("for row in rounds:\n    print(row)", log))
    assert "12.25 12.75" not in tokens(found)
    assert TIMING in reasons(found)


def test_an_item_called_as_a_time_is_one(read):
    source = "start = time.time()\nrow = fit()\nprint(f\"{row['loss']:.3f} {row['Runtime']:.3f}\")"
    found = read((source, "0.125 2.375\n"))
    assert (tokens(found), reasons(found)) == (["0.125"], {TIMING})


HELP = "Help on function f:\n\nf(x, size=4.5, ripe=0.25)\n    Of a pear.\n\n    >>> f(1.5)\n    mean: 0.5\n"


def test_documentation_is_no_result_where_the_cell_defines_what_it_is_of(read):
    source = 'def f(x, size=4.5, ripe=0.25):\n    """Of a pear."""\n    print(x)\n\n\nhelp(f)'
    found = read((source, HELP))
    assert (tokens(found), reasons(found)) == ([], {PROSE})
    found = read(("x = np.ones(3)\nnp.info(np.mgrid)", "Dense.\n>>> np.mgrid[0:2]\narray([0, 1])\n"))
    assert (tokens(found), reasons(found)) == ([], {PROSE})


def test_what_is_printed_before_documentation_is_a_result(read):
    assert "0.5" in tokens(read(("print('mean:', m)\nhelp(f)", "mean: 0.5\nHelp on function f:\n")))


def test_a_counter_in_a_tuple_of_python_2_is_one(read):
    source = "for i in range(0, 40, 8):\n    print('round', i)\n    step()"
    text = "".join(f"('round', {i})\n" for i in range(0, 40, 8))
    found = read((source, text))
    assert (tokens(found), reasons(found)) == ([], {COUNTER})
    assert tokens(read((source, "('round', 3)\n('round', 8)\n('round', 9)\n('round', 27)\n"))) == ["3", "8", "9", "27"]


def test_exponents_of_a_drawn_derivative_are_none(read):
    drawn = "  2          \n d           \n───(f(x)) - 2⋅f(x) = 0\n  2          \ndx           "
    found = read(("equation", result(drawn)))
    assert (tokens(found), reasons(found)) == ([], {REASONS["formula"]})


def test_what_a_library_is_set_to_is_a_setting_by_keys_with_dots(read):
    source = "from matplotlib import rcParams as settings\nprint(settings['font.size'])"
    found = read((source, "12.0\n"))
    assert (tokens(found), reasons(found)) == ([], {SETTING})
    found = read(("print(rcParams['figure.dpi'])", "72.0\n"))
    assert (tokens(found), reasons(found)) == ([], {SETTING})


def test_numbers_on_lines_of_a_page_are_its_text(read):
    page = "Price:\n <td class='a'>\n  <b>\n   20.25\n  </b>\n </td>\n"
    found = read(("print(pages[2])", page))
    assert (tokens(found), REASONS["markup"] in reasons(found)) == ([], True)
    types = "<class 'bool'>\n0.5\n<class 'float'>\n"
    assert tokens(read(("print(type(a))\nprint(x)\nprint(type(x))", types))) == ["0.5"]


def test_a_number_that_a_class_gives_to_its_objects_is_a_setting(read):
    tree = "class Tree:\n    pears = 4\n\n    def __init__(self, kind):\n        self.kind = kind\n"
    makes = "oak = Tree('oak')"
    found = read((tree, ""), (makes, ""), ("oak.pears", result("4")))
    assert (tokens(found), reasons(found)) == ([], {SETTING})
    grows = tree + "\n    def grow(self):\n        self.pears += 3\n"
    assert tokens(read((grows, ""), (makes, ""), ("oak.grow()\noak.pears", result("7")))) == ["7"]


def test_rows_that_the_document_inserts_in_a_database_are_settings(read):
    inserts = ("db.execute(\"INSERT INTO pears(kind, weight, n) VALUES ('a', 0.25, 7), ('b', 0.75, 9)\")", "")
    selects = "for row in db.execute('SELECT * FROM pears'):\n    print(row)"
    found = read(inserts, (selects, "('a', 0.25, 7)\n('b', 0.75, 9)\n"))
    assert (tokens(found), reasons(found)) == ([], {SETTING})
    assert tokens(read(inserts, (selects, "('a', 0.5, 14)\n('b', 1.5, 18)\n"))) == ["0.5", "14", "1.5", "18"]


def test_a_column_of_a_log_that_is_headed_as_a_time_is_one(read):
    source = "start = time.time()\ntrain(model)"
    log = " Epoch |  Loss  | Elapsed\n------------------------\n   1   | 0.5125 |  8.25\n   2   | 0.2575 |  9.75\n"
    found = read((source, log))
    assert "8.25" not in tokens(found)
    assert TIMING in reasons(found)


def test_what_a_command_is_told_and_shows_again_is_a_setting(read):
    source = "!python train.py \\\n  --num-samples 1000 --rate=0.25\n"
    text = "Test samples: 1000\nLearning rate: 0.25\nBest of all: 1000\nLoss: 0.75\n"
    found = read((source, text))
    assert (tokens(found), reasons(found)) == (["1000", "0.75"], {SETTING})


def test_numbers_that_a_comprehension_gives_to_pairs_are_counters(read):
    pairs = "[['a', 0],\n ['b', 1],\n ['c', 2]]"
    source = "vocab = [[{}, idx] for idx in range(n)]\nvocab"
    assert reasons(read((source.format("piece(idx)"), result(pairs)))) == {REASONS["counter"]}
    scores = "vocab = [[piece(idx), score(idx)] for idx in range(n)]\nvocab"
    assert len(tokens(read((scores, result(pairs))))) == 3
