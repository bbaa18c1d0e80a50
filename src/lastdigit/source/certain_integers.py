"""Which expressions are certainly texts or integers, of which ``int`` and ``round`` cut nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TypeAlias

from lastdigit.source.free_names import names_from_outside
from lastdigit.source.item_keys import part_given
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource

_TEXTS = frozenset(("str", "repr", "chr", "input", "hex", "bin"))
_COUNTS = frozenset(("len", "ord"))
_DRAWS = frozenset(("randint", "randrange"))
"""Functions of ``random`` and of NumPy that draw integers."""
_OF_TEXTS = frozenset(("strip", "lstrip", "rstrip", "lower", "upper", "zfill", "get_text", "getText", "readline"))
"""Methods whose value is a text, or one for each item of a column."""
_SPLIT = frozenset(("split", "rsplit", "splitlines", "findall", "readlines"))
"""Methods whose value is a list of texts, if they are given a text; tensors are split by numbers."""
_READERS = frozenset(("reader", "DictReader"))
"""Functions of ``csv`` that read rows of texts."""
_INTEGRAL = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_DEEPEST = 8

Bound: TypeAlias = "Mapping[str, ast.expr]"
"""What names stand for."""
_Check: TypeAlias = "Callable[[ast.expr, int], bool]"
"""A check of an expression, to a depth."""


def leaves_nothing_to_cut(node: ast.expr, reached: ReachedSource, bound: Bound | None = None) -> bool:
    """Whether ``int`` of an expression is that of a text, or of an integer.

    ``bound`` are the expressions, or what comprehensions go over, that names stand for.

    >>> from lastdigit.document import Cell, Passage
    >>> reached = ReachedSource([Cell(1, None, Passage("digits = list(str(1234))\\nn = len(x) + 1", 1), ())])
    >>> [leaves_nothing_to_cut(ast.parse(one, mode="eval").body, reached) for one in ("digits.pop()", "2 * n", "n / 2")]
    [True, True, False]
    """
    return _Search(reached, bound or {}).is_exact(node, _DEEPEST)


def is_a_count(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether an expression is an integer that is made of none but lengths, sizes, draws and literals.

    >>> from lastdigit.document import Cell, Passage
    >>> reached = ReachedSource([Cell(1, None, Passage("n = len(x)\\ntext = f'{y:.0f}'", 1), ())])
    >>> [is_a_count(ast.parse(one, mode="eval").body, reached) for one in ("n + 1", "text", "int(text)")]
    [True, False, False]
    """
    return _Search(reached, {}, knows_texts=False).is_integer(node, _DEEPEST)


