"""Calls that print, in execution order, with arguments substituted in helpers and items in loops over literals.

A helper defined in the document, ``def show(x, name): print(x)``, prints a different expression in each call. Names are
replaced by expressions; where that is not plain, the parameter's own name remains. Nothing is executed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lastdigit.base.frozen import frozen
from lastdigit.document import Passage
from lastdigit.source.arguments import Put, arguments, may_stand_for_a_name, put_in_call
from lastdigit.source.decided_branches import Literals, literals_given, taken
from lastdigit.source.inlined_texts import with_returned, with_texts
from lastdigit.source.loop_variables import NO_VARIABLES, LoopVariables
from lastdigit.source.python_source import PRINT, name_of
from lastdigit.source.syntax import parse

_CALL = re.compile(r"\b([^\W\d]\w*)\(")
_DEFINITION = re.compile(r"^def[ \t]+([^\W\d]\w*)[ \t]*\(", re.MULTILINE)
_METHOD = re.compile(r"^[ \t]+def[ \t]+([^\W\d]\w*)[ \t]*\([ \t]*self\b", re.MULTILINE)
_RETURNS_TEXT = re.compile(r"^[ \t]+return\b", re.MULTILINE)
_CUT_TEXT = frozenset(("split", "rsplit", "splitlines", "readlines", "findall"))
_MOST = 1000
_DEEPEST = 8
_MOST_ROUNDS = 20
"""The limit on the number and depth of helpers and items, and on the rounds of an inner loop."""


@frozen
class PrintCall:
    """A call of ``print`` or ``display``, and the ``line`` of the cell that contains it or the call of its helper.

    ``loop`` is 0, or a number shared by all calls of one loop; ``inner`` that of the innermost loop, which may run more
    often. ``put_in``: its nodes contain substitutions.
    ``either``: another call may print instead, as after ``else``. ``own`` is the call as written in the source.
    ``variables`` are those of the loops around it.
    """

    call: ast.Call
    line: int
    loop: int = 0
    put_in: bool = False
    either: bool = False
    own: ast.Call | None = None
    inner: int = 0
    variables: LoopVariables = NO_VARIABLES


class Helpers:
    """The functions and methods of a document that may print, by name; parsed when they are called."""

    def __init__(self, sources: Sequence[Passage] = ()) -> None:
        self._found: dict[str, ast.FunctionDef | None] = {}
        self._sources: dict[str, Passage] = {}
        self._returning: dict[str, Passage] = {}
        methods: dict[str, list[Passage]] = {}
        defining = [source for source in sources if "def " in source.text]
        for source in defining:
            for name in _METHOD.findall(source.text):
                methods.setdefault(name, []).append(source)
            if _RETURNS_TEXT.search(source.text):
                self._returning |= dict.fromkeys(_DEFINITION.findall(source.text), source)
            if _may_print(source):
                self._sources |= dict.fromkeys(_DEFINITION.findall(source.text), source)
        self._add_those_that_call_them(defining)
        self._methods = {name: only for name, (only, *others) in methods.items() if not others and _may_print(only)}

    def _add_those_that_call_them(self, defining: Sequence[Passage]) -> None:
        """Add the functions that only print by calling others, unless others of their names print themselves."""
        others = {source: frozenset(_CALL.findall(source.text)) for source in defining if not _may_print(source)}
        while found := [source for source, called in others.items() if not called.isdisjoint(self._sources)]:
            for source in found:
                del others[source]
                self._sources = {**dict.fromkeys(_DEFINITION.findall(source.text), source), **self._sources}

    def are_called_in(self, text: str) -> bool:
        """Whether a text may call any of them."""
        return any(f"{name}(" in text for name in self._sources) or any(f".{name}(" in text for name in self._methods)

    def with_called(self, text: str) -> str:
        """A text, and the sources of those that it may call."""
        called = {name: source.text for name, source in self._sources.items() if f"{name}(" in text}
        return "\n".join([text, *dict.fromkeys(called.values())])

    def get(self, name: str) -> ast.FunctionDef | None:
        """The function with this name."""
        if name not in self._found and name in self._sources:
            tree = parse(self._sources[name])
            self._found |= functions_of(with_texts(tree)) if tree else {}
            self._found.setdefault(name, None)
        return self._found.get(name)

    def returning(self, name: str) -> ast.FunctionDef | None:
        """The function with this name, if it may return a text."""
        tree = parse(self._returning[name]) if name in self._returning else None
        return functions_of(tree).get(name) if tree else None

    def method(self, name: str) -> ast.FunctionDef | None:
        """The method with this name, if the document defines no other: of several, a call may mean any."""
        tree = parse(self._methods[name]) if name in self._methods else None
        tree = with_texts(tree) if tree else None
        return next((one for one in methods_of(tree) if one.name == name), None) if tree else None


def _may_print(source: Passage) -> bool:
    return any(name in source.text for name in PRINT)


def functions_of(tree: ast.Module) -> dict[str, ast.FunctionDef | None]:
    """The top-level functions of a source."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def methods_of(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The methods of the top-level classes of a source."""
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        yield from (one for one in owner.body if isinstance(one, ast.FunctionDef))


