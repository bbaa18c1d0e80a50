"""Labels of prints: the words beside them, or the printed expression."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lastdigit.base.frozen import frozen
from lastdigit.base.rule import Rule
from lastdigit.document import Output, Passage
from lastdigit.extraction.no_labels import LEADS, names_nothing
from lastdigit.extraction.thresholds import MOST_AXES, NEAR_ABOVE
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.found import FoundPrint
from lastdigit.printing.printers import PANDAS, PYTHON, TABLE
from lastdigit.printing.python_values import python_number
from lastdigit.printing.tables.layer_summary import PARAMETERS
from lastdigit.source.laid_upon import PutIn
from lastdigit.source.printed_expressions import PrintedExpression, labels_for
from lastdigit.source.syntax import parse
from lastdigit.source.words_between import IS_A_UNIT, LONGEST_JOINING, UNIT_BEHIND, UNIT_OF_ANOTHER, joins

_OPERATOR = re.compile(r"(?:[^\W\d]\w*|[)\]]) ?[-+*/%@&|<>=]=? ?\(?[\w.-]")
PRINTS_A_VALUE = Rule(
    r"(?m)^[ \t]*print(?:\([^\W\d][^'\",=\n]*\)| [^\W\d][\w.\[\]]*)[ \t]*(?:#.*)?$",
    "a line prints a value without words",
    "print(y_dot)",
    "print('y', y_dot)",
)
PRINTS_A_NAME = Rule(
    r"\bprint ?\(?\w*(?:name|title|label|key|col|column|group|mode|method)(?:s?\b|__)",
    "a line prints what its variable calls a name",
    "print(name)",
    "print(y_dot)",
)
NAMED_VALUE = Rule(
    r"\A[^\W\d_]+ [^\W\d_][^\d\n]* -?\d[\d.]*\Z",
    "words above end in a value of their own",
    "First prediction 4",
    "Epoch 4",
)
REPORTS = Rule(
    r"\['(?:Param #|(?:(?:avg|accuracy)/)?(?:precision|recall|f1-score|support))'\]\Z",
    "a column of a summary of layers, or of the report of a classifier",
    "['Param #']",
    "['precise']",
)
OF_A_FIT = Rule(
    r"\A\['(?:coef|std err|[tz]|P>\|[tz]\||\[0\.025|0\.975\]|Real|Imaginary|Modulus|Frequency)'\]\Z",
    "a column of the summary of a fit",
    "['std err']",
    "['std']",
)
GIVES_A_LINE = Rule(
    r"\.join\(|\A[rbuf]{0,2}['\"]",
    "an expression that gives a line of text",
    "' '.join(row)",
    "row.joined",
)
GIVES_NO_REPORT = Rule(
    r"\b(?:evaluate|describe|head|predict|confusion_matrix|\w*score)\(|\.shape\b",
    "an expression that gives no report",
    "model.evaluate(x, y)",
    "classification_report(x, y)",
)
SUMMARY = Rule(
    r"(?m)^[ \t]*([^\W\d][\w.]*\.summary\([^()\n]*\))[ \t]*(?:#.*)?$",
    "a statement calls for a summary",
    "model.summary()",
    "text = model.summary()",
)
IN_DATASET = Rule(
    r"\A {4}([^\W\d]\w*) {2,40}(?:float|int|uint|complex)\d{1,3} \Z",
    "what stands before a value of a data set of xarray: its name and its dtype",
    "    tau          float64 ",
    "mean float64 ",
)
CUT_OFF = Rule(
    r"[\[(],|,,|\A[^\[(]*[\])]",
    "words are what is left of a list that a text puts in",
    "Model[[,, 'ct']]",
    "Model['ct', 3]",
)
IN_BRACKETS = Rule(r"\A\([^()]*\)\Z", "words stand in brackets", "(computed)", "f(computed)")
_KEY = re.compile(r"\[(['\"])(.{1,80}?)\1\]")


@frozen
class Print:
    """One print of an output, from its text or its HTML; ``put_in`` is the expression that the source inserts there."""

    output: Output
    passage: Passage
    found: FoundPrint
    put_in: PutIn | None = None

    @property
    def nameless(self) -> str:
        """The label that it has where nothing names it."""
        return f"output {self.output.number}{self.found.path}"

    @property
    def is_an_array_behind_words(self) -> bool:
        """Whether words name it, and it is an array."""
        return bool(self.found.array.shape and self.found.label)

    @property
    def is_plain(self) -> bool:
        """Whether no format stands between a value and its print, whose line is known if words name it."""
        if self.put_in is None:
            return self.output.kind == "result" and not self.found.label
        is_known = self.put_in.has_words or self.put_in.is_certain
        names_it = not self.found.label or (self.put_in.in_words and is_known)
        return self.put_in.is_plain and names_it

    def expressions(self, label: str) -> tuple[str, ...]:
        """What its value may be, as the source spells it; none for a number in a text that the source does not show.

        ``label`` is how it is called, which is its expression if no words stand before it.
        """
        if self.put_in is not None and (self.put_in.in_words or not self.found.label or self.is_named_above):
            return self.put_in.expressions
        return () if self.found.label else (label.removesuffix(self.found.path),)

    @property
    def without_pandas(self) -> Print:
        """The same print without the assumption of pandas."""
        array = self.found.array
        if array.by is not PANDAS:
            return self
        return replace(self, found=self.found._replace(array=replace(array, printer=TABLE.name)))

    @property
    def without_joining_words(self) -> Print:
        """The same print named by its expression if the words before it, such as "the", name nothing."""
        label, put_in = self.found.label, self.put_in
        if put_in is None or not put_in.in_words:
            return self
        if LEADS.search(label) or (IS_A_UNIT.search(label) and self._follows_a_unit):
            return replace(self, found=self.found._replace(label=put_in.expression))
        if label in ("", put_in.label):
            return self
        before = self.passage.text[self.line_begins : self.found.array.start]
        is_no_name = IN_BRACKETS.search(label) or (IS_A_UNIT.search(label) and label not in before)
        if CUT_OFF.search(label) or (is_no_name and not put_in.has_words and put_in.label):
            return replace(self, found=self.found._replace(label=put_in.label))
        may_join = len(label) <= LONGEST_JOINING or (put_in.has_words and put_in.label in put_in.expressions)
        if not may_join or not joins(label):
            return self
        return replace(self, found=self.found._replace(label=put_in.label))

    @property
    def _follows_a_unit(self) -> bool:
        """Whether a value and its unit stand before it, and a unit behind it."""
        text, array = self.passage.text, self.found.array
        before = text[max(self.line_begins, array.start - 60) : array.start]
        return UNIT_OF_ANOTHER.search(before) is not None and UNIT_BEHIND.match(text, array.end) is not None

    @property
    def without_no_label(self) -> Print:
        """The same print without words that name nothing; ``True:`` before an array is no value."""
        in_dataset = IN_DATASET.match(self.passage.text[self.line_begins : self.found.array.start])
        if in_dataset is not None:
            return replace(self, found=self.found._replace(label=in_dataset[1]))
        if not self.found.label or not names_nothing(self.found.label):
            return self
        if self.found.array.shape and self.passage.text.startswith(f"{self.found.label}:", self.line_begins):
            return self
        return replace(self, found=self.found._replace(label=""))

    def without_foreign_heading(self, source: str) -> Print:
        """The same print without the heading above, if the source writes other words and prints bare values."""
        if self.put_in is not None or not PRINTS_A_VALUE.search(source) or PRINTS_A_NAME.search(source):
            return self
        if self.found.array.shape and (self._is_announced or self.is_called_so):
            return self
        ends_in_a_value = NAMED_VALUE.search(self.found.label) is not None and not self._is_announced
        if " ".join(self.found.label.split()[:2]) in source and not ends_in_a_value:
            return self
        return replace(self, found=self.found._replace(label="")) if self.is_named_above else self

    @property
    def _is_announced(self) -> bool:
        """Whether the line above ends in a colon."""
        line = self.passage.text.rfind("\n", 0, self.found.array.start)
        return self.passage.text[: max(line, 0)].rstrip().endswith(":")

    @property
    def is_called_so(self) -> bool:
        """Whether the line above is what a Series is called, spelled in words; one word may be its index's name."""
        column, label = self.found.array.column, self.found.label
        return column is not None and bool(column.name) and label.replace(" ", "_").lower() == column.name.lower()

    @property
    def is_named_above(self) -> bool:
        """Whether its label is on a line above."""
        label, text, start = self.found.label, self.passage.text, self.found.array.start
        line = self.line_begins
        return bool(label) and label not in text[line:start] and label in text[max(line - NEAR_ABOVE, 0) : line]

    @property
    def line_begins(self) -> int:
        """Where the first line of its array begins."""
        return self.passage.text.rfind("\n", 0, self.found.array.start) + 1

    @property
    def without_no_heading(self) -> Print:
        """The same print without the heading above, if the source writes no words that name it.

        A name that a loop prints above a table is its heading.
        """
        if self.put_in is None or self.put_in.in_words or self.put_in.is_headed or not self.is_named_above:
            return self
        if self.found.array.column is not None:
            return self
        return replace(self, found=self.found._replace(label=""))


