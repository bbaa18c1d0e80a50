"""A run: its environment, its verdicts in a fixed order, and whether it passes the gate."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from lastdigit.base.fault import Fault
from lastdigit.cases.reference import Reference
from lastdigit.verdicts.verdict import SKIPPED, Verdict

if TYPE_CHECKING:
    from lastdigit.verdicts.elements import Elements, Terms

PACKAGES = ("numpy", "torch", "python-flint")

Place = tuple[str, int]
"""A file, relative to the project's folder, and a line in it."""


class Store(Protocol):
    """Storage for the elements of verdicts without details."""

    def line(self, stored: int) -> str:
        """The elements of a verdict as one line of JSON."""

    def elements(self, stored: int) -> tuple[Elements, Terms]:
        """The elements of a verdict and their allowance term by term."""

    def close(self) -> None:
        """Close open files; nothing can be read afterwards."""


@dataclass(frozen=True)
class Part:
    """What one environment judged: the names of tests, the total number of tests, and the environment's facts."""

    environment: str
    tests: int
    judged: frozenset[str]
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether all tests were judged."""
        return 0 < self.tests == len(self.judged)


@dataclass(frozen=True)
class Run:
    """All verdicts of one run, and its faults as a whole.

    ``complete`` is False for a partial run, which need not cover everything. ``standing`` are the faults that apply to
    every part of it. ``places`` locates cases, relations and implementations. ``shard`` is the requested part: K/N.
    ``store`` has the elements of verdicts without details; ``files`` has the reference data as text, if known.
    """

    environment: str
    reference: Reference
    verdicts: tuple[Verdict, ...]
    faults: tuple[str, ...]
    complete: bool
    parts: tuple[Part, ...] = ()
    standing: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    shard: str = ""
    store: Store | None = field(default=None, repr=False, compare=False)
    files: Mapping[str, str] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def failing(self) -> list[Verdict]:
        """The verdicts that fail the gate."""
        return [verdict for verdict in self.verdicts if verdict.gate != "pass"]

    @cached_property
    def skipped(self) -> tuple[str, ...]:
        """The reasons for skipping implementations, each once, with the implementations."""
        found: dict[str, dict[str, None]] = {}
        for verdict in self.verdicts:
            if verdict.verdict == SKIPPED:
                found.setdefault(verdict.reason, {})[verdict.implementation] = None
        return tuple(f"{reason}: {', '.join(sorted(found[reason]))}" for reason in sorted(found))

    @cached_property
    def judged(self) -> int:
        """The number of verdicts that were not skipped."""
        return sum(verdict.verdict != SKIPPED for verdict in self.verdicts)

    @property
    def passes(self) -> bool:
        """Whether the run passes the gate. Only a shard may be empty."""
        return bool(self.judged or self.shard) and not self.failing and not self.faults

    @property
    def environments(self) -> tuple[str, ...]:
        """Its environments: several only in a merged run."""
        return tuple(dict.fromkeys(part.environment for part in self.parts)) or (self.environment,)

    def told_below(self, root: Path) -> Run:
        """The run with the paths of its faults and reference data relative to the project's folder."""
        prefix = f"{root}{os.sep}"

        def told(faults: Sequence[str]) -> tuple[str, ...]:
            return tuple(fault.below(prefix) if isinstance(fault, Fault) else fault for fault in faults)

        reference = self.reference
        if reference.root.is_relative_to(root):
            reference = replace(reference, root=reference.root.relative_to(root))
        return replace(self, reference=reference, faults=told(self.faults), standing=told(self.standing))

    def of_environment(self, name: str) -> Run:
        """The part judged in one of its environments, as a run."""
        verdicts = tuple(replace(v, environment="") for v in self.verdicts if v.environment in (name, ""))
        parts = tuple(part for part in self.parts if part.environment == name)
        return replace(self, environment=name, verdicts=verdicts, parts=parts)

    def close(self) -> None:
        """Close the storage of elements."""
        if self.store is not None:
            self.store.close()

    def detailed(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """Iterate over these verdicts with ``details`` and ``terms``, read from disk if stored there."""
        for verdict in verdicts:
            if self.store is None or verdict.stored < 0:
                yield verdict
            else:
                details, terms = self.store.elements(verdict.stored)
                yield replace(verdict, details=details, terms=terms)

    def columns(self, verdicts: Iterable[Verdict]) -> Iterator[tuple[Elements, Terms]]:
        """The additions of :meth:`detailed` to these verdicts, in columns."""
        from lastdigit.verdicts.elements import Elements, Terms

        for verdict in verdicts:
            if self.store is None or verdict.stored < 0:
                yield Elements.of(verdict.details), Terms.of(verdict.terms)
            else:
                yield self.store.elements(verdict.stored)


def make_run(
    reference: Reference,
    verdicts: Sequence[Verdict],
    *,
    faults: Sequence[str] = (),
    complete: bool = True,
    parts: Sequence[Part] = (),
    standing: Sequence[str] = (),
    places: Mapping[str, Place] | None = None,
    shard: str = "",
    store: Store | None = None,
    files: Mapping[str, str] | None = None,
) -> Run:
    """Make a run with its verdicts sorted, so that it does not depend on which process judged what."""
    ordered = tuple(sorted(verdicts, key=lambda verdict: verdict.sort_key))
    return Run(
        "; ".join(dict.fromkeys(part.environment for part in parts)) or environment(),
        reference,
        ordered,
        tuple(faults),
        complete,
        tuple(parts),
        tuple(standing),
        dict(places or {}),
        shard,
        store,
        files,
    )


def environment() -> str:
    """Interpreter, packages and machine, without importing any package."""
    versions = [f"{platform.python_implementation()} {platform.python_version()}"]
    for package in PACKAGES:
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {package}")
    return ", ".join([*versions, f"{platform.system()} {platform.machine()}"])
