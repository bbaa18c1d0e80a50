"""Whether a source prints anything, and whether a printed value may itself contain words."""

from __future__ import annotations

import re

from lastdigit.base.rule import Rule

_COMMENT = re.compile(r"#[^\n]*")
WRITES = Rule(
    r"\b(?:print|pprint|echo)\b|(?<!\.)\bdisplay\(|\.(?:write|writelines|info|debug|warning|log)\((?!\s*\))",
    "a source writes something itself",
    "log.info('loss %f', loss)",
    "results.write()",
)
BRINGS_WORDS = Rule(
    r"\b(?:print(?:[ ]?\(| +)|(?:(?<!\.)display|pprint)\()\s*(?![rfbu]{0,2}['\"]|\s|\)|,)|\bprint(?=[,)])"
    r"|\b(?:print|display|pprint)\b[ ]?\(?\s*[rfbu]{0,2}['\"](?:\{|[^'\"\n]*\\n(?:\{|['\"]\s*[,%]))",
    "a source prints a value that no words of its line stand before, or hands over what prints",
    "print(fit.summary())",
    "print('loss', loss)",
)


def writes(source: str) -> bool:
    """Whether a source prints anything."""
    return WRITES.search(_without_comments(source)) is not None


def brings_words(source: str) -> bool:
    """Whether a source may print a value that contains words."""
    return BRINGS_WORDS.search(_without_comments(source)) is not None


def _without_comments(source: str) -> str:
    return _COMMENT.sub("", source) if "#" in source else source
