"""Numbers that a text gives by convention: levels of confidence and significance, and inputs that a test repeats."""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print

OF_CONFIDENCE = Rule(
    r"(?:68|80|89|90|9[4579](?:\.\d)?)[ ]?(?:%|percent|per cent)[ -]"
    r"(?:confiden(?:ce|t)|credib(?:le|ility)|prediction|CIs?\b|HDIs?\b|HPDI?\b|C\.I\.|C\.L\.)",
    "a number is a usual level of confidence",
    "95% confidence",
    "87.5% confidence",
)
OF_SIGNIFICANCE = Rule(
    r"(?:0\.(?:1|05|01|001)[ -]significance level"
    r"|(?:10|5|1|0\.1)[ ]?(?:%|percent|per cent)[ -](?:significance )?level)\b",
    "a number is a usual level of significance",
    "5% level",
    "1 level",
)
NAMES_A_LEVEL = Rule(
    r"(?i)\A(?:(?:the )?(?:alpha|\u03b1)|(?:.{0,60}\b)?(?:significance|confidence|credib(?:le|ility)) level)"
    r" ?\0(?:0\.1|0\.05|0\.01|0\.001|0\.9|0\.95|0\.99|90|95|99)\Z",
    "a usual level of significance or confidence stands behind its name",
    "significance level\0" + "0.05",
    "best alpha\0" + "0.05",
)
AN_INPUT = Rule(
    r"(?i)\A(?:sample |test )?inputs?\Z|\Aexpected outputs?\Z",
    "words above what a test repeats",
    "Expected output",
    "Expected value",
)


def reason_by_convention(context: Context, entry: Print, label: str) -> str:
    """Why a number is no result because a text of this kind gives it beforehand, as a key of ``REASONS``."""
    array = entry.found.array
    if label and entry.put_in is None and AN_INPUT.match(label):
        begin = entry.passage.text.rfind("\n", 0, array.start)
        is_below = entry.passage.text[: max(begin, 0)].rstrip(" ").endswith(":")
        return "setting" if is_below and not context.says(label) else ""
    if array.shape or entry.found.path:
        return ""
    text, start = entry.passage.text, array.start
    if OF_CONFIDENCE.match(text, start) or OF_SIGNIFICANCE.match(text, start):
        return "setting"
    return "setting" if NAMES_A_LEVEL.match(f"{label}\0{text[start : array.end]}") else ""
