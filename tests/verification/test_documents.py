"""Every number of the documents against its definition, over all inputs that print as given."""

import pytest


def test_document_is_taken_in(document_name, lastdigit_project):
    if document_name in lastdigit_project.reference.refused:
        pytest.fail(lastdigit_project.reference.refused[document_name], pytrace=False)


def test_document_prints_what_its_definition_gives(case, lastdigit_project, lastdigit_judged):
    lastdigit_judged(lambda: lastdigit_project.judge_document(case))


def test_relation_holds_between_printed_values(relation, lastdigit_project, lastdigit_judged):
    lastdigit_judged(lambda: lastdigit_project.judge_relation(relation))
