"""What a line of words consists of: numbers, and all that has digits in it and is none."""

from __future__ import annotations

import re
from functools import lru_cache

_DIGITS = r"\d{1,400}(?!\d)"
NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,140}}(?![\d,])(?:\.{_DIGITS})?|{_DIGITS}(?:\.{_DIGITS})?|\.{_DIGITS})"
    r"(?:[eE][-+]?\d{1,4}(?!\d))?"
)
_SIGNED = rf"(?:(?:(?<![\w.)\]/+])|(?<=\d/))[-+])?{NUMBER}"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}"

LEXEME = re.compile(
    "|".join(
        [
            # First, since most are such numbers, and what follows them shows that they can be nothing else.
            r"(?P<plain>(?<![\w.])(?:(?<![)\]/+])[-+])?\d{1,400}"
            r"(?:\.\d{1,400}(?:[eE][-+]?\d{1,4})?(?=[\s,;)\]|%]|\Z)|(?=,\s|\Z)))",
            r"(?P<url>[A-Za-z][A-Za-z+.]{1,9}://\S+)",
            r"(?P<object><[A-Za-z_][^<>]*>)",
            r"(?P<address>\b0x[0-9a-fA-F]+)",
            r"(?P<date>\b\d{4}[-/]\d\d?[-/]\d\d?(?:[T_ ]\d\d?:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?(?:Z\b|[-+]\d\d:?\d\d)?"
            rf"|(?<![\w./])\d\d?[./]\d\d?[./]\d\d(?:\d\d)?(?![\w./])"
            rf"|\b{_MONTH} \d\d?(?:, \d{{4}})?\b|\b\d\d? {_MONTH} \d{{4}}\b)",
            r"(?P<clock>\b\d+:\d\d(?::\d\d)?(?:\.\d+)?(?![\d:]))",
            r"(?P<version>\bv?\d+(?:\.\d+){2,}[\w.+-]*|\bv\d+(?:\.\d+)*\b|\b\d+\.\d+(?:rc|a|b|dev|post)\d+\b"
            r"|[=<>~!]=\d+(?:\.\d+)+)",
            r"(?P<path>(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.:-]+(?:[/\\][\w.:-]*)+"
            r"|[^\W\d][\w.-]{0,200}(?:/[\w.-]+){2,}"
            r"|[\w-]{1,200}\.(?:py|ipynb|txt|csv|json|gz|zip|tar|pt|pth|h5|hdf5|npy|npz|png|jpg|jpeg|pdf|bin|whl|so|model|pkl"
            r"|yaml|yml|safetensors|ckpt|keras|parquet|log|md|html|mat|mp4|wav)\b(?::\d+)?)",
            r"(?P<numpy>\bnp\.(?P<numpy_dtype>float\d+|u?int\d+|bool_?|complex\d+)\((?P<numpy_value>[^()]{1,90})\))",
            r"(?P<array>\b(?:tensor|array|Size|TensorShape|Parameter|Tensor)\()",
            rf"(?P<complex>\([-+]?{NUMBER}[-+]{NUMBER}j\)|(?<![\w.]){_SIGNED}(?:[-+]{NUMBER})?j\b)",
            r"(?P<tuple>\(\s?\d{1,18}(?:,\s?\d{1,18}){0,63}(?:,\s?\d{1,18}|,)\s?\))",
            rf"(?P<numbers>\(\s?{_SIGNED}(?:,\s?{_SIGNED}){{1,99}},?\s?\))",
            r"(?P<bracket>\[\s?[-+]?[\d.]{1,20},\s?[-+\w.]{1,20}\)|\[[^\[\]]*\]|\{[^{}]*\}|[\[{])",
            rf"(?P<fraction>(?<![\w./]){_DIGITS}\s?/\s?{_DIGITS}(?![\w./]))",
            rf"(?P<number>(?<![\w.]){_SIGNED}(?![\w.]{{0,400}}\.\d|/\.?\d{{1,40}}(?![\d.])))",
            r"(?P<special>(?<![\w.])(?:[-+]?(?:inf|nan)|NaN|True|False)(?!\w|\.\w|-\w))",
            r"(?P<word>[^\W\d]\w*(?:[-.'’]\w+)*)",
            r"(?P<digits>\.?\d[\w./]*)",
        ]
    )
)
"""Every alternative takes what it looks at, or looks no further than a bound: finding all takes linear time."""

_MARK = re.compile(r"[\d\[{<(/\\~]|\.[A-Za-z]|True|False|[nN]a[nN]|inf")
_MONTH_BEFORE = re.compile(rf"\b{_MONTH} \Z")
_LONGEST_MONTH = 11


def next_lexeme(text: str, position: int) -> re.Match[str] | None:
    """The first lexeme from ``position`` on, passing over most words: only what holds a mark can be anything else."""
    mark = _MARK.search(text, position)
    if mark is None:
        return None
    begin = max(text.rfind(" ", position, mark.start()) + 1, position)
    month = _MONTH_BEFORE.search(text[max(position, begin - _LONGEST_MONTH) : begin]) if begin > position else None
    return LEXEME.search(text, begin - len(month.group()) if month else begin)


UNIT = re.compile(
    r"\s?%|/(?:s|sec|step|it|epoch)\b| ?(?:s|secs?|seconds|[mun]s|min|minutes)(?=\s?\()"
    r"| ?[^\W\d_]{1,30}\d?(?:/[^\W\d_]{1,30})?(?!\w|\s?[:=(]|/)"
)
"""What a number counts: the word behind it, which is none where it names what follows."""

_TIME = re.compile(
    r"s|secs?|seconds?|ms|msec|milliseconds?|[uµμ]s|usec|microseconds?|ns|mins?|minutes?|h|hrs?|hours?|days?|x"
)
_SIZE = re.compile(r"[kKMGT]?i?B|bytes?|[KMG]b|[MG]Bs|bits")
_PER = re.compile(r"s|sec|second|step|epoch|it|batch|sample|iter|min|image|token")


@lru_cache(maxsize=256)
def kind_of_unit(unit: str) -> str | None:
    """``timing`` or ``size`` where ``unit`` counts such; None for every other."""
    name, _, per = unit.partition("/")
    if _PER.fullmatch(per) or _TIME.fullmatch(name):
        return "timing"
    return "size" if _SIZE.fullmatch(name) else None
