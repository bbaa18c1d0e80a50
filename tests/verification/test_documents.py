"""Every number of the documents against its definition, over all inputs that print as given."""

import pytest


def test_document_is_taken_in(document_name, project):
    if document_name in project.reference.refused:
        pytest.fail(project.reference.refused[document_name], pytrace=False)


def test_document_prints_what_its_definition_gives(case, project, judged):
    judged(lambda: project.judge_document(case))


def test_relation_holds_between_printed_values(relation, project, judged):
    judged(lambda: project.judge_relation(relation))
