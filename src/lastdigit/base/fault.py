"""A fault of a whole run: its description, kind and file."""

from __future__ import annotations

from pathlib import Path

UNUSED_GOLDEN = "golden-without-case"
UNRUN_CASE = "case-without-implementation"
UNJUDGED_CASE = "case-without-verdict"
STALE_ERRATUM = "erratum-no-longer-holds"
UNREADABLE = "reference-data-refused"
EMPTY = "no-verdicts"
PART = "only-a-part-was-judged"
NO_VERDICT = "test-without-verdict"
CHANGED_FILE = "file-changed-during-the-run"
LOST_END = "record-lost-its-end"


KINDS = frozenset(
    {
        "",
        UNUSED_GOLDEN,
        UNRUN_CASE,
        UNJUDGED_CASE,
        STALE_ERRATUM,
        UNREADABLE,
        EMPTY,
        PART,
        NO_VERDICT,
        CHANGED_FILE,
        LOST_END,
    }
)
"""The kinds of faults; a fault may also have a description only."""


class Fault(str):
    """A fault by its description; ``kind`` is one of this module's, ``path`` and ``line`` say where to fix it."""

    kind: str
    path: str
    line: int

    __slots__ = ("kind", "line", "path")

    def __new__(cls, text: str, kind: str = "", path: Path | str = "", line: int = 1) -> Fault:
        fault = super().__new__(cls, text)
        fault.kind, fault.path, fault.line = kind, str(path), line
        return fault

    def below(self, root: str) -> Fault:
        """The fault with paths made relative to a folder, so that they are valid on other machines."""
        if not root:
            return self
        return Fault(self.replace(root, ""), self.kind, self.path.replace(root, ""), self.line)


def kind_of(fault: str) -> str:
    """The kind of a fault; empty if it has a description only."""
    return fault.kind if isinstance(fault, Fault) else ""
