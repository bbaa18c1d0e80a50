"""A run: its environment, its verdicts in a fixed order, and whether the gate lets it pass."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata

from lastdigit.cases.reference import Reference
from lastdigit.verdicts.verdict import Verdict

PACKAGES = ("numpy", "torch", "python-flint")


@dataclass(frozen=True)
class Run:
    """All verdicts of one run, and what is wrong with it as a whole.

    ``complete`` is False where only a part was selected; such a run is not held to cover everything. ``skipped`` says
    which implementations could not run, and why.
    """

    environment: str
    reference: Reference
    verdicts: tuple[Verdict, ...]
    faults: tuple[str, ...]
    skipped: tuple[str, ...]
    complete: bool

    @property
    def failing(self) -> list[Verdict]:
        """The verdicts that the gate does not let pass."""
        return [verdict for verdict in self.verdicts if verdict.gate != "pass"]

    @property
    def passes(self) -> bool:
        """Whether the gate lets the run pass."""
        return bool(self.verdicts) and not self.failing and not self.faults

    def detailed(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """These verdicts, in their order, with their ``details`` and ``terms``."""
        yield from verdicts


def make_run(
    reference: Reference,
    verdicts: Sequence[Verdict],
    *,
    faults: Sequence[str] = (),
    skipped: Sequence[str] = (),
    complete: bool = True,
) -> Run:
    """A run with its verdicts sorted, so that it does not matter which process judged what."""
    ordered = tuple(sorted(verdicts, key=lambda verdict: verdict.sort_key))
    return Run(environment(), reference, ordered, tuple(faults), tuple(sorted(set(skipped))), complete)


def environment() -> str:
    """Interpreter, packages and machine, read without importing any of them."""
    versions = [f"{platform.python_implementation()} {platform.python_version()}"]
    for package in PACKAGES:
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {package}")
    return ", ".join([*versions, f"{platform.system()} {platform.machine()}"])
