"""The lexemes of a line of words: numbers, and everything else that contains digits."""

from __future__ import annotations

import re
from functools import lru_cache

from lastdigit.base.rule import Rule, named

_DIGITS = r"[0-9]{1,400}(?!\d)"
_THOUSANDS = r"[0-9]{1,3}(?:,[0-9]{3}){1,140}(?![0-9]|,[0-9])"
_WHOLE = rf"(?:{_THOUSANDS}|{_DIGITS})"
NUMBER = (
    rf"(?:{_THOUSANDS}(?:\.{_DIGITS})?|{_DIGITS}(?:\.{_DIGITS})?|\.{_DIGITS})"
    r"(?:[eE][-+]?[0-9]{1,4}(?![0-9]))?"
)
_SIGNED = rf"(?:(?:(?<![\w.)\]/+])|(?<=\d/))[-+])?{NUMBER}"
_POWER = r"(?:\s?[x×*·]\s?[01]0(?:(?:\^|\*\*)[({]?[-+]?\d{1,4}[)}]?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}"

LEXEMES = (
    # First, since most numbers match it, and the text after them excludes every other lexeme.
    Rule(
        r"(?<= {4})-?\d{1,12}\.(?=\s{2}|\s*\Z)|(?<![\w.@])(?:(?<![)\]/+])[-+])?\d{1,400}"
        rf"(?:\.\d{{1,400}}(?:[eE][-+]?\d{{1,4}})?(?=[\s,;)\]|%]|\Z)(?!{_POWER})|(?=,\s|\Z))",
        "plain",
        "loss: 0.25",
        "3 pears",
    ),
    Rule(
        rf"{_SIGNED}(?:{_POWER}|\(\d{{1,9}}\)[eE][-+]?\d{{1,4}})"
        rf"|\({_SIGNED}\s?(?:\+/-|±)\s?{NUMBER}\)(?:[eE][-+]?\d{{1,4}}|{_POWER})",
        "power",
        "N = (6.02 ± 0.01) x 10^23",
        "N = 6.02 x 10 m",
    ),
    Rule(r"[A-Za-z][A-Za-z+.]{1,9}://\S+", "url", "see https://a.org/1", "a: //1"),
    Rule(r"<[A-Za-z_][^<>]*>", "object", "<Layer at 0x7f1>", "1 < 2"),
    Rule(r"\b0x[0-9a-fA-F]+|(?<![\w.])\d{1,400}(?:::?\d{1,400}){3,400}(?![\w.])", "address", "at 00:11:22:33", "10x7"),
    Rule(
        r"\b\d{4}[-/]\d\d?[-/]\d\d?(?:[T_ ]\d\d?:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?(?:Z\b|[-+]\d\d:?\d\d)?"
        r"|(?<![\w./])\d\d?[./]\d\d?[./]\d\d(?:\d\d)?(?![\w./])"
        rf"|(?<=[FMSTW][a-z][a-z], ){_MONTH} \d\d? \d{{4}}\b"
        rf"|\b{_MONTH} \d\d?(?:, \d{{4}})?\b|\b\d\d? {_MONTH} \d{{4}}\b"
        rf"|\b\d\d?-(?i:{_MONTH})-\d\d(?:\d\d)?\b|(?<![\w.-])\d{{4}}-\d\d(?![\w-]|\.\d)",
        "date",
        "on 2024-02-29",
        "2024 - 2",
    ),
    Rule(
        r"\b\d+:\d\d(?::\d\d)?(?:\.\d+)?(?![\d:])"
        r"|(?<![\w.])\d{1,4} ?h(?:ours?|rs?)? \d{1,2} ?m(?:in)?\b(?: \d{1,2}(?:\.\d{1,9})? ?s(?:ec)?\b)?"
        r"|(?<![\w.])\d{1,6} ?m(?:in)? \d{1,2}(?:\.\d{1,9})? ?s(?:ec)?\b",
        "clock",
        "took 1:05",
        "x[1:5]",
    ),
    Rule(r"\(\s?\d{1,12} \d{1,3}(?:\.\d{1,9})? ?%\)", "share", "1m 5s (500 5%) 0.25", "(5%)"),
    Rule(
        r"(?<=[a-z]@)\d+(?:\.\d+)*|\bv?\d+(?:\.\d+){2,}[\w.+-]*|\bv\d+(?:\.\d+)*\b|\b\d+\.\d+\.?(?:rc|a|b|dev|post)\d+\b|[=<>~!]=\d+(?:\.\d+)+",
        "version",
        "numpy 2.1.0",
        "numpy 2.1",
    ),
    Rule(
        r"(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.:-]+(?:[/\\][\w.:-]*)+"
        r"|[^\W\d][\w.-]{0,200}(?:/[\w.-]+){2,}"
        r"|[\w-]{1,200}\.(?:py|ipynb|txt|csv|json|gz|zip|tar|pt|pth|h5|hdf5|npy|npz|png|jpg|jpeg|pdf|bin|whl|so|model|pkl"
        r"|yaml|yml|safetensors|ckpt|keras|parquet|log|md|html|mat|mp4|wav|scala|java|cpp|cc|js|ts|go|rs|jl)\b(?::-?\d+)?",
        "path",
        "wrote model_3.pt",
        "1/2 of all",
    ),
    Rule(
        r"\bnp\.(?P<numpy_dtype>float\d+|u?int\d+|bool_?|complex\d+)\((?P<numpy_value>[^()]{1,90})\)",
        "numpy",
        "np.float64(0.5)",
        "np.array([0.5])",
    ),
    Rule(r"\b(?:tensor|array|Size|TensorShape|Parameter|Tensor)\(", "array", "tensor([0.5])", "a tensor (0.5)"),
    Rule(rf"\([-+]?{NUMBER}[-+]{NUMBER}j\)|(?<![\w.]){_SIGNED}(?:[-+]{NUMBER})?j\b", "complex", "z = 1+2j", "12 jobs"),
    Rule(r"\(\s?\d{1,18}(?:,\s?\d{1,18}){0,63}(?:,\s?\d{1,18}|,)\s?\)", "tuple", "shape (2, 3)", "shape (2)"),
    Rule(rf"\(\s?{_SIGNED}(?:,\s?{_SIGNED}){{1,99}},?\s?\)", "numbers", "at (0.5, -1)", "at (0.5; -1)"),
    Rule(
        r"\[\s?[-+]?[\d.]{1,20},\s?[-+\w.]{1,20}\)|\(\s?[-+]?[\d.]{1,20},\s?[-+\w.]{1,20}\]"
        r"|\[[^\[\]]*\]|\{[^{}]*\}|[\[{]",
        "bracket",
        "in [0, 1)",
        "in (0, 1)",
    ),
    Rule(
        r"(?<![\w./])\d{1,9}(?:\.\d{1,9})?(?:/\d{1,9}(?:\.\d{1,9})?){2,20}(?![\w./])",
        "slashed",
        "59.5/33.5/21.3",
        "59.5/33.5",
    ),
    Rule(
        rf"(?<![\w.@])(?<!\d,)(?!{_THOUSANDS})-?\d{{1,18}}(?:,\d{{1,18}}){{1,400}}(?:[eE][-+]?\d{{1,4}})?(?!\d|[.,]\d)",
        "commas",
        "loss=0,25 m",
        "about 1,000 of",
    ),
    Rule(rf"(?<![\w./,]){_WHOLE}\s?/\s{{0,9}}{_WHOLE}(?![\w./])", "fraction", "3 / 4 of all", "3 of 4"),
    Rule(
        rf"(?<![\w.@]){_SIGNED}(?![\w.]{{0,400}}\.\d|/\.?\d{{1,40}}(?![\d.]))", "number", "about 1,000 of", "layer3 of"
    ),
    Rule(r"(?<![\w.])(?:[-+]?(?:inf|nan)|NaN|(?:True|False)(?!: ))(?!\w|\.\w|-\w)", "special", "loss: nan", "banana"),
    Rule(r"[^\W\d]\w*(?:[-.'’]\w+)*", "word", "loss", "3.5"),
    Rule(r"\.?\d[\w./]*", "digits", "3rd", "third"),
)
LEXEME = named(LEXEMES)
"""Every alternative consumes what it scans, or scans a bounded length: finding all lexemes takes linear time."""

