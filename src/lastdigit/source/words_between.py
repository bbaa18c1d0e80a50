"""The words between the values of a line: those that join two values, units, and what is computed of a value."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule

_JOINING = frozenset(
    (
        "",
        "and",
        "or",
        "vs",
        "vs.",
        "to",
        "with",
        "the",
        "a",
        "an",
        "of",
        "for",
        "is",
        "are",
        "at",
        "in",
        "by",
        "than",
        "from",
        "this",
        "which",
        "out",
        "out of",
        "carrying",
        "containing",
        "covering",
        "explaining",
        "giving",
        "having",
        "holding",
        "leaving",
        "yielding",
    )
)
_UNIT = (
    r"(?:[munµck]?m|km|[mk]?g|kg|[munµ]?s|secs?|seconds?|min(?:ute)?s?|h|hours?|days?|weeks?|months?|years?|inch(?:es)?"
    r"|ft|feet|miles?|lbs?|pounds?|percent|deg(?:rees?)?|rad(?:ians?)?|[kMG]?Hz|[kM]?eV|[kMm]?[JWVNA]|[hkM]?Pa|mol|ml"
    r"|dollars|euros|USD|EUR|px|pixels|[KMGT]?B|bytes|°?[CFK]|[°%$€£])"
)
BETWEEN_UNITS = Rule(
    rf"\A{_UNIT}(?:/\w{{1,9}})?,? (?:or|and|to|vs\.?|by)\Z",
    "a unit and a word that joins two values stand between them",
    "m or",
    "mean or",
)
IS_A_UNIT = Rule(rf"\A{_UNIT}(?:[⋅·*/]{_UNIT}|[²³])?\Z", "words are a unit, and nothing else", "m/s", "max")
UNIT_BEHIND = Rule(rf"(?<![^\W\d])[ ]?{_UNIT}(?![\w(])", "a unit follows a value", " m, 0.5", " mean 0.5")
UNIT_OF_ANOTHER = Rule(
    rf"\d\.?[ ]?{_UNIT},?[ ]\Z", "a value and its unit end what stands before another value", "0.25 m ", "height in m "
)
OF_THE_VALUE_BEFORE = Rule(
    rf"\A ?(?:{_UNIT}(?:[⋅·*/]{_UNIT}|[²³]){{1,3}}|{_UNIT}(?= \(|[,;]| at ))(?:[,;]|(?= ))[ ]?\(?(?=[^\W\d_])",
    "words behind a value begin with its unit",
    " kN⋅m at x = ",
    " min loss = ",
)
ENDS_BEFORE_ANOTHER = Rule(
    r"\A [^\W\d_][\w() -]{0,60} and[ ]{1,2}\Z",
    "words behind a value name it, and lead to another",
    " in trees and ",
    ", mean and ",
)
NAMED_BEHIND = Rule(
    r"\A[ ]((?:in|of|for|on|with) [^\W\d_][\w()-]{0,30}|[^\W\d_][\w()-]{0,30}(?=[.!,]| {2}|\s*\Z))",
    "words behind a value name it",
    " in shrubs. ",
    "% of all",
)
LONGEST_JOINING = max(map(len, _JOINING))
LEADS_TO_A_VALUE = re.compile(
    r"(?:[ :=,]{1,9}(?:is|was|of|are|to|at|by|from|about|equals|be|will|and|with))+\Z", re.IGNORECASE
)
"""Verbs and prepositions at the end of words before a value."""
DESCRIBES = Rule(
    r"\A ?\([^()]{1,60}\)\W*\Z",
    "words in brackets between two values describe the one before",
    " (computed)  ",
    " and (computed) ",
)
OPERAND = Rule(
    r"(?i)\b(?:sum|product|difference|square|cube|root|factorial|power|logarithm|log|sine?|cosine|tangent|ratio|quotient"
    r"|maximum|minimum|max|min|lcm|gcd|gcf|hcf|divisor|multiple|distance"
    r"|angle|similarity|average|mean) (?:of|between|from)\Z",
    "words say what is computed of the value behind them",
    "The sum of",
    "The mean",
)
OPERATES = re.compile(r"(?i)\A(?:and|to|by)\Z|(?<!which)(?:\A| )(?:is|equals|are)\Z")
"""What stands behind an operand, before another one or the result."""


def joins(words: str) -> bool:
    """Whether words connect values without naming any; a capital A may be a name."""
    return (words.lower() in _JOINING and words != "A") or (" " in words and BETWEEN_UNITS.match(words) is not None)
