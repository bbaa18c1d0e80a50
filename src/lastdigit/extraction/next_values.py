"""Values that follow another one without words in between: in ``accuracy 0.5 0.75`` only the first is named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lastdigit.extraction.labels import Print
from lastdigit.extraction.no_labels import names_nothing
from lastdigit.extraction.numbered_lines import are_numbers, is_numbered
from lastdigit.printing.found import LeftOut
from lastdigit.printing.words.line_labels import words_before
from lastdigit.source.laid_upon import PutIn
from lastdigit.source.words_between import OF_THE_VALUE_BEFORE

_PARENTHESIS = re.compile(r"[ \t]*\([ \t]*")
_NUMBER = re.compile(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?")
_COUNTER = re.compile(r"(?:[^\W\d]+ \d{1,30} ?)+")
_LAST_NUMBER = re.compile(r"(?<!\w)(\d{1,30})(?:[ ]?/[ ]?\d{1,30})?[\])]?[ \t,;|/:=>-]{0,40}\Z")
_VALUES_AT_END = re.compile(r"(?:(?:\A|(?<=[\w)\]] ))-?\d{1,30}\.\d{1,30}[:,;]? )+\Z")
_OTHER_VALUES = re.compile(r"[(\[][-+\d., e]{0,80}\d\.\d[-+\d., e]{0,80}[)\]]")
"""Values in brackets among the words before a value."""
_BETWEEN = re.compile(r"[ \t,;|/]*(?:[-=]{1,2}>|→)?[ \t]*")
_FARTHEST = 200
_NEXT = re.compile(r"[ \t,;|/:-]*(?:[-=]{1,2}>|→)?[ \t]*")


def with_own_names(entries: Iterable[Print | LeftOut]) -> Iterator[Print | LeftOut]:
    """The same prints; those that follow another are named by their expression, if the source shows it."""
    before: Print | None = None
    named: Print | None = None
    left_out: LeftOut | None = None
    words = ""
    for entry in entries:
        if not isinstance(entry, Print):
            before, named, left_out, words = None, None, entry, ""
            yield entry
            continue
        if before is not None and named is not None and entry.found.label == f"{before.found.label} ±":
            named = _called(entry, f"{named.found.label} ±")
        elif left_out is not None:
            named = _behind_left_out(entry, left_out)
        else:
            named = _with_own_name(entry, before, words)
        if before is None or entry.found.label != before.found.label:
            words = entry.put_in.label if entry.put_in and entry.put_in.has_words else ""
        before, left_out = entry, None
        yield named


def _behind_left_out(entry: Print, left_out: LeftOut) -> Print:
    """``entry`` after a left-out number: the words before that number name it, and the number distinguishes entries."""
    label, put_in, text = entry.found.label, entry.put_in, entry.passage.text
    number = text[left_out.start : left_out.end]
    follows = _BETWEEN.fullmatch(text, left_out.end, entry.found.array.start) is not None
    if follows and _NUMBER.fullmatch(number) and put_in is not None and put_in.in_words and not put_in.has_words:
        above = text[text.rfind("\n", 0, left_out.start) + 1 : left_out.start].rstrip(" \t:=")
        if label and above.endswith(label) and put_in.label:
            return _called(entry, f"{label} {number} {put_in.label}")
    shorter = label.removesuffix(number).rstrip()
    in_parentheses = _PARENTHESIS.fullmatch(text, left_out.end, entry.found.array.start) is not None
    if in_parentheses and len(shorter) < len(label) and any(map(str.isalpha, shorter)):
        if put_in is not None and put_in.repeats:
            return entry
        return _called(entry, shorter if put_in is None else f"{shorter} {put_in.label}")
    return _with_own_name(entry, None)


def _with_own_name(entry: Print, before: Print | None, words: str = "") -> Print:
    """``entry`` after ``before``: a prefix of the first label, such as an epoch, belongs to both.

    ``words`` are those of the source before the first of the values with this label.
    """
    label, put_in = entry.found.label, entry.put_in
    if put_in is None or not (put_in.in_words and label):
        return entry
    if put_in.is_listed or names_nothing(label) or (put_in.in_parentheses and put_in.label):
        return _called(entry, put_in.label)
    if _is_named_by_next(entry, put_in):
        return _called(entry, put_in.label)
    if put_in.has_words and entry.found.array.shape and put_in.label in put_in.expressions:
        return _called(entry, put_in.label)
    if put_in.has_words and label[-1].isdigit() and put_in.label in put_in.expressions:
        return entry
    if put_in.has_words and OF_THE_VALUE_BEFORE.expression.sub("", label) == put_in.label:
        return _called(entry, put_in.label)
    if put_in.has_words:
        has_others = _OTHER_VALUES.search(label) is not None
        own = words_before(put_in.label, first=False) if has_others else ""
        is_whole = put_in.label.endswith(")") and put_in.label.count("(") == put_in.label.count(")")
        ends_otherwise = is_whole and _last_word(label) != _last_word(put_in.label)
        return _called(entry, own or (put_in.label if ends_otherwise else _with_all_words(label, put_in.label)))
    text, start = entry.passage.text, entry.found.array.start
    is_repeated = before is not None and label == before.found.label and put_in.expression == put_in.label
    if before is not None and is_repeated and _PARENTHESIS.fullmatch(text, before.found.array.end, start):
        return _called(entry, put_in.label)
    if before is not None and (shorter := _without_number(label, before, text, start)) is not None:
        return _called(entry, f"{shorter} {put_in.label}".strip())
    if before is None or label != before.found.label or not _NEXT.fullmatch(text, before.found.array.end, start):
        ends_in_a_number = label[-1].isdigit() and text[:start].rstrip(" \t").endswith(label)
        is_counter = _is_a_counter(entry) or (ends_in_a_number and not is_numbered(entry))
        return _called(entry, f"{label} {put_in.label}") if is_counter else entry
    shared = label.removesuffix(words) if words and label.endswith(words) else "" if words else f"{label} "
    if are_numbers(shared.strip()):
        return _called(entry, f"{put_in.label} {shared.strip()}")
    return _called(entry, shared + put_in.label)


def _is_named_by_next(entry: Print, put_in: PutIn) -> bool:
    """Whether the words that name a value are another value, printed once behind it, as in ``0.25 converged``."""
    if put_in.has_words or put_in.repeats or not put_in.is_followed or not put_in.expression:
        return False
    array, text, words = entry.found.array, entry.passage.text, entry.found.label
    before = text[text.rfind("\n", 0, array.start) + 1 : array.start]
    return words not in before and text[array.end : array.end + _FARTHEST].lstrip(" \t").startswith(words)


def _last_word(label: str) -> str:
    return label.rstrip(")]:= ").rpartition(" ")[2]


def _with_all_words(label: str, words: str) -> str:
    """A label with the ``words`` of the source immediately before the value, of which a number was read as a value.

    Those may contain the number, as in ``99% rank: 2``; or it stands before them, as in ``0.5: loss 2.5``.
    """
    if words.endswith(f" {label}") and any(map(str.isdigit, words.removesuffix(label))):
        return words
    head = _VALUES_AT_END.sub("", label.removesuffix(words)) if label.endswith(f" {words}") else None
    return label if head is None else head + words


def _is_a_counter(entry: Print) -> bool:
    """Whether a label is only the counter before the value, such as ``epoch 3``."""
    text, start = entry.passage.text, entry.found.array.start
    number = _LAST_NUMBER.search(text, text.rfind("\n", 0, start) + 1, start)
    label = entry.found.label
    return number is not None and label.endswith(number[1]) and _COUNTER.fullmatch(label) is not None


def _without_number(label: str, before: Print, text: str, start: int) -> str | None:
    """A label without the value at its end, as in ``removing 20 (39.5%)``; None if it does not end in it."""
    array = before.found.array
    number = text[array.start : array.end]
    if array.shape or not label.endswith(number) or not _PARENTHESIS.fullmatch(text, array.end, start):
        return None
    return label.removesuffix(number).rstrip()


def _called(entry: Print, label: str) -> Print:
    return replace(entry, found=entry.found._replace(label=label))
