"""Finds what a text prints: arrays, shapes, containers, tables and scalars, with their labels."""

from __future__ import annotations

import re
import string
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from lastdigit.base.rule import Rule
from lastdigit.printing.bracketed import bracketed
from lastdigit.printing.containers import name_a_date, numbers_its_keys
from lastdigit.printing.described_arrays import SHAPE
from lastdigit.printing.found import Found, FoundPrint, LeftOut
from lastdigit.printing.listed_below_keys import lists_below_keys
from lastdigit.printing.old_torch import old_tensors, scaled_tensors
from lastdigit.printing.plain_rows import rows_of_a_value
from lastdigit.printing.profiles import profiles
from lastdigit.printing.python_values import as_list
from lastdigit.printing.quoted_source import blanked, quoting_source
from lastdigit.printing.representations import representations, without_overlaps
from lastdigit.printing.tables.fit_summary import with_open_intervals
from lastdigit.printing.tables.frames_in_dict import with_frames_apart
from lastdigit.printing.tables.html_table import tables_in_html
from lastdigit.printing.tables.layer_summary import with_closed_shapes
from lastdigit.printing.tables.table_print import TablePrint
from lastdigit.printing.tables.tables_in_tuple import as_items, with_tables_alone
from lastdigit.printing.tables.text_series import series_of_words
from lastdigit.printing.tables.text_table import tables_in_text
from lastdigit.printing.words.column_names import ColumnNames
from lastdigit.printing.words.headings import may_be_heading
from lastdigit.printing.words.line_kinds import reason_to_leave_out
from lastdigit.printing.words.line_labels import SPREAD, names_a_time, without_pairs, words_before
from lastdigit.printing.words.reasons import REASONS
from lastdigit.printing.words.scalars import scalars_in_line

NOT_RECTANGULAR = "brackets that hold no rectangular array"

_HEADERS = ("Parameter containing:", "Variable containing:")
_LABEL_END = string.whitespace + ":=([{："
_SHAPE_AT_END = re.compile(r"[ \t:=,]*\(\d{1,18},(?: ?\d{1,18},?){0,63}\)\s*\Z")
_ARRAY_INSIDE = re.compile(r"[:=]?[ \t]{0,9}\[[-+\d., \te]{0,200}\d\.\d?[-+\d., \te]{0,200}\]")
"""An array before another one on the same line is not part of its label; an index, as in ``w[0]``, is."""
_ARRAY = re.compile(r"\[[-+\d., \te]{0,200}(?:\d\.\d?|\d[, \t]{1,9}-?\d)[-+\d., \te]{0,200}\]")
_NAMES_MORE = re.compile(r"[ \t,;|]{1,9}(?:and |with )?(?=[^\W\d][^\W\d])(?!(?:and|or|of|to|is|in|at)\b)")
"""What stands between brackets that are values and the words for the next ones."""
_NUMBER_AS_KEY = re.compile(r"\s*([-+]?\d{1,18}(?:\.\d{1,18})?)\s*[:=]\s*\Z")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_FRAMES = "=*#~-"
_FRAMED = re.compile(r"([=*#~-])\1+ (.*[^=*#~-]) \1\1+\s*")
_LABEL_START = " \t)],;|>.-*•"
_APART = re.compile(r"(?:[ \t]*\))?[ \t]*(?:[,;|]|[-=]+>|[ \t]{2,}|\t|$)[ \t]*")
_SPREAD_FOLLOWS = re.compile(r"[ \t]*\((?=(?:\+/-|±)?[ \t]*\d[\d.eE+-]*\)[ \t]*[^\W\d])|\)[ \t]*(?=[^\W\d])")
"""What lies between a mean, its spread in parentheses, and the words that name what follows."""
_BEFORE_SPREADS = ("(+/-", "(+/- ", "(±", "(± ")
_SPREAD = re.compile(r"[ \t]*\((?:\+/-|±)")
_POINTS_AT = re.compile(r"[ \t]*[-=]+>[ \t]*(?=[-+]?\d[\d.]*[ \t]*\Z)")
_TITLE = re.compile(r"[^:\n]{1,80}:|([-=*#~]{2,}) [^\n]{1,80} \1")
_OF_AN_OBJECT = re.compile(r"\[(['\"])(?:param_groups|ResponseMetadata)\1\]|\[(['\"])(?:random_)?(?:seed|state)\2\]\Z")
"""The settings of an optimizer, and what a service says of a request, among results."""
_IS_AT_END = re.compile(r"(?<=[\w\])])[ \t]+(?:is|are|was|were)\Z")
_WORD = re.compile(r"[^\W\d_]")
_COUNTED = frozenset({"count", "proportion"})
"""The names of what ``value_counts`` returns since pandas 2; the line above its values names their index."""
LOG_PREFIX = Rule(
    r"\A\[?(?:\d{2,4}[-/]\d\d[-/]\d{2,4}[T ,:]{1,3})?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?[\s:|-]{0,9}"
    r"(?:\[?(?:DEBUG|INFO|NOTE|NOTICE|WARN(?:ING)?|ERROR|CRITICAL)\]?[\s:|-]{0,9})?(?=\S)"
    r"|\A\(?\w{1,80} pid=\d{1,12}(?:, ip=[\d.]{1,40})?\) ",
    "the time and the level before the words of a log",
    "2024-01-01 12:00:00,123 - INFO - weights",
    "12 weights",
)
_DIGIT = re.compile(r"\d")
_F = TypeVar("_F", bound=Found)


