"""docs/glossary.md and docs/tables.md: every name that others write against is in them, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from studies.glossary.meanings import MEANINGS, plain
from studies.glossary.names import COLUMNS, SCHEMAS, errors, keys, options, public
from studies.glossary.nouns import NOUNS, unknown_words
from studies.glossary.pages import glossary_page, tables_page

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("name", "page"), [("glossary", glossary_page), ("tables", tables_page)])
def test_the_page_is_what_the_code_makes(root: Path, name: str, page):
    assert (root / "docs" / f"{name}.md").read_text(encoding="utf-8") == page()


def test_every_column_and_key_has_one_meaning_and_no_meaning_is_left_over():
    held = {name for names in COLUMNS.values() for name in names} | {
        name for schema in SCHEMAS.values() for name in keys(schema)
    }
    assert {plain(name) for name in held} == set(MEANINGS)


def test_every_name_is_of_nouns_of_the_glossary_and_plain_words():
    columns = {name for names in COLUMNS.values() for name in names}
    in_json = {name for schema in SCHEMAS.values() for name in keys(schema)}
    asked = {option.lstrip("-") for option, _, _ in options()}
    assert not unknown_words(columns | in_json | asked | set(public()) | set(errors()))
    assert unknown_words({"worst_frobnicator"}) == {"frobnicator"}


def test_every_name_is_told_what_it_means():
    assert all(public().values())
    assert all(errors().values())
    assert all(said for _, _, said in options())
    assert list(NOUNS) == sorted(NOUNS)
    assert len(set(NOUNS.values())) == len(NOUNS)
