"""A run: its environment, its verdicts in a fixed order, and whether the gate lets it pass."""

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
"""A file, told from the project's folder, and a line in it."""


class Store(Protocol):
    """Where the elements of light verdicts are kept."""

    def line(self, stored: int) -> str:
        """The elements of a verdict as one line of JSON."""

    def elements(self, stored: int) -> tuple[Elements, Terms]:
        """The elements of a verdict and their allowance term by term."""

    def close(self) -> None:
        """Close what is open; nothing can be read any more."""


@dataclass(frozen=True)
class Part:
    """What one environment judged: the names of tests, of how many the project has; and what is known of it."""

    environment: str
    tests: int
    judged: frozenset[str]
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return 0 < self.tests == len(self.judged)


@dataclass(frozen=True)
class Run:
    """All verdicts of one run, and what is wrong with it as a whole.

    ``complete`` is False where only a part was selected; such a run is not held to cover everything. ``standing`` are
    those of its faults that hold of every part of it.
    ``places`` says where cases, relations and implementations stand. ``shard`` is the part that was asked for: K/N.
    ``store`` keeps the elements of verdicts that are light, ``files`` the reference data as text where they are known.
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
        """The verdicts that the gate does not let pass."""
        return [verdict for verdict in self.verdicts if verdict.gate != "pass"]

    @cached_property
    def skipped(self) -> tuple[str, ...]:
        """Why implementations were not called: each reason once, with the implementations."""
        found: dict[str, dict[str, None]] = {}
        for verdict in self.verdicts:
            if verdict.verdict == SKIPPED:
                found.setdefault(verdict.reason, {})[verdict.implementation] = None
        return tuple(f"{reason}: {', '.join(sorted(found[reason]))}" for reason in sorted(found))

    @cached_property
    def judged(self) -> int:
        """How many of its verdicts judge a result: all but those that were skipped."""
        return sum(verdict.verdict != SKIPPED for verdict in self.verdicts)

    @property
    def passes(self) -> bool:
        """Whether the gate lets the run pass. A shard may be empty, any other run may not."""
        return bool(self.judged or self.shard) and not self.failing and not self.faults

    @property
    def environments(self) -> tuple[str, ...]:
        """The environments that it was run in: one, but for what was merged."""
        return tuple(dict.fromkeys(part.environment for part in self.parts)) or (self.environment,)

    def told_below(self, root: Path) -> Run:
        """The run with the paths of its faults and reference data told from the project's folder."""
        prefix = f"{root}{os.sep}"

        def told(faults: Sequence[str]) -> tuple[str, ...]:
            return tuple(fault.below(prefix) if isinstance(fault, Fault) else fault for fault in faults)

        reference = self.reference
        if reference.root.is_relative_to(root):
            reference = replace(reference, root=reference.root.relative_to(root))
        return replace(self, reference=reference, faults=told(self.faults), standing=told(self.standing))

    def of_environment(self, name: str) -> Run:
        """What was judged in one of its environments, as a run of its own."""
        verdicts = tuple(replace(v, environment="") for v in self.verdicts if v.environment in (name, ""))
        parts = tuple(part for part in self.parts if part.environment == name)
        return replace(self, environment=name, verdicts=verdicts, parts=parts)

    def close(self) -> None:
        """Close the files that elements are read from."""
        if self.store is not None:
            self.store.close()

    def detailed(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """These verdicts with ``details`` and ``terms``, one at a time, from the disk where they are kept there."""
        for verdict in verdicts:
            if self.store is None or verdict.stored < 0:
                yield verdict
            else:
                details, terms = self.store.elements(verdict.stored)
                yield replace(verdict, details=details, terms=terms)

    def columns(self, verdicts: Iterable[Verdict]) -> Iterator[tuple[Elements, Terms]]:
        """What :meth:`detailed` adds to these verdicts, in columns."""
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
    """A run with its verdicts sorted, so that it does not matter which process judged what."""
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
    """Interpreter, packages and machine, read without importing any of them."""
    versions = [f"{platform.python_implementation()} {platform.python_version()}"]
    for package in PACKAGES:
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {package}")
    return ", ".join([*versions, f"{platform.system()} {platform.machine()}"])
