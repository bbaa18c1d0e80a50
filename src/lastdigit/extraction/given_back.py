"""Values that may be no results by the call or the attribute that gives them: settings, keys, whether something worked,
and numbers that an object was given before.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print
from lastdigit.extraction.thresholds import MORE_DIGITS_THAN_TYPED
from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.tokens import MISSING, significant_digits
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import expression_of, parse
from lastdigit.source.written_rows import number_written

GIVES_SETTINGS = Rule(
    r"\A(?!.*(?:best|optimal|optimum|optimi[sz]ed|found|fitted|estimat|learned|final|select|chosen|tuned))"
    r"[\w.\[\]'\"]{0,80}?(?<![^\W_])(?!\w{0,40}(?:num|count|total|_n_))(?:get|default|current|initial|list|show|read)_?(?:[a-zA-Z]+_){0,3}"
    r"(?:space|params?|parameters|configs?|configuration|settings?|options?|defaults?|hyperparams|hyperparameters|kwargs)"
    r"\((?:\w{1,40}=\w{1,40}|['\"][\w. -]{0,80}['\"])?\)(?:\[[^\]]{1,80}\]|\.[^\W\d]\w{0,80}){0,8}\Z",
    "a call gives settings by its name, or an item of them",
    "shop.get_price_space()['pears']['max']",
    "get_params(state)",
)
SHOWS_KEYS = Rule(
    r"\A(?:(?:list|tuple|set|sorted)\(){0,2}[\w.\[\]'\"]{1,80}\.keys\(\)\){0,2}(?:\[-?\d{1,9}\]){0,4}\Z",
    "an expression is the keys of a dict, or one of them",
    "list(prices.keys())[0]",
    "len(prices.keys())",
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PLACES = re.compile(r"(?:\[\d{1,6}\]){2,9}")
_WHOLE = re.compile(r"-?\d{1,15}(?:\.0?)?")
_ACTIONS = (
    frozenset(("run", "rerun", "execute", "exec", "start", "stop", "launch", "simulate", "setup", "init", "initialize"))
    | frozenset(("compile", "build", "define", "declare", "cppdef", "include", "register", "configure", "set", "reset"))
    | frozenset(("clear", "update", "add", "insert", "put", "delete", "remove", "create", "enable", "disable", "mount"))
    | frozenset(("activate", "mkdir", "flush", "save", "write", "dump", "export", "store", "load", "import", "open"))
    | frozenset(("close", "connect", "disconnect", "login", "logout", "send", "submit", "publish", "download", "sync"))
    | frozenset(("upload", "install", "rename", "commit", "push", "pull"))
)
_TESTS = frozenset(
    ("is", "are", "has", "have", "can", "may", "should", "check", "test", "verify", "validate", "assert", "all", "any")
) | frozenset(("equal", "equals", "same", "close", "exists", "contains", "matches", "compare", "valid"))


def is_given_back(context: Context, cell: Cell, entry: Print, expressions: Sequence[str]) -> bool:
    """Whether a value may be no result by any expression that may give it."""
    array = entry.found.array
    if array.dtype == "bool" and not array.shape and entry.output.kind == "result" and not entry.found.path:
        return any(_acts(context, one) for one in expressions)
    return any(
        SHOWS_KEYS.search(one)
        or _gives_settings(context, f"{one}{entry.found.path}", array)
        or _is_of_arguments(context, cell, entry, one)
        for one in expressions
    )


def _gives_settings(context: Context, expression: str, array: ArrayPrint) -> bool:
    """Whether a call whose code is not seen gives settings, whose numbers have no more digits than people type."""
    if not GIVES_SETTINGS.search(expression) or any(map(_is_long, array.whole_texts)):
        return False
    called = re.findall(r"(\w+)\(", expression)
    return not any(context.defines(name) for name in called)


def _is_long(token: str) -> bool:
    return token not in MISSING and significant_digits(token) >= MORE_DIGITS_THAN_TYPED


def _acts(context: Context, expression: str) -> bool:
    """Whether an expression calls what does something by its name, and is not seen to return a result."""
    call = expression_of(expression)
    name = name_of(call.func) if isinstance(call, ast.Call) else ""
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or context.defines(name) or not _TESTS.isdisjoint(words):
        return False
    return words[0] in _ACTIONS


def _is_of_arguments(context: Context, cell: Cell, entry: Print, expression: str) -> bool:
    """Whether a whole number at a place of an object's attribute is one that the cell gives to the object's methods."""
    array, path = entry.found.array, entry.found.path
    if array.shape or not _PLACES.fullmatch(path) or not _WHOLE.fullmatch(array.texts[0]):
        return False
    node = expression_of(expression)
    owner = node.value if isinstance(node, ast.Attribute) else None
    if not isinstance(owner, ast.Name):
        return False
    return float(array.texts[0]) in set(_numbers_given(owner.id, parse(cell.source)))


def _numbers_given(name: str, tree: ast.Module | None) -> Iterator[float]:
    """The numbers that a source writes in the arguments of an object's methods."""
    for call in ast.walk(tree) if tree is not None else ():
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and name_of(call.func.value) == name:
            for argument in (*call.args, *(one.value for one in call.keywords)):
                numbers = (number_written(one) for one in ast.walk(argument) if isinstance(one, ast.expr))
                yield from (number for number in numbers if number is not None)
