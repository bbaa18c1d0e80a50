"""A value is a golden where the source says which expression printed it, or where its words name a measure."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import goldens, labels, names, result, shown, tokens


def test_words_that_a_function_of_the_document_writes_name_their_value(read):
    helper = "def show(x):\n    print('ridge weight:', x.weight)"
    assert names(read((helper, ""), ("show(fit)", "ridge weight: 0.5\n"))) == [("ridge weight", "0.5")]


def test_a_copy_of_what_the_source_writes_out_is_no_golden(read):
    sites = "sites = {'hill': {'height': 75.5}, 'dale': {'height': 12.5}}\n"
    loop = "for name, site in sites.items():\n    print('height:', site['height'])"
    assert names(read((sites + loop, "height: 75.5\n"))) == []
    assert names(read((sites + "site = sites['hill']\nprint(f'height: {site[\"height\"]}')", "height: 75.5\n"))) == []
    assert names(read(("for x, y in zip([1, 2], [3, 4]):\n    print(x, y)", "1 3\n2 4\n"))) == []
    assert names(read(("l = [1, 2.5, 'a']\nl.append(3.5)", ""), ("l", result("[1, 2.5, 'a', 3.5]")))) == []


def test_what_is_computed_or_may_be_changed_is_no_copy(read):
    sites = "sites = {'hill': {'height': 75.5}}\n"
    source = sites + "sites['hill']['height'] = tallest(trees)\nprint('height:', sites['hill']['height'])"
    assert names(read((source, "height: 78.5\n"))) == [("height", "78.5")]
    sorts = "l = [2.5, 1, 'a']\nl.sort(key=str)\nl"
    assert names(read((sorts, result("[1, 2.5, 'a']")))) == [("l[0]", "1"), ("l[1]", "2.5")]


@pytest.mark.parametrize("expression", ["args.rate", "self.config['rate']", "model.cfg.rate"])
def test_what_belongs_to_settings_is_no_golden(read, expression):
    assert names(read((f"print('rate', {expression})\nprint('loss', loss)", "rate 0.125\nloss 0.5\n"))) == [
        ("loss", "0.5")
    ]


def test_a_loops_names_of_items_are_identifiers(read):
    assert names(read(("for node in graph.nodes():\n    print(node)", "68303210\n68303215\n"))) == []
    assert names(read(("for size in sizes(graph):\n    print(size)", "3\n1\n"))) == [("size", "3"), ("size", "1")]


def test_a_drawn_matrix_is_a_formula_wherever_it_is_shown(read):
    drawn = "⎡0.5  0 ⎤\n⎢       ⎥\n⎣ 0  1.5⎦"
    assert names(read(("display(sympy.Matrix(J))", shown(drawn)))) == []
    assert names(read(("sympy.pprint(J)", drawn))) == []
    assert names(read(("print('π =', x)", "π = 3.14159\n"))) == [("π", "3.14159")]


def test_a_table_whose_rows_go_on_with_other_widths_is_left_out(read):
    text = (
        "epoch      trn_loss   accuracy\n    0      6.649408   0.167872\n    1      6.195533   0.200387\n"
        "    2      5.690343   0.22505 \n    3      5.537789   0.233575\n"
    )
    assert not any(label == "trn_loss" for label in labels(read(("learner.fit(3)", text))))


def test_a_shape_that_is_added_to_its_words_is_a_shape(read):
    found = read(("print('All data: ' + str(x.shape))", "All data: (9, 2)\n"))
    assert [golden.kind for golden in goldens(found)] == ["shape"]


def test_an_integer_that_goes_up_from_line_to_line_is_a_counter(read):
    lines = "".join(f"I:{number} Acc:0.{number}\n" for number in (10, 20, 30, 40))
    source = "for j in range(50):\n    sys.stdout.write('\\nI:' + str(j) + ' Acc:' + str(acc))"
    assert names(read((source, lines))) == [("Acc", f"0.{number}") for number in (10, 20, 30, 40)]
    squares = "".join(f"I:{number}\n" for number in (1, 4, 9, 16))
    assert tokens(read((source, squares))) == ["1", "4", "9", "16"]


def test_an_identifier_among_words_is_no_golden(read):
    source = "print(f'Patient {patient_id} admitted to the acute ward')\nprint(f'There are {n} patients')"
    assert names(read((source, "Patient 11 admitted to the acute ward\nThere are 12 patients\n"))) == [
        ("There are patients", "12")
    ]


def test_numbers_of_a_text_that_the_source_puts_together_are_its_own(read):
    source = "base = 'SELECT x WHERE IN(POLYGON({}))'\nquery = base.format(points)\nprint(query)"
    assert names(read((source, "SELECT x\n WHERE IN(POLYGON(1.5, 2.5, 3.5))\n"))) == []


def test_what_a_loop_goes_over_and_a_number_less_is_no_result(read):
    source = "for x, y in zip([0.125, 1.0], var):\n    print(f'{100 - x}% confidence: {y:.2f}')"
    assert names(read((source, "99.875% confidence: 8.24\n99.0% confidence: 5.78\n"))) == [
        ("confidence", "8.24"),
        ("confidence", "5.78"),
    ]


def test_a_part_of_a_list_that_is_written_out_and_an_attribute_that_is_set_are_no_results(read):
    source = "data = [0, 4, 7, 'a']\nfor j in range(1, 3):\n    print(data[:j])"
    assert names(read((source, "[0, 4]\n[0, 4, 7]\n"))) == []
    source, text = "print('power of heater 1 =', lab.power)", "power of heater 1 = 100.0\n"
    assert names(read(("lab.power = 100\n" + source, text))) == []
    assert names(read(("lab.heat()\n" + source, text))) != []


def test_a_date_with_the_name_of_its_month_is_no_value(read):
    assert names(read(("print(swaption)", "EXERCISE DATE: 01-JAN-2016\nDATE OF VALUE: 3-Feb-16\n"))) == []


def test_a_drawn_bar_is_no_part_of_a_label(read):
    found = names(
        read(("model.evaluate(data)", "step 35/35 [==============================] - loss: 0.3995 - 304ms/step\n"))
    )
    assert found == [("step 35 loss", "0.3995")]


def test_a_column_of_identifiers_is_no_result(read):
    html = "<table class='dataframe'><thead><tr><th></th><th>StoreID</th><th>sales</th></tr></thead><tbody>"
    html += "<tr><th>0</th><td>17</td><td>0.5</td></tr><tr><th>1</th><td>19</td><td>1.5</td></tr></tbody></table>"
    found = read(("import pandas\nframe.head()", result("frame", html)))
    assert labels(found) == ["frame.head()['sales']"]


def test_an_identifier_of_a_publication_is_no_value(read):
    assert names(read(("print('DOI: %s' % article)", "DOI: 10.1371/journal.pbio.0000068\n"))) == []
