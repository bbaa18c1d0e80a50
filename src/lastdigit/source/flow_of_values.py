"""Where the values of expressions go: a name or an attribute is a place, and so is the value of anything else."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from lastdigit.source.evaluated_texts import evaluated
from lastdigit.source.fixed_values import GIVE_FIXED, FixedValues
from lastdigit.source.flow_graph import FlowGraph, Place
from lastdigit.source.flow_of_calls import Call, Function, Given, Handed
from lastdigit.source.marked_values import Mark, Marks, is_of_whole_numbers, rounds_what_is
from lastdigit.source.python_source import name_of
from lastdigit.source.scopes import Function as Definition
from lastdigit.source.scopes import Scope, Variable, attribute
from lastdigit.source.unseen_values import attributes_given
from lastdigit.source.vocabulary import GROW

BUILT_IN = "what a function of Python gives"
OF_A_MODULE = "what a package has"
_LISTS = (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr)
_MAY_HOLD_BOTH = (ast.Add, ast.Mult, ast.BitOr)
"""Operators whose value may have the objects of both sides in it, as a sum of lists has."""

_MAKE_TYPES = frozenset(
    ("namedtuple", "NamedTuple", "make_dataclass", "new_class", "SimpleNamespace", "Namespace", "Bunch")
) | frozenset(("Munch", "AttrDict", "itertuples", "type", "setattr", "__setattr__", "Mock", "rec", "recarray"))
"""What makes objects whose attributes a text names."""


class Step(NamedTuple):
    """A place that gets a rounded number if any of its sources holds a value with one of these marks."""

    place: Place
    sources: Sequence[Place]
    marks: Mark


class Occurrence(NamedTuple):
    """An expression in a source, with the place of its value, and the cell that evaluates it.

    The cell is None for what is in a function, which any cell may call.
    """

    node: ast.expr
    place: Place
    tree: ast.Module | None


class ValuesFollowed:
    """The ways of the values of expressions, added to a graph; calls are kept until all functions are known.

    ``read``: the variables that are read, and ``called`` those that are called by their names. ``given``: those that
    get a value otherwise than by an import or a definition.
    """

    def __init__(self, marks: Marks) -> None:
        self.graph = FlowGraph()
        self.read: set[Variable] = set()
        self.called: set[Variable] = set()
        self.given: set[Variable] = set()
        self.occurrences: list[Occurrence] = []
        self.tree: ast.Module | None = None
        self._describing = marks.describing
        self._marks = marks
        self._numbers = count(1)
        self._calls: list[Call] = []
        self._steps: list[Step] = []
        self._handed: list[Handed] = []
        self._fixed = FixedValues()
        self._returned: dict[int, Place] = {}
        self._yielding: set[Place] = set()
        self._changed: set[Variable] = set()
        self._grown: set[Variable] = set()
        self._of_whole_numbers: set[Place] = set()
        self._arrays: list[Variable] = []
        self._operands: list[Place] = []

    def describe(self, nodes: Sequence[ast.AST]) -> None:
        """Note which attributes of arrays and frames may be others in a document, which makes types with them."""
        if any(map(_gives_any_attribute, nodes)):
            self._describing = frozenset()
        makes_types = any(isinstance(one, (ast.Name, ast.Attribute)) and name_of(one) in _MAKE_TYPES for one in nodes)
        for one in nodes if makes_types else ():
            self._describing -= {*attributes_given(one), one.arg if isinstance(one, ast.keyword) else ""}

    def begin(self, tree: ast.Module | None) -> None:
        """All that is followed from here on is of another cell."""
        self.tree = tree

    def value(self, node: ast.expr, scope: Scope) -> Place:
        """The place of the value of an expression."""
        return self._noted(node, self._value(node, scope), scope)

    def parts(self, node: ast.Tuple, scope: Scope) -> Sequence[Place]:
        """The places of the items that a tuple is made of; none if it spreads another."""
        spreads = any(isinstance(one, ast.Starred) for one in node.elts)
        return [] if spreads else [self.value(one, scope) for one in node.elts]

    def made_of(self, node: ast.expr, parts: Sequence[Place], scope: Scope) -> Place:
        """The place of an expression that is made of these parts."""
        return self._noted(node, self._whole(parts), scope)

    def one_of(self, places: Sequence[Place]) -> Place:
        """A place that has the object of one of several others."""
        place = self._new()
        for one in places:
            self.graph.is_same(place, one)
        return place

    def _noted(self, node: ast.expr, place: Place, scope: Scope) -> Place:
        place = self.marked(node, place)
        self.occurrences.append(Occurrence(node, place, self.tree if scope.is_of_a_cell else None))
        return place

    def marked(self, node: ast.AST, place: Place) -> Place:
        """The place of a value, which is a new one if the value is looked for and has that of a variable."""
        mark = self._marks.of(node)
        if not mark:
            return place
        own = self._any_of([place]) if isinstance(place, Variable) else place
        self.graph.mark(own, mark)
        return own

    def step(self, node: ast.AST, place: Place, sources: Sequence[Place]) -> None:
        """Note that a place may get a rounded number, by what its sources hold."""
        marks = rounds_what_is(node)
        if marks:
            self._steps.append(Step(place, sources, marks))

    def _new(self, *made_of: Place) -> Place:
        place = next(self._numbers)
        for one in made_of:
            self.graph.moves(one, place)
        return place

    def _value(self, node: ast.expr, scope: Scope) -> Place:
        match node:
            case ast.Name(id=name):
                self.read.add(scope.variable(name))
                return scope.variable(name)
            case ast.Call():
                inner = evaluated(node)
                return self._call(node, scope) if inner is None else self.value(inner, scope)
            case ast.Attribute(value=owner, attr=name):
                place = self._attribute(name, self.value(owner, scope))
                root = self._root(node, scope)
                if root is not None:
                    self._fixed.needs(place, (OF_A_MODULE, root))
                return place
            case ast.Subscript(value=owner, slice=key):
                self.value(key, scope)
                return self.out_of(self.value(owner, scope))
            case ast.Starred(value=value):
                return self.out_of(self.value(value, scope))
            case ast.BinOp() | ast.UnaryOp() | ast.Compare():
                return self._operated(node, scope)
        return self._held(node, scope)

    def _operated(self, node: ast.BinOp | ast.UnaryOp | ast.Compare, scope: Scope) -> Place:
        """The value of an operator, which is a number or an array, a truth value, or a list with the items of both."""
        parts = [self.value(one, scope) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
        if isinstance(node, ast.Compare) or isinstance(node.op, ast.Not):
            return self._new(*(parts if self._marks.keep_truths else ()))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and (repeated := _repeated(node)) is not None:
            parts = [parts[repeated]]
        self._operands += parts if isinstance(node, ast.BinOp) and not _is_a_format(node) else []
        place = self._any_of(parts) if isinstance(node.op, _MAY_HOLD_BOTH) else self._new(*parts)
        self._fixed.needs(place, *parts)
        self.step(node, place, parts)
        return place

    def _held(self, node: ast.expr, scope: Scope) -> Place:
        """The value of an expression that holds values of others, or is one of them."""
        match node:
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                self.value(test, scope)
                return self._one_of([body, otherwise], scope)
            case ast.BoolOp(values=values):
                return self._one_of(values, scope)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return self._made_of(items, scope)
            case ast.Dict(keys=keys, values=items):
                return self._made_of([*(one for one in keys if one is not None), *items], scope)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehended(node, scope)
            case ast.Lambda():
                return self._lambda(node, scope)
            case ast.NamedExpr(target=target, value=value):
                place = self.value(value, scope)
                self.bind(target, place, scope)
                return place
            case ast.Yield(value=given) | ast.YieldFrom(value=given) | ast.Await(value=given):
                return self._yielded(node, given, scope)
        place = self._new(*(self.value(one, scope) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)))
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            self._fixed.add(place)
        return place

    def _attribute(self, name: str, owner: Place) -> Place:
        self.read.add(attribute(name))
        place = self._new() if name in self._describing else self.out_of(owner)
        self.graph.is_same(place, attribute(name))
        return place

    def out_of(self, whole: Place) -> Place:
        """A place that has an object which is in that of another."""
        place = self._new()
        self.graph.is_out_of(place, whole)
        return place

    def _item_of(self, node: ast.expr, scope: Scope) -> Place:
        """The place of the items that a loop over an expression gives; those of ``range`` count, whatever their end."""
        place, over = self._new(), self.value(node, scope)
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"):
            self.graph.is_out_of(place, over)
        else:
            self.graph.moves(scope.variable("range"), place)
            self._fixed.needs(place, (BUILT_IN, scope.variable("range")))
            self._fixed.add((BUILT_IN, scope.variable("range")))
        return place

    def _any_of(self, places: Sequence[Place]) -> Place:
        place = self._new()
        for one in places:
            self.graph.is_any_of(place, one)
        return place

    def _one_of(self, nodes: Sequence[ast.expr], scope: Scope) -> Place:
        return self.one_of([self.value(one, scope) for one in nodes])

    def _made_of(self, items: Sequence[ast.expr], scope: Scope) -> Place:
        return self._whole([self.value(one, scope) for one in items])

    def _whole(self, parts: Sequence[Place]) -> Place:
        place = self._new()
        for one in parts:
            self.graph.is_made_of(place, one)
        return place

    def _comprehended(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, around: Scope) -> Place:
        scope = around.inner(next(self._numbers), node)
        for at, part in enumerate(node.generators):
            self.bind(part.target, self._item_of(part.iter, scope if at else around), scope)
            for test in part.ifs:
                self.value(test, scope)
        return self._made_of([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], scope)

    def _lambda(self, node: ast.Lambda, around: Scope) -> Place:
        scope = around.inner(next(self._numbers), node)
        self._defaults(node, scope, around)
        returned = self.value(node.body, scope)
        place = self._new(returned)
        self._handed.append(Handed(Function.of(node, scope, returned), place))
        return place

    def _defaults(self, node: Definition, inside: Scope, around: Scope) -> None:
        """The ways of the defaults of parameters."""
        given = node.args
        ordered = [*given.posonlyargs, *given.args]
        behind = zip(ordered[len(ordered) - len(given.defaults) :], given.defaults, strict=True)
        for parameter, default in (*behind, *zip(given.kwonlyargs, given.kw_defaults, strict=True)):
            if default is not None:
                self.graph.is_same(inside.variable(parameter.arg), self.value(default, around))

    def _yielded(self, node: ast.Yield | ast.YieldFrom | ast.Await, value: ast.expr | None, scope: Scope) -> Place:
        """The value of a ``yield`` is what is sent, be it anything; what is yielded is in what the function returns."""
        place = self._new() if value is None else self.value(value, scope)
        if not isinstance(node, ast.Await):
            returned = self._returned.get(scope.number)
            for one in self._returned.values() if returned is None else [returned]:
                self.graph.is_made_of(one, place)
                self._yielding.add(one)
        sent = self._any_of([place])
        if not isinstance(node, ast.Await):
            self.graph.mark(sent, Mark.SOUGHT)
        return sent

    def _call(self, node: ast.Call, scope: Scope) -> Place:
        owner: Place | None = None
        callee: Place
        match node.func:
            case ast.Name(id=name):
                callee = scope.variable(name)
                self.called.add(callee)
            case ast.Attribute(value=value, attr=name):
                callee, owner = attribute(name), self.value(value, scope)
                self.called.add(callee)
            case function:
                callee = self.value(function, scope)
        given = [Given(self.value(one, scope), None, isinstance(one, ast.Starred)) for one in node.args]
        given += [Given(self.value(one.value, scope), one.arg, one.arg is None) for one in node.keywords]
        if isinstance(node.func, ast.Attribute) and node.func.attr in GROW and isinstance(node.func.value, ast.Name):
            self._grown.add(scope.variable(node.func.value.id))
        result = self._new()
        call = Call(node, callee, owner, given, result, self._root(node.func, scope))
        self._calls.append(call)
        self.step(node, result, call.places)
        if is_of_whole_numbers(node):
            self._of_whole_numbers.add(result)
        if call.name in GIVE_FIXED and owner is None:
            self._fixed.needs(result, (BUILT_IN, callee))
            self._fixed.add((BUILT_IN, callee))
        return result

    def _root(self, node: ast.expr, scope: Scope) -> Variable | None:
        """The variable at the root of a path such as ``np.linalg.norm``; None for any other expression."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return scope.variable(node.id) if isinstance(node, ast.Name) else None

    def bind_variable(self, variable: Variable, place: Place) -> None:
        """A variable may have what a place has."""
        self.given.add(variable)
        self._fixed.needs(variable, place)
        if place in self._of_whole_numbers:
            self._arrays.append(variable)
        self.graph.is_same(variable, place)

    def bind(self, target: ast.expr, place: Place, scope: Scope) -> None:
        """The ways of a value to what an assignment, or a loop, gives it to."""
        match target:
            case ast.Name(id=name):
                self.bind_variable(scope.variable(name), place)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self.bind(part, self.out_of(place), scope)
            case ast.Starred(value=part):
                self.bind(part, place, scope)
            case ast.Attribute(value=owner, attr=name):
                self._change(owner, scope)
                self.bind_variable(attribute(name), place)
                if not self.is_plain_object(owner, scope):
                    self.graph.is_put_into(place, self.value(owner, scope))
            case ast.Subscript(value=owner, slice=key):
                self._change(owner, scope)
                whole = self.value(owner, scope)
                for part_place in (place, self.value(key, scope)):
                    self.graph.is_put_into(part_place, whole)

    def _change(self, owner: ast.expr, scope: Scope) -> None:
        """Note that something is put into what a variable has, be it imported."""
        if isinstance(owner, ast.Name):
            self._changed.add(scope.variable(owner.id))

    def is_plain_object(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression is an object whose attributes are read by their names only; no expression is here."""
        return False


def _repeated(node: ast.BinOp) -> int | None:
    """Which side of a product is a list or a text that the other side repeats; None if that is not plain."""
    are_lists = [isinstance(one, _LISTS) or _is_text(one) for one in (node.left, node.right)]
    return are_lists.index(True) if sum(are_lists) == 1 else None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_a_format(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Mod) and _is_text(node.left)


def _gives_any_attribute(node: ast.AST) -> bool:
    """Whether a class may give its objects attributes of any name: by a method of Python, or as the keys of a dict."""
    if not isinstance(node, ast.ClassDef):
        return False
    methods = (one.name for one in node.body if isinstance(one, ast.FunctionDef))
    given = (name_of(target) for one in node.body if isinstance(one, ast.Assign) for target in one.targets)
    return any(name in ("__getattr__", "__getattribute__") for name in (*methods, *given)) or any(
        name_of(base) in ("dict", "OrderedDict", "UserDict") for base in node.bases
    )
