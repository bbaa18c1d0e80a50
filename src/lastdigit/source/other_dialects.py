"""Sources of Python 2 and IPython, rewritten as Python 3 with the arguments of their calls in place."""

from __future__ import annotations

import re

_LAMBDA = re.compile(r"(\blambda[ \t]{0,9})\(([\w, \t()]{1,120})\)([ \t]{0,9}:)")
"""A function whose parameter is a tuple, which Python 2 takes apart."""
_EXCEPT = re.compile(
    r"^([ \t]{0,80}except[ \t]{1,9}[\w.()]{1,80}(?:[, \t]{1,4}[\w.]{1,80}\))?)(,[ \t]{0,9}\w{1,80})(?=[ \t]{0,9}:)",
    re.MULTILINE,
)
_MAGIC_VALUE = re.compile(
    r"^([ \t]{0,80}[\w, .\[\]'\"]{1,120}[ \t]{0,9}=[ \t]{0,9})[%!](?=[A-Za-z])[^\n]{0,2000}$", re.MULTILINE
)
"""A name that IPython gives what a magic or a shell command returns."""
_ASKS_FOR_HELP = re.compile(r"^([ \t]{0,80})(?:\?{1,2}[\w.]{1,200}|[\w.]{1,200}\?{1,2})[ \t]{0,80}$", re.MULTILINE)
_CALLS_BY_A_SLASH = re.compile(r"^/([A-Za-z][\w.]{0,200}) ([^\n]{1,2000})$", re.MULTILINE)
"""What IPython calls with the rest of the line."""
_COMMAND = re.compile(
    r"^([ \t]{0,80})(?:! |(?:cd|ls|run|pwd|cp|mv|rm|mkdir|cat|whos?)(?:[ \t]{1,9}[\w./~*-][\w./~* -]{0,400})?$)",
    re.MULTILINE,
)
"""A command without a sign before it, which IPython finds by its name."""
_INDENTED_MAGIC = re.compile(r"^([ \t]{1,80})[%!][^\s(]", re.MULTILINE)
"""A line magic or a command that may be all that a block has."""
_UNKNOWN = "unknown()"


def as_python_3(source: str) -> str:
    """A source that is no Python 3 as one, if it is of Python 2 or IPython; otherwise as it is."""
    text = source
    if "lambda" in text:
        text = _LAMBDA.sub(lambda found: f"{found[1]} {_flat(found[2])} {found[3]}", text)
    if "except" in text:
        text = _EXCEPT.sub(lambda found: found[1] + " " * len(found[2]), text)
    if "%" in text or "!" in text:
        text = _INDENTED_MAGIC.sub(r"\g<1>0#", _MAGIC_VALUE.sub(rf"\1{_UNKNOWN}", text))
    if "?" in text:
        text = _ASKS_FOR_HELP.sub(r"\1#", text)
    text = _COMMAND.sub(r"\1#", text)
    return _CALLS_BY_A_SLASH.sub(r"\1 (\2)", text) if "/" in text else text


def _flat(parameters: str) -> str:
    return parameters.replace("(", " ").replace(")", " ")
