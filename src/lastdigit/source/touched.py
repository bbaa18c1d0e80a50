"""What may give a name a value without an assignment: calls, walruses, patterns, and code that is executed as text."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lastdigit.document import Passage
from lastdigit.source.free_names import free_names
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse

_GIVE_ANY = frozenset(("exec", "eval", "globals", "locals", "vars", "setattr", "__setattr__", "run_line_magic"))
_CHANGE_NOTHING = frozenset(("print", "display", "pprint", "len", "type", "isinstance", "help"))
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)
_OF_PYTHON = frozenset(dir(builtins)) | {"get_ipython", "display"}
_USUAL = frozenset(("np", "numpy", "pd", "pandas", "plt", "sns", "scipy", "math", "os", "sys", "re", "time", "random"))
"""Modules that everybody calls so, whose import may be lost."""
KNOWN = _OF_PYTHON | _USUAL
"""Names that have a value though no source of the document gives them one."""


@dataclass
class Touched:
    """What the sources of a document touch.

    ``by_name``: the statements that may change what a name has, or give it a value by a walrus or a pattern.
    ``of_any_name``: those that may give a value to any name. ``bound``: all names that a source gives a value, also as
    a parameter.
    """

    by_name: dict[str, list[ast.stmt]] = field(default_factory=dict)
    of_any_name: list[ast.stmt] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    _free: dict[int, frozenset[str]] = field(default_factory=dict)
    _unknown: dict[int, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, sources: Iterable[Passage]) -> Touched:
        """All that the sources touch.

        >>> from lastdigit.document import Passage
        >>> touched = Touched.of([Passage("fill(x)", 1)])
        >>> list(touched.by_name), touched.has_unknown_names(ast.parse("x"))
        (['x'], True)
        """
        found = cls()
        for source in sources:
            tree = parse(source)
            for node in ast.walk(tree) if tree else ():
                found.bound.update(_bound(node))
                if isinstance(node, ast.stmt):
                    found._add(node)
        return found

    def has_unknown_names(self, node: ast.AST) -> bool:
        """Whether it has names that no source gives a value, such as those of a file that a magic runs.

        They may come of a module from which a source imports everything.
        """
        names = (one.id for one in ast.walk(node) if isinstance(one, ast.Name))
        return "*" not in self.bound and any(name not in self.bound and name not in KNOWN for name in names)

    def is_unknown(self, statement: ast.stmt) -> bool:
        """Whether a statement has such names; each is asked once."""
        if id(statement) not in self._unknown:
            self._unknown[id(statement)] = self.has_unknown_names(statement)
        return self._unknown[id(statement)]

    def free_names_of(self, statement: ast.stmt) -> frozenset[str]:
        """The free names of a statement; each is asked once."""
        if id(statement) not in self._free:
            self._free[id(statement)] = frozenset(free_names(statement))
        return self._free[id(statement)]

    def _add(self, statement: ast.stmt) -> None:
        whole = statement if isinstance(statement, _SIMPLE) else getattr(statement, "test", None)
        nodes = [statement] if whole is None else list(ast.walk(whole))
        if any(isinstance(one, ast.Call) and name_of(one.func) in _GIVE_ANY for one in nodes):
            self.of_any_name.append(statement)
        for name in {name for one in nodes for name in _touched(one)}:
            self.by_name.setdefault(name, []).append(statement)


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, _NAMED) and node.name:
        yield node.name


def _touched(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.NamedExpr):
        yield node.target.id
    elif isinstance(node, ast.Match):
        captures = (one for case in node.cases for one in ast.walk(case.pattern))
        yield from (one.name for one in captures if isinstance(one, (ast.MatchAs, ast.MatchStar)) and one.name)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        call = node.value
        if name_of(call.func) not in _CHANGE_NOTHING:
            owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
            given = (*call.args, *(one.value for one in call.keywords), *owner)
            yield from (one.id for each in given for one in ast.walk(each) if isinstance(one, ast.Name))
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield from (one.id for one in (*node.args.defaults, *node.args.kw_defaults) if isinstance(one, ast.Name))
