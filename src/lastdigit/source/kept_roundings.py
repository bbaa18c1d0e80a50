"""Whether a source keeps rounded numbers or formatted texts, instead of only showing them.

A number that is rounded where it is printed, ``print(round(x, 2))``, changes nothing else. One that is kept may come
back under any name: by an alias, a parameter, an item of a list, or a text that is made a number again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.rounding_calls import ROUND, told
from lastdigit.source.syntax import parse, spelled

_SHOW = frozenset(PRINT) | frozenset(
    ("display", "info", "debug", "warning", "error", "set_description", "set_postfix", "title", "set_title", "suptitle")
)
_DRAW = frozenset(("plt", "ax", "axs", "axes", "fig", "sns", "logging", "logger", "warnings", "tqdm", "pbar"))
"""What functions belong to that show or draw what they are given."""
_ROUND_IN_OTHER_WAYS = frozenset(
    ("__round__", "divmod", "modf", "fmod", "remainder", "floor_divide", "floordiv", "qcut", "cut", "quantize", "trunc")
) | frozenset(
    ("array2string", "array_str", "format_float_positional", "format_float_scientific", "set_precision", "fix", "mod")
)
_PLAIN_SPEC = re.compile(r"[^%]*(?:%(?:[sr%]|\(\w{1,40}\)[sr])[^%]*)*")
_PLAIN_HOLES = re.compile(r"[^{}]*(?:\{[\w.]{0,40}(?:![rsa])?\}[^{}]*)*")
OWN_PRINT = Rule(
    r"\bdef print\b|\bprint ?=(?!=)|\bredirect_stdout\b|\bsys\.stdout ?="
    r"|\b(?:uncertainties|gvar|pint|unyt|quantities|brian2)\b|['\"]<?U\d",
    "a source prints in its own way, cuts texts, or names a package whose numbers round themselves",
    "def print(*words):",
    "print(words)",
)


def any_keeps_rounded(sources: Sequence[Passage]) -> bool:
    """Whether any source may, or several print in two ways under one name, so that an output may be of either."""
    return any(map(keeps_rounded, sources)) or _prints_in_two_ways(sources)


def keeps_rounded(source: Passage) -> bool:
    """Whether a source may keep rounded numbers or formatted texts; so may one that is no Python.

    >>> keeps_rounded(Passage("print(round(x, 2))", 1)), keeps_rounded(Passage("y = round(x, 2)", 1))
    (False, True)
    """
    tree = parse(source)
    if tree is None or OWN_PRINT.search(source.text):
        return True
    only_shown = {id(node) for call in _calls_that_show(tree) for node in ast.walk(call)}
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return any(_rounds(node, called) for node in ast.walk(tree) if id(node) not in only_shown)


def _prints_in_two_ways(sources: Sequence[Passage]) -> bool:
    trees = (parse(source) for source in sources if "def " in source.text and "print" in source.text)
    nodes = (node for tree in trees if tree is not None for node in tree.body)
    functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef) and "print" in spelled(node)]
    return len(functions) > len(set(functions))


def _calls_that_show(tree: ast.Module) -> Iterator[ast.AST]:
    """The statements that show what they are given: the last, which is a rounding, and calls that print or draw."""
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) and name_of(last.value.func) in ROUND:
        yield last
    for node in ast.walk(tree):
        if isinstance(node, (ast.Raise, ast.Assert)):
            yield node
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = node.value.func
            root = function
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            if name_of(function) in _SHOW or name_of(root) in _DRAW:
                yield node


def _rounds(node: ast.AST, called: set[int]) -> bool:
    """Whether a node rounds to decimals, formats, cuts a text, or hands on a function that does."""
    match node:
        case ast.FormattedValue(format_spec=spec):
            return spec is not None
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            return _PLAIN_SPEC.fullmatch(text) is None
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return _PLAIN_HOLES.fullmatch(text) is None
        case ast.Call(func=function):
            name = name_of(function)
            return name in _ROUND_IN_OTHER_WAYS | {"format"} or (name in ROUND and told(node) is not None)
        case ast.Subscript(value=ast.Call(func=ast.Name(id="str" | "repr")), slice=ast.Slice()):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ROUND | {"format"} and id(node) not in called
        case ast.Constant(value=str(text)):
            return text in ROUND
    return False