def may_be_named_by_source(entry: Print) -> bool:
    """Whether the source may determine its label; a scalar after words on its line is named by them."""
    label = entry.found.label
    return not any(map(str.isalpha, label)) or bool(entry.found.path or entry.found.array.shape)


def labelled(prints: Sequence[Print], expressions: Sequence[PrintedExpression]) -> Iterator[tuple[Print, str]]:
    """Each print with its label: the words beside it, or the printed expression."""
    if not prints:
        return
    unnamed = [entry for entry in prints if entry.found.begins and not entry.found.label]
    all_put_in = all(entry.put_in for entry in unnamed)
    shapes = [_may_be_a_shape(entry.found.array) for entry in unnamed]
    labels = iter(labels_for(expressions, shapes) if shapes else ())
    items_of = {one.text: one.items for one in reversed(expressions) if one.items}
    if _are_items(prints, unnamed, expressions):
        yield from zip(prints, expressions[0].items, strict=True)
        return
    label = ""
    has_fits = any(OF_A_FIT.search(entry.found.path) for entry in unnamed)
    for entry in prints:
        found = entry.found
        if found.label:
            label = found.label
        elif found.begins:
            counted = next(labels)
            is_sure = entry.put_in is not None and (all_put_in or entry.put_in.items or entry.put_in.in_words)
            label = _as_spelled(entry.put_in.label, counted) if entry.put_in and is_sure else counted
            label = _name_of_table(found, label, expressions) if found.array.by is TABLE else label
            label = "" if label.startswith("len(") and _are_floats(found.array) else label
            label = _told_from_summary(found, label, expressions) if has_fits else label
        items = entry.put_in.items if entry.put_in else ()
        items = items or items_of.get(label, ())
        written_out = items and found.array.by is PYTHON and (len(items),) == found.array.shape[:1]
        if written_out and not (found.label or found.path):
            yield from zip(_one_by_one(entry), items, strict=True)
        else:
            yield (
                entry,
                _by_words(found.path)
                or _item(label, found.path, items)
                or _by_key(found.path)
                or _by_column(found)
                or entry.nameless,
            )


