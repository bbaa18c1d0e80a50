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
from lastdigit.source.marked_values import Marks
from lastdigit.source.python_source import name_of
from lastdigit.source.scopes import Function as Definition
from lastdigit.source.scopes import Scope, Variable, attribute
from lastdigit.source.vocabulary import COMPUTE, DRAW, GROW, HOLD, KEEP, SHOW

_BUILTINS = frozenset(dir(builtins))
_FOR_EACH, _IN_ORDER = frozenset(("map", "filter")), frozenset(("sorted", "max", "min"))
"""Functions of Python that call another one: for each item, and to order them if they are told by a key."""
_LEAVE_THEIR_OWNER = frozenset(("apply", "map", "applymap", "transform", "agg", "aggregate", "pipe", "assign", "merge"))
"""Methods whose value is new, so that what they are given is not put into what they belong to."""
_LEAVE_THEIR_ARGUMENTS = GROW | frozenset(("fit", "predict", "transform", "fit_transform", "score", "isin", "merge"))
"""Methods that put nothing into what they are given."""
WRITES = Rule(
    r"^(?:write|dump|save|to_|mkdir|makedirs|open|rename)|(?:save|dump)$",
    "a function may write a file",
    "to_csv",
    "rewrite",
)
READS = Rule(
    r"^(?:read|load|open|gen|input|from|getvalue|getenv)|load$", "a function may read a file", "read_csv", "spread"
)
_EXECUTE = frozenset(("execute", "executemany", "executescript", "sql"))
"""Methods that execute a text, which may change what they belong to."""
_FILES, _GIVEN, _TAKEN = "files", "what a call is given", "what a function may be given"
_MOST_ARGUMENTS, _MOST_HANDED, _MOST_CALLED_BACK = 200, 300, 20_000
"""Limits: arguments of a call, functions that others may call, and calls that may enter one, counted for each."""


class Given(NamedTuple):
    """An argument of a call: its value, its name if it has one, and whether it stands for several."""

    place: Place
    name: str | None
    is_spread: bool


