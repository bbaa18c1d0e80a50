"""From ``lastdigit init`` to a gate that fails on a bug in a user's operation, names it, and passes when fixed.

It follows docs/start-here.md and docs/own-operation.md step by step: they contain the files and the commands.
"""

from __future__ import annotations

from pathlib import Path

from studies.elsewhere.pages import Run, Unlike, follow

MISTAKE = "divided by the mean square"
JUDGE = "pytest --lastdigit-complete"


def first_gate(folder: Path, docs: Path, run: Run, only: str = "") -> list[str]:
    """Follow the steps in a folder that ``init`` has set up; returns the commands.

    ``only``: the path passed to pytest, for a project with tests of its own. Raises :class:`Unlike`.
    """
    limited = _limited(run, only)
    done = list(follow(docs / "own-operation.md", folder, limited))
    wrong, right = (printed for command, printed in done if command == JUDGE)
    _hold("gate FAIL" in wrong and f"explanation     {MISTAKE}" in wrong, "the mistake is named", wrong)
    _hold("gate PASS" in right, "the gate passes where it is mended", right)
    verdicts = (folder / "reports" / "verdicts.csv").read_text(encoding="utf-8")
    _hold(",power_norm,numpy_power_norm,float32," in verdicts, "the operation has verdicts", verdicts)
    return [command for command, _ in done]


def _limited(run: Run, only: str) -> Run:
    return (lambda command: run(f"{command} {only}" if command == JUDGE else command)) if only else run


def _hold(holds: bool, what: str, printed: str) -> None:
    if not holds:
        raise Unlike(f"expected that {what}, found\n{printed}")
