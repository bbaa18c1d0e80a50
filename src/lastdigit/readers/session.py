"""Sessions of Python (``>>>``), doctest and IPython (``In [1]:``): input after prompts, and printed output."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from lastdigit.document import Cell, Output, Passage
from lastdigit.readers.terminal import shown
from lastdigit.source.python_source import shown_value

Span = tuple[int, int]

PROMPT = re.compile(r"^[ \t]*(?:>>>(?:[ \t]|$)|In \[\d*\]:(?:[ \t]|$))", re.MULTILINE)
"""The prompt of a statement."""

_PROMPT = re.compile(r"(?P<indent>[ \t]*)(?:>>>|In \[(?P<count>\d*)\]:)(?: |(?=\t|$))")
_CONTINUED = re.compile(r"[ \t]*(?:\.{3}|\.{3,}:)(?: |(?=\t|$))")
_RESULT = re.compile(r"[ \t]*Out\[\d*\]:[ \t]?")
_TRACEBACK = re.compile(r"[ \t]*(?:Traceback \(most recent call last\):|-{20,}$)")
_COMMENT = re.compile(r"[ \t]{2,}#[ \t].*")
"""A comment by a doctest's author after printed output, such as ``# may vary``."""
_LONE = re.compile(r"[-+]?\d[\d.]*(?:[eE][-+]?\d+)?|True|False|nan|-?inf")
_BLANK = "<BLANKLINE>"
_QUOTES = ('"""', "'''")


@dataclass
class _Statement:
    """One statement and its outputs, as spans of lines."""

    count: int | None
    indent: int
    source: list[Span] = field(default_factory=list)
    outputs: list[tuple[str, list[Span]]] = field(default_factory=list)

    def starts(self, kind: str) -> None:
        self.outputs.append((kind, []))

    def prints(self, span: Span) -> None:
        if not self.outputs:
            self.starts("stream")
        self.outputs[-1][1].append(span)


def session_cells(session: Passage, first_number: int, *, doctest: bool) -> list[Cell]:
    """One cell per statement of ``session``, numbered from ``first_number``.

    With ``doctest`` an output ends at a blank line, at a dedent or at the end of its docstring, and prose follows up to
    the next prompt; otherwise the output extends to the next prompt, as on a screen.
    """
    statements: list[_Statement] = []
    current: _Statement | None = None
    typing = False
    for start, end in session.lines():
        line = session.text[start:end]
        prompt = _PROMPT.match(line)
        if prompt:
            count = prompt["count"]
            current = _Statement(int(count) if count and len(count) < 10 else None, len(prompt["indent"]))
            statements.append(current)
            current.source.append((start + prompt.end(), end))
            typing = True
        elif current is None:
            continue
        elif typing and (continued := _CONTINUED.match(line)):
            current.source.append((start + continued.end(), end))
        else:
            typing = False
            if doctest and _ends(line, current.indent):
                current = None
            else:
                _print(current, line, start, end)
    return [_cell(session, statement, number) for number, statement in enumerate(statements, start=first_number)]


def _ends(line: str, indent: int) -> bool:
    """Whether a line ends the output of a doctest."""
    stripped = line.strip()
    return stripped in ("", *_QUOTES) or len(line) - len(line.lstrip()) < indent


def _print(statement: _Statement, line: str, start: int, end: int) -> None:
    result = _RESULT.match(line)
    if result:
        statement.starts("result")
        start += result.end()
        if start == end:
            return
    elif _TRACEBACK.match(line):
        statement.starts("error")
    elif line.strip() == _BLANK:
        start = end
    else:
        start += min(statement.indent, len(line) - len(line.lstrip()))
        remark = _COMMENT.search(line) if "#" in line and statement.count is None else None
        end -= len(remark.group()) if remark else 0
    statement.prints((start, end))


def _cell(session: Passage, statement: _Statement, number: int) -> Cell:
    outputs: list[Output] = []
    for kind, spans in statement.outputs:
        visible = without_blank_edges(session, spans)
        if visible:
            outputs.append(Output(len(outputs) + 1, shown(session.joined(visible)), False, kind))
    source = session.joined(statement.source)
    if [output.kind for output in outputs] == ["stream"] and _LONE.fullmatch(outputs[0].passage.text.strip()):
        outputs = [replace(outputs[0], kind="result")] if shown_value(source) else outputs
    return Cell(number, statement.count, source, tuple(outputs))


def without_blank_edges(passage: Passage, spans: list[Span]) -> list[Span]:
    """The spans without leading and trailing blank lines."""
    written = [row for row, (start, end) in enumerate(spans) if not _is_blank(passage.text, start, end)]
    return spans[written[0] : written[-1] + 1] if written else []


def _is_blank(text: str, start: int, end: int) -> bool:
    return start == end or text[start:end].isspace()