def _told_from_summary(found: FoundPrint, label: str, expressions: Sequence[PrintedExpression]) -> str:
    """``label``, or that of the only summary for its table, or of the only other expression for anything else."""
    summaries = {one.text for one in expressions if one.is_summary}
    others = {one.text for one in expressions} - summaries
    if len(summaries) != 1 or not others:
        return label
    if OF_A_FIT.search(found.path):
        return summaries.pop()
    return others.pop() if label in summaries and len(others) == 1 and found.array.by is PANDAS else label


def named_by_summary(label: str, found: FoundPrint, source: str) -> str:
    """The label of a summary of layers: the only call in ``source`` that gives one, if there is one."""
    if found.path != f"['{PARAMETERS}']" or ".summary(" in label:
        return label
    calls = set(SUMMARY.expression.findall(source))
    return calls.pop() + found.path if len(calls) == 1 else label


def _name_of_table(found: FoundPrint, label: str, expressions: Sequence[PrintedExpression]) -> str:
    """The expression that names a table aligned by hand; "" if that gives one line, or no report for one."""
    if REPORTS.search(found.path):
        reports = {one.text for one in expressions if "report" in one.text}
        return reports.pop() if len(reports) == 1 else "" if GIVES_NO_REPORT.search(label) else label
    return "" if GIVES_A_LINE.search(label) or _is_in_a_row(label, expressions) else label