_MARK = re.compile(r"[\d\[{<(/\\~]|\.[A-Za-z]|True|False|[nN]a[nN]|inf")
_MONTH_BEFORE = re.compile(rf"\b{_MONTH} \Z")
_LONGEST_MONTH = 11


def next_lexeme(text: str, position: int) -> re.Match[str] | None:
    """The first lexeme from ``position``; most words are skipped, since only some characters can begin a lexeme."""
    mark = _MARK.search(text, position)
    if mark is None:
        return None
    begin = max(text.rfind(" ", position, mark.start()) + 1, position)
    month = _MONTH_BEFORE.search(text[max(position, begin - _LONGEST_MONTH) : begin]) if begin > position else None
    return LEXEME.search(text, begin - len(month.group()) if month else begin)


UNIT = re.compile(
    r"\s?%|/(?:s|sec|step|it|epoch)\b| ?(?:s|secs?|seconds|[mun]s|min|minutes)(?=\s?\()"
    r"| ?(?![A-Z] [^\W\d]\w{0,20}[:=])[^\W\d_]{1,30}\d?(?:/[^\W\d_]{1,30})?(?!\w|\s?[:=(]|/)"
)
"""The unit of a number: the word after it, unless that is the label of what follows, or begins it: ``A error:``."""

_TIME = re.compile(
    r"s|secs?|seconds?|ms|msec|milliseconds?|[uµμ]s|usec|microseconds?|ns|mins?|minutes?|h|hrs?|hours?|days?|x"
)
_SIZE = re.compile(r"[kKMGT]?i?B|[Bb]ytes?|[KMG]b|[MG]Bs|bits")
_PER = re.compile(r"s|sec|second|step|epoch|it|batch|sample|iter|min|image|token")


@lru_cache(maxsize=256)
def kind_of_unit(unit: str) -> str | None:
    """``timing`` or ``size`` for a unit of these; None for any other."""
    name, _, per = unit.partition("/")
    if _PER.fullmatch(per) or _TIME.fullmatch(name):
        return "timing"
    return "size" if _SIZE.fullmatch(name) else None
