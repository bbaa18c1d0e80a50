"""Where the values in the sources of a document go, through names, attributes, items, calls and files.

Nothing is executed. The order of cells and of statements is not regarded, and what no source shows may do anything with
what it is given, so that a value which comes to a place in any run is found there.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from lastdigit.source.flow_graph import Place
from lastdigit.source.flow_of_calls import CallsFollowed, Function, Functions, Handed
from lastdigit.source.flow_of_values import BUILT_IN, OF_A_MODULE, Step, ValuesFollowed
from lastdigit.source.given_first import given_first
from lastdigit.source.marked_values import OPERATOR, ROUNDS, Mark, Marks, done_by
from lastdigit.source.plain_functions import is_plain
from lastdigit.source.python_source import name_of
from lastdigit.source.scopes import Scope, Variable, attribute
from lastdigit.source.syntax import spelled
from lastdigit.source.unseen import ROUND_NOTHING
from lastdigit.source.vocabulary import COMPUTE

_LEAVE_A_FUNCTION = frozenset(("property", "cached_property", "staticmethod", "classmethod"))
"""Decorators after which a function is called as it is written."""
_OPERATE = COMPUTE | frozenset(("sum", "pow", "divmod"))
"""Functions that use operators on what they are given, and hand it to no other function."""
_CALLED_BY_NAME = frozenset(("__init__", "__call__", "__post_init__", "__new__"))
"""Methods of Python that only a call of their object or class enters; operators and statements enter others."""
_MOST_COPIES = 12
"""How many calls of a function are followed each by itself."""
_SAY_HOW = frozenset(("__match_args__", "__slots__", "__dict__"))
_SHOW_NO_ATTRIBUTES = frozenset(("__init__", "__post_init__", "__len__", "__repr__", "__str__"))
"""Methods of Python that give no attribute as an item, and compute nothing of them."""


class Unread(NamedTuple):
    """The names in a source that is no Python, and whether it may give them a value that is looked for."""

    names: Sequence[str]
    is_marked: bool


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


class ValueFlow(ValuesFollowed):
    """The places of a document, and how values go from one to another; ``marks`` says which values are looked for.

    Raises RecursionError for an expression that is too deep.
    """

    def __init__(self, trees: Iterable[ast.Module], unread: Iterable[Unread], marks: Marks) -> None:
        super().__init__(marks)
        self.imported: set[Variable] = set()
        self._modules: set[Variable] = set()
        self._packages: dict[Variable, set[str]] = {}
        self._named: dict[Variable, list[Function]] = {}
        self._classes: dict[Variable, list[Function]] = {}
        self._methods: set[int] = set()
        self._plain: set[Variable] = set()
        self._operators: list[Variable] = []
        self._parts_returned: dict[Place, list[Sequence[Place]]] = {}
        self._unpacked: list[Unpacked] = []
        self._plain_functions: dict[Variable, tuple[ast.FunctionDef, Scope]] = {}
        trees = list(trees)
        nodes = [node for tree in trees for node in ast.walk(tree)]
        imports = (one for one in nodes if isinstance(one, (ast.Import, ast.ImportFrom)))
        self._may_call_methods = any(map(marks.of, imports))
        self.describe(nodes)
        shared = frozenset(name for node in nodes for name in _defined_or_shared(node))
        for place, tree in enumerate(trees):
            self.begin(tree)
            self._cell(tree, Scope.of_cell(place, given_first(tree) - shared))
        for source in unread:
            self._mix(source)
        self.given.update(name for one in self._unpacked for name in one.names)
        self._copy_functions()
        self._unpack()
        self._enter_operators()
        self._fix()
        self._follow_calls()

    @property
    def defined(self) -> frozenset[Variable]:
        """The variables that are functions or classes of the document."""
        return frozenset((*self._named, *self._classes))

    @property
    def own_functions(self) -> frozenset[str]:
        """The names that are functions of the document and nothing else."""
        return frozenset(one.name for one in self.defined - self.given)

    def rounded(self) -> Iterator[Place]:
        """The places that may hold a rounded number, or a formatted text."""
        holding = self.graph.holding()
        by_alias = (Step(one.result, one.places, done_by(holding.get(one.callee, 0))) for one in self._calls)
        filled = (Step(name, [name], Mark.SCALED) for name in self._arrays if name in self._changed | self._grown)
        for step in (*self._steps, *by_alias, *filled):
            if step.marks and any(holding.get(one, 0) & step.marks for one in step.sources):
                self.graph.mark(step.place, ROUNDS)
        return (place for place, marks in self.graph.holding().items() if marks & Mark.ROUNDED)

    def calls_without(self, places: Container[Place]) -> Iterator[str]:
        """The calls, as they are written, of functions of the document whose value is at none of these places."""
        functions = self._named.keys() - self.given - self.imported - self._classes.keys()
        calls = [(spelled(one.node), one.callee in functions and one.result not in places) for one in self._calls]
        others = {text for text, is_without in calls if not is_without}
        return (text for text, _ in calls if text not in others)

    def _cell(self, tree: ast.Module, scope: Scope) -> None:
        """The ways of a cell; what it gives its own names, all others may get of them."""
        self._body(tree.body, scope)
        for name in scope.bound:
            own = scope.variable(name)
            if own in self._arrays:
                self._arrays.append(own.in_all_cells)
            self.bind_variable(own.in_all_cells, own)

    def _mix(self, source: Unread) -> None:
        """A source that cannot be read may give any of its names what another has, and what it computes itself."""
        place = self._new()
        for name in frozenset(source.names) - {"print"}:
            for variable in (Scope.of_document().variable(name), attribute(name)):
                self.bind_variable(variable, place)
                self.graph.is_any_of(variable, place)
                self.graph.is_any_of(place, variable)
        if source.is_marked:
            self.graph.mark(place, ROUNDS)

    def _enter_operators(self) -> None:
        """The ways of operands, and of what functions that compute are given, into methods of classes."""
        if not self._operators:
            return
        given = [place for one in self._calls if one.name in _OPERATE for place in one.places[1:]]
        operand = self._any_of([*self._operands, *given])
        for parameter in self._operators:
            self.graph.is_any_of(parameter, operand)

    def _follow_calls(self) -> None:
        for name in self.read & self._named.keys():
            self._handed += [Handed(one, name) for one in self._named[name]]
        packages = {one: frozenset(names) for one, names in self._packages.items()}
        functions = Functions(self._named, self._classes, frozenset(self._methods), packages, frozenset(self.given))
        followed = CallsFollowed(self.graph, functions, self._marks)
        for call in self._calls:
            followed.follow(call)
        followed.hand_over(self._handed)

    def _fix(self) -> None:
        """Tell the graph what has only numbers and texts, or is imported, so that nothing can be put into it."""
        parameters = (one for each in (*self._named.values(), *self._classes.values()) for one in each)
        self._fixed.exclude(variable for function in parameters for variable in function.parameters)
        self._fixed.exclude(variable for one in self._handed for variable in one.function.parameters)
        self._fixed.exclude((BUILT_IN, variable) for variable in self.given | self.defined)
        for variable in self._modules - self.given - self.defined - self._changed:
            if self._packages[variable] <= ROUND_NOTHING:
                self._fixed.add((OF_A_MODULE, variable))
        changed = self._changed | (self._grown - self._modules)
        self.graph.fix(self._fixed.places() | (self.imported - self.given - changed))

    def _body(self, statements: Iterable[ast.stmt], scope: Scope) -> None:
        for one in statements:
            self._statement(one, scope)

    def _statement(self, node: ast.stmt, scope: Scope) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, value, scope)
            case ast.Assign(targets=targets, value=value):
                place = self.value(value, scope)
                for target in targets:
                    self.bind(target, place, scope)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value, scope)
            case ast.AugAssign():
                self._assign_again(node, scope)
            case ast.Return(value=ast.expr() as value):
                self._return(value, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, scope)
            case ast.ClassDef():
                self._class(node, scope)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                for alias in names:
                    self._import(node, alias, scope)
            case _:
                self._compound(node, scope)

    def _compound(self, node: ast.stmt, scope: Scope) -> None:
        """The ways of statements that have others in them, and of errors."""
        match node:
            case ast.For(target=target, iter=over) | ast.AsyncFor(target=target, iter=over):
                self.bind(target, self._item_of(over, scope), scope)
                self._body((*node.body, *node.orelse), scope)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    place = self._any_of([self.value(item.context_expr, scope)])
                    if item.optional_vars is not None:
                        self.bind(item.optional_vars, place, scope)
                self._body(node.body, scope)
            case ast.Match(subject=subject, cases=cases):
                self._match(self.value(subject, scope), cases, scope)
            case _:
                self._parts(node, scope)

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

    def _assign(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        """The ways of an assignment; tuples of one length give each to each."""
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        if parts and len(parts) == len(values) and not any(isinstance(one, ast.Starred) for one in (*parts, *values)):
            for part, item in zip(parts, values, strict=True):
                self._assign(part, item, scope)
            return
        place = self.value(value, scope)
        match value:
            case ast.Call(func=ast.Name(id=name)) if parts and not any(isinstance(one, ast.Starred) for one in parts):
                self._unpacked.append(Unpacked(parts, place, scope.variable(name), scope, self.tree))
            case _:
                self.bind(target, place, scope)

    def _assign_again(self, node: ast.AugAssign, scope: Scope) -> None:
        """The ways of ``x += y``, which changes the object of ``x``, or gives it a new one."""
        place, changed = self.marked(node, self.value(node.value, scope)), self.value(_read(node.target), scope)
        self.graph.is_put_into(place, changed)
        self._operands += [place, changed]
        self.step(node, changed, [place, changed])
        if isinstance(node.target, ast.Name):
            variable = scope.variable(node.target.id)
            self.bind_variable(variable, place)
            self.graph.is_any_of(variable, place)

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
        self.graph.mark(variable, ROUNDS)

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

    def _import(self, node: ast.stmt, alias: ast.alias, scope: Scope) -> None:
        variable = scope.variable((alias.asname or alias.name).partition(".")[0])
        self.imported.add(variable)
        module = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
        self._packages.setdefault(variable, set()).add(module.partition(".")[0])
        if isinstance(node, ast.Import):
            self._modules.add(variable)
        if mark := self._marks.of(node):
            self.graph.mark(variable, mark)

    def _match(self, subject: Place, cases: Iterable[ast.match_case], scope: Scope) -> None:
        for case in cases:
            classes = (one for one in ast.walk(case.pattern) if isinstance(one, ast.MatchClass))
            parts = [attribute(name) for one in classes for name in one.kwd_attrs]
            for one in ast.walk(case.pattern):
                name = one.rest if isinstance(one, ast.MatchMapping) else getattr(one, "name", None)
                if name:
                    self.bind(ast.Name(name, ast.Store()), self._any_of([subject, *parts]), scope)
            if case.guard is not None:
                self.value(case.guard, scope)
            self._body(case.body, scope)

    def _parts(self, node: ast.AST, scope: Scope) -> None:
        """The ways of all that is in a statement of any other kind."""
        if isinstance(node, ast.ExceptHandler) and node.name:
            self._may_have_any(scope.variable(node.name))
        for one in ast.iter_child_nodes(node):
            if isinstance(one, ast.stmt):
                self._statement(one, scope)
            elif isinstance(one, ast.expr):
                self.value(one, scope)
            elif isinstance(one, ast.ExceptHandler):
                self._parts(one, scope)

    def is_plain_object(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression is ``self`` in a class of which the document shows all: others read no attribute."""
        return isinstance(node, ast.Name) and scope.variable(node.id) in self._plain


def _defined_or_shared(node: ast.AST) -> Iterator[str]:
    """The names that a node defines, imports, gives a value within an expression, or declares to be those of all."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield (other or name).partition(".")[0]
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names
        case ast.NamedExpr(target=ast.Name(id=name)):
            yield name


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


def _read(target: ast.expr) -> ast.expr:
    """The expression that reads what a statement assigns to."""
    match target:
        case ast.Attribute(value=value, attr=name):
            return ast.Attribute(value, name, ast.Load())
        case ast.Subscript(value=value, slice=key):
            return ast.Subscript(value, key, ast.Load())
        case ast.Name(id=name):
            return ast.Name(name, ast.Load())
    return target