def _is_in_a_row(label: str, expressions: Sequence[PrintedExpression]) -> bool:
    """Whether an expression is printed beside others, on one line of a loop, so that it names no whole table."""
    rows = {(one.line, one.loop) for one in expressions if one.text == label and one.loop}
    return any(one.text != label and (one.line, one.loop) in rows for one in expressions)


def _are_items(prints: Sequence[Print], unnamed: Sequence[Print], expressions: Sequence[PrintedExpression]) -> bool:
    """Whether separate arrays are items of one printed tuple, as torch before 0.4 shows it."""
    if not len(prints) == len(unnamed) > 1 or len(expressions) != 1 or len(expressions[0].items) != len(prints):
        return False
    return all(entry.found.array.shape and not entry.found.path for entry in prints)


def _are_floats(array: ArrayPrint) -> bool:
    return bool(array.shape) and array.dtype.startswith("float")


def _as_spelled(label: str, counted: str) -> str:
    """``label`` as spelled in the source, if both are the same expression."""
    return counted if "".join(label.split()) == "".join(counted.split()) else label


def _may_be_a_shape(array: ArrayPrint) -> bool:
    return array.kind == "shape" or (array.is_list_of_integers and len(array.tokens) <= MOST_AXES)


def _one_by_one(entry: Print) -> Iterator[Print]:
    """The items of a tuple literal in the source, each as a separate print."""
    array = entry.found.array
    shape = array.shape[1:]
    size = math.prod(shape)
    for first in range(0, len(array.tokens), max(size, 1)):
        tokens = array.tokens[first : first + size]
        item = replace(array, tokens=tokens, shape=shape) if shape else python_number(*tokens[0])
        yield replace(entry, found=entry.found._replace(array=item))


def _by_words(path: str) -> str:
    """The words with which a printed tuple begins, as Python 2 prints ``print("mean:", x)``."""
    key = _KEY.match(path)
    return key[2].rstrip(" :=") + path[key.end() :] if key and key[2].rstrip().endswith((":", "=")) else ""


def _by_key(path: str) -> str:
    """The label of an item of an unnamed object: its key."""
    key = _KEY.match(path)
    return key[2].rstrip(" :=") + path[key.end() :] if key else ""


def _by_column(found: FoundPrint) -> str:
    """The name of a Series that neither words nor the source name."""
    return found.array.column.name if found.array.column is not None and not found.path else ""


def _item(label: str, path: str, items: Sequence[str]) -> str:
    """The label of an item: for a tuple literal in the source, the item's expression."""
    named = _KEY.match(path) if items else None
    if named is not None:
        return named[2].rstrip(" :=") + path[named.end() :]
    match = re.match(r"\[(\d+)\]", path) if items else None
    if match and int(match[1]) < len(items):
        return items[int(match[1])] + path[match.end() :]
    return label and (f"({label})" if path and _is_a_sum(label) else label) + path


def _is_a_sum(label: str) -> bool:
    """Whether a label is an expression with operators, so that indexing needs parentheses."""
    tree = parse(Passage(label, 1)) if _OPERATOR.search(label) else None
    first = tree.body[0] if tree is not None and tree.body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, (ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp))
