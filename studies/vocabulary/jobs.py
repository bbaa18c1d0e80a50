"""The jobs of the study and what is kept of each: a line of JSON, so that a run goes on where it was cut off."""

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
"""The numbers on which mistakes are tried as well."""


@dataclass(frozen=True)
class Job:
    """One subject of a seed and a kind of numbers, in all formats."""

    seed: int
    kind: str
    number: int

    @property
    def key(self) -> list[Any]:
        """What a line of the record is known by."""
        return [self.seed, self.kind, self.number]


def jobs(first: int) -> Iterator[Job]:
    """Without end: every kind of numbers of a seed, then of the next one."""
    kinds = (GENERIC, *EVERY, MANY, *(kind for kind in KINDS if kind != GENERIC))
    seed = first
    while True:
        for kind in kinds:
            yield from (Job(seed, kind, number) for number in range(len(_subjects(seed, kind))))
        seed += 1


def jobs_of(names: Collection[str], seed: int) -> list[Job]:
    """Those of some operations and their gradients, with every kind of numbers of a seed."""
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
    """What came of a job, as a line of the record."""
    subject = _subjects(job.seed, job.kind)[job.number]
    formats = (EVERY[job.kind],) if job.kind in EVERY else FORMATS
    found = {dtype: tally(subject, dtype, mistakes=job.kind == GENERIC) for dtype in formats}
    return {
        "job": job.key,
        "operation": subject.operation,
        "formats": {dtype: {name: each for name, each in vars(one).items() if each} for dtype, one in found.items()},
    }


def read_record(path: Path) -> list[dict[str, Any]]:
    """The lines of a record; the last one may have been cut off."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    return [json.loads(line) for line in lines]


def elements_of(line: dict[str, Any]) -> int:
    """How many elements of right results a line counts."""
    return sum(one.get("elements", 0) for one in line["formats"].values())
