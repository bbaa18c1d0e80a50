"""Hands the reference data and the implementations to the verification suite."""

from __future__ import annotations

import pytest

from lastdigit.pytest_plugin import project


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test per document, case, relation, and case × implementation × dtype; each is named by what it judges."""
    if "document_name" in metafunc.fixturenames and "lastdigit_project" in metafunc.fixturenames:
        metafunc.parametrize("document_name", project(metafunc.config).reference.names)
    parts = {"case": "cases", "relation": "relations", "pairing": "pairings"}
    for argument, attribute in parts.items():
        if argument in metafunc.fixturenames and "lastdigit_judged" in metafunc.fixturenames:
            values = getattr(project(metafunc.config), attribute)
            metafunc.parametrize(argument, [_named(value) for value in values])


def _named(value):
    """A parameter with its id; what is judged of one case stays in one process, where its readings are kept."""
    return pytest.param(value, id=value.id, marks=pytest.mark.xdist_group(value.id.partition("-")[0]))