def scan(text: str, *, cut: bool = False, result: bool = False) -> Iterator[FoundPrint]:
    """Every array, scalar and shape in ``text``, in order; for ``cut`` and ``result`` see :func:`scan_all`."""
    return (found for found in scan_all(text, cut=cut, result=result) if isinstance(found, FoundPrint))


def scan_all(text: str, *, cut: bool = False, result: bool = False, lone: bool = False) -> list[Found]:
    """All prints in ``text`` and all parts that are left out, in order.

    ``cut``: the text may end inside the last print. ``result``: the text is the value of a cell's last expression, so a
    lone number is a value. ``lone``: an integer on a line of its own is a value. Takes linear time.
    """
    rows = rows_of_a_value(text) if result and not cut else None
    if rows is not None and next(tables_in_text(text), None) is None:
        return [rows if isinstance(rows, LeftOut) else FoundPrint(rows)]
    text = with_frames_apart(with_closed_shapes(with_open_intervals(text)))
    text, ends = with_tables_alone(text) if result else (text, [])
    found = _Scan(text, result=result, lone=lone).run(cut=cut)
    return list(as_items(found, ends) if ends else found)


def scan_html(html: str) -> Iterator[FoundPrint]:
    """The numeric columns of the tables in ``html``; offsets are those of the HTML."""
    for table in tables_in_html(html):
        yield from _columns(table, "", 0)
        if table.said_shape is not None:
            yield FoundPrint(table.said_shape, "", SHAPE, False)


