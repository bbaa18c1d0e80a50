"""A sweep: thousands of numbered inputs on all cores, saved line by line, so that none is tried twice."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lastdigit.base.errors import LocatedError
from lastdigit.check.as_json import trial_as_json
from lastdigit.check.checked import How, attempt
from lastdigit.check.codes import NoExactInput
from lastdigit.check.numbered import Space
from lastdigit.implementations.definitions import load_definitions
from lastdigit.implementations.isolation.runner import InWorkers

AT_ONCE = 16
"""The number of inputs in one task."""

KEPT = (
    *("kind", "sizes", "dtype", "mask", "layout", "optional", "seed"),
    *("verdict", "evidence", "reason", "explanation", "seconds"),
)
NO_INPUT = "no input"
"""Replaces a verdict if an exact input of such sizes does not exist."""

Line = dict[str, Any]


class InvalidSweep(LocatedError):
    """A file that is not the beginning of this sweep."""


@dataclass(frozen=True)
class Job:
    """The common data of all tasks of a sweep; ``defined`` is the file of a project's own operation."""

    space: Space
    how: How
    defined: Path | None = None

    @property
    def head(self) -> Line:
        """The first line of the sweep's file, which identifies the sweep."""
        target, asked = self.space.target, self.space.asked
        content = hashlib.sha256(target.path.read_bytes()).hexdigest()
        said = {name: list(map(str, getattr(asked, name))) for name in ("sizes", "dtypes", "kinds", "masks", "layouts")}
        return {
            "sweep": target.text,
            "operation": target.operation,
            "framework": target.framework,
            "sha256": content,
            "device": self.how.device,
            "computed": str(target.computed),
            "seed": asked.seed,
            "without_optional": asked.without_optional,
            "parameters": dict(asked.parameters),
            **said,
            **({"definition": hashlib.sha256(self.defined.read_bytes()).hexdigest()} if self.defined else {}),
        }


def swept(job: Job, numbers: Sequence[int]) -> list[Line]:
    """The lines of some inputs."""
    if job.defined:
        load_definitions(job.defined.parent)
    return [line_of(job, number) for number in numbers]


def line_of(job: Job, number: int) -> Line:
    """The line of one input's result."""
    spec = job.space.spec(number)
    try:
        trial = attempt(job.space.target, spec, _runner(os.getpid()), job.how)
    except NoExactInput as error:
        return {"number": number, "verdict": NO_INPUT, "reason": str(error)}
    plain = trial_as_json(trial, job.space.target.framework, job.how.device)
    return {"number": number, **{name: plain[name] for name in KEPT}}


@cache
def _runner(process: int) -> InWorkers:
    """The runner of this process, not shared with its forks."""
    del process
    runner = InWorkers()
    atexit.register(runner.close)
    return runner


Tasks = Callable[[Job, Iterable[Sequence[int]]], Iterator[list[Line]]]
"""Runs tasks and yields each one's lines as they finish."""


def sweep(job: Job, count: int, path: Path, tasks: Tasks, report: Callable[[Line], None]) -> list[Line]:
    """Run the first ``count`` inputs and return their lines; those already in the file at ``path`` are not tried again.
    Raises :class:`InvalidSweep` for the file of another sweep.
    """
    lines = _begun(path, job)
    known = {line["number"] for line in lines}
    left = [number for number in range(count) if number not in known]
    found = [line for line in lines if line["number"] < count]
    for line in found:
        report(line)
    pieces = (left[start : start + AT_ONCE] for start in range(0, len(left), AT_ONCE))
    with path.open("a", encoding="utf-8") as file:
        for done in tasks(job, pieces):
            file.write("".join(json.dumps(line, allow_nan=False, default=str) + "\n" for line in done))
            file.flush()
            for line in done:
                report(line)
            found += done
    return sorted(found, key=lambda line: int(line["number"]))


def _begun(path: Path, job: Job) -> list[Line]:
    """The saved lines, without an incomplete last one; a new file gets its first line."""
    head = json.loads(json.dumps(job.head))
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return []
    text = path.read_text(encoding="utf-8", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    lines: list[Line] = []
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            plain = json.loads(line)
            lines.append(plain if number == 1 else {**plain, "number": int(plain["number"])})
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidSweep(path, number, "a line of a sweep", line[:80]) from error
    if not lines or lines[0] != head:
        differs = [key for key in head if not lines or lines[0].get(key) != head[key]]
        expected = "the file of this sweep; name another one with --into, or remove it"
        raise InvalidSweep(path, 1, expected, f"one with another {', '.join(differs)}" if lines else "an empty one")
    return lines[1:]
