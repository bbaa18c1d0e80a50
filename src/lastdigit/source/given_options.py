"""Options that a call is given as ``**options``, and other names of the function that sets those of NumPy."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from lastdigit.base.frozen import frozen
from lastdigit.document import Cell
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse

SETS = "set_printoptions"
_SAVES = "get_printoptions"


@frozen
class Options:
    """What a document's names hold: dicts that may be options, and the names of :data:`SETS`."""

    dicts: dict[str, list[ast.expr]]
    setters: frozenset[str]

    @classmethod
    def of(cls, cells: Sequence[Cell]) -> Options:
        """Those of all cells, if any sets print options."""
        if not any("printoptions" in cell.source.text for cell in cells):
            return cls({}, frozenset())
        trees = [tree for cell in cells if (tree := parse(cell.source)) is not None]
        nodes = [node for tree in trees for node in ast.walk(tree)]
        dicts: dict[str, list[ast.expr]] = {}
        for name, value in _assigned(nodes):
            dicts.setdefault(name, []).append(value)
        given = {name for name, values in dicts.items() if any(map(_is_the_setter, values))}
        imported = {
            alias.asname
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if alias.name == SETS and alias.asname
        }
        return cls(dicts, frozenset(given | imported))

    def keywords(self, call: ast.Call) -> list[ast.keyword] | None:
        """The keywords of a call, with those of each ``**options``; None if these are not known.

        >>> call = ast.parse("f(**{'precision': 3})", mode="eval").body
        >>> [one.arg for one in Options({}, frozenset()).keywords(call)]
        ['precision']
        """
        found: list[ast.keyword] = []
        for keyword in call.keywords:
            items = [keyword] if keyword.arg is not None else self._items(keyword.value)
            if items is None:
                return None
            found += items
        return found

    def _items(self, node: ast.expr) -> list[ast.keyword] | None:
        """The items of a dict that is written out, as keywords; none of options that were saved before."""
        match node:
            case ast.Dict(keys=keys, values=values):
                names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
                pairs = zip(names, values, strict=True)
                items = [ast.keyword(name, value) for name, value in pairs if isinstance(name, str)]
                return items if len(items) == len(keys) else None
            case ast.Call(func=ast.Name(id="dict"), args=[]):
                return self.keywords(node)
            case ast.Call() if name_of(node.func) == _SAVES:
                return []
            case ast.Name(id=name):
                values = self.dicts.get(name, [])
                return self._items(values[0]) if len(values) == 1 and not isinstance(values[0], ast.Name) else None
        return None


def sets_by_another_name(call: ast.Call, options: Options) -> ast.Call | None:
    """The call that sets options, if it is made by another name or by ``partial``; None for any other call."""
    if isinstance(call.func, ast.Name) and call.func.id in options.setters:
        return call
    if name_of(call.func) == "partial" and call.args and name_of(call.args[0]) == SETS:
        return ast.Call(call.args[0], call.args[1:], call.keywords)
    return None


def _is_the_setter(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute)) and name_of(node) == SETS


def _assigned(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """What names are assigned, and what changes items of what they hold."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                owners = (one.value if isinstance(one, ast.Subscript) else one for one in targets)
                yield from ((one.id, value) for one in owners if isinstance(one, ast.Name))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="update" | "setdefault" | "pop")):
                yield name, node
