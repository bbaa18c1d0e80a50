"""Documents of any length for benchmarks and tests: ordinary ones, and those that are hardest for a careless reader."""

from __future__ import annotations

import json
from collections.abc import Callable

_ROW = "[ 0.12345678 -1.5         2.25        0.33333333]"
PRINTED = "x:\n[" + "\n ".join([_ROW] * 250) + "]"
"""The output of one cell: a thousand numbers."""


def notebook(cells: int) -> str:
    """A notebook of cells that print a thousand numbers each."""
    outputs = [{"output_type": "stream", "name": "stdout", "text": PRINTED.splitlines(keepends=True)}]
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": 'print("x:", x)', "outputs": outputs}
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell] * cells}, indent=1)


def markdown(cells: int) -> str:
    """The same in Markdown."""
    return f"# Words\n\n```python\nprint(x)\n```\n\n```output\n{PRINTED}\n```\n\n" * cells


def rest(cells: int) -> str:
    """The same in reStructuredText."""
    block = "   " + PRINTED.replace("\n", "\n   ")
    return f"Words\n=====\n\n.. code-block:: python\n\n   print(x)\n\n::\n\n{block}\n\n" * cells


def session(cells: int) -> str:
    """The same as a Python session."""
    return f">>> print(x)\n{PRINTED}\n" * cells


def layout(cells: int) -> str:
    """The same in the layout of ``text_layout.py``."""
    return f"In [1]:\nprint(x)\n\n{PRINTED}\n\n\n" * cells


def log(cells: int) -> str:
    """The same as a log without prompts."""
    return f"{PRINTED}\n" * cells


def html(cells: int) -> str:
    """The same as an HTML page."""
    return f'<div class="input_area"><pre>print(x)</pre></div><div class="output"><pre>{PRINTED}</pre></div>\n' * cells


ORDINARY: dict[str, Callable[[int], str]] = {
    "a.ipynb": notebook,
    "a.md": markdown,
    "a.rst": rest,
    "a.pycon": session,
    "a.txt": layout,
    "a.log": log,
    "a.html": html,
}
"""By file name: a function from the number of cells to the document."""

_INPUT = '<div class="input_area"><pre>x</pre></div>'
_CODE = "```python\nx\n```\n\n"


def _repeated(*parts: str) -> Callable[[int], str]:
    """A beginning, a repeated part, and an optional ending."""
    first, again, last = (*parts, "")[:3] if len(parts) > 1 else ("", parts[0], "")
    return lambda times: first + again * times + last


HARD: dict[str, tuple[str, Callable[[int], str]]] = {
    "open brackets in JSON": ("a.ipynb", _repeated('{"nbformat": 4, "x": ', "[")),
    "unfinished strings in JSON": ("a.ipynb", _repeated('{"nbformat": 4, "x": "', '\\"')),
    "chunks of a stream": (
        "a.ipynb",
        _repeated(
            '{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [',
            '{"output_type": "stream", "text": "a\\r"}, ',
            '{"output_type": "stream", "text": "b"}]}]}',
        ),
    ),
    "numbers in a literal": ("a.md", _repeated("```python\né, x = 1, 2\nx = [", "0.5, ", "1.5]\n```\n")),
    "literals": ("a.md", _repeated("```python\n", "x = [0.5]\n", "```\n")),
    "prints": ("a.md", _repeated("```python\n", 'print("x: [0.5]")\n', "```\n")),
    "outputs of one cell": ("a.md", _repeated(_CODE, "```\n[0.5]\n```\n\n")),
    "comments that show outputs": ("a.md", _repeated("```python\n", "x\n#> [0.5]\n", "```\n")),
    "open fences": ("a.md", _repeated("```python\n")),
    "quotes in quotes": ("a.md", _repeated("> ")),
    "lists in lists": ("a.md", _repeated("- ")),
    "lines of a quote": ("a.md", _repeated("> a\n")),
    "items of a list": ("a.md", _repeated("- a\n\n")),
    "open labels": ("a.md", _repeated("[a\n")),
    "lines of a paragraph": ("a.md", _repeated("a\n")),
    "pictures": ("a.md", _repeated(_CODE + "!", "[](")),
    "tables without an end": ("a.md", _repeated(_CODE, "<table>\n\n")),
    "comments without an end": ("a.md", _repeated("<!--\n\n")),
    "colons": ("a.md", _repeated(":::{code-cell}\n")),
    "directives": ("a.rst", _repeated(".. a::\n", "   .. b::\n")),
    "code directives": ("a.rst", _repeated(".. code::\n", "   .. code::\n")),
    "comments": ("a.rst", _repeated("..\n\n")),
    "colons of a paragraph": ("a.rst", _repeated("a::\n")),
    "lines of a paragraph of rest": ("a.rst", _repeated("a\n")),
    "blanks": ("a.txt", _repeated("x ", " ")),
    "blank lines": ("a.rst", _repeated("::\n", "\n")),
    "prompts": ("a.pycon", _repeated(">>> x\n")),
    "lines of a source": ("a.pycon", _repeated(">>> x\n", "... x\n")),
    "results": ("a.txt", _repeated("In [1]: x\n", "Out[1]: [0.5]\n")),
    "carriage returns": ("a.log", _repeated("", "100%\r", "\n[0.5]\n")),
    "backspaces": ("a.log", _repeated("a\b")),
    "erased lines": ("a.log", _repeated("x" * 1000, "\x1b[2K\rx\x1b[K", "\n")),
    "unfinished escapes": ("a.log", _repeated("\x1b]8;;")),
    "colours": ("a.log", _repeated("\x1b[31m0\n")),
    "paragraphs that do not parse": ("a.txt", _repeated("In [1]:\nx\n\n", "a b\n\n")),
    "open brackets in paragraphs": ("a.txt", _repeated("In [1]:\nx\n\n", "(\n\n")),
    "methods of a class": ("a.txt", _repeated("In [1]:\nclass A:\n", "    def f(self):\n        pass\n\n", "[0.5]\n")),
    "blocks that never begin": ("a.txt", _repeated("In [1]:\n", "if a:\n\n")),
    "cells of the layout": ("a.txt", _repeated("In [1]:\n")),
    "open tags": ("a.html", _repeated("<a")),
    "open attributes": ("a.html", _repeated('<a b="')),
    "open comments": ("a.html", _repeated("<!--")),
    "open declarations": ("a.html", _repeated("<!")),
    "open scripts": ("a.html", _repeated("<script>")),
    "elements in elements": ("a.html", _repeated("<div>")),
    "ends without a beginning": ("a.html", _repeated("<p>" + "<div>" * 1000, "</b></i>")),
    "displays in displays": (
        "a.html",
        lambda times: _INPUT + '<div class="output text_html">a' * times + "</div>" * times,
    ),
    "outputs of one page": (
        "a.html",
        _repeated(_INPUT, '<div class="output"><pre>[0.5]</pre></div>', ""),
    ),
    "references": ("a.html", _repeated("<pre>", "&lt;", "</pre>")),
    "ampersands": ("a.html", _repeated("&a")),
}
"""By the repeated construct: the file name, and a function from the number of repetitions to the text."""
