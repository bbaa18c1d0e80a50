"""Whether a print repeats a literal of the source: its name holds one there, and it shows the same numbers."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from lastdigit.document import Cell, Passage
from lastdigit.extraction.labels import Print
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.tokens import MISSING, decimals, exact, is_boolean, is_complex, is_finite
from lastdigit.source.literal_values import UNKNOWN, OneOf, Value, value_of
from lastdigit.source.printed_lines import Value as Inserted
from lastdigit.source.printed_lines import lines_of
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.spelled_names import Point, SpelledNames
from lastdigit.source.syntax import parse

_KEY = re.compile(r"\[(?:(-?\d{1,9})|'((?:[^'\\]|\\.){0,200})'|\"((?:[^\"\\]|\\.){0,200})\")\]")
_NAME = re.compile(r"[^\W\d]\w*")
_NO_WORDS = " \t\n:=-"


def is_printed_back(entry: Print, label: str, cell: Cell, spelled: SpelledNames) -> bool:
    """Whether all numbers of a print are those of a literal, or of a part of one, that its source spells out."""
    found = entry.found
    points = spelled.points(cell)
    if not points:
        return False
    said = entry.put_in.expressions if entry.put_in else ()
    values: list[Value] = []
    for expression in said or (label.removesuffix(found.path),):
        values += _values(expression, points, spelled)
    if not values and not said and found.label:
        named = [(node, names) for node, names in _inserted_behind(found.label, points) if _is_named(node)]
        values = [value_of(node, names) for node, names in named]
    known = [value for value in values if value is not UNKNOWN]
    if not known or (len(known) < len(values) and len(found.array.tokens) < 2):
        return False
    alternatives = [one for value in known for one in (value.values if isinstance(value, OneOf) else (value,))]
    return any(_is_equal(found.array, _at(value, found.path)) for value in alternatives)


def _values(expression: str, points: Sequence[Point], spelled: SpelledNames) -> Iterator[Value]:
    """The values of an expression at all statements that have its name."""
    begins = _NAME.match(expression)
    if begins is None or begins.group() not in spelled.ever:
        return
    tree = parse(Passage(expression, 1))
    first = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    if not isinstance(first, ast.Expr):
        return
    for point in points:
        if any(isinstance(node, ast.Name) and node.id == begins.group() for node in ast.walk(point.node)):
            yield value_of(first.value, point.names)


def _inserted_behind(words: str, points: Sequence[Point]) -> Iterator[tuple[ast.expr, dict[str, Value]]]:
    """What the source prints behind these words, on their line or on the next."""
    words = words.strip(_NO_WORDS)
    above = ""
    for point in points:
        if not isinstance(point.node, ast.Call) or name_of(point.node.func) not in PRINT:
            continue
        for line in lines_of(point.node):
            text = ""
            for part in line:
                if isinstance(part, Inserted):
                    if (text.strip(_NO_WORDS) or above) == words:
                        yield part.node, dict(point.names)
                    text = above = ""
                else:
                    text += part
            above = text.strip(_NO_WORDS) or above


def _is_named(node: ast.expr) -> bool:
    """Whether an expression is a name or an item of one, not a literal that stands in the call."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name)


def _at(value: Value, path: str) -> Value:
    """The part of a value that a path leads to."""
    while path and value is not UNKNOWN:
        key = _KEY.match(path)
        if key is None:
            return UNKNOWN
        path = path[key.end() :]
        if isinstance(value, dict):
            name = key[1] or key[2] or key[3]
            value = next((value[one] for one in value if str(one) == name), UNKNOWN)
        elif isinstance(value, list) and key[1] and -len(value) <= int(key[1]) < len(value):
            value = value[int(key[1])]
        else:
            return UNKNOWN
    return value


def _is_equal(array: ArrayPrint, value: Value) -> bool:
    """Whether an array shows the numbers of a value, each as far as its digits go."""
    numbers: list[Value] = []
    if array.cut or array.summary is not None or not _flat(value, numbers):
        return False
    return len(numbers) == len(array.texts) and all(map(_shows, array.texts, numbers))


def _flat(value: Value, numbers: list[Value]) -> bool:
    """Collect the numbers of nested lists; False if there is anything else."""
    if isinstance(value, list):
        return all(_flat(item, numbers) for item in value)
    numbers.append(value)
    return value is None or isinstance(value, (int, float, complex))


def _shows(token: str, number: Value) -> bool:
    """Whether a token is how a number is printed, with as many decimals as it has."""
    if isinstance(number, bool) or is_boolean(token):
        return token == str(number)
    if number is None or (isinstance(number, float) and math.isnan(number)):
        return token in MISSING or token.lower().strip("+-") == "nan"
    if is_complex(token):
        return bool(complex(token.replace(" ", "").strip("()")) == number)
    if isinstance(number, complex):
        return False
    if not is_finite(token):
        return math.isinf(number) and "inf" in token.lower() and token.startswith("-") is bool(number < 0)
    if math.isinf(number):
        return False
    places = decimals(token)
    if not places and not token.endswith(".") and "e" not in token.lower():
        return exact(token) == Fraction(number)
    exponent = int(token.lower().partition("e")[2] or 0)
    return abs(exact(token) - Fraction(str(number))) * 2 <= Fraction(10) ** (exponent - places)
