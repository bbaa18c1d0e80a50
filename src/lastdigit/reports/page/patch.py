"""A patch that puts lines at the end of a file, in the unified format that ``patch -p1`` and ``git apply`` take."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from lastdigit.base.errors import LastdigitError
from lastdigit.base.files import read_content

CONTEXT = 3


def appending(lines: str, file: Path, told: str) -> str:
    """The patch of ``file``, whose path is ``told`` from the project's folder; the lines follow an empty one.

    Nothing where there is no such file, where it lies elsewhere, or where a page could not show its last lines as they
    are: they are no UTF-8, end in carriage returns, or have no end.
    """
    if PurePosixPath(told).is_absolute():
        return ""
    try:
        text = read_content(file).decode("utf-8")
    except (LastdigitError, UnicodeDecodeError):
        return ""
    known = re.findall(r"[^\n]*\n", text)
    last, added = known[-CONTEXT:], ["\n", *re.findall(r"[^\n]*\n", lines)]
    if not last or not text.endswith("\n") or not all(line.removesuffix("\n").isprintable() for line in last):
        return ""
    start = len(known) - len(last) + 1
    hunk = f"@@ -{start},{len(last)} +{start},{len(last) + len(added)} @@\n"
    parts = [f"--- a/{told}\n+++ b/{told}\n", hunk, *(f" {line}" for line in last), *(f"+{line}" for line in added)]
    return "".join(parts)
