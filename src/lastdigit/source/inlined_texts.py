"""Texts in place of what a source calls them, so that ``line = f"loss {x}"`` and ``print(line)`` print as one.

A name counts that is assigned once in its scope, and a list of texts that nothing changes; so does a function of the
document that returns one text, and a template such as ``"loss {}"`` in ``template.format(x)``.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from lastdigit.source.arguments import arguments, put_in
from lastdigit.source.python_source import PRINT, name_of

FunctionOf = Callable[[str], ast.FunctionDef | None]
"""The function of a document with some name."""

_Scope = ast.Module | ast.FunctionDef
_CHANGES = frozenset(("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"))


def with_texts(tree: ast.Module) -> ast.Module:
    """``tree`` with texts in the calls that print, and in the loops over them, in place of their names.

    A tree that is nested too deeply is left as it is.

    >>> tree = ast.parse("line = f'loss {x}'\nprint(line)")
    >>> ast.unparse(with_texts(tree).body[1])
    "print(f'loss {x}')"
    """
    try:
        return _inlined(tree)
    except RecursionError:
        return tree


def _inlined(tree: ast.Module) -> ast.Module:
    inner = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    scopes: list[_Scope] = [tree, *inner]
    if not any(map(_texts_of, scopes)) and not any(map(returns_text, inner)):
        return tree
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    changed: ast.Module = _Texts(functions.get).visit(copy.deepcopy(tree))
    return changed


def with_returned(call: ast.Call, function_of: FunctionOf) -> ast.Call:
    """A call that prints with the texts that functions return in place of their calls; itself if none does."""
    given = [_returned(one, function_of) for one in call.args]
    if all(one is own for one, own in zip(given, call.args, strict=True)):
        return call
    return ast.copy_location(ast.Call(call.func, given, call.keywords), call)


def returns_text(function: ast.FunctionDef) -> ast.expr | None:
    """The text that a function returns; None if it returns anything else, or one of several."""
    returned = [node for node in _within(function) if isinstance(node, ast.Return)]
    value = returned[0].value if len(returned) == 1 else None
    if isinstance(value, ast.Name):
        value = _texts_of(function).get(value.id)
    return value if value is not None and _is_text(value) else None


class _Texts(ast.NodeTransformer):
    def __init__(self, function_of: FunctionOf) -> None:
        self._function_of = function_of
        self._texts: list[Mapping[str, ast.expr]] = [{}]

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._scope(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._scope(node)

    def _scope(self, node: _Scope) -> ast.AST:
        own = frozenset(_stored(node))
        outer = {name: text for name, text in self._texts[-1].items() if name not in own}
        self._texts.append({**outer, **_texts_of(node)})
        self.generic_visit(node)
        self._texts.pop()
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if name_of(node.func) in PRINT or (isinstance(node.func, ast.Attribute) and node.func.attr == "write"):
            node.args = [self._text(one) for one in node.args]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.iter, ast.Name) and isinstance(self._texts[-1].get(node.iter.id), (ast.List, ast.Tuple)):
            node.iter = self._text(node.iter)
        return node

    def _text(self, node: ast.expr) -> ast.expr:
        text = self._texts[-1].get(node.id) if isinstance(node, ast.Name) else None
        if text is not None:
            return copy.deepcopy(text)
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name):
                    part.value = self._text(part.value)
            return node
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return ast.copy_location(ast.BinOp(self._template(node.left), node.op, node.right), node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            called = ast.copy_location(ast.Attribute(self._template(node.func.value), "format", ast.Load()), node.func)
            return ast.copy_location(ast.Call(called, node.args, node.keywords), node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            return ast.copy_location(ast.Call(node.func, [self._text(one) for one in node.args], []), node)
        return _returned(node, self._function_of)

    def _template(self, node: ast.expr) -> ast.expr:
        template = self._texts[-1].get(node.id) if isinstance(node, ast.Name) else None
        return node if template is None or not _is_string(template) else copy.deepcopy(template)


def _returned(node: ast.expr, function_of: FunctionOf) -> ast.expr:
    """The text that a function of the document returns for a call; any other node as it is."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return node
    function = function_of(node.func.id)
    text = returns_text(function) if function is not None else None
    return node if function is None or text is None else put_in(text, arguments(function, node))


def _texts_of(scope: _Scope) -> dict[str, ast.expr]:
    """The texts and lists of texts that names of a scope stand for."""
    times = Counter(_stored(scope))
    changed = frozenset(_changed(scope))
    return {
        name: value
        for name, value in _assigned(scope)
        if times[name] == 1
        and (_is_text(value) or _is_template(value) or (_is_list_of_texts(value) and name not in changed))
    }


def _within(scope: _Scope) -> Iterator[ast.AST]:
    """The nodes of a scope, without those of functions in it."""
    waiting: list[ast.AST] = list(scope.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)


def _assigned(scope: _Scope) -> Iterator[tuple[str, ast.expr]]:
    for node in _within(scope):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _stored(scope: _Scope) -> Iterator[str]:
    for node in _within(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
    if isinstance(scope, ast.FunctionDef):
        yield from (one.arg for one in ast.walk(scope.args) if isinstance(one, ast.arg))


def _changed(scope: _Scope) -> Iterator[str]:
    """Names of lists that a scope changes."""
    for node in _within(scope):
        is_changed = isinstance(node, ast.Attribute) and node.attr in _CHANGES
        is_set = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
        if (is_changed or is_set) and isinstance(node, (ast.Attribute, ast.Subscript)):
            yield name_of(node.value)


def _is_text(node: ast.AST) -> bool:
    """Whether a node is a text with values put in."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(one, ast.FormattedValue) for one in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _is_string(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_string_method(node.func)


def _is_template(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and any(map(node.value.__contains__, "{%"))


def _is_string_method(called: ast.Attribute) -> bool:
    return called.attr == "format" and _is_string(called.value)


def _is_list_of_texts(node: ast.expr) -> bool:
    if not isinstance(node, (ast.List, ast.Tuple)):
        return False
    return any(map(_is_text, node.elts)) and all(_is_text(one) or _is_string(one) for one in node.elts)


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
