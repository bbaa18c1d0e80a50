"""Whether a source shows that an expression is computed: by a call, by arithmetic, or from what is.

This looks for evidence. An expression without any may be a result as well: a number that a module of its own holds, a
parameter of an unseen call. Nothing is executed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

from lastdigit.document import Passage
from lastdigit.source.counted_values import (
    counts_on,
    follows_from_counter,
    is_a_grid,
    is_a_step,
    is_literal,
    is_moved_literal,
    is_of_constant_arrays,
    is_of_literals,
)
from lastdigit.source.format_specs import IN_PERCENT
from lastdigit.source.given_names import gives_attributes
from lastdigit.source.given_values import returned
from lastdigit.source.item_keys import (
    Keys,
    column_at,
    giving,
    item_at,
    key_given,
    keys_assigned,
    part_given,
    values_returned,
    with_key,
)
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import expression_of, names_in, spelled
from lastdigit.source.unseen_objects import has_defaults, is_imported, is_unseen_class, is_unseen_object

_DEEPEST, _MOST_FOLLOWED = 24, 400
"""Limits of the search, so that it ends soon also where names are made of many items of each other."""
_SAME = (
    frozenset(("int", "float", "complex", "bool", "str", "repr", "format", "round", "Decimal", "Fraction"))
    | frozenset(
        (
            "list",
            "tuple",
            "set",
            "dict",
            "deque",
            "OrderedDict",
            "iter",
            "zip",
            "enumerate",
            "reversed",
            "sorted",
            "items",
            "keys",
            "values",
            "get",
        )
    )
    | frozenset(("array", "asarray", "asmatrix", "tensor", "as_tensor", "Tensor", "constant", "Variable", "matrix"))
    | frozenset(("Series", "DataFrame", "from_dict", "from_records", "fromkeys", "_asdict"))
    | frozenset(("set_index", "reset_index", "rename", "set_axis", "drop", "sort_values", "sort_index"))
    | frozenset(("head", "tail", "copy", "deepcopy", "clone", "detach", "cpu", "cuda", "numpy"))
    | frozenset(("item", "tolist", "to_numpy", "astype", "to", "reshape", "transpose", "flatten", "ravel", "view"))
    | frozenset(("squeeze", "unsqueeze", "meshgrid", "print", "display", "split", "rsplit", "strip", "replace", "join"))
    | frozenset(("product", "permutations", "combinations", "combinations_with_replacement"))
    | frozenset(("upper", "lower", "ljust", "rjust", "center", "zfill"))
)
"""Functions and methods that give the numbers of their arguments, or of what they belong to."""
_NO_RESULTS = frozenset(("input", "raw_input", "getenv", "range", "xrange")) | frozenset(
    ("arange", "linspace", "logspace", "zeros", "ones", "eye", "full", "empty", "empty_like")
)
"""Functions whose numbers are typed, counted, constant, or whatever stands in memory."""
_JOINS = frozenset(("concat", "merge"))
"""Functions of pandas that give the columns of their arguments."""
_PROPERTIES = frozenset(("shape", "size", "ndim", "grad"))
_OF_THE_SAME_ITEMS = frozenset(("T", "values", "loc", "iloc", "at", "iat"))
_MODULES = frozenset(("np", "numpy", "torch", "tf", "pd", "jnp", "math", "cmath", "jax", "plt", "scipy", "sp", "copy"))
_SCALES = frozenset((1, 60, 100, 1000, 1024, 3600, 10**6, 10**9))
_SHORTER = frozenset(("float32", "float16", "bfloat16"))


def is_computed(expression: str, source: Passage, reached: ReachedSource, *, otherwise: bool = False) -> bool:
    """Whether an expression in ``source`` is computed, there or where its names get their values.

    ``otherwise``: the answer for an expression with names that no source assigns.

    >>> from lastdigit.document import Cell, Passage
    >>> from lastdigit.source.reached_source import ReachedSource
    >>> source = Passage("size = 3\\nloss = evaluate(model)", 1)
    >>> reached = ReachedSource([Cell(1, None, source, ())])
    >>> is_computed("loss", source, reached), is_computed("size", source, reached)
    (True, False)
    """
    node = expression_of(expression.removesuffix(IN_PERCENT).lstrip("*"))
    if node is None:
        return False
    around = reached.within(source)
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    has_unknown_names = not names <= around.definitions.keys()
    return (otherwise and has_unknown_names) or _Trace(around).shows(node, _DEEPEST)


_Item: TypeAlias = "tuple[str, str, Keys]"
"""The function in which a name is followed, "" outside of all, the name, and the keys."""


class _Trace:
    """The search for a computation behind an expression; what a name holds under the same keys is followed once.

    ``keys`` lead from the value of a node to the item that is asked for: those of the subscripts around the node.
    """

    def __init__(self, reached: ReachedSource, scope: str = "", followed: set[_Item] | None = None) -> None:
        self._reached, self._scope = reached, scope
        self._followed: set[_Item] = set() if followed is None else followed

    def shows(self, node: ast.AST, depth: int, keys: Keys = ()) -> bool:
        """Whether ``node``, or its item at ``keys``, is computed."""
        if not depth:
            return False
        if isinstance(node, ast.Call):
            return self._called(node, depth - 1, keys)
        if isinstance(node, ast.BinOp):
            return self._operates(node, depth - 1)
        if isinstance(node, (ast.Compare, ast.BoolOp, ast.Lambda)):
            return True
        if isinstance(node, ast.Attribute):
            return node.attr in _PROPERTIES or self._attribute(node, depth - 1, keys)
        if isinstance(node, ast.Name):
            return self._named(node.id, depth - 1, keys)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            return self._comprehends(node.elt, node.generators, depth - 1, keys)
        if isinstance(node, ast.DictComp):
            return self._comprehends(node.value, node.generators, depth - 1, keys[1:])
        if isinstance(node, ast.Subscript):
            return self.shows(node.value, depth - 1, with_key(node, keys)) or self._finds(node.slice, depth - 1)
        if isinstance(node, (ast.Constant, ast.FunctionDef)):
            return isinstance(node, ast.FunctionDef)
        item = item_at(node, keys[0]) if keys else None
        if item is not None:
            return self.shows(item, depth - 1, keys[1:])
        return any(self.shows(inner, depth - 1, keys) for inner in _values(node))

    def _finds(self, at: ast.expr, depth: int) -> bool:
        """Whether the place of an item is computed, as by ``argmax``."""
        return isinstance(at, (ast.Name, ast.Call, ast.Subscript)) and self.shows(at, depth)

    def _called(self, call: ast.Call, depth: int, keys: Keys) -> bool:
        name = name_of(call.func)
        if name in _NO_RESULTS or (isinstance(call.func, ast.Attribute) and name_of(call.func.value) == "environ"):
            return False
        makes_an_object = self._is_a_class(name) and not self._is_a_method(call.func)
        if name not in _SAME and not makes_an_object and not (keys and name in _JOINS):
            return self._returns(call, depth, keys)
        if _rounds_to_a_shorter_dtype(call):
            return True
        if (column := column_at(call, keys)) is not None:
            return self.shows(column[0], depth, column[1])
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if owner is not None and is_unseen_object(owner, self._reached):
            return True
        given = [*call.args, *(one.value for one in call.keywords)]
        if name == "fromkeys":
            given, owner = given[1:], None
        if owner is not None and not (isinstance(owner, ast.Name) and owner.id in _MODULES):
            given.append(owner)
        return any(self.shows(one, depth, keys) for one in given)

    def _returns(self, call: ast.Call, depth: int, keys: Keys) -> bool:
        """Whether a call returns what is computed, as those of unseen functions do, or passes on what it is given."""
        name = name_of(call.func)
        if keys and self._returns_a_grid(name, keys[0]):
            return False
        functions = self._reached.definitions.get(name, ())
        if not functions or any(map(_decides, functions)):
            return True
        given = (*call.args, *(one.value for one in call.keywords))
        return (
            self._is_new(f"{name}()", keys) and any(self._gives_back(one, depth, keys) for one in functions)
        ) or any(self.shows(one, depth) for one in given)

    def _gives_back(self, function: ast.stmt, depth: int, keys: Keys) -> bool:
        """Whether what a function returns is computed, with its names as they are within it."""
        source = Passage(spelled(function), 1)
        within = _Trace(self._reached.within(source), source.text, self._followed)
        return any(within.shows(value, depth, keys) for value in returned(function) if value is not None)

    def _is_new(self, name: str, keys: Keys) -> bool:
        """Whether a name was not yet followed under these keys, and more may be followed."""
        item = self._scope, name, keys
        if item in self._followed or len(self._followed) == _MOST_FOLLOWED:
            return False
        self._followed.add(item)
        return True

    def _is_a_class(self, name: str) -> bool:
        """Whether a call with this name makes an object, whose numbers are those that it was given."""
        return is_unseen_class(name, self._reached) or any(
            isinstance(one, ast.ClassDef) for one in self._reached.definitions.get(name, ())
        )

    def _is_a_method(self, called: ast.expr) -> bool:
        """Whether it belongs to an object that a statement names, as in ``mol.GetNumAtoms``, and to no module."""
        owner = called.value if isinstance(called, ast.Attribute) else None
        return isinstance(owner, ast.Name) and not is_imported(self._reached.definitions.get(owner.id, ()))

    def _operates(self, node: ast.BinOp, depth: int) -> bool:
        """Whether it is arithmetic of numbers: no text put together, no percentage, no list joined, no step."""
        sides = (node.left, node.right)
        if is_a_step(node, self._reached) or is_moved_literal(node, self._reached):
            return False
        if any(_is_text(side) for side in sides):
            return any(self.shows(side, depth) for side in sides)
        if is_of_constant_arrays(node):
            return False
        repeated = [one for one in sides if self._is_a_list(one)] if isinstance(node.op, ast.Mult) else []
        if repeated:
            return self.shows(repeated[0], depth)
        if isinstance(node.op, (ast.Mult, ast.Div)) and isinstance(node.right, ast.Constant):
            return node.right.value not in _SCALES or self.shows(node.left, depth)
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.Constant):
            return node.left.value not in _SCALES or self.shows(node.right, depth)
        if isinstance(node.left, ast.Name) and counts_on(node, node.left.id, self._reached):
            return self.shows(node.left, depth)
        return not any(isinstance(side, (ast.List, ast.Tuple)) for side in sides) or any(
            self.shows(side, depth) for side in sides
        )

    def _is_a_list(self, node: ast.expr, depth: int = 4) -> bool:
        """Whether it is a list that the source writes out, or a part of one."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self._is_a_list(node.value, depth)
        if isinstance(node, ast.Name) and depth:
            return any(self._is_a_list(one, depth - 1) for one in self._reached.values_of(node.id))
        return isinstance(node, ast.List)

    def _attribute(self, node: ast.Attribute, depth: int, keys: Keys) -> bool:
        """Whether what has the attribute is computed, or what a statement gives to an attribute of this name.

        It is not where statements only set this attribute of this object to literals.
        """
        set_to = [value for one in self._reached.definitions.get(node.attr, ()) for value in _values_set(one, node)]
        if set_to and all(map(_is_written_out, set_to)):
            return False
        if has_defaults(node.value, self._reached):
            return False
        if is_unseen_object(node.value, self._reached) or self.shows(
            node.value, depth, keys if node.attr in _OF_THE_SAME_ITEMS else ()
        ):
            return True
        return self._is_new(f".{node.attr}", keys) and any(
            self._given(one, node.attr, depth, keys) if _is_of_an_object(one, node.attr) else _is_a_property(one)
            for one in giving(keys, self._reached.definitions.get(node.attr, ()))
        )

    def _returns_a_grid(self, function: str, place: str | int) -> bool:
        """Whether functions of this name return at a place of a tuple what is made of evenly spaced numbers."""
        given = self._reached.definitions.get(function, ())
        values = [value for one in given for value in values_returned(one, place)]
        return bool(values) and all(one is not None and self._makes_a_grid(one) for one in values)

    def _makes_a_grid(self, node: ast.expr) -> bool:
        """Whether it makes evenly spaced numbers, or begins a list of them, ``[start]``, or adds ``x[-1] + h``."""
        if isinstance(node, ast.Call):
            return name_of(node.func) in _NO_RESULTS
        if isinstance(node, ast.List):
            return all(isinstance(one, ast.Name) or is_literal(one) for one in node.elts)
        sides = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else ()
        return any(isinstance(one, ast.Subscript) for one in sides) and any(map(self._is_a_step_size, sides))

    def _is_a_step_size(self, node: ast.expr) -> bool:
        """Whether it is a literal, or a parameter that is only given literals and names."""
        given = self._reached.passed.get(node.id, ()) if isinstance(node, ast.Name) else ()
        is_only_passed = isinstance(node, ast.Name) and self._reached.is_only_passed(node.id)
        return is_literal(node) or (is_only_passed and all(isinstance(one, (ast.Constant, ast.Name)) for one in given))

    def _named(self, name: str, depth: int, keys: Keys) -> bool:
        if not self._is_new(name, keys):
            return False
        given = [one for one in self._reached.definitions.get(name, ()) if not gives_attributes(one)]
        passed = [] if given else [one for one in self._reached.passed.get(name, ()) if one is not None]
        return any(self._given(one, name, depth, keys) for one in giving(keys, given)) or any(
            self.shows(one, depth, keys) and not follows_from_counter(one, self._reached) for one in passed
        )

    def _given(self, statement: ast.stmt, name: str, depth: int, keys: Keys) -> bool:
        """Whether a statement gives a name something that is computed."""
        if isinstance(statement, ast.Assign):
            return self._assigned(statement, name, depth, keys[1:] if key_given(statement) in keys[:1] else keys)
        if isinstance(statement, ast.AugAssign):
            return bool(self._scope) or _is_more_than_counted(statement)
        if isinstance(statement, ast.For):
            if dict_keys := keys_assigned(statement.iter, self._reached.definitions):
                return any(self.shows(part_given(statement.target, one, name), depth) for one in dict_keys)
            over = part_given(statement.target, statement.iter, name)
            return not is_a_grid(over, self._reached) and self.shows(over, depth, keys)
        if isinstance(statement, ast.AnnAssign):
            return statement.value is not None and self.shows(statement.value, depth, keys)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            return any(
                self.shows(one, depth, keys) and not (isinstance(one, ast.BinOp) and self._makes_a_grid(one))
                for one in (*statement.value.args, *(given.value for given in statement.value.keywords))
            )
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            return True
        return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))

    def _assigned(self, statement: ast.Assign, name: str, depth: int, keys: Keys) -> bool:
        parts = [part_given(target, statement.value, name) for target in statement.targets]
        places = [_place_in(target, part, name) for target, part in zip(statement.targets, parts, strict=True)]
        return any(
            self.shows(part, depth, (*place, *keys))
            and not counts_on(part, name, self._reached)
            and not follows_from_counter(part, self._reached)
            and not (name.isupper() and is_of_literals(part))
            and not is_moved_literal(part, self._reached)
            for part, place in zip(parts, places, strict=True)
        )

    def _comprehends(self, item: ast.expr, generators: list[ast.comprehension], depth: int, keys: Keys) -> bool:
        if isinstance(item, (ast.BinOp, ast.Constant)):
            return isinstance(item, ast.BinOp)
        return self.shows(item, depth, keys) or any(self.shows(one.iter, depth) for one in generators)


