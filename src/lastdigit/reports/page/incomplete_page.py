"""The pages in a folder of reports during a run: they remain if it is killed."""

from __future__ import annotations

from html import escape
from string import Template

TITLE = "INCOMPLETE: this run has not ended"
VERDICTS = "The verdicts of an interrupted run are in {spool}; this command writes its reports:"
BEFORE = "The reports of the run before are in {aside}."
COMMAND = "lastdigit report merge {folder} --part --into DIR"

_PAGE = Template("""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem">
<h1>$title</h1>
<p>It began at $began and is still running, or was stopped.</p>
<p>$verdicts</p>
<pre style="white-space: pre-wrap">$command</pre>
<p>$before</p>
</body>
</html>
""")


def incomplete_page(*, began: str, spool: str, aside: str, folder: str) -> bytes:
    """``index.html`` of a run that has begun and not ended."""
    texts = {
        "title": TITLE,
        "began": began,
        "verdicts": VERDICTS.format(spool=spool),
        "before": BEFORE.format(aside=aside),
        "command": COMMAND.format(folder=folder),
    }
    return _PAGE.substitute({name: escape(text) for name, text in texts.items()}).encode("utf-8", "replace")


def incomplete_summary(*, began: str, spool: str) -> bytes:
    """``summary.md`` of a run that has begun and not ended."""
    return f"## lastdigit: {TITLE}\n\nIt began at {began}. {spool} holds the verdicts so far.\n".encode()
