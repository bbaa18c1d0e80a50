"""What stands beside a value in its output and says that words there are not its name."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print
from lastdigit.extraction.thresholds import LONGEST_LINE, NEAR_ABOVE
from lastdigit.printing.printers import TABLE

CALLS = Rule(
    r"[^\W\d]\w*\((?=\s*[-+\d'\"])[^()]*\Z",
    "a value is an argument in a text, as of a query",
    "WHERE IN(POLYGON(1.5, ",
    "defaultdict({'a': ",
)
HAS_WORDS = Rule(r"[^\W\d_]{2}|\"", "a line has words beside its value", '*"quot" + ', "  m")
HOLDS_A_VALUE = Rule(
    r"(?:\A|[ ,])[-+]?\d+\.\d+[:,](?: |\Z)", "a label holds another value", "Epoch 9 -0.01: loss", "Epoch 9: loss"
)
BEGINS_WITHIN = Rule(
    r"\A(?:of|to|by|than|vs\.?) ", "a label begins in the middle of a sentence", "of all pears", "offset"
)
BEGINS_WITH_A_VALUE = Rule(
    r"\A(\d[\d.,]*) [^\W\d_][^,]*, ", "a label begins with another value", "213 windows, scale", "112 valid_0's auc"
)
IS_AN_INDEX = Rule(
    r"(?i)\b(?:index|idx)\Z", "a label calls its integer an index", "node for attribute index", "indexed"
)
OF_A_NAME = Rule(r"(?:(?<=%)| ?%) ?[^\W\d_]", "a percentage is a part of a name", "% HPD interval", "%, which is")
ENDS_IN_ARRAY = Rule(
    r"\d\.?\](?: dtype=\w+\))?[ \t,|/(]*\Z", "an array stands right before a value", "m: [0.5] ( ", "m[0] = "
)
OPENS = Rule(
    r"\{|\w\([^()]*\w ?= ?\Z", "a value stands inside of an object", "Pear(size=0.5, weight=", "size (of all) = "
)
TWO_BEFORE = Rule(
    r"(?:(?<![\w.])[-+]?\d[\d.]*(?:e[-+]?\d+)?[ \t]+){2}\Z",
    "two numbers stand right before another",
    " 2: 1.2947e+00  4e+00  ",
    "2m 59s (400 8%) ",
)
_ONE_BEFORE = re.compile(r"(?<![\w.])[-+]?\d[\d.]*(?:e[-+]?\d+)?[ \t]+\Z")
_ONE_MORE = re.compile(r"[ \t]+[-+]?\d[\d.]*(?:e[-+]?\d+)?(?![\w%])")
_TWO_MORE = re.compile(r"(?:[ \t,;/]+[-+]?\d[\d.]*(?:e[-+]?\d+)?(?![\w%])){2}")
_CLOSED = re.compile(r"\{[^{}]*\}|\([^()]*\)")
_NUMBER = re.compile(r"[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|nan|inf)", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"(?:\A|[\s(=:])[-+]?(\d[\d.]*(?:e[-+]?\d+)?)%?[ \t,|/]*\Z")


def before(entry: Print) -> str:
    """What stands before a value on its line, or the end of that where the line is long."""
    return entry.passage.text[_line_start(entry) : entry.found.array.start]


def _line_start(entry: Print) -> int:
    text, start = entry.passage.text, entry.found.array.start
    floor = max(start - LONGEST_LINE, 0)
    at = text.rfind("\n", floor, start)
    return at + 1 if at >= 0 else floor


def _line_without(entry: Print) -> str:
    """The line of a value without it."""
    array, text = entry.found.array, entry.passage.text
    return before(entry) + " " + text[array.end : array.end + LONGEST_LINE].partition("\n")[0]


def stands_among_words(entry: Print) -> bool:
    """Whether the line of a value has words."""
    return HAS_WORDS.search(_line_without(entry)) is not None


def stands_in_a_row(entry: Print) -> bool:
    """Whether a number is one of a row, with two others before it, behind it or on both sides and no words between."""
    array, text = entry.found.array, entry.passage.text
    if TWO_BEFORE.search(before(entry)) or _TWO_MORE.match(text, array.end):
        return True
    return _ONE_BEFORE.search(before(entry)) is not None and _ONE_MORE.match(text, array.end) is not None


def is_an_argument(entry: Print) -> bool:
    """Whether a value is handed to something in a text."""
    return CALLS.search(_CLOSED.sub("", before(entry))) is not None


def goes_on(entry: Print) -> bool:
    """Whether the line behind a table that somebody aligned has as many numbers: its rows are not all told."""
    array, text = entry.found.array, entry.passage.text
    if array.column is None or array.by is not TABLE or entry.output.html is not None:
        return False
    begin = text.rfind("\n", 0, array.end) + 1
    last, _, behind = text[begin : begin + 2 * LONGEST_LINE].partition("\n")
    following = behind.partition("\n")[0].split()
    return bool(following) and len(following) == len(last.split()) and all(map(_NUMBER.fullmatch, following))


def names_another(entry: Print, label: str) -> bool:
    """Whether a scalar's label holds another value, begins within a sentence, is an index or is that of several."""
    if HOLDS_A_VALUE.search(label) or BEGINS_WITHIN.match(label) or _is_first_of_many(entry):
        return True
    begins = BEGINS_WITH_A_VALUE.match(label)
    if begins is not None and entry.passage.text.startswith(begins[1], _line_start(entry)):
        return True
    return entry.found.array.dtype == "int64" and IS_AN_INDEX.search(label) is not None


def _is_first_of_many(entry: Print) -> bool:
    """Whether several values stand behind a number with no words between: the words before it name them all."""
    array, text = entry.found.array, entry.passage.text
    if _TWO_MORE.match(text, array.end) is None or _LAST_NUMBER.search(before(entry)):
        return False
    return not is_named_by_its_column(entry)


def follows_another(entry: Print, label: str) -> bool:
    """Whether another value stands right before one, which its words name, or it is a part of an object or a name."""
    line = before(entry)
    if OPENS.search(_CLOSED.sub("", line)) or ENDS_IN_ARRAY.search(line):
        return True
    last = _LAST_NUMBER.search(line)
    if last is not None and not label.endswith(last[1]):
        return True
    return OF_A_NAME.match(entry.passage.text, entry.found.array.end) is not None


def is_all(entry: Print) -> bool:
    """Whether a scalar is all that an output shows, signs and the name of its type aside."""
    array, text = entry.found.array, entry.passage.text
    return "\n" not in (text[: array.start] + text[array.end :]).strip()


def is_named_by_its_column(entry: Print) -> bool:
    """Whether its label ends in words that stand on a line above, behind what begins its own line."""
    label, text, line = entry.found.label, entry.passage.text, before(entry)
    begin = entry.found.array.start - len(line)
    above = text[max(begin - NEAR_ABOVE, 0) : begin]
    words = line.split()
    return any(
        label.startswith(row) and label != row and label[len(row) :].strip() in above
        for row in (" ".join(words[:count]) for count in range(1, len(words) + 1))
    )