def _rounds_to_a_shorter_dtype(call: ast.Call) -> bool:
    """Whether it makes an array of another one, with a dtype that rounds float64 numbers."""
    dtypes = [name_of(one.value) for one in call.keywords if one.arg == "dtype"]
    return len(call.args) == 1 and isinstance(call.args[0], ast.Name) and not _SHORTER.isdisjoint(dtypes)


def _place_in(target: ast.expr, value: ast.expr, name: str) -> Keys:
    """The place of a name among those to which the value of one call is assigned."""
    if not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(value, ast.Call):
        return ()
    return next(((at,) for at, one in enumerate(target.elts) if name in names_in(one)), ())


def _decides(statement: ast.stmt) -> bool:
    """Whether a function decides which of several literals it returns, or is none whose values are seen."""
    values = returned(statement)
    return None in values or (len(values) > 1 and any(value is not None and is_literal(value) for value in values))


def _is_more_than_counted(statement: ast.AugAssign) -> bool:
    """Whether it multiplies, divides or adds what is no literal, or counts something for each of several keys."""
    if isinstance(statement.value, ast.Constant):
        return isinstance(statement.target, ast.Subscript)
    return isinstance(statement.op, (ast.Div, ast.Mult, ast.Pow, ast.MatMult)) or not is_literal(statement.value)


