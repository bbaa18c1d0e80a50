"""The jobs of the study and their record: a line of JSON each, so that an interrupted run can continue."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lastdigit.operations.operation import GRADIENT
from studies.vocabulary.subjects import EVERY, KINDS, MANY, Subject, subjects
from studies.vocabulary.trial import FORMATS, tally

GENERIC = "generic"
"""The kind of numbers on which mistakes are tried as well."""


@dataclass(frozen=True)
class Job:
    """One subject with a seed and a kind of numbers, in all formats."""

    seed: int
    kind: str
    number: int

    @property
    def key(self) -> list[Any]:
        """The key of its line in the record."""
        return [self.seed, self.kind, self.number]


def jobs(first: int) -> Iterator[Job]:
    """An endless sequence: every kind of numbers with a seed, then with the next one."""
    kinds = (GENERIC, *EVERY, MANY, *(kind for kind in KINDS if kind != GENERIC))
    seed = first
    while True:
        for kind in kinds:
            yield from (Job(seed, kind, number) for number in range(len(_subjects(seed, kind))))
        seed += 1


def jobs_of(names: Collection[str], seed: int) -> list[Job]:
    """The jobs of some operations and their gradients, with every kind of numbers and one seed."""
    return [
        Job(seed, kind, number)
        for kind in (GENERIC, *EVERY, MANY, *(kind for kind in KINDS if kind != GENERIC))
        for number, subject in enumerate(_subjects(seed, kind))
        if subject.operation.partition(GRADIENT)[0] in names
    ]


@lru_cache(maxsize=1)
def _subjects(seed: int, kind: str) -> list[Subject]:
    return list(subjects(seed, kind))


def done(job: Job) -> dict[str, Any]:
    """The result of a job, as a line of the record."""
    subject = _subjects(job.seed, job.kind)[job.number]
    formats = (EVERY[job.kind],) if job.kind in EVERY else FORMATS
    found = {dtype: tally(subject, dtype, mistakes=job.kind == GENERIC) for dtype in formats}
    return {
        "job": job.key,
        "operation": subject.operation,
        "formats": {dtype: {name: each for name, each in vars(one).items() if each} for dtype, one in found.items()},
    }


def read_record(path: Path) -> list[dict[str, Any]]:
    """The lines of a record, without an incomplete last one."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    return [json.loads(line) for line in lines]


def elements_of(line: dict[str, Any]) -> int:
    """The number of elements of right results in a line."""
    return sum(one.get("elements", 0) for one in line["formats"].values())
