"""The recorded seed searches of a document: recovered seeds, and searches without a match.

The record is separate from the case file, so that a search cannot read a seed before it has found it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from lastdigit.base.errors import InvalidStore, told
from lastdigit.base.files import line_of, write_whole, written_toml
from lastdigit.base.toml_table import Table
from lastdigit.cases.case import CaseFile
from lastdigit.cases.draw_tables import MOST_WORDS

NAME = "recovered.toml"
SEEDS = 1 << 32
_MOST = 1 << 53


@dataclass(frozen=True)
class NearMiss:
    """A seed and offset that reproduce the first ``values`` of ``of`` printed values."""

    seed: int
    offset: int
    values: int
    of: int


@dataclass(frozen=True)
class Searched:
    """The range and result of a search for the seed of ``draw``.

    All seeds in [``first``, ``end``) with every offset of ``offsets``: first, last and step, in words of 32 bits (key
    splits, for JAX). ``seed`` and ``offset`` are None if none fits. The seed reproduces ``values`` of ``of`` printed
    values; these are ``evidence`` bits of evidence, for a search space of ``searched`` bits.
    """

    draw: str
    generator: str
    first: int
    end: int
    offsets: tuple[int, int, int]
    evidence: float
    searched: float
    seed: int | None = None
    offset: int | None = None
    values: int = 0
    of: int = 0
    suggests: str = ""
    near: tuple[NearMiss, ...] = ()


def with_recovered(case_file: CaseFile, folder: Path) -> CaseFile:
    """A case file with hidden seeds replaced by recovered ones.

    Raises :class:`InvalidStore` for a record of draws whose seed is not hidden.
    """
    path = folder / NAME
    if not os.path.lexists(path):
        return case_file
    records = read_records(path)
    hidden = {recipe.name for recipe in case_file.recipes if recipe.seed is None}
    for name in records:
        if name not in hidden:
            expected = (
                f"draws of {folder / 'cases.toml'} whose seed is not shown: {', '.join(sorted(hidden)) or 'none'}"
            )
            raise InvalidStore(path, line_of(path, f'"{name}"'), expected, repr(name))
    recipes = tuple(
        replace(recipe, seed=records[recipe.name].seed, offset=records[recipe.name].offset or 0)
        if recipe.seed is None and recipe.name in records
        else recipe
        for recipe in case_file.recipes
    )
    return replace(case_file, recipes=recipes)


def read_records(path: Path) -> dict[str, Searched]:
    """Read the records of a document by name of draw; raises :class:`InvalidStore`."""
    records: dict[str, Searched] = {}
    table = Table.of_file(path, InvalidStore)
    for kind in ("recovered", "none_fits"):
        for entry in table.tables(kind):
            record = _record(entry)
            if (record.seed is None) == (kind == "recovered") or record.draw in records:
                raise entry.error(f"one record of {record.draw}, {kind}", "another", "draw")
            records[record.draw] = record
    table.done()
    return records


def write_record(folder: Path, record: Searched) -> Path:
    """Add a record to a document's, replacing an older one of the same draws."""
    path = folder / NAME
    records = read_records(path) if path.is_file() else {}
    records[record.draw] = record
    write_whole(path, written_toml(_content(list(records.values()))))
    return path


def _content(records: Sequence[Searched]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for record in sorted(records, key=lambda entry: entry.draw):
        plain = {key: value for key, value in asdict(record).items() if value is not None and value not in ("", ())}
        plain["offsets"] = list(record.offsets)
        plain["evidence"], plain["searched"] = round(record.evidence, 1), round(record.searched, 1)
        if record.near:
            plain["near"] = [asdict(miss) for miss in record.near]
        content.setdefault("none_fits" if record.seed is None else "recovered", []).append(plain)
    return content


def _record(entry: Table) -> Searched:
    offsets = entry.take("offsets", list)
    if len(offsets) != 3 or any(type(words) is not int or not 0 <= words <= MOST_WORDS for words in offsets):
        expected = f"'offsets' in {entry.what} to be first, last and step, each at most {MOST_WORDS}"
        raise entry.error(expected, told(offsets), "offsets")
    first, last, step = offsets
    record = Searched(
        entry.take("draw", str),
        entry.take("generator", str),
        entry.integer("first", 0, SEEDS),
        entry.integer("end", 0, SEEDS),
        (first, last, step),
        entry.number("evidence"),
        entry.number("searched"),
        entry.integer("seed", 0, SEEDS - 1, None),
        entry.integer("offset", 0, MOST_WORDS, None),
        entry.integer("values", 0, _MOST, 0),
        entry.integer("of", 0, _MOST, 0),
        entry.take("suggests", str, ""),
        tuple(_near(miss) for miss in entry.tables("near")),
    )
    entry.done()
    return record


def _near(entry: Table) -> NearMiss:
    seed, offset = entry.integer("seed", 0, SEEDS - 1), entry.integer("offset", 0, MOST_WORDS)
    miss = NearMiss(seed, offset, entry.integer("values", 0, _MOST), entry.integer("of", 0, _MOST))
    entry.done()
    return miss
