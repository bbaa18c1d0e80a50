"""The columns of frames that a document fills with strings, whose digits are no integers."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.given_values import returned
from lastdigit.source.syntax import parse

_ASSIGNS = re.compile(
    r"(?m)^[^\n#=]{0,200}?\[{1,2}((?:['\"][^'\"\n]{1,80}['\"](?:, ?)?){1,9})\]{1,2}[ ]?=(?!=)([^\n]{1,400})"
)
_NAME = re.compile(r"['\"]([^'\"\n]{1,80})['\"]")
MAKES_STRINGS = Rule(
    r"\.str\.(?:extract|slice|zfill|strip|lstrip|rstrip|replace|get|pad|upper|lower)\(|\.str\[|\.dt\.strftime\("
    r"|\.str\.(?:r?split|r?partition)\([^\n]*\bexpand ?= ?True"
    r"|\.astype\((?:str|['\"](?:str|string)['\"])\)|\bstr\(\w{1,40}\)(?:\[|\.)",
    "the values of a column are strings, or parts of them",
    "frame.title.str.extract(r'(\\d+)')",
    "frame.title.str.len()",
)
MAKES_NUMBERS = Rule(
    r"\b(?:int|float|to_numeric|to_datetime|len|sum|mean|max|min|count|rank|Series|where|factorize|cat\.codes|fit_transform)\b"
    r"|\.str\.(?:len|count|contains|find|rfind|startswith|endswith|match|fullmatch|is\w+|get_dummies)\(|np\.|[=!]=|[<>]",
    "the values of a column may be numbers",
    "frame.title.str.len()",
    "frame.title.str[:4]",
)


APPLIES = re.compile(r"\.(?:apply|map)\((\w{1,80})\)\s*(?:#.*)?\Z")


def _return_texts(sources: Sequence[str]) -> frozenset[str]:
    """The functions of the document that return strings of their source and nothing else."""
    trees = (parse(Passage(source, 1)) for source in sources if "def " in source and "return " in source)
    functions = [node for tree in trees if tree for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return frozenset(one.name for one in functions if all(map(_is_a_text, returned(one))))


def _is_a_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def text_columns(sources: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The names of columns that are given strings: those that are never given what may be numbers, and all."""
    texts: set[str] = set()
    numbers: set[str] = set()
    of_texts = _return_texts(sources)
    for source in sources:
        if "] = " not in source and "]=" not in source:
            continue
        for names, value in _ASSIGNS.findall(source):
            applied = APPLIES.search(value)
            is_text = (MAKES_STRINGS.search(value) is not None and MAKES_NUMBERS.search(value) is None) or (
                applied is not None and applied[1] in of_texts
            )
            (texts if is_text else numbers).update(_NAME.findall(names))
    return frozenset(texts - numbers), frozenset(texts)