def _is_of_an_object(statement: ast.stmt, name: str) -> bool:
    """Whether a statement gives something to an attribute of this name, or to what it holds."""
    if isinstance(statement, ast.Assign):
        return any(
            isinstance(one, ast.Attribute) and one.attr == name
            for target in statement.targets
            for one in ast.walk(target)
        )
    return isinstance(statement, (ast.Expr, ast.AugAssign))


def _values_set(statement: ast.stmt, attribute: ast.Attribute) -> Iterator[ast.expr]:
    """The value to which a statement sets an attribute of an object, if it does."""
    targets = statement.targets if isinstance(statement, ast.Assign) else ()
    if isinstance(statement, ast.Assign) and spelled(attribute) in map(spelled, targets):
        yield statement.value


def _is_written_out(node: ast.expr) -> bool:
    """Whether an expression has only literals, and calls that give the numbers of their arguments."""
    inner = list(ast.walk(node))
    calls = (name_of(one.func) for one in inner if isinstance(one, ast.Call))
    names = {one.id for one in inner if isinstance(one, ast.Name)}
    return _SAME.issuperset(calls) and names <= _MODULES | _SAME


def _is_a_property(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef) and bool(statement.decorator_list)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _values(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions within another that may be its value."""
    if isinstance(node, ast.Dict):
        return iter(node.values)
    if isinstance(node, (ast.List, ast.Tuple)):
        return (item for item in node.elts if not is_of_literals(item))
    if isinstance(node, ast.IfExp):
        return iter((node.body, node.orelse))
    if isinstance(node, ast.FormattedValue):
        return iter((node.value,))
    return (inner for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr))