def print_calls(tree: ast.Module, source: Passage, helpers: Helpers) -> list[PrintCall]:
    """Every call that prints when the cell of ``source`` runs, in order.

    A function defined in the cell without visible calls is treated as called repeatedly.
    """
    tree = with_texts(tree)
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    own_methods = frozenset(one.name for one in methods_of(tree))
    walk = _Walk(helpers, functions_of(tree), frozenset(called), own_methods)
    try:
        return list(walk.through(tree.body, _Where({}, source.first_line - 1)))
    except RecursionError:
        return []


@dataclass(frozen=True)
class _Where:
    """The context of a call: substitutions, line offset or line, loop, innermost loop, and depth of helpers.

    ``either``: it is in one of two branches that both print. ``variables``: those of the loops around it.
    ``literals``: those that a call gives the parameters of a helper, which may decide its conditions.
    """

    put: Put
    first: int
    line: int = 0
    loop: int = 0
    depth: int = 0
    either: bool = False
    inner: int = 0
    variables: LoopVariables = NO_VARIABLES
    literals: Literals = field(default_factory=dict)


@dataclass
class _Walk:
    helpers: Helpers
    own: Mapping[str, ast.FunctionDef | None]
    called: frozenset[str]
    own_methods: frozenset[str]
    steps: int = field(default=0)

    def through(self, body: Sequence[ast.AST], where: _Where) -> Iterator[PrintCall]:
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if where.depth or node.name not in self.called or self.own.get(node.name) is not node:
                    yield from self.through(node.body, replace(where, loop=where.loop or id(node)))
            elif isinstance(node, (ast.For, ast.AsyncFor)):
                yield from self._calls(node.iter, where)
                yield from self._loop(node, where)
            elif isinstance(node, ast.While):
                inside = replace(where, loop=where.loop or id(node), inner=id(node))
                yield from self.through([node.test, *node.body, *node.orelse], inside)
            elif isinstance(node, ast.If) and (branch := taken(node, where.literals)) is not None:
                yield from self.through(branch, where)
            elif isinstance(node, ast.If) and _prints(node.body) and _prints(node.orelse):
                both = _prints(node.body, values=True) and _prints(node.orelse, values=True)
                yield from self.through([node.test], where)
                for branch in (node.body, node.orelse):
                    either = both or not _prints(branch, values=True) or where.either
                    yield from self.through(branch, replace(where, either=either))
            elif isinstance(node, ast.ExceptHandler):
                yield from self.through([one for one in node.body if not _prints_no_value(one, node.name)], where)
            elif isinstance(node, (ast.stmt, ast.match_case)):
                yield from self.through(list(ast.iter_child_nodes(node)), where)
            else:
                yield from self._calls(node, where)

    def _loop(self, node: ast.For | ast.AsyncFor, where: _Where) -> Iterator[PrintCall]:
        items = _items(node.iter, where.put)
        bound = [_bound(node.target, item) for item in items or ()]
        rounds = _rounds(node.iter) if where.loop else 0
        outside, where = where, replace(where, variables=where.variables.and_of(node))
        if rounds and self.steps + rounds < _MOST:
            self.steps += rounds
            for _ in range(rounds):
                yield from self.through(node.body, where)
        elif not bound or None in bound:
            yield from self.through(node.body, replace(where, loop=where.loop or id(node), inner=id(node)))
        else:
            for one in bound:
                self.steps += 1
                if one is not None and self.steps < _MOST:
                    yield from self.through(node.body, replace(where, put={**where.put, **one}))
        yield from self.through(node.orelse, outside)

    def _calls(self, node: ast.AST, where: _Where) -> Iterator[PrintCall]:
        """The calls in an expression, in the order in which they run."""
        for call, loop in _calls_in(node, where.loop):
            line = where.line or where.first + call.lineno
            if name_of(call.func) in PRINT or _writes(call):
                given = put_in_call(call, where.put) if where.put else call
                shown = with_returned(given, self.helpers.returning)
                is_put_in = where.depth > 0 or bool(where.put) or shown is not given
                item = _printed_line_by_line(shown)
                if item is None or len(shown.args) > 1:
                    words = (
                        shown
                        if item is None
                        else ast.copy_location(ast.Call(shown.func, shown.args[:-1], shown.keywords), shown)
                    )
                    yield PrintCall(words, line, loop, is_put_in, where.either, call, where.inner, where.variables)
                if item is not None:
                    each = ast.copy_location(ast.Call(shown.func, [item], []), shown)
                    yield PrintCall(each, line, loop or id(call), True, where.either, call, id(call))
            elif where.depth < _DEEPEST and self.steps < _MOST and (function := self._called(call)) is not None:
                self.steps += 1
                given = _with_owner(put_in_call(call, where.put) if where.put else call)
                literals = literals_given(function, given)
                put = arguments(function, given)
                inside = _Where(put, 0, line, loop, where.depth + 1, where.either, where.inner, literals=literals)
                yield from self.through(function.body, inside)

    def _called(self, call: ast.Call) -> ast.FunctionDef | None:
        """The function or method of the document that a call calls; a method of its own cell counts where it stands."""
        if isinstance(call.func, ast.Attribute):
            return None if call.func.attr in self.own_methods else self.helpers.method(call.func.attr)
        name = name_of(call.func)
        return self.own.get(name) or self.helpers.get(name)


