"""What may give names and attributes values that no statement assigns to them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lastdigit.document import Passage
from lastdigit.source.installing import only_installs
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse
from lastdigit.source.unseen import any_runs_a_file

_EXECUTE = frozenset(("exec", "eval", "globals", "locals", "vars", "run_line_magic", "run_cell_magic", "__dict__"))
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class UnseenValues:
    """The names that walruses, patterns and functions give values, and the attributes that objects may be given.

    ``of_any_name``: whether text that is executed, a magic or ``from … import *`` may give any name a value.
    """

    names: frozenset[str]
    attributes: frozenset[str]
    of_any_name: bool

    @classmethod
    def of(cls, sources: Iterable[Passage]) -> UnseenValues:
        """Those of some sources.

        >>> found = UnseenValues.of([Passage("if (n := 3): box.size = [k for k in x]", 1)])
        >>> sorted(found.names), sorted(found.attributes), found.of_any_name
        (['n'], ['k', 'n', 'size'], False)
        """
        read = [(source.text, parse(source)) for source in sources]
        nodes = [node for _, tree in read if tree for node in ast.walk(tree)]
        unread = any(tree is None and not only_installs(text) for text, tree in read)
        runs_a_file = any_runs_a_file(text for text, _ in read)
        return cls(
            frozenset(name for node in nodes for name in _names_given(node)),
            frozenset(name for node in nodes for name in attributes_given(node)),
            unread or runs_a_file or any(map(_gives_any_name, nodes)),
        )


def _names_given(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.NamedExpr(target=ast.Name(id=name)):
            yield name
        case ast.Global(names=names):
            yield from names
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name


def attributes_given(node: ast.AST) -> Iterator[str]:
    """What may be an attribute: one that is assigned, a name in a class, and a word of a text."""
    match node:
        case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Constant(value=str(text)):
            yield from _WORD.findall(text)


def _gives_any_name(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.names[0].name == "*"
    return isinstance(node, (ast.Name, ast.Attribute)) and name_of(node) in _EXECUTE
