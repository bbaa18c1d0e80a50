"""The text of docs/glossary.md and docs/tables.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lastdigit.reports.difference.diff_table import DIFF_COLUMNS
from lastdigit.reports.tables.columns import DISCREPANCY_COLUMNS, VERDICT_COLUMNS
from studies.glossary.meanings import MEANINGS, plain
from studies.glossary.names import COLUMNS, SCHEMAS, errors, keys, options, public
from studies.glossary.nouns import NOUNS

TYPES = VERDICT_COLUMNS | DISCREPANCY_COLUMNS | DIFF_COLUMNS
"""The type of the columns that have one: text, count or number."""

GLOSSARY = """\
# Glossary

One noun is one concept: in the public API, in columns and keys ([tables.md](tables.md)), options and errors. This
page is generated from the names in the code, `python -m studies.glossary > docs/glossary.md`, and a test compares
them.
"""
TABLES = """\
# Tables and JSON objects

Every column and every key, with one meaning wherever it occurs. This page is generated from the code,
`python -m studies.glossary tables > docs/tables.md`. [reports.md](reports.md) describes the format and the values of
cells, [grade.md](grade.md) those of grades; `lastdigit check --schema` prints the JSON schema of its output, and
`lastdigit export` writes that of vectors.
"""


def glossary_page() -> str:
    """Nouns, public names, options and errors, one line each."""
    parts = [
        GLOSSARY,
        "\n".join(table(["noun", "meaning"], sorted(NOUNS.items()))),
        "## `import lastdigit`\n",
        "\n".join(table(["name", "meaning"], ((f"`{name}`", said) for name, said in public().items()))),
        "## Options\n",
        "\n".join(table(["option", "of", "meaning"], _by_option())),
        "## Errors\n",
        "All are subclasses of `LastdigitError`. Errors in a file name its line.\n",
        "\n".join(table(["error", "meaning"], ((f"`{name}`", said) for name, said in errors().items()))),
    ]
    return re.sub(r":\w+:`~?([\w.]+)`|``([^`]+)``", r"`\1\2`", _joined(parts))


def tables_page() -> str:
    """The columns and keys of each file, with their meanings."""
    places = {**COLUMNS, **{name: tuple(keys(schema)) for name, schema in SCHEMAS.items()}}
    files = [(f"`{name}`", ", ".join(f"`{each}`" for each in held)) for name, held in places.items()]
    return _joined(
        [
            TABLES,
            "\n".join(table(["of", "its columns or keys, in order"], files)),
            "## What they mean\n",
            "The prefixes `old_` and `new_` say which of two runs is meant.\n",
            "\n".join(table(["name", "type", "in", "meaning"], _meanings(places))),
        ]
    )


def _meanings(places: dict[str, tuple[str, ...]]) -> Iterator[Sequence[str]]:
    for name, meaning in MEANINGS.items():
        held = [place for place, names in places.items() if name in map(plain, names)]
        kind = next((kind for column, kind in TYPES.items() if plain(column) == name), "")
        yield f"`{name}`", kind, ", ".join(held), meaning


def _by_option() -> Iterator[Sequence[str]]:
    """Each option with its meaning in each command."""
    of: dict[tuple[str, str], list[str]] = {}
    for option, command, said in options():
        of.setdefault((option, said), []).append(command.removeprefix("lastdigit "))
    for (option, said), commands in sorted(of.items()):
        yield f"`{option}`", ", ".join(commands), said


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A Markdown table."""
    for row in (heading, ["---"] * len(heading), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _joined(parts: Iterable[str]) -> str:
    return "".join(f"{part}\n" if part.endswith("\n") else f"{part}\n\n" for part in parts).rstrip("\n") + "\n"