class _Scan:
    """Goes through a text once: brackets, and the tables and lines between them.

    ``position`` is the end of the last print, where the label of the next may begin. ``heading`` is the line above,
    which names values that have no words on their own line; ``title`` is a title right above that line. ``above`` is
    the label of the last table, ``beside`` that of the last brackets and their end.
    """

    def __init__(self, text: str, *, result: bool, lone: bool) -> None:
        scaled = scaled_tensors(text)
        text = blanked(text, scaled) if scaled else text
        self.rows_without_brackets = deque(old_tensors(text))
        if self.rows_without_brackets:
            text = blanked(text, [(tensor.start, tensor.end, "") for tensor in self.rows_without_brackets])
        self.quoted = without_overlaps(quoting_source(text), representations(text))
        self.quoted = without_overlaps(profiles(text), self.quoted)
        self.quoted = without_overlaps(self.quoted, series_of_words(text))
        self.quoted = without_overlaps(self.quoted, lists_below_keys(text) if result else [])
        self.quoted = without_overlaps(self.quoted, scaled)
        self.text, self.result, self.lone = blanked(text, self.quoted), result, lone
        self.position = 0
        self.heading = self.title = ""
        self.columns = ColumnNames()
        self.above = ""
        self.beside = ("", 0)

    def run(self, *, cut: bool) -> Iterator[Found]:
        for start, end, what in self.quoted:
            yield LeftOut(start, end, REASONS[what])
        for found in bracketed(self.text, cut=cut):
            yield from self._words(found.start)
            if not found.prints:
                yield LeftOut(found.start, found.end, NOT_RECTANGULAR)
            elif reason := self._reason_to_leave_out(found.start):
                yield LeftOut(found.start, found.end, reason)
            elif name_a_date(found.prints):
                yield LeftOut(found.start, found.end, REASONS["date"])
            elif self.text.startswith("{", found.start) and numbers_its_keys(found.prints):
                yield LeftOut(found.start, found.end, REASONS["enumeration"])
            else:
                yield from self._before(found.start)
                are_values = found.prints[0].array.kind == "printed"
                label = self._label(found.start)
                label = label or (self._beside(found.start) if are_values else "")
                span = (found.start, found.end)
                for number, one in enumerate(found.prints):
                    if one.path and not one.array.shape and (counted := _counted(one.path)):
                        yield LeftOut(one.array.start, one.array.end, REASONS[counted])
                    else:
                        is_list = self.result and self.text.startswith("[", one.array.start)
                        array = as_list(one.array) if is_list else one.array
                        yield FoundPrint(array, label, one.path, number == 0, span if one.path else None)
                if found.settings is not None:
                    yield LeftOut(*found.settings, REASONS["representation"])
                self.beside = label if are_values else "", found.end
            self.position, self.heading = found.end, ""
        yield from self._words(len(self.text))
        yield from self._line(len(self.text))

    def _words(self, stop: int) -> Iterator[Found]:
        """The prints between the position and ``stop``, where there are no brackets."""
        while self.rows_without_brackets and self.rows_without_brackets[0].start < stop:
            tensor = self.rows_without_brackets.popleft()
            yield from self._tables(tensor.start)
            yield FoundPrint(tensor, self._label(tensor.start))
            self.position, self.heading = tensor.end, ""
        yield from self._tables(stop)

    def _tables(self, stop: int) -> Iterator[Found]:
        """The tables and whole lines between the position and ``stop``; an incomplete line is left for a label."""
        begin = self.position
        text = self.text[begin:stop]
        for table in tables_in_text(text) if "\n" in text.strip() else ():
            yield from self._lines(begin + table.start)
            may_name_index = table.is_series and (self.result or table.name in _COUNTED)
            names_index = may_name_index and not self.heading.endswith(":")
            if not table.continues:
                title = self._heading() if _TITLE.fullmatch(self.heading) else self.title
                self.above = title if names_index else self._label(begin + table.start)
            yield from _columns(table, self.above, begin)
            self.position, self.heading = begin + table.end, ""
        yield from self._lines(stop)

    def _lines(self, stop: int) -> Iterator[Found]:
        while (end := self.text.find("\n", self.position, stop)) >= 0:
            yield from self._line(end)
            self.position = end + 1

    def _line(self, end: int) -> Iterator[Found]:
        """The scalars in the rest of a line; without any, its words may become the heading."""
        line = self._rest(end)
        self.title = _without_label_end(self.heading) if _TITLE.fullmatch(self.heading) else ""
        if not line or line.isspace():
            self.heading = self.heading if self.heading.endswith(":") else ""
            return
        pointed_at = _POINTS_AT.match(line) if self.text.startswith("]", max(self.position - 1, 0)) else None
        if pointed_at:
            self.position += pointed_at.end()
            line = line[pointed_at.end() :]
        alone = self.result and line.strip() == self.text.strip()
        found = scalars_in_line(line, shift=self.position, result=self.lone or alone or pointed_at is not None)
        found = self.columns.seen(line, found, self.position)
        if sum(isinstance(entry, FoundPrint) and not entry.label for entry in found) > 1:
            self.heading = ""
        for entry in found:
            yield self._named(entry if not alone else _represented(entry))
        is_no_heading = any(isinstance(one, FoundPrint) or one.reason == REASONS["timing"] for one in found)
        if is_no_heading or self._is_all(found, line):
            self.heading = self._announced(found, end)
        elif _WORD.search(line) and not line.lstrip().startswith("<"):
            self.heading = line.strip() if may_be_heading(line) else ""

    def _announced(self, found: Sequence[Found], end: int) -> str:
        """The words behind the last value of a line that ends at ``end``, if they lead to what is below."""
        last = found[-1]
        words = self.text[last.array.end : end].strip() if isinstance(last, FoundPrint) else ""
        if not (words.endswith(":") or _IS_AT_END.search(words)):
            return ""
        own = words_before(words, first=False)
        return f"{own}:" if _WORD.search(own) and may_be_heading(own) else ""

    def _rest(self, end: int) -> str:
        """The text from the position to ``end``, without torch's ``Parameter containing:`` at its end."""
        line = self.text[self.position : end]
        return _without_header(line) if "containing:" in line else line

    def _before(self, start: int) -> Iterator[Found]:
        """The scalars before a print on its line that are separated from it; its label begins after them.

        What is not separated is left out, since it stays in the label. An integer alone before a tuple was printed with
        it.
        """
        line = self.text[self.position : start]
        if not _DIGIT.search(line):
            return
        begin = self.position
        before_a_tuple = self.text.startswith("(", start) and line.strip().isdigit()
        waiting: list[FoundPrint] = []
        for entry in scalars_in_line(line, shift=begin, result=before_a_tuple):
            if isinstance(entry, LeftOut):
                yield entry
                self._go_behind(entry, start)
                continue
            between = self.text[waiting[-1].array.end : entry.array.start] if waiting else ""
            follows = waiting and (not between.strip() or SPREAD.search(between))
            if not follows:
                yield from map(_kept_in_a_label, waiting)
            waiting = [*waiting, entry] if follows else [entry]
            if apart := _apart(line, entry, entry.array.end - begin):
                named = [self._named(one) for one in waiting]
                yield from named
                words = named[-1].label.removesuffix(" ±") if self.text.startswith("[", start) else ""
                self.beside = words if _WORD.search(words) else "", entry.array.end
                self.position, self.heading = begin + apart.end(), ""
                waiting = []
        yield from map(_kept_in_a_label, waiting)

    def _go_behind(self, left_out: LeftOut, start: int) -> None:
        """Begin the label of what stands at ``start`` behind a tuple or an array that is left out, if it is apart."""
        line = self.text[:start]
        if left_out.reason == REASONS["loose tuple"]:
            apart = _APART.match(line, left_out.end)
            if apart and _WORD.search(line, apart.end()):
                self.position, self.heading = apart.end(), ""
        elif _ARRAY.fullmatch(line, left_out.start, left_out.end):
            if more := _NAMES_MORE.match(line, left_out.end):
                self.position, self.heading = more.end(), ""
            elif not line[left_out.end :].strip():
                self.beside = self._label(left_out.start), left_out.end
                self.position, self.heading = left_out.end, ""

    def _reason_to_leave_out(self, start: int) -> str | None:
        """Why the line before a print rules it out, such as a log or a progress bar; None if it does not."""
        line = self.text[self.position : start].lstrip()
        reason = reason_to_leave_out(line) if line else None
        return REASONS[reason] if reason else None

    def _label(self, start: int) -> str:
        """The label of what begins at ``start``: the words on its line, or else the heading."""
        line = self._rest(start)
        line = _ARRAY_INSIDE.sub("", line) if "]" in line else line
        words = _without_label_end(_SHAPE_AT_END.sub("", line) if line.endswith((")", ") ")) else line).lstrip(
            _LABEL_START
        )
        if _WORD.search(words):
            words = without_pairs(LOG_PREFIX.expression.sub("", words))
            name = words.lstrip("{")
            return name[1:-1] if _QUOTED.fullmatch(name) else words
        key = _NUMBER_AS_KEY.fullmatch(line)
        return self._heading() or (key[1] if key else "")

    def _beside(self, start: int) -> str:
        """The label of the brackets before ``start``, if only separators or the sign of a spread follow them."""
        label, end = self.beside
        between = self.text[end:start].strip(" \t,;")
        if label and end and SPREAD.fullmatch(between):
            return f"{label} ±"
        return "" if between else label

    def _heading(self) -> str:
        return _without_label_end(self.heading)

    def _named(self, entry: _F) -> _F:
        """``entry`` with the heading as its label if it has none."""
        if isinstance(entry, FoundPrint) and not entry.label and self.heading:
            return entry._replace(label=self._heading())
        return entry

    def _is_all(self, found: list[Found], line: str) -> bool:
        """Whether the whole line was left out."""
        if len(found) != 1 or not isinstance(found[0], LeftOut):
            return False
        left_out = found[0]
        return line.strip() == line[left_out.start - self.position : left_out.end - self.position].strip()