def _with_owner(call: ast.Call) -> ast.Call:
    """A call of a method with the object as its first argument; any other call as it is."""
    if not isinstance(call.func, ast.Attribute):
        return call
    return ast.copy_location(ast.Call(call.func, [call.func.value, *call.args], call.keywords), call)


def _printed_line_by_line(call: ast.Call) -> ast.expr | None:
    r"""``x[i]`` for ``print(*x, sep="\\n")``, which prints one item a line, as a loop does.

    Words may stand before. None where ``x`` is only a name, which may be that of a literal or of lines of text, and
    where it holds text.
    """
    last = call.args[-1] if call.args else None
    if not isinstance(last, ast.Starred) or len(call.keywords) != 1 or not all(map(_is_words, call.args[:-1])):
        return None
    (keyword,), items = call.keywords, last.value
    if keyword.arg != "sep" or not isinstance(keyword.value, ast.Constant) or keyword.value.value != "\n":
        return None
    if isinstance(items, ast.Name) or any(map(_holds_text, ast.walk(items))):
        return None
    return ast.copy_location(ast.Subscript(items, ast.Name("i", ast.Load()), ast.Load()), items)


def _is_words(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _holds_text(node: ast.AST) -> bool:
    """Whether a part of an expression is a string, or a call that cuts a text into pieces."""
    if isinstance(node, ast.Call):
        return name_of(node.func) in _CUT_TEXT
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _writes(call: ast.Call) -> bool:
    """Whether a call writes a text to the output as it is."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "write" and name_of(call.func.value) == "stdout"


def _prints(body: Sequence[ast.stmt], *, values: bool = False) -> bool:
    """Whether statements contain calls that print; with ``values``, that print more than words."""
    calls = (node for one in body for node in ast.walk(one) if isinstance(node, ast.Call))
    return any(name_of(call.func) in PRINT and not (values and _prints_words(call)) for call in calls)


def _prints_no_value(statement: ast.stmt, name: str | None) -> bool:
    """Whether a statement prints a name alone, as handlers print their exception, which is a text; or ``None``."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and name_of(call.func) in PRINT and call.args):
        return False
    if any(isinstance(one, ast.Constant) and one.value is None for one in call.args):
        return all(isinstance(one, (ast.Constant, ast.Name)) for one in call.args)
    return len(call.args) == 1 and isinstance(call.args[0], ast.Name) and call.args[0].id == name


def _prints_words(call: ast.Call) -> bool:
    """Whether a call prints strings of the source only."""
    return all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in call.args)


def _calls_in(node: ast.AST, loop: int) -> Iterator[tuple[ast.Call, int]]:
    """The calls in a node, each behind those in its arguments, with the number of the loop that they are in."""
    inside = loop or (id(node) if isinstance(node, (ast.ListComp, ast.GeneratorExp)) else 0)
    for child in ast.iter_child_nodes(node):
        yield from _calls_in(child, inside)
    if isinstance(node, ast.Call):
        yield node, loop


def _items(node: ast.expr, put: Put) -> Sequence[ast.expr] | None:
    """The items of a literal list or tuple, of ``zip`` or of ``{…}.items()``; None for other expressions."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return None if any(isinstance(item, ast.Starred) for item in node.elts) else node.elts
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "items" and isinstance(node.func.value, ast.Dict):
        pairs = zip(node.func.value.keys, node.func.value.values, strict=True)
        return [ast.Tuple([key, value], ast.Load()) for key, value in pairs if key is not None]
    columns = [_items(argument, put) for argument in node.args] if name_of(node.func) == "zip" else []
    if not columns or any(column is None for column in columns):
        return None
    return [ast.Tuple(list(row), ast.Load()) for row in zip(*(column or () for column in columns), strict=False)]


def _rounds(node: ast.expr) -> int:
    """How often a loop over ``range(3)`` runs; 0 for anything else, and for many rounds."""
    if not (isinstance(node, ast.Call) and name_of(node.func) in ("range", "xrange") and len(node.args) == 1):
        return 0
    (count,) = node.args
    rounds = count.value if isinstance(count, ast.Constant) else 0
    return rounds if isinstance(rounds, int) and rounds <= _MOST_ROUNDS else 0


def _bound(target: ast.expr, item: ast.expr) -> Put | None:
    """The values of loop variables for an item; None if its structure differs."""
    if isinstance(target, ast.Name):
        return {target.id: item} if may_stand_for_a_name(item) else None
    if not isinstance(target, ast.Tuple) or not isinstance(item, (ast.Tuple, ast.List)):
        return None
    parts = [_bound(one, part) for one, part in zip(target.elts, item.elts, strict=False)]
    if len(target.elts) != len(item.elts) or None in parts:
        return None
    return {name: node for part in parts if part is not None for name, node in part.items()}
