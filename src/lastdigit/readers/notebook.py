"""Reads Jupyter notebooks, nbformat 2, 3 and 4, as Jupyter shows them.

The JSON is read once and traversed without validating it as a whole, which would take nbformat longer than everything
else; the types of all visited values are checked. Line and column count within a cell's source or output, which in the
file is one JSON string or a list of strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from lastdigit.base.errors import UnreadableDocument
from lastdigit.document import PYTHON, Cell, Document, Output, Passage, sha256
from lastdigit.readers.html_text import visible_text
from lastdigit.readers.json_text import Key, kind_of, place_of, quick_json, read_json, spelled
from lastdigit.readers.terminal import shown_text
from lastdigit.readers.text_file import decoded_text, read_content

Keys = tuple[Key, ...]
_Json = dict[str, Any]
_Entry = tuple[_Json, Keys]
_T = TypeVar("_T")

_KINDS = {
    "stream": "stream",
    "execute_result": "result",
    "pyout": "result",
    "display_data": "display",
    "error": "error",
    "pyerr": "error",
}
_EMPTY = frozenset(("metadata",))
"""What an output without a kind and without contents has, as some tools leave it behind."""
_OF_TODAY = 4
_FORMATS = (2, 3, _OF_TODAY, 5)
"""The major numbers of formats; there is no 5, but some editors write it for 4."""
_RUNNING = "*"
"""The count of a cell that had not ended when an old notebook was saved."""
_NUMBERS = re.compile(r"(?P<version>[0-9]{1,4}(?:\.[0-9]{1,4}){0,3})")
_IN_A_NAME = re.compile(r"python(?P<version>[23])\Z")
_TEXTS = ("text/plain", "text/markdown", "text/latex")
_NAMES = {name: name for name in (*_TEXTS, "text/html")}
_OLD_NAMES = {"text/plain": "text", "text/html": "html", "text/latex": "latex", "text/markdown": "markdown"}


def read_notebook(path: Path) -> Document:
    """Read ``path``; raises :class:`UnreadableDocument` with the place in the JSON if it is not a notebook."""
    content = read_content(path)
    reader = _Reader(path, content)
    try:
        notebook = quick_json(content)
        cells = tuple(reader.cells(notebook))
    except (ValueError, UnreadableDocument):
        notebook = read_json(path, decoded_text(path, content))
        cells = tuple(reader.cells(notebook))
    return Document(path, sha256(content), cells, _language(notebook), _version(notebook))


@dataclass(frozen=True)
class _Reader:
    """Traverses the JSON of one notebook; errors name the path of the unexpected value."""

    path: Path
    content: bytes

    def cells(self, notebook: Any) -> Iterator[Cell]:
        major = self.member(self.typed(notebook, (), dict, "a notebook"), (), "nbformat", int, "2, 3 or 4")
        if major not in _FORMATS:
            self.fail(("nbformat",), "2, 3 or 4", str(major))
        number = 0
        for cell, keys in self.all_cells(notebook, major):
            if self.member(cell, keys, "cell_type", str, "a kind of cell") == "code":
                number += 1
                yield self.cell(cell, keys, number, major)

    def all_cells(self, notebook: _Json, major: int) -> Iterator[tuple[_Json, Keys]]:
        """Every cell with its path; before nbformat 4 cells are inside worksheets."""
        if major >= _OF_TODAY:
            yield from self.members(notebook, (), "cells", "a list of cells")
            return
        for sheet, keys in self.members(notebook, (), "worksheets", "a list of worksheets"):
            yield from self.members(sheet, keys, "cells", "a list of cells")

    def cell(self, cell: _Json, keys: Keys, number: int, major: int) -> Cell:
        source, count = ("source", "execution_count") if major >= _OF_TODAY else ("input", "prompt_number")
        counted = cell.get(count)
        if counted == _RUNNING:
            counted = None
        elif counted is not None:
            self.typed(counted, (*keys, count), int, "a number or null")
        written = self.text_of(cell.get(source), (*keys, source))
        if "\r" in written:
            written = written.replace("\r\n", "\n").replace("\r", "\n")
        name = f"cell {number}"
        outputs = self.outputs(cell, keys, name) if "outputs" in cell else ()
        return Cell(number, counted, Passage(written, 1, name), tuple(outputs))

    def outputs(self, cell: _Json, keys: Keys, name: str) -> Iterator[Output]:
        """The outputs, numbered as shown: consecutive outputs to one stream are merged, and empty ones skipped."""
        entries = [
            entry for entry in self.members(cell, keys, "outputs", "a list of outputs") if entry[0].keys() - _EMPTY
        ]
        for number, together in enumerate(_by_stream(entries), start=1):
            (output, way), within = together[0], f"{name}, output {number}"
            kind = self.kind(output, way)
            html = None
            if output["output_type"] == "stream":
                text = "".join([self.text_of(part.get("text"), (*at, "text")) for part, at in together])
            elif kind == "error":
                text = self.traceback(output, way)
            else:
                text, html = self.display(output, way)
            markup = Passage(html, 1, f"{within}, as HTML") if html else None
            shown = Passage(shown_text(text), 1, within)
            if markup and not shown.text:
                shown = visible_text(markup)
            if shown.text or markup:
                yield Output(number, shown, False, kind, markup)

    def kind(self, output: _Json, keys: Keys) -> str:
        """The kind of an output, as in :class:`Output`."""
        named = self.member(output, keys, "output_type", str, "a kind of output")
        if named not in _KINDS:
            self.fail((*keys, "output_type"), f"one of {', '.join(_KINDS)}", repr(named))
        return "stderr" if named == "stream" and _stream(output) == "stderr" else _KINDS[named]

    def display(self, output: _Json, keys: Keys) -> tuple[str, str | None]:
        """The text of a displayed value, and its HTML if it has one."""
        if "data" in output:
            data, keys = self.member(output, keys, "data", dict, "the formats of an output"), (*keys, "data")
            names = _NAMES
        else:
            data, names = output, _OLD_NAMES
        text = next((names[kind] for kind in _TEXTS if names[kind] in data), None)
        html = names["text/html"]
        return (
            self.text_of(data[text], (*keys, text)) if text else "",
            self.text_of(data[html], (*keys, html)) if html in data else None,
        )

    def traceback(self, output: _Json, keys: Keys) -> str:
        """The lines of a traceback, or the error alone if there are none."""
        lines = output.get("traceback")
        if lines:
            self.typed(lines, (*keys, "traceback"), list, "a list of lines")
            return "\n".join(
                self.typed(line, (*keys, "traceback", row), str, "a string") for row, line in enumerate(lines)
            )
        return ": ".join(self.text_of(output.get(part), (*keys, part)) for part in ("ename", "evalue"))

    def text_of(self, value: Any, keys: Keys) -> str:
        """A text, which may be a list of its lines; a missing one is empty."""
        if type(value) is str:
            return value
        if value is None:
            return ""
        self.typed(value, keys, list, "a string or a list of lines")
        try:
            return "".join(value)
        except TypeError:
            row, line = next((row, line) for row, line in enumerate(value) if type(line) is not str)
            self.fail((*keys, row), "a string", kind_of(line))

    def members(self, parent: _Json, keys: Keys, name: str, what: str) -> list[_Entry]:
        """The objects in a list, each with its path."""
        values = self.member(parent, keys, name, list, what)
        entries = [(value, (*keys, name, row)) for row, value in enumerate(values)]
        for value, way in entries:
            self.typed(value, way, dict, "an object")
        return entries

    def member(self, parent: _Json, keys: Keys, name: str, kind: type[_T], what: str) -> _T:
        """A required member of the given type."""
        if name not in parent:
            self.fail((*keys, name), what, "nothing")
        value = parent[name]
        return value if type(value) is kind else self.typed(value, (*keys, name), kind, what)

    def typed(self, value: Any, keys: Keys, kind: type[_T], what: str) -> _T:
        """The value, if it has exactly this type: a boolean is not an integer."""
        if type(value) is not kind:
            self.fail(keys, what, kind_of(value))
        return value

    def fail(self, keys: Keys, what: str, found: str) -> NoReturn:
        place = place_of(decoded_text(self.path, self.content), keys)
        raise UnreadableDocument(self.path, place.line, f"{what} at {spelled(keys)}", found, place.column)


def _language(notebook: _Json) -> str:
    """The language of the kernel in the metadata; Python by default."""
    metadata = notebook.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        said = metadata.get(key) if isinstance(metadata, dict) else None
        found = said.get(name) if isinstance(said, dict) else None
        if isinstance(found, str) and found:
            return PYTHON if "python" in found.lower() else found
    return PYTHON


def _version(notebook: _Json) -> tuple[int, ...]:
    """The version of the interpreter in the metadata, or the number in the name of its kernel; empty without one."""
    metadata = notebook.get("metadata")
    for key, name, pattern in (("language_info", "version", _NUMBERS), ("kernelspec", "name", _IN_A_NAME)):
        said = metadata.get(key) if isinstance(metadata, dict) else None
        found = said.get(name) if isinstance(said, dict) else None
        numbers = pattern.match(found) if isinstance(found, str) else None
        if numbers is not None:
            return tuple(map(int, numbers["version"].split(".")))
    return ()


def _by_stream(entries: Iterable[_Entry]) -> list[list[_Entry]]:
    """Consecutive outputs to the same stream grouped; all others alone."""
    groups: list[list[_Entry]] = []
    before: str | None = None
    for entry in entries:
        output = entry[0]
        stream = _stream(output) if output.get("output_type") == "stream" else None
        if stream is not None and stream == before:
            groups[-1].append(entry)
        else:
            groups.append([entry])
        before = stream
    return groups


def _stream(output: _Json) -> str:
    """The name of the stream, which nbformat 2 and 3 store under another key."""
    return str(output.get("name") or output.get("stream") or "stdout")
