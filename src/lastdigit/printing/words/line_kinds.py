"""Lines that tools write and no computation: why a line's numbers are left out as a whole."""

from __future__ import annotations

import re

REASONS = {
    "installation": "the log of an installation or a download (pip, apt, conda, git)",
    "progress": "a progress bar, or the counter of one",
    "timing": "a time that was measured, or a speed, which differs from run to run",
    "size": "an amount of memory or of disk space",
    "version": "a version number",
    "date": "a date or a time of day",
    "address": "a memory address",
    "identifier": "an identifier: a seed, port, process, device, hash or line number",
    "path": "a path or a URL",
    "traceback": "part of a traceback or an error's message",
    "warning": "a warning or a log entry of a library",
    "test run": "the report of a test runner",
    "box": "a line of a drawn box, such as a listing of graphics cards",
    "counter": "the number of an epoch, step or the like: it becomes part of the labels on its line",
    "enumeration": "the number of an item in a list",
    "loose integer": "an integer that no label names: a count in a sentence",
    "loose boolean": "a truth value that no label names",
    "loose tuple": "a tuple that nothing calls a shape",
    "comparison": "a bound or an expectation that something is compared with",
    "fraction": "two numbers with a bar between them, neither of which is the value",
    "alphabet": "the characters of an alphabet",
    "program": "a program that a library prints",
    "container": "in brackets among words, which nothing says to be a value",
    "long line": "a line of more than 10,000 characters, which is data and not words",
    "word": "a number within a word or a name",
    "representation": "the representation of an object: its settings",
    "string": "inside of a quoted string",
    "prose": "a sentence, or a text among sentences, that the source does not write",
}
"""Why numbers of a line are left out; the keys are what a :class:`Skip` names."""

_STARTS = {
    "installation": (
        r"Requirement already satisfied|Collecting |Downloading|Using cached|Installing |Defaulting to user|Obtaining ",
        r"Successfully (?:installed|built|uninstalled)|Building wheel|Created wheel|Stored in directory|Uninstalling ",
        r"Preparing (?:metadata|to unpack)|Looking in |Attempting uninstall|Found existing installation|\[notice\]",
        r"Note: you may need to restart|Cloning into|remote: |Receiving objects|Resolving deltas|Updating files",
        r"Unpacking |Setting up |Selecting previously|Reading (?:package|database|state)|\(Reading database",
        r"Building dependency|Processing triggers|Need to get|After this operation|Fetched |Extracting|Archive: ",
        r"(?:Get|Hit|Ign|Err):\d+ |\d+ upgraded|\d+ newly installed|The following (?:NEW|additional) packages",
        r"Solving environment|Collecting package metadata|added \d+ packages|Running command|inflating: |creating: ",
        r"(?:Checking out files|(?:Counting|Enumerating|Compressing|Filtering|Unpacking) (?:objects|content|files)): ",
        r"Saving to: |Resolving |Connecting to |HTTP request sent|Length: \d+ \(",
    ),
    "timing": (
        r"CPU times:|Wall time:|(?:real|user|sys)\s+\d+m|The slowest run took|Compiler\s+:|Time elapsed|Finished in",
    ),
    "traceback": (
        r"Traceback \(most recent|File \"|File [^\s:]+:\d+|-+> ?\d+ |(?:Cell|Input) In ?\[|<ipython-input-",
        r"[\w.]*(?:Error|Exception|KeyboardInterrupt|StopIteration)(?::|\Z)|~[/\\]|[/\\][^\s:]+ in ",
    ),
    "warning": (
        r"(?:INFO|DEBUG|ERROR|CRITICAL):\w",
        r"WARNING|Warning|warnings\.warn|Found device|To enable the following|Loaded (?:cuDNN|runtime)|Created device",
        r"[IWEF]\d{4} |\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d{1,9}: [IWEF] ",
    ),
    "test run": (
        r"=+ (?:test session|\d+ (?:passed|failed|error|skipped|warning))|collected \d+ items?|platform \w+ --",
        r"\d+ (?:passed|failed)\b|Ran \d+ tests? in|rootdir: |plugins: ",
    ),
    "box": (
        r"\|(?!(?: *[A-Z][A-Za-z .]{0,30}[:=] *-?\d+\.\d+%? *\|)+\Z)[^|].*\|\Z|\+[-=+]+\+|[│┌├└╞╭╰┃┏┗┡]",
        r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} +\d",
    ),
}
"""How lines begin, after their indentation."""

_INSIDE = {
    "progress": (
        r"\d%\|[ #█▏▎▍▌▋▊▉|-]|\d% \|[#█▏▎▍▌▋▊▉-]|\bit/s\b|\bs/it\b|\?it/s|[█▏▎▍▌▋▊▉]{2}",
        r"\beta \d|\beta -:|\bETA:? |\d%\[[=>. +]|\d[kM]?B/s\b",
    ),
    "timing": (r"\bper loop\b|\bmean ± std\. dev\.|\bbest of \d",),
    "warning": (
        r"[\w./\\-]\.py:\d+: |\w\.(?:cc?|cpp|cxx|h|hpp|cuh?):\d+[:\]]",
        r"\b(?:User|Future|Runtime|Deprecation|Convergence|Syntax|Import|Resource)Warning\b",
    ),
    "alphabet": (r"abcdefghijkl|ABCDEFGHIJKL|\('a', '?b'?, 'c'|a b c d e f g h",),
}
"""What lines hold anywhere."""

_MARKS = {
    "progress": ("%", "it/s", "s/it", "B/s", "eta ", "ETA", "█", "▏", "▎", "▍", "▌", "▋", "▊", "▉"),
    "timing": ("per loop", "std. dev.", "best of"),
    "warning": (".py:", "Warning", ".c", ".h"),
    "alphabet": ("abcdefg", "ABCDEFG", "a b c d"),
}
"""A line with none of these holds nothing of :data:`_INSIDE`; to look for them costs a tenth."""

_ANY_MARK = re.compile("|".join(re.escape(mark) for marks in _MARKS.values() for mark in marks))
_STARTS_OF = list(_STARTS)
_START = re.compile("|".join(f"({'|'.join(patterns)})" for patterns in _STARTS.values()))
_INSIDE_OF = {reason: re.compile("|".join(patterns)) for reason, patterns in _INSIDE.items()}

TQDM_BAR = re.compile(
    r"\s*(?:[^|%\n]{0,80}: ?)?\d{1,3}% ?(?:\|[^|\n]{0,300}\| ?)?\d+/\d+ \[\d+:\d\d[^]\n]{0,80}\](?=[^\W\d])"
)
"""The bar of tqdm where something else was printed right behind it, before the bar was moved to a line of its own."""

KERAS_BAR = re.compile(
    r"\s*\d+/\d+ (?:\[[=>.]{3,40}\]|━+|(?=- \d+s))(?: - | |- )"
    r"(?:\d+s )?(?:- )?(?:\d+[smuµn]{1,2}/(?:step|epoch|sample))?"
)
"""The bar that Keras prints before a step's metrics; one that says when the epoch will end is not at its end."""


def reason_to_leave_out(line: str) -> str | None:
    """Why the whole ``line``, stripped, holds no golden: a key of :data:`REASONS`; None where it may hold some."""
    start = _START.match(line)
    if start is not None:
        return _STARTS_OF[(start.lastindex or 0) - 1]
    if _ANY_MARK.search(line) is None:
        return None
    for reason, marks in _MARKS.items():
        if any(map(line.__contains__, marks)) and _INSIDE_OF[reason].search(line):
            return reason
    return None
