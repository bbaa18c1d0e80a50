"""Where values go by calls: into the parameters of the document's functions, and wherever other functions may put them.

A function that the document does not show may put any argument into any other, and may call any function of the
document that is handed to something. What is known of functions of Python and of libraries narrows that.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lastdigit.base.rule import Rule
from lastdigit.source.flow_graph import FlowGraph, Place
from lastdigit.source.python_source import name_of
from lastdigit.source.scopes import Function as Definition
from lastdigit.source.scopes import Scope, Variable, attribute
from lastdigit.source.vocabulary import COMPUTE, DRAW, GROW, HOLD, KEEP, SHOW

_CALL_BACK = frozenset(("map", "filter", "sorted", "max", "min"))
"""Functions of Python that call one which they are given."""
_BUILTINS = frozenset(dir(builtins)) - _CALL_BACK
_LEAVE_THEIR_OWNER = frozenset(("apply", "map", "applymap", "transform", "agg", "aggregate", "pipe", "assign", "merge"))
"""Methods whose value is new, so that what they are given is not put into what they belong to."""
_LEAVE_THEIR_ARGUMENTS = GROW | frozenset(("fit", "predict", "transform", "fit_transform", "score", "isin", "merge"))
"""Methods that put nothing into what they are given."""
_CHANGE_ARGUMENTS = frozenset(("copyto", "put", "place", "putmask", "heappush", "heappushpop", "insort", "setitem"))
"""Functions of modules that put an argument into another."""
_FILL_THE_LAST = frozenset(
    ("round", "around", "rint", "floor", "ceil", "trunc", "fix", "add", "subtract", "multiply", "divide", "true_divide")
)
"""Functions of NumPy to which an array for the result may be given last."""
WRITES = Rule(r"^(?:write|dump|save|to_)|(?:save|dump)$", "a function may write a file", "to_csv", "rewrite")
READS = Rule(r"^(?:read|load|open|gen|input|from)|load$", "a function may read a file", "read_csv", "spread")
_FILES, _GIVEN, _TAKEN = "files", "what a call is given", "what a function may be given"
_MOST_CALLED_BACK = 20_000
"""Limit of the calls that may enter functions which they have at hand, each counted for each function."""


class Given(NamedTuple):
    """An argument of a call: its value, its name if it has one, and whether it stands for several."""

    place: Place
    name: str | None
    is_spread: bool


class Call(NamedTuple):
    """A call: the place of its function, of what that belongs to and of its value, and its arguments.

    ``root`` is the variable at the root of the path of its function.
    """

    node: ast.Call
    callee: Place
    owner: Place | None
    given: Sequence[Given]
    result: Place
    root: Variable | None

    @property
    def name(self) -> str:
        """The name of the function, or of the method."""
        return name_of(self.node.func)

    @property
    def places(self) -> Sequence[Place]:
        """The places of all that takes part: the function, what it belongs to, and the arguments."""
        return *(one for one in (self.callee, self.owner) if one is not None), *(one.place for one in self.given)

    @property
    def passed(self) -> Sequence[Place]:
        """The places of what the function may pass on to others: arguments, an owner, and what the function holds."""
        is_method = isinstance(self.callee, Variable) and self.callee.is_attribute
        return self.places[1:] if is_method else self.places

    @property
    def filled(self) -> Iterator[Place]:
        """The arguments that get the result, as ``np.round(x, 2, out=y)`` and ``np.round(x, 2, y)`` give it to y."""
        yield from (one.place for one in self.given if one.name == "out")
        if self.name in _FILL_THE_LAST:
            yield from [one.place for one in self.given if one.name is None][-1:]

    @property
    def changes_its_owner(self) -> bool:
        """Whether a method gives what it belongs to its result, as ``x.mul_(2)`` does."""
        return self.owner is not None and self.name.endswith("_") and not self.name.startswith("_")


class Function(NamedTuple):
    """A function of the document: its parameters, those that take any number of arguments, and what it returns."""

    ordered: Sequence[Variable]
    named: Sequence[Variable]
    others: Sequence[Variable]
    returns: Place

    @classmethod
    def of(cls, node: Definition, inside: Scope, returns: Place) -> Function:
        """The function whose variables are those of the scope ``inside``."""
        given = node.args
        ordered = [inside.variable(one.arg) for one in (*given.posonlyargs, *given.args)]
        named = [inside.variable(one.arg) for one in given.kwonlyargs]
        others = [inside.variable(one.arg) for one in (given.vararg, given.kwarg) if one is not None]
        return cls(ordered, named, others, returns)

    @property
    def parameters(self) -> Sequence[Variable]:
        """All of its parameters."""
        return *self.ordered, *self.named, *self.others

    def taking(self, given: Sequence[Given], skipped: int) -> Iterator[tuple[Variable, Place]]:
        """The parameters, each with an argument that it may get; a method's first one is skipped."""
        ordered = self.ordered[skipped:]
        for at, one in enumerate(given):
            if one.is_spread:
                yield from ((parameter, one.place) for parameter in self.parameters)
            elif one.name is not None:
                named = [each for each in (*ordered, *self.named) if each.name == one.name]
                yield from ((parameter, one.place) for parameter in named or self.others)
            elif at < len(ordered) and not any(each.is_spread for each in given[:at]):
                yield ordered[at], one.place
            else:
                yield from ((parameter, one.place) for parameter in (*ordered, *self.others))


class Handed(NamedTuple):
    """A function that something else may call, and the place that has it, or an object with it."""

    function: Function
    place: Place


