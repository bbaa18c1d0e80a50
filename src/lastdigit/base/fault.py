"""A fault of a run as a whole: what is wrong, of which kind, and in which file."""

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
"""The kinds of faults; none where a fault is told in words only."""


class Fault(str):
    """A fault in words; ``kind`` is one of this module's, ``path`` and ``line`` say where it is to be mended."""

    kind: str
    path: str
    line: int

    __slots__ = ("kind", "line", "path")

    def __new__(cls, text: str, kind: str = "", path: Path | str = "", line: int = 1) -> Fault:
        fault = super().__new__(cls, text)
        fault.kind, fault.path, fault.line = kind, str(path), line
        return fault

    def below(self, root: str) -> Fault:
        """The fault with the paths below a folder told from there, as another machine has them."""
        if not root:
            return self
        return Fault(self.replace(root, ""), self.kind, self.path.replace(root, ""), self.line)


def kind_of(fault: str) -> str:
    """The kind of a fault; a fault that is told in words only has none."""
    return fault.kind if isinstance(fault, Fault) else ""