class _Search:
    """The search for what gives a value, to a depth; without texts where these may be those of rounded numbers."""

    def __init__(self, reached: ReachedSource, bound: Bound, *, knows_texts: bool = True) -> None:
        self._reached, self._bound, self._knows_texts = reached, bound, knows_texts
        self._exact: set[str] = set()

    def is_exact(self, node: ast.expr, depth: int) -> bool:
        """Whether a value is a text or an integer, also where a name gets both, as in ``n = int(n)``."""
        if self.is_text(node, depth) or self.is_integer(node, depth):
            return True
        match node:
            case ast.Call(func=ast.Name(id="int" as name), args=[value]) if depth:
                return self._is_builtin(name) and self.is_exact(value, depth - 1)
            case ast.Name(id=name) if depth and name not in self._exact:
                self._exact.add(name)
                return self._is_given(name, self.is_exact, depth - 1)
            case ast.Name(id=name):
                return name in self._exact
        return False

    def is_text(self, node: ast.expr, depth: int) -> bool:
        """Whether a value is certainly a text."""
        if not depth or not self._knows_texts:
            return False
        match node:
            case ast.JoinedStr() | ast.Constant(value=str()):
                return True
            case ast.Attribute(attr="text"):
                return not self._reached.anywhere.definitions.get("text")
            case ast.Call(func=ast.Name(id=name)):
                return name in _TEXTS and self._is_builtin(name)
            case ast.Call(func=ast.Attribute(value=owner, attr="pop")):
                return self._has_texts(owner, depth - 1)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)):
                return name in _OF_TEXTS and self._is_method_of_python(owner, name)
            case ast.Subscript(value=owner):
                return self._has_texts(owner, depth - 1) or self.is_text(owner, depth - 1)
            case ast.Name(id=name) if name in self._bound:
                return self._has_texts(self._bound[name], depth - 1)
            case ast.Name(id=name):
                return self._is_given(name, self.is_text, depth - 1)
        return False

    def _has_texts(self, node: ast.expr, depth: int) -> bool:
        """Whether a value is a text, or a list of texts only."""
        if not depth:
            return False
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=given) if name in _SPLIT:
                return self._is_method_of_python(owner, name) and all(self.is_text(one, depth - 1) for one in given[:1])
            case ast.Call(func=ast.Name(id="list" | "reversed" | "sorted" | "set" as name), args=[value]):
                return self._is_builtin(name) and self._has_texts(value, depth - 1)
            case ast.List(elts=items) if items:
                return all(self.is_text(one, depth - 1) for one in items)
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item):
                return self.is_text(item, depth - 1)
            case ast.Subscript(value=owner, slice=ast.Slice()):
                return self._has_texts(owner, depth - 1)
            case ast.Subscript(value=owner):
                return self._has_rows(owner, depth - 1)
            case ast.Name(id=name) if not self.is_text(node, depth - 1):
                return not self._may_be_changed(name) and self._is_given(name, self._has_texts, depth - 1)
        return self.is_text(node, depth - 1)

    def _has_rows(self, node: ast.expr, depth: int) -> bool:
        """Whether a value goes over rows of texts, as those of a CSV file."""
        if not depth:
            return False
        match node:
            case ast.Call(func=function, args=[_, *_], keywords=told) if name_of(function) in _READERS:
                return not any(one.arg in ("quoting", "dialect") for one in told)
            case ast.Call(func=ast.Name(id="list" as name), args=[value]):
                return self._is_builtin(name) and self._has_rows(value, depth - 1)
            case ast.ListComp(elt=item):
                return self._has_texts(item, depth - 1)
            case ast.Name(id=name):
                return self._is_given(name, self._has_rows, depth - 1)
        return False

    def is_integer(self, node: ast.expr, depth: int) -> bool:
        """Whether a value is certainly an integer of Python's, or a truth value."""
        if not depth:
            return False
        match node:
            case ast.Constant(value=int()):
                return True
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=value):
                return self.is_integer(value, depth - 1)
            case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _INTEGRAL):
                return self.is_integer(left, depth - 1) and self.is_integer(right, depth - 1)
            case ast.Call(func=ast.Name(id=name), args=[_]) if name in _COUNTS:
                return self._is_builtin(name)
            case ast.Call(func=ast.Name(id="int" as name), args=[value]):
                return self._is_builtin(name) and self.is_text(value, depth - 1)
            case ast.Call(func=ast.Attribute(attr=name)) if name in _DRAWS:
                return not self._reached.anywhere.definitions.get(name)
            case ast.Subscript(value=ast.Attribute(attr="shape")):
                return "shape" not in self._reached.unseen_values.attributes
            case ast.Name(id=name):
                return self._is_given(name, self.is_integer, depth - 1)
        return False

    def _is_given(self, name: str, check: _Check, depth: int) -> bool:
        """Whether all that statements give to a name passes a check."""
        reached = self._reached
        if self._is_unseen(name) or name in reached.parameters or name in self._bound:
            return False
        is_given_here = reached.tree is not None and not _is_from_outside(name, reached.tree)
        given = (reached if is_given_here else reached.anywhere).definitions.get(name, ())
        values = [self._value(one, name) for one in given]
        return bool(values) and all(one is not None and check(one, depth) for one in values)

    def _value(self, statement: ast.stmt, name: str) -> ast.expr | None:
        """What a statement gives to a name: an item of what a loop goes over; None for what is not plain."""
        match statement:
            case ast.Assign(targets=[ast.Name()], value=value):
                return value
            case ast.Assign(targets=[ast.Tuple(elts=parts) as target], value=value) if all(map(_is_name, parts)):
                part = part_given(target, value, name)
                return ast.Subscript(value, ast.Constant(0), ast.Load()) if part is value else part
            case ast.AugAssign(target=ast.Name(), op=operator, value=value) if isinstance(operator, _INTEGRAL):
                return value
            case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range" as function))):
                return ast.Constant(0) if self._is_builtin(function) else None
            case ast.For(iter=over, target=target):
                return ast.Subscript(part_given(target, over, name), ast.Constant(0), ast.Load())
        return None

    def _is_method_of_python(self, owner: ast.expr, name: str) -> bool:
        """Whether a method is none of the document's own, and no function of a package."""
        definitions = self._reached.anywhere.definitions
        given = definitions.get(owner.id, ()) if isinstance(owner, ast.Name) else ()
        return not definitions.get(name) and not any(isinstance(one, (ast.Import, ast.ImportFrom)) for one in given)

    def _may_be_changed(self, name: str) -> bool:
        """Whether others may change the list that a name has: functions, or statements that call it otherwise."""
        reached = self._reached.anywhere
        if name in reached.handed_over or name in reached.lent:
            return True
        statements = (one for given in reached.definitions.values() for one in given)
        whole = (one.value for one in statements if isinstance(one, ast.Assign) and not _unpacks(one))
        return any(isinstance(value, ast.Name) and value.id == name for value in whole)

    def _is_builtin(self, name: str) -> bool:
        is_given = self._reached.anywhere.definitions.get(name) or name in self._reached.parameters
        return not (is_given or self._is_unseen(name))

    def _is_unseen(self, name: str) -> bool:
        """Whether something other than the statements which are looked at may give a name a value."""
        unseen = self._reached.unseen_values
        return unseen.of_any_name or name in unseen.names


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name)


def _unpacks(statement: ast.Assign) -> bool:
    return all(isinstance(one, (ast.Tuple, ast.List)) for one in statement.targets)


def _is_from_outside(name: str, tree: ast.Module) -> bool:
    """Whether a name may have what another cell gave it: where it is read first, or in a function of the cell."""
    functions = (one for one in ast.walk(tree) if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)))
    parts = (tree, *(ast.Module([one], []) for one in functions))
    return any(name in names_from_outside(one) for one in parts)