def _represented(entry: Found) -> Found:
    """A lone number that is a cell's value is a ``repr``, with the shortest unique digits, however many these are."""
    if isinstance(entry, FoundPrint) and entry.array.in_words and not entry.array.was_surely_rounded:
        return entry._replace(array=replace(entry.array, in_words=False))
    return entry


def _apart(line: str, entry: FoundPrint, end: int) -> re.Match[str] | None:
    """What separates a value that ends at ``end`` of a line from the words behind it; None if they belong together."""
    start = end - (entry.array.end - entry.array.start)
    is_mean = not entry.label or _SPREAD.match(line, end) is not None
    is_mean_or_spread = entry.array.dtype == "float64" and (is_mean or line.endswith(_BEFORE_SPREADS, 0, start))
    return _APART.match(line, end) or (_SPREAD_FOLLOWS.match(line, end) if is_mean_or_spread else None)


def _kept_in_a_label(entry: FoundPrint) -> LeftOut:
    return LeftOut(entry.array.start, entry.array.end, REASONS["label"])


def _counted(path: str) -> str:
    """The reason why an item with this key is not a value, such as a time or a counter; "" if it may be one."""
    if path.endswith("['epoch']"):
        return "counter"
    if _OF_AN_OBJECT.search(path):
        return "representation"
    return "timing" if names_a_time(path) else ""