class Functions(NamedTuple):
    """What is known of the functions and classes of a document once all of its statements are read.

    ``named``: the functions by their variables. ``classes``: those that make the objects of each class. ``methods``:
    the identities of functions whose first parameter is an object. ``imported``: variables that only imports give a
    value. ``given``: those that statements give one otherwise than by a definition.
    """

    named: Mapping[Variable, Sequence[Function]]
    classes: Mapping[Variable, Sequence[Function]]
    methods: frozenset[int]
    imported: frozenset[Variable]
    given: frozenset[Variable]


class CallsFollowed:
    """The ways of values through calls, added to a graph."""

    def __init__(self, graph: FlowGraph, functions: Functions) -> None:
        self._graph, self._functions = graph, functions
        self._others: list[Call] = []
        self._called_back = 0

    def follow(self, call: Call) -> None:
        """Add where the values of a call go."""
        graph = self._graph
        graph.moves(call.callee, call.result)
        own = self._functions.named.get(call.callee, ()) if isinstance(call.callee, Variable) else ()
        is_class = call.callee in self._functions.classes
        for function in (*own, *(self._makes(call) if is_class else ())):
            self._enter(call, function)
        is_known = isinstance(call.node.func, ast.Name) and bool(own or is_class)
        if not is_known or call.callee in self._functions.given:
            self._leave(call, is_shown=not own)
        for place in (*call.filled, *([call.owner] if call.changes_its_owner else ())):
            graph.may_change(call.result, place)

    def hand_over(self, handed: Sequence[Handed]) -> None:
        """Add the ways into functions that a call of another one has at hand, and may call.

        Raises RecursionError if there are too many.
        """
        marks: dict[Place, int] = {}
        for number, one in enumerate(handed):
            marks[one.place] = marks.get(one.place, 0) | 1 << number
            for parameter in one.function.parameters:
                self._graph.is_any_of(parameter, (_TAKEN, id(one.function)))
        for call in self._others:
            for place in call.passed:
                self._graph.is_any_of((_GIVEN, id(call)), place)
        entered = [0] * len(self._others)
        is_new = bool(handed)
        while is_new:
            is_new = False
            holders = self._graph.holders(marks)
            for at, call in enumerate(self._others):
                at_hand = 0
                for place in call.places:
                    at_hand |= holders.get(place, 0)
                new = at_hand & ~entered[at]
                entered[at] |= new
                is_new = is_new or bool(new)
                for number, one in enumerate(handed) if new else ():
                    if new >> number & 1:
                        self._call_back(call, one.function)

    def _call_back(self, call: Call, function: Function) -> None:
        self._called_back += 1
        if self._called_back > _MOST_CALLED_BACK:
            raise RecursionError
        self._graph.is_any_of((_TAKEN, id(function)), (_GIVEN, id(call)))

    def _makes(self, call: Call) -> Sequence[Function]:
        """What makes an object of a class: its own ``__init__``, or that of another which puts anything into it."""
        self._graph.is_same(call.result, call.callee)
        own = self._functions.classes[call.callee] if isinstance(call.callee, Variable) else ()
        for one in () if own else call.given:
            self._graph.is_put_into(one.place, call.callee)
        return own or self._functions.named.get(attribute("__init__"), ())

    def _enter(self, call: Call, function: Function) -> None:
        """The ways into a function of the document, and out of it."""
        graph = self._graph
        skips = [int(id(function) in self._functions.methods)]
        if call.owner in self._functions.classes:
            skips.append(0)
        for skipped in skips:
            for parameter, place in function.taking(call.given, skipped):
                relate = graph.is_any_of if parameter in function.others else graph.is_same
                relate(parameter, place)
        graph.is_same(call.result, function.returns)

    def _leave(self, call: Call, *, is_shown: bool) -> None:
        """The ways through a function that is not the document's, or may not be."""
        graph, name, places = self._graph, call.name, [one.place for one in call.given]
        is_global = isinstance(call.node.func, ast.Name) and self._is_free(call.callee)
        is_other = is_shown and (is_global or call.owner is not None)
        if is_other and (name in SHOW | COMPUTE or (call.root is not None and call.root.name in DRAW)):
            for place in (*places, call.owner):
                graph.moves(place, call.result)
            self._write(places, [one.place for one in call.given if one.name == "file"])
            return
        for place in (*places, *([] if call.owner is None else [call.owner])):
            graph.is_any_of(call.result, place)
        if is_global and name in _BUILTINS:
            if READS.search(name):
                graph.moves(_FILES, call.result)
            return
        if is_other and name in HOLD | KEEP:
            return
        self._others.append(call)
        if READS.search(name):
            graph.moves(_FILES, call.result)
        if WRITES.search(name):
            for place in (*places, *([] if call.owner is None else [call.owner])):
                graph.moves(place, _FILES)
        self._mix(call, places, is_global=is_global)

    def _write(self, places: Sequence[Place], files: Sequence[Place]) -> None:
        """The ways of what is printed to a file."""
        for place in places if files else ():
            self._graph.moves(place, _FILES)
            for file in files:
                self._graph.is_put_into(place, file)

    def _mix(self, call: Call, places: Sequence[Place], *, is_global: bool) -> None:
        """The ways of arguments into each other, and into what a method belongs to."""
        graph, name = self._graph, call.name
        is_method = call.owner is not None and call.root not in self._functions.imported
        if is_method and name not in _LEAVE_THEIR_OWNER:
            for place in places:
                graph.is_put_into(place, call.owner)
        if name not in _LEAVE_THEIR_ARGUMENTS:
            for place in places:
                graph.may_change(call.callee if call.owner is None else call.owner, place)
        if (is_global or call.owner is not None) and name not in _CHANGE_ARGUMENTS:
            return
        for place in places:
            for other in places:
                if other != place:
                    graph.may_change(place, other)

    def _is_free(self, callee: Place) -> bool:
        """Whether it is a variable that only imports, or nothing, give a value."""
        return isinstance(callee, Variable) and callee.is_global and callee not in self._functions.given
