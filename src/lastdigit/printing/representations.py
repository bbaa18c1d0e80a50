"""Representations of objects in printed text: settings of layers, estimators and widgets, and tensors of strings.

``Linear(in_features=3, out_features=2, bias=True)`` says how an object was made, not what was computed. A record with
an array, or with a number of many digits, holds values and is read as a container.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from lastdigit.base.rule import Rule
from lastdigit.printing.described_arrays import begins_its_line, described
from lastdigit.printing.thresholds import COMPUTED, NEAR_CALL

_CALL = re.compile(
    r"(?<![\w.])(?:[a-z_]\w{0,60}\.){0,6}(?:_{0,2}[A-Z]\w{0,80}|interactive|interactive_output|device|partial)\("
)
SUBMODULE = Rule(
    r"\n[ \t]*\([\w.-]{1,60}\): ", "a layer inside a layer", "Sequential(\n  (0): Linear(3, 2)", "Sequential (0): 3"
)
SETTING = Rule(r"[(,]\s*[A-Za-z_]\w{0,60}\s?=(?!=)", "a setting of an object", "Linear(in_features=3)", "check(x == 3)")
VALUES = Rule(
    r"(?:[\w.]{0,200}\.)?(?:(?!RangeIndex)\w{0,80}(?:Result|Results|Output|Index|Dict|Array|Series)|Counter|Size|TensorShape|Tensor"
    r"|Parameter|Variable|Fraction|Decimal|Polynomial|Quantity|Categorical|DataFrame)\(",
    "an object that holds values",
    "OptimizeResult(x=0.5)",
    "Linear(in_features=3)",
)
PROBABILITY = Rule(r"(?:[A-Z]|Pr|Prob|Var|Cov)\(", "a probability or a moment, which words may follow", "P(", "Linear(")
_LABEL_OF_A_PLOT = "Text("
"""What matplotlib shows of a label begins with its coordinates."""
_SIZES = frozenset({"torch.Size(", "Size(", "TensorShape("})
ESTIMATOR = Rule(
    r"\w{0,60}(?:Classifier|Regressor|Regression|CV|Pipeline|Scaler|Transformer|Imputer|Encoder|SVC|SVR|Features|PCA"
    r"|KMeans|NB|Ridge|Lasso|ElasticNet|Grid|Distribution)\(",
    "an estimator, whose settings may be arrays",
    "RidgeCV(alphas=array([0.1, 1. ]))",
    "Output(loss=0.25)",
)
WIDGET = Rule(
    r"[HV]Box\(|(?:Float|Int)Progress\(|interactive\(",
    "a progress bar or slider of Jupyter; its line may be truncated, or contain words in parentheses",
    "HBox(children=(FloatProgress(value=0.0",
    "Boxes(children=3",
)
HOLDS_AN_ARRAY = Rule(
    r"\b(?:tensor|array|Array|Tensor)\(|\[\[|\bnumpy=|\bnp\.\w", "an array", "Output(loss=tensor(0.25))", "Linear(3, 2)"
)
HOLDS_A_RESULT = Rule(
    rf"\.0{{0,20}}[1-9]\d{{{COMPUTED - 1}}}|[1-9]\d{{0,20}}\.\d{{{COMPUTED - 1}}}",
    "a number with the many digits of a computed one",
    "Fit(slope=0.48213)",
    "Dropout(p=0.1)",
)
OPTIMIZER = Rule(
    r"(?m)^\w{1,60} \(\n(?=Parameter Group)(?:[^)\n][^\n]{0,200}\n){1,400}\)$",
    "an optimizer of torch, line by line",
    "SGD (\nParameter Group 0\n    lr: 0.1\n)",
    "SGD (0.1)",
)
CONSTRAINT = Rule(
    r"(?m)(?<= )== '[^'\n]{1,300}'$",
    "the expression that a parameter of a fit is set to",
    "g1_fwhm: 39.26 +/- 0.378 == '2.35*g1_sigma'",
    "kind == 'a' for x",
)
DATETIME = Rule(
    r"\bdatetime\.(?:datetime|date|time|timedelta)\((?:[^()\n]|\([^()\n]{0,200}\)){0,400}\)",
    "a date or a duration of Python",
    "datetime.datetime(2020, 8, 25, 16, 57, tzinfo=tzlocal())",
    "datetime.now",
)
_NUMBER = re.compile(r"\d|True|False")
NAMES_A_VALUE = Rule(
    r"[ \t)\]]{0,9}['\"]?(?:[:=≈~](?! {0,9}[bu]?['\"])|-+>)",
    "a value after it",
    "P(X > 1) = 0.25",
    "Linear(3, 2): 'fc1', Linear(2, 1): 'fc2'",
)
_BEGINS = re.compile(r"(?:\A|[\n:=(\[,>])[ \t]*\Z")
_ENDS = re.compile(r"[ \t]*(?:$|[,)\]}])", re.MULTILINE)
_BRACKET = re.compile(r"[()]")
_BRACE = re.compile(r"[{}]")
_STRINGS = re.compile(r"tf\.Tensor\(\s{0,100}\[{0,8}b?['\"]")
_STRINGS_END = "dtype=string)"
_LONGEST_NAME = 500
_FARTHEST = 4_000
"""The characters of a representation that are searched; nested ones would otherwise be searched repeatedly."""
LONGEST = 20_000
"""The most characters that a tensor of strings prints: TensorFlow shows three items on each side of its dots."""


def representations(text: str) -> list[tuple[int, int, str]]:
    """The spans and kinds of the representations of objects in ``text``, in order. Takes linear time."""
    found = list(_tensors_of_strings(text)) if "=string)" in text else []
    if "{ lambda" in text:
        found += _programs(text)
    if "== '" in text:
        found += [(*match.span(), "formula") for match in CONSTRAINT.expression.finditer(text)]
    if "datetime." in text:
        found += [(*match.span(), "date") for match in DATETIME.expression.finditer(text)]
    if "Parameter Group" in text:
        found += [(*match.span(), "representation") for match in OPTIMIZER.expression.finditer(text)]
    opener = _next_call(text, 0)
    if opener is not None:
        found += [(start, end, "representation") for start, end in _calls(text, opener)]
    return _apart(sorted(found)) if len(found) > 1 else found


def _tensors_of_strings(text: str) -> Iterator[tuple[int, int, str]]:
    for opener in _STRINGS.finditer(text):
        end = text.find(_STRINGS_END, opener.end(), opener.end() + LONGEST)
        if end >= 0 and text.find("tf.Tensor(", opener.end(), end) < 0:
            yield opener.start(), end + len(_STRINGS_END), "string"


def _programs(text: str) -> Iterator[tuple[int, int, str]]:
    """The programs that ``jax.make_jaxpr`` shows, ``{ lambda ; a:f32[]. let … in (b,) }``, up to their braces."""
    position = 0
    while (start := text.find("{ lambda", position)) >= 0:
        depth, position = 0, len(text)
        for brace in _BRACE.finditer(text, start):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                position = brace.end()
                break
        yield start, position, "program"


def _calls(text: str, opener: re.Match[str] | None) -> Iterator[tuple[int, int]]:
    """The outermost calls that show settings."""
    closing: dict[int, int] | None = None
    while opener is not None:
        taken = False
        if opener.group() not in _SIZES:
            closing = _closing(text, opener.start()) if closing is None else closing
            end = closing.get(opener.end() - 1, 0)
            taken = end > 0 and _shows_settings(text, opener, end)
            if not end and _is_truncated(text, opener):
                taken, end = True, len(text)
            if WIDGET.fullmatch(opener.group()) and not taken:
                line_end = text.find("\n", opener.end())
                taken, end = True, line_end if line_end >= 0 else len(text)
        if taken:
            yield opener.start(), end
        opener = _next_call(text, end if taken else opener.end())


def _next_call(text: str, position: int) -> re.Match[str] | None:
    """The first call from ``position``: a word directly followed by a parenthesis."""
    while (at := text.find("(", position)) >= 0:
        if at > position and (text[at - 1].isalnum() or text[at - 1] == "_"):
            opener = _CALL.search(text, max(position, at - _LONGEST_NAME), at + 1)
            if opener is not None:
                return opener
        position = at + 1
    return None


def _closing(text: str, start: int) -> dict[int, int]:
    """From each opening parenthesis to the end of its closing one."""
    waiting: list[int] = []
    closing = {}
    for bracket in _BRACKET.finditer(text, start):
        if bracket.group() == "(":
            waiting.append(bracket.start())
        elif waiting:
            closing[waiting.pop()] = bracket.end()
    return closing


def _shows_settings(text: str, opener: re.Match[str], end: int) -> bool:
    """Whether the call from ``opener`` to ``end`` is a representation with numbers, none of which was computed."""
    start, inside = opener.start(), opener.end()
    behind, end = end, min(end, inside + _FARTHEST)
    if begins_its_line(text, start) and described(text, start):
        return False
    if NAMES_A_VALUE.match(text, behind) or _NUMBER.search(text, inside, end) is None:
        return False
    if SUBMODULE.search(text, inside - 1, end):
        return True
    if opener.group() == _LABEL_OF_A_PLOT:
        return True
    if PROBABILITY.fullmatch(opener.group()) and not _ENDS.match(text, behind):
        return False
    if VALUES.fullmatch(opener.group()):
        return opener.group() == "Tensor(" and text.startswith('"', inside)  # a tensor of a graph, by its name
    estimator = ESTIMATOR.search(opener.group()) is not None
    if not estimator and (HOLDS_AN_ARRAY.search(text, inside, end) or HOLDS_A_RESULT.search(text, inside, end)):
        return False
    if SETTING.search(text, inside - 1, end):
        return True
    return bool(_BEGINS.search(text, max(start - NEAR_CALL, 0), start) and _ENDS.match(text, behind))


def _is_truncated(text: str, opener: re.Match[str]) -> bool:
    """Whether a text consists of an estimator whose settings were truncated, so that its parenthesis never closes."""
    is_all = not text[: opener.start()].strip()
    return is_all and bool(ESTIMATOR.search(opener.group())) and bool(SETTING.match(text, opener.end() - 1))


def _apart(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The sorted ``spans`` without those inside an earlier one."""
    kept: list[tuple[int, int, str]] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def without_overlaps(
    first: list[tuple[int, int, str]], others: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """The union of two sorted lists of disjoint spans, without those of ``others`` that overlap one of ``first``."""
    if not first or not others:
        return first or others
    starts, kept = [span[0] for span in first], list(first)
    for span in others:
        at = bisect_left(starts, span[1])
        if at == 0 or first[at - 1][1] <= span[0]:
            kept.append(span)
    return sorted(kept)