def _without_header(line: str) -> str:
    """``line`` without torch's words at its end; an expression would search long runs of spaces repeatedly."""
    stripped = line.rstrip()
    return stripped.rpartition(" ")[0].rpartition(" ")[0].rstrip() if stripped.endswith(_HEADERS) else line


def _without_label_end(line: str) -> str:
    """``line`` without a colon, an equals sign or an arrow at its end, and without signs that frame it."""
    framed = _FRAMED.fullmatch(line) if line[:1] in _FRAMES else None
    line = framed[2] if framed else line
    words = _IS_AT_END.sub("", line.rstrip(_LABEL_END))
    if words.endswith(("->", "=>", ">>")):
        words = words[:-1].rstrip(words[-2]).rstrip(_LABEL_END)
    return words


def _columns(table: TablePrint, label: str, shift: int) -> Iterator[FoundPrint]:
    """The numeric columns of a table, each as a print; a Series is a column without a name.

    Columns of the same name are told apart as in pandas: the name selects all of them, a position one.
    """
    counts = Counter(column.name for column in table.columns)
    for position, (column, array) in enumerate(zip(table.columns, table.arrays(shift), strict=True)):
        path = "" if table.is_series or not column.name else f"[{column.name!r}]"
        if path and counts[column.name] > 1 and array.column:
            path += f".iloc[:, {array.column.number}]"
        yield FoundPrint(array, label, path, begins=position == 0 and not table.continues)
