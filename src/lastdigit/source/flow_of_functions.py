"""Where values go in the functions and classes of a document: through parameters, objects, and what is returned."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lastdigit.source.flow_graph import Place
from lastdigit.source.flow_of_calls import Function, Handed
from lastdigit.source.flow_of_values import ValuesFollowed
from lastdigit.source.marked_values import OPERATOR, Mark, Marks
from lastdigit.source.plain_functions import is_plain
from lastdigit.source.python_source import name_of
from lastdigit.source.scopes import Scope, Variable, attribute

_LEAVE_A_FUNCTION = frozenset(("property", "cached_property", "staticmethod", "classmethod"))
"""Decorators after which a function is called as it is written."""
_CALLED_BY_NAME = frozenset(("__init__", "__call__", "__post_init__", "__new__"))
"""Methods of Python that only a call of their object or class enters; operators and statements enter others."""
_MOST_COPIES = 12
"""How many calls of a function are followed each by itself."""
_SAY_HOW = frozenset(("__match_args__", "__slots__", "__dict__"))
_SHOW_NO_ATTRIBUTES = frozenset(("__init__", "__post_init__", "__len__", "__repr__", "__str__"))
"""Methods of Python that give no attribute as an item, and compute nothing of them."""


class Unpacked(NamedTuple):
    """An assignment of what a call returns to several targets, in a cell whose tree is known."""

    targets: Sequence[ast.expr]
    place: Place
    callee: Variable
    scope: Scope
    tree: ast.Module | None

    @property
    def names(self) -> Iterator[Variable]:
        """The variables that it gives a value."""
        for node in (node for target in self.targets for node in ast.walk(target)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield self.scope.variable(node.id)


class FunctionsFollowed(ValuesFollowed):
    """The ways of values through functions and classes, added to a graph.

    ``imported``: the variables that imports give a value.
    """

    def __init__(self, marks: Marks) -> None:
        super().__init__(marks)
        self.imported: set[Variable] = set()
        self._may_call_methods = False
        self._named: dict[Variable, list[Function]] = {}
        self._classes: dict[Variable, list[Function]] = {}
        self._methods: set[int] = set()
        self._plain: set[Variable] = set()
        self._operators: list[Variable] = []
        self._parts_returned: dict[Place, list[Sequence[Place]]] = {}
        self._unpacked: list[Unpacked] = []
        self._plain_functions: dict[Variable, tuple[ast.FunctionDef, Scope]] = {}

    @abstractmethod
    def _body(self, statements: Iterable[ast.stmt], scope: Scope) -> None:
        """The ways of all statements of a body."""

    def _return(self, value: ast.expr, scope: Scope) -> None:
        """The way of a value out of a function, and those of the parts of a tuple."""
        parts = self.parts(value, scope) if isinstance(value, ast.Tuple) else ()
        place = self.value(value, scope) if not parts else self.made_of(value, parts, scope)
        if scope.number in self._returned:
            returned = self._returned[scope.number]
            self.graph.is_same(returned, place)
            self._parts_returned.setdefault(returned, []).append(parts)

    def _copy_functions(self) -> None:
        """Give calls of plain functions a copy of their own, so that what other calls pass does not matter to them."""
        copies = Counter[Variable]()
        others = self.given | self.imported | self.read | self._classes.keys()
        for at, call in enumerate(self._calls):
            callee = call.callee
            if not isinstance(callee, Variable) or callee not in self._plain_functions or callee in others:
                continue
            if len(self._named[callee]) == 1 and copies[callee] < _MOST_COPIES:
                copies[callee] += 1
                self._calls[at] = call._replace(own=self._copy(*self._plain_functions[callee]))

    def _copy(self, node: ast.FunctionDef, around: Scope) -> Function:
        self.begin(None)
        number, returned = next(self._numbers), self._new()
        scope = around.inner(number, node)
        self._returned[number] = returned
        self._defaults(node, scope, around)
        self._body(node.body, scope)
        return Function.of(node, scope, returned)

    def _unpack(self) -> None:
        """The ways of what functions return to the targets of assignments, part by part where all return tuples."""
        copies = {one.result: one.own for one in self._calls if one.own is not None}
        for one in self._unpacked:
            self.begin(one.tree)
            for target, place in zip(one.targets, self._parts_of(one, copies.get(one.place)), strict=True):
                self.bind(target, place, one.scope)

    def _parts_of(self, unpacked: Unpacked, copy: Function | None) -> Sequence[Place]:
        """The place of each part of what a call returns; one place for all if the function is not plain."""
        functions = self._named.get(unpacked.callee, ()) if copy is None else [copy]
        returned = [self._parts_returned.get(one.returns, [()]) for one in functions]
        tuples = [one for each in returned for one in each]
        count = len(unpacked.targets)
        is_known = unpacked.callee not in self.given | self.imported | self._classes.keys()
        yields = any(one.returns in self._yielding for one in functions)
        if yields or not (functions and is_known and all(len(one) == count for one in tuples)):
            return [self.out_of(unpacked.place) for _ in unpacked.targets]
        return [self.one_of([parts[at] for parts in tuples]) for at in range(count)]

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, around: Scope) -> None:
        """The ways into a function, and what a name has that its decorators give another."""
        number, variable = next(self._numbers), around.variable(node.name)
        scope, returned = around.inner(number, node), self._new()
        self._returned[number] = returned
        function = Function.of(node, scope, returned)
        self._defaults(node, scope, around)
        self.graph.moves(returned, variable)
        self._named.setdefault(variable, []).append(function)
        if around.is_of_a_cell and is_plain(node):
            self._plain_functions[variable] = node, around
        if around.of_class is not None:
            self._method(node, function, around)
        self._body(node.body, scope)
        others = [one for one in node.decorator_list if name_of(one) not in _LEAVE_A_FUNCTION]
        if others:
            self._decorated(others, function, variable, around)

    def _decorated(
        self, decorators: list[ast.expr], function: Function | None, variable: Variable, scope: Scope
    ) -> None:
        """What decorators make of a function may call it, and return anything."""
        self.given.add(variable)
        if function is not None:
            self._handed.append(Handed(function, variable))
        for one in decorators:
            self.graph.is_same(variable, self.value(ast.Call(one, [ast.Name(variable.name, ast.Load())], []), scope))

    def _method(self, node: ast.FunctionDef | ast.AsyncFunctionDef, function: Function, around: Scope) -> None:
        """The ways between a method and its class, which stands for all of its objects."""
        of = around.of_class
        if of is None or any(name_of(one) == "staticmethod" for one in node.decorator_list):
            return
        self._methods.add(id(function))
        owner = around.variable_of_class
        for first in function.ordered[:1]:
            self.graph.is_same(first, owner)
            if _is_plain(of):
                self._plain.add(first)
        if node.name == "__init__":
            self._classes[owner].append(function)
        if OPERATOR.fullmatch(node.name):
            self._operators += function.parameters[1:]
        elif node.name.startswith("__") and node.name not in _CALLED_BY_NAME:
            for parameter in function.parameters[1:]:
                self._may_have_any(parameter)
        if self._may_call_methods or not _is_plain(of) or node.name.startswith("__"):
            self._handed.append(Handed(function, owner))
            self.graph.moves(function.returns, owner)

    def _may_have_any(self, variable: Variable) -> None:
        """An error, or what a statement gives to a method, may be any value that a source has anywhere."""
        self.given.add(variable)
        self._fixed.exclude([variable])
        self.graph.mark(variable, Mark.SOUGHT)

    def _class(self, node: ast.ClassDef, around: Scope) -> None:
        variable = around.variable(node.name)
        self._classes.setdefault(variable, [])
        for base in (*node.bases, *(one.value for one in node.keywords)):
            self.graph.is_same(variable, self.value(base, around))
        if mark := self._marks.of(node):
            self.graph.mark(variable, mark)
        inside = around.inner(next(self._numbers), node)
        self._body(node.body, inside)
        for name in inside.bound if not _is_plain(node) else ():
            self.graph.is_put_into(attribute(name), variable)
        self._decorated(node.decorator_list, None, variable, around)

    def is_plain_object(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression is ``self`` in a class of which the document shows all: others read no attribute."""
        return isinstance(node, ast.Name) and scope.variable(node.id) in self._plain


def _is_plain(node: ast.ClassDef) -> bool:
    """Whether a class has no base, and no method by which Python or a library reads attributes of an object."""
    methods = [one.name for one in node.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
    shows = any(name.startswith("__") and name not in _SHOW_NO_ATTRIBUTES for name in methods)
    given = {
        name.id
        for one in node.body
        if isinstance(one, ast.Assign)
        for name in one.targets
        if isinstance(name, ast.Name)
    }
    return not (shows or node.bases or node.keywords or node.decorator_list or given & _SAY_HOW)
