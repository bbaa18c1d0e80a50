"""Values among others on a line of words, whose words belong to the value before: named by their expression."""

from __future__ import annotations

from dataclasses import replace

from lastdigit.base.rule import Rule
from lastdigit.extraction.labels import Print

LEADS_ON = Rule(
    r"\d[^\n:=|]{0,80}?[,;] {1,9}(?:[a-z]{2,12}ing )?[$£€~≈(]?\Z|\d%?\)?(?: (?!(?:and|with|or)\b)[^\W\d][\w-]*){1,8}"
    r" (?:of|at|than|above|below|over|under|within|after|in) [$£€~≈(]?\Z",
    "words behind a value lead to another one without a sign",
    "2313 series passed a threshold of ",
    "2313 series and a loss of ",
)

OF_A_FORMULA = Rule(
    r"\A[^\W\d_]{0,2}(?:\^|\*\*)?\d? ?[-+*/] ?\(?\Z", "signs of a formula stand between two values", "x +", "loss +"
)


def named_among_others(entry: Print) -> Print:
    """The same print; one to which the words of the value before lead is named by its expression."""
    put_in, label = entry.put_in, entry.found.label
    if put_in is None or not (label and put_in.in_words and put_in.among_others and put_in.expression):
        return entry
    if put_in.is_listed or put_in.expression in label:
        return entry
    text, start = entry.passage.text, entry.found.whole[0]
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if not (label.startswith("of ") or LEADS_ON.search(before) or OF_A_FORMULA.search(label)):
        return entry
    return replace(entry, found=entry.found._replace(label=put_in.expression))
