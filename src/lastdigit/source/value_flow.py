"""Where the values in the sources of a document go, through names, attributes, items, calls and files.

Nothing is executed. The order of cells and of statements is not regarded, and what no source shows may do anything with
what it is given, so that a value which comes to a place in any run is found there.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from lastdigit.source.flow_graph import Place
from lastdigit.source.flow_of_calls import CallsFollowed, Functions, Handed
from lastdigit.source.flow_of_functions import FunctionsFollowed, Unpacked
from lastdigit.source.flow_of_values import BUILT_IN, OF_A_MODULE, Step
from lastdigit.source.given_first import given_first
from lastdigit.source.marked_values import Mark, Marks, done_by
from lastdigit.source.scopes import Scope, Variable, attribute
from lastdigit.source.syntax import spelled
from lastdigit.source.unseen import ROUND_NOTHING
from lastdigit.source.vocabulary import COMPUTE

_OPERATE = COMPUTE | frozenset(("sum", "pow", "divmod"))
"""Functions that use operators on what they are given, and hand it to no other function."""


class Unread(NamedTuple):
    """The names in a source that is no Python, and whether it may give them a value that is looked for."""

    names: Sequence[str]
    is_marked: bool


class ValueFlow(FunctionsFollowed):
    """The places of a document, and how values go from one to another; ``marks`` says which values are looked for.

    Raises RecursionError for an expression that is too deep.
    """

    def __init__(self, trees: Iterable[ast.Module], unread: Iterable[Unread], marks: Marks) -> None:
        super().__init__(marks)
        self._modules: set[Variable] = set()
        self._packages: dict[Variable, set[str]] = {}
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

    def sought(self) -> Iterator[Place]:
        """The places that may hold what is looked for."""
        holding = self.graph.holding()
        by_alias = (Step(one.result, one.places, done_by(holding.get(one.callee, 0))) for one in self._calls)
        filled = (Step(name, [name], Mark.SCALED) for name in self._arrays if name in self._changed | self._grown)
        for step in (*self._steps, *by_alias, *filled):
            if step.marks and any(holding.get(one, 0) & step.marks for one in step.sources):
                self.graph.mark(step.place, Mark.SOUGHT)
        return (place for place, marks in self.graph.holding().items() if marks & Mark.SOUGHT)

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
            self.graph.mark(place, Mark.SOUGHT)

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