class Call(NamedTuple):
    """A call: the place of its function, of what that belongs to and of its value, and its arguments.

    ``root`` is the variable at the root of the path of its function. ``own``: a copy of its function that no other call
    runs; None without one.
    """

    node: ast.Call
    callee: Place
    owner: Place | None
    given: Sequence[Given]
    result: Place
    root: Variable | None
    own: Function | None = None

    @property
    def name(self) -> str:
        """The name of the function, or of the method."""
        return name_of(self.node.func)

    @property
    def draws(self) -> bool:
        """Whether it shows, draws or logs what it is given, and computes nothing of it."""
        is_drawn = self.root is not None and self.root.name in DRAW and self.name not in DRAW
        return is_drawn or self.name in ("tqdm", "pbar")

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
    def ordered(self) -> Sequence[Place]:
        """The arguments without a name; to the last of them a function of NumPy may write, as in ``np.exp(x, y)``."""
        return [one.place for one in self.given if one.name is None]

    @property
    def filled(self) -> Iterator[Place]:
        """What gets the result: ``y`` in ``np.round(x, 2, out=y)``, ``x`` in ``x.mul_(2)``."""
        yield from (one.place for one in self.given if one.name == "out")
        is_changed = self.name.endswith("_") or any(one.name == "inplace" for one in self.given)
        if self.owner is not None and is_changed and not self.name.startswith("_"):
            yield self.owner


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
    the identities of functions whose first parameter is an object. ``packages``: those from which variables are
    imported. ``given``: variables that statements give a value otherwise than by a definition.
    """

    named: Mapping[Variable, Sequence[Function]]
    classes: Mapping[Variable, Sequence[Function]]
    methods: frozenset[int]
    packages: Mapping[Variable, frozenset[str]]
    given: frozenset[Variable]


class CallsFollowed:
    """The ways of values through calls, added to a graph."""

    def __init__(self, graph: FlowGraph, functions: Functions, marks: Marks) -> None:
        self._graph, self._functions, self._marks = graph, functions, marks
        self._others: list[Call] = []
        self._called_back = 0
        self._defined = frozenset((*functions.named, *functions.classes))

    def follow(self, call: Call) -> None:
        """Add where the values of a call go; raises RecursionError for a call with too many arguments."""
        if len(call.given) > _MOST_ARGUMENTS:
            raise RecursionError
        graph = self._graph
        if call.own is None:
            graph.moves(call.callee, call.result)
        own = self._functions.named.get(call.callee, ()) if isinstance(call.callee, Variable) else ()
        own = own if call.own is None else [call.own]
        is_class = call.callee in self._functions.classes
        for function in (*own, *(self._makes(call) if is_class else ())):
            self._enter(call, function)
        is_known = isinstance(call.node.func, ast.Name) and bool(own or is_class)
        if not is_known or call.callee in self._functions.given:
            self._leave(call, is_shown=not own)
        for place in call.filled:
            graph.may_change(call.result, place)
        if call.owner is not None and call.name in _EXECUTE:
            graph.is_put_into(call.result, call.owner)

    def hand_over(self, handed: Sequence[Handed]) -> None:
        """Add the ways into functions that a call of another one has at hand, and may call.

        Raises RecursionError if there are too many.
        """
        if len(handed) > _MOST_HANDED:
            raise RecursionError
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
        owners = [] if call.owner is None else [call.owner]
        is_other = is_shown and (self._is_of_python(call) or call.owner is not None)
        if self._asks_a_person(call) or (is_other and self._keeps_nothing(call)):
            return
        if is_other and name in SHOW | COMPUTE:
            for place in (*places, *owners):
                graph.moves(place, call.result)
            self._write(call)
            for place in call.ordered[:-1] if name in COMPUTE else ():
                graph.may_change(place, call.ordered[-1])
            return
        if isinstance(call.node.func, ast.Attribute) and isinstance(call.node.func.value, ast.Constant):
            for place in (*places, *owners):
                graph.moves(place, call.result)
            return
        for place in (*places, *owners):
            graph.is_any_of(call.result, place)
        if READS.search(name):
            graph.moves(_FILES, call.result)
        if WRITES.search(name):
            for place in (*places, *owners):
                graph.moves(place, _FILES)
        is_builtin = self._is_of_python(call) and name in _BUILTINS and not owners
        if is_other and not _calls_back(call) and (name in HOLD | KEEP or is_builtin):
            return
        if not call.draws:
            self._others.append(call)
        self._mix(call, places)

    def _write(self, call: Call) -> None:
        """The ways of what is printed to a file, which may be among other arguments."""
        files = [
            one.place for one in call.given if one.name in ("file", "stream", None) and (one.name or one.is_spread)
        ]
        files += [one.place for one in call.given[1:] if call.name == "pprint"]
        for one in call.given if files else ():
            self._graph.moves(one.place, _FILES)
            for file in files:
                self._graph.may_change(one.place, file)

    def _mix(self, call: Call, places: Sequence[Place]) -> None:
        """The ways of arguments into each other, and into what a method belongs to."""
        graph, name, is_of_python = self._graph, call.name, self._is_of_python(call)
        owner = call.callee if call.owner is None else call.owner
        if (not is_of_python or name in GROW) and name not in _LEAVE_THEIR_OWNER:
            for place in places:
                graph.is_put_into(place, owner)
        if call.draws or (name in _LEAVE_THEIR_ARGUMENTS and not is_of_python):
            return
        for place in call.ordered[1:][-1:] if is_of_python else ():
            graph.may_change(call.result, place)
        for place in places:
            graph.may_change(owner, place)
            for other in places if is_of_python or call.owner is None else ():
                if other != place:
                    graph.may_change(place, other)

    def _keeps_nothing(self, call: Call) -> bool:
        packages = self._functions.packages.get(call.root, frozenset()) if call.root is not None else frozenset()
        return self._marks.keeps_nothing(call.node, packages, is_method=call.owner is not None)

    def _asks_a_person(self, call: Call) -> bool:
        """Whether a call gives what a person types, or what an expression is worth which a person types."""
        is_asking = (call.name == "input" and self._marks.asks_persons) or self._marks.is_typed(call.node)
        return call.owner is None and self._is_of_python(call) and is_asking

    def _is_of_python(self, call: Call) -> bool:
        """Whether it calls a function of Python, or of what is imported."""
        return call.root is not None and call.root.is_global and call.root not in self._functions.given | self._defined


def _calls_back(call: Call) -> bool:
    """Whether a function of Python calls one that it is given: for each item, or as the key of an order."""
    is_told = any(one.name == "key" or (one.name is None and one.is_spread) for one in call.given)
    return call.name in _FOR_EACH or (call.name in _IN_ORDER and is_told)
