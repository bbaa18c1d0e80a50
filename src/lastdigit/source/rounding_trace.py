"""The search for a rounding behind an expression: through names, items, columns, functions and plain arithmetic."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from lastdigit.source.given_values import returned
from lastdigit.source.item_keys import Keys, column_at, giving, item_at, key_given, part_given, with_key
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource, gives_attributes
from lastdigit.source.rounded_numbers import (
    UNBOUNDED,
    UNKNOWN,
    Rounding,
    coarser,
    coarsest,
    may_move,
    of_function,
    of_operation,
)
from lastdigit.source.rounding_calls import CUT, ROUND, formatted, given_as, rounded_by, stated, told
from lastdigit.source.shown_floats import rounds
from lastdigit.source.syntax import names_in, spelled
from lastdigit.source.written_rows import number_written

_SUMMARISES = frozenset(("summary", "compare"))
"""Functions of ArviZ that round to the decimals of ``round_to``; that of others may count digits."""
_SHOWS = frozenset(("array_str", "array2string", "array_repr"))
_KEEP = (
    frozenset(("numpy", "detach", "cpu", "clone", "tolist", "item", "copy", "to_numpy", "to_list", "to_frame"))
    | frozenset(("squeeze", "reshape", "view", "flatten", "ravel", "transpose", "astype", "stack", "unstack"))
    | frozenset(("head", "tail", "sample", "nlargest", "nsmallest", "sort_values", "sort_index", "drop", "dropna"))
    | frozenset(("reset_index", "set_index", "rename", "groupby", "rolling", "resample", "fillna", "pivot", "melt"))
)
"""Methods whose value has numbers of what they belong to, or groups of them."""
_TURN = frozenset(("T", "mT", "transpose", "stack", "unstack", "pivot", "melt", "to_frame", "describe"))
"""What makes rows of columns."""
_HOLD = (
    frozenset(("array", "asarray", "list", "tuple", "sorted", "Series", "DataFrame", "tensor", "dict", "tabulate"))
    | frozenset(("concatenate", "hstack", "vstack", "column_stack", "stack", "concat", "append", "cat"))
    | frozenset(("unique", "sort", "flip", "tile", "repeat", "diag", "where", "nan_to_num", "transpose"))
)
"""Functions whose value has the items of their arguments."""
_TEXTS = frozenset(("str", "repr"))
_GO_OVER = frozenset(("apply", "map", "applymap", "transform", "agg", "aggregate"))
"""Methods, and one function, that call what they are given for each number or column."""
_COMPUTE = frozenset(("np", "numpy", "scipy", "stats", "linalg", "math", "statistics", "signal", "jnp", "torch"))
"""Modules whose other functions compute what may be off by any amount."""
_KEEP_ATTRIBUTES = frozenset(("T", "values", "data", "mT", "loc", "iloc", "at", "iat"))
_NEW = frozenset(("zeros", "ones", "empty", "zeros_like", "ones_like", "empty_like", "full", "dict", "list"))
_DEEPEST, _MOST_FOLLOWED = 20, 2000
"""Limits of a search, so that it ends soon also where names are made of many items of each other."""


def traced(reached: ReachedSource, node: ast.expr, keys: Keys = ()) -> Rounding | None:
    """The rounding of an expression, or of its item at ``keys``, as far as the source is plain; None without one."""
    return _Trace(reached).of(node, _DEEPEST, keys)


class _Trace:
    """One search; each name is followed once under the same keys."""

    def __init__(self, reached: ReachedSource) -> None:
        self._reached = reached
        self._known: dict[tuple[str, Keys], Rounding | None] = {}
        self._following: list[ast.stmt] = []
        self._followed_so_far = 0

    def of(self, node: ast.expr, depth: int, keys: Keys = ()) -> Rounding | None:
        """The rounding of an expression, or of its item at ``keys``; None if there is none."""
        self._followed_so_far += 1
        if depth == 0 or self._followed_so_far > _MOST_FOLLOWED:
            return None
        text = formatted(node)
        if text is not None:
            inner = self.of(text.value, depth - 1)
            return inner if text.decimals is None else coarser(inner, Rounding(text.decimals))
        match node:
            case ast.Call():
                return self._called(node, depth - 1, keys)
            case ast.Subscript(value=value):
                return self.of(value, depth - 1, with_key(node, keys))
            case ast.Attribute():
                return self._attribute(node, depth - 1, keys)
            case ast.BinOp():
                return self._operation(node, depth - 1, keys)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=value):
                return self.of(value, depth - 1, keys)
            case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value):
                is_row = isinstance(value, (ast.List, ast.Tuple, ast.Dict))
                return self.of(value, depth - 1, keys[1:] if keys and isinstance(keys[0], int) and not is_row else keys)
            case ast.DictComp(value=value):
                return self.of(value, depth - 1, keys[1:])
            case ast.IfExp(body=body, orelse=orelse):
                return self._common([one for one in (body, orelse) if not isinstance(one, ast.Constant)], depth, keys)
            case ast.Dict() | ast.List() | ast.Tuple():
                return self._written(node, depth - 1, keys)
            case ast.Name(id=name):
                return self._named(name, depth - 1, keys)
        return None

    def _written(self, node: ast.Dict | ast.List | ast.Tuple, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of an item, or of all items, that a source writes out."""
        item = item_at(node, keys[0]) if keys else None
        if item is not None:
            return self.of(item, depth, keys[1:])
        if isinstance(node, ast.Dict):
            return None if keys else coarsest([self.of(one, depth) for one in node.values])
        return self._common(node.elts, depth, keys[1:] if keys and isinstance(keys[0], int) else keys)

    def _attribute(self, node: ast.Attribute, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of a column, or of what statements give to an attribute of this name."""
        if node.attr in _KEEP_ATTRIBUTES:
            return self.of(node.value, depth, () if node.attr in _TURN else keys)
        statements = [one for one in self._reached.definitions.get(node.attr, ()) if gives_attributes(one)]
        given = [one.value for one in statements if isinstance(one, ast.Assign)]
        if given and (node.attr, keys) not in self._known:
            self._known[node.attr, keys] = None
            self._known[node.attr, keys] = self._common(given, depth, keys)
        return self._known.get((node.attr, keys)) if given else self.of(node.value, depth, (node.attr, *keys))

    def _operation(self, node: ast.BinOp, depth: int, keys: Keys) -> Rounding | None:
        if isinstance(node.op, ast.FloorDiv):
            return Rounding(0, is_cut=True)
        left, right = (self.of(side, depth, keys) for side in (node.left, node.right))
        return of_operation(node, left, right, self._size)

    def _called(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        name = name_of(call.func)
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if name in ROUND:
            return self._rounded(call, depth, keys)
        if name in CUT and (given := rounded_by(call)) is not None:
            return self._cut(given, depth, keys)
        if name == "float" and call.args and (text := formatted(call.args[0])) is not None and text.digits is not None:
            return coarser(self.of(text.value, depth), Rounding(digits=text.digits))
        if name in _SHOWS:
            shown = given_as(call, "precision")
            return shown and Rounding(shown.decimals, is_precision=True)
        if name in _SUMMARISES:
            return given_as(call, "round_to")
        if name in _GO_OVER and name not in self._reached.definitions:
            return self._gone_over(call, depth, keys)
        if name == "assign" and owner is not None:
            column = next((one.value for one in call.keywords if keys[:1] == (one.arg,)), None)
            if isinstance(column, ast.Lambda):
                return self._applied(self.of(owner, depth), column, depth)
            return self.of(owner, depth, keys) if column is None else self.of(column, depth, keys[1:])
        if owner is not None and name in _KEEP and not _is_a_module(owner):
            return self.of(owner, depth, () if name in _TURN else keys)
        if name in _TEXTS and call.args:
            return self.of(call.args[0], depth, keys)
        if name in _HOLD and call.args:
            return self._held(call, depth, keys)
        return self._computed(call, depth, keys)

    def _computed(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what a function of the document returns, or one of a library computes."""
        name = name_of(call.func)
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if name not in self._reached.definitions:
            is_of_a_module = owner is not None and _is_a_module(owner)
            if may_move(name) or is_of_a_module:
                keys = () if name in _TURN else keys
                given = [self.of(one, depth, keys) for one in (owner, *call.args) if one is not None]
                found = {one for one in given if one is not None and not one.is_to_whole}
                one = found.pop() if len(found) == 1 else UNBOUNDED if found else None
                return of_function(name, one) if may_move(name) else one and UNBOUNDED
            before = None if owner is None else self.of(owner, depth, keys)
            return None if before is None or before.is_to_whole else UNKNOWN if before.decimals is not None else before
        is_function = owner is None or all(map(_is_function, self._reached.definitions[name]))
        return self._returned(name, depth, keys) if is_function else None

    def _held(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of an array or a frame that is made of others."""
        column = column_at(call, keys)
        if column is not None:
            return self.of(column[0], depth, column[1])
        items = [item for one in call.args for item in (one.elts if isinstance(one, ast.List) else [one])]
        if name_of(call.func) == "where":
            items = items[1:]
        if len(items) == 1:
            return self.of(items[0], depth, keys)
        is_joined = _is_a_module(call.func.value) if isinstance(call.func, ast.Attribute) else False
        found = [self.of(one, depth, keys) for one in items if not isinstance(one, ast.Constant)]
        return coarsest(found) if is_joined else self.of(call.args[0], depth, keys)

    def _gone_over(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what a function gives for each number of an array, a frame or a list."""
        is_method = isinstance(call.func, ast.Attribute)
        given = [call.func.value, *call.args] if isinstance(call.func, ast.Attribute) else call.args[::-1]
        if len(given) < 2:
            return None
        inner, function = self.of(given[0], depth, keys), given[1]
        names = _names_in(function) if is_method else []
        if names:
            found = [of_function(name, inner) for name in names]
            return coarsest(found) if all(map(may_move, names)) else inner and UNBOUNDED
        return self._applied(inner, function, depth)

    def _applied(self, inner: Rounding | None, function: ast.expr, depth: int) -> Rounding | None:
        """The rounding of what a function gives for numbers with a rounding."""
        outer = self._of_function(function, depth)
        if outer is not None:
            return coarser(inner, outer)
        return None if inner is None or inner.is_to_whole else UNBOUNDED

    def _of_function(self, function: ast.expr, depth: int) -> Rounding | None:
        """The rounding of what a function returns, be it that of a format, a lambda or a name."""
        match function:
            case ast.Lambda(body=body):
                return self.of(body, depth)
            case ast.Attribute(value=ast.Constant(value=str()) as text, attr="format"):
                call = ast.Call(ast.Attribute(text, "format", ast.Load()), [ast.Constant(0)], [])
                return self.of(call, depth)
            case ast.Name(id="round"):
                return Rounding(0)
            case ast.Name(id="int"):
                return Rounding(0, is_cut=True)
            case ast.Name(id=name):
                return self._returned(name, depth, ())
        return None

    def _named(self, name: str, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of all that a name is given; that of a sum of rounded numbers to which it adds them."""
        known = name, keys
        if known not in self._known:
            self._known[known] = None
            statements = self._reached.definitions.get(name, ())
            self._known[known] = self._given(name, statements, depth, keys) if statements else self._passed(name, depth)
        return self._known[known]

    def _given(self, name: str, statements: Sequence[ast.stmt], depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what statements give to a name, in their order, or to its item at ``keys``."""
        added = [one for statement in statements if (one := _added(statement, name)) is not None]
        if any(given is not None and not given.is_to_whole for given in (self.of(one, depth) for one in added)):
            return UNBOUNDED
        whole = [one for one in giving(keys, statements) if not _assigns_an_item(one, name)]
        items = [self._item(one, depth, keys) for one in giving(keys, statements) if _assigns_an_item(one, name)]
        values = [_value_given(one, name) for one in whole if not isinstance(one, ast.AugAssign)]
        first = [one for one in values if not _is_new(one) and not _reads(one, name)]
        given = self._common(first, depth, keys)
        for statement in whole:
            value = _value_given(statement, name)
            if isinstance(statement, ast.AugAssign) and given is not None and not given.is_to_whole:
                given = given.moved if isinstance(statement.op, (ast.Add, ast.Sub)) else UNBOUNDED
            if value is not None and _reads(value, name):
                self._known[name, keys] = given
                given = self._followed(statement, value, depth, keys)
        return coarsest([*items, given] if first else items) if any(items) else given

    def _item(self, statement: ast.stmt, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what a statement gives to an item."""
        key = key_given(statement)
        is_asked_for = isinstance(key, str) and keys[:1] == (key,)
        value = statement.value if isinstance(statement, ast.Assign) else None
        return None if value is None else self._followed(statement, value, depth, keys[1:] if is_asked_for else keys)

    def _followed(self, statement: ast.stmt, value: ast.expr, depth: int, keys: Keys) -> Rounding | None:
        self._following.append(statement)
        found = self.of(value, depth, keys)
        self._following.pop()
        return found

    def _passed(self, name: str, depth: int) -> Rounding | None:
        """The rounding of all that calls pass to a parameter."""
        return self._common(self._reached.passed.get(name, ()), depth)

    def _rounded(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of a call that rounds, or the coarser one of what it is given."""
        argument, again = rounded_by(call), stated(self._literal(told(call)))
        if argument is None or number_written(argument) is not None:
            return None
        inner = self.of(argument, depth, keys)
        if inner is not None and inner != UNKNOWN:
            return inner if again == UNKNOWN else coarser(inner, again)
        if self._may_be_rounded(argument):
            return None if again.is_to_whole else UNKNOWN
        return again

    def _literal(self, node: ast.expr | None) -> ast.expr | None:
        """The only literal that a name is given, or that calls pass to a parameter; any other expression itself."""
        if not isinstance(node, ast.Name):
            return node
        statements = self._reached.definitions.get(node.id, ())
        given = [_value_given(one, node.id) for one in statements] or list(self._reached.passed.get(node.id, ()))
        found = {None if one is None else spelled(one) for one in given}
        return given[0] if len(found) == 1 and given[0] is not None else node

    def _cut(self, given: ast.expr, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what is cut to whole numbers, or the coarser one of what it is given."""
        inner = self.of(given, depth, keys)
        is_whole = inner is not None and inner.decimals is not None and inner.decimals <= 0
        return inner if is_whole or inner == UNBOUNDED else Rounding(0, is_cut=True)

    def _returned(self, function: str, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of all that a function of the document returns."""
        known = f"{function}()", keys
        if known not in self._known:
            self._known[known] = None
            values = [value for one in self._reached.definitions.get(function, ()) for value in returned(one)]
            self._known[known] = self._common(values, depth, keys)
        return self._known[known]

    def _common(self, values: Iterable[ast.expr | None], depth: int, keys: Keys = ()) -> Rounding | None:
        """The rounding that all of several values have; None if one is not plain."""
        common: Rounding | None = None
        for value in values:
            if isinstance(value, ast.Constant) and isinstance(value.value, (str, type(None))):
                continue
            found = None if value is None else self.of(value, depth, keys)
            if found is None or common not in (None, found):
                return None
            common = found
        return common

    def _may_be_rounded(self, node: ast.expr) -> bool:
        """Whether the source rounds what an expression depends on; of a loop's variable, what the loop goes over.

        What it gives to other items of the same object does not matter, nor does the statement that is followed.
        """
        if rounds(spelled(node)):
            return True
        name, keys = _place_of(node)
        places = [(name, keys)] if name else [(one, ()) for one in names_in(node)]
        return any(self._is_given_rounded(name, keys) for name, keys in places)

    def _is_given_rounded(self, name: str, keys: Keys) -> bool:
        """Whether statements give a name, or its item, what is rounded, apart from those that are followed."""
        given = giving(keys, self._reached.definitions.get(name, ()))
        return any(self._says_apart(one, name) for one in given if one not in self._following)

    def _says_apart(self, statement: ast.stmt, name: str) -> bool:
        """Whether a statement rounds, or gives a name what is rounded, apart from what the name was before."""
        node = statement.iter if isinstance(statement, ast.For) else statement
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) or rounds(spelled(node)):
            return self._reached.node_says(node, rounds)
        others = (one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id != name)
        return any(self._reached.node_says(one, rounds) for one in others)

    def _size(self, node: ast.expr) -> Fraction | None:
        """The size of a literal, or of the only literal that a name is given; None for anything else."""
        if isinstance(node, ast.Name):
            given = self._reached.definitions.get(node.id, ())
            value = _value_given(given[0], node.id) if len(given) == 1 else None
            return None if value is None or isinstance(value, ast.Name) else self._size(value)
        number = number_written(node)
        return None if number is None or not math.isfinite(number) else abs(Fraction(repr(number)))


def _is_a_module(node: ast.expr) -> bool:
    return name_of(node) in _COMPUTE | {"pd", "pandas", "tf"}


def _names_in(node: ast.expr) -> list[str]:
    """The names of functions that a text, or a list of texts, gives to ``agg``."""
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
    values = [one.value if isinstance(one, ast.Constant) else None for one in items]
    return [one for one in values if isinstance(one, str)] if all(isinstance(one, str) for one in values) else []


def _added(statement: ast.stmt, name: str) -> ast.expr | None:
    """What a statement adds to a name, ``x += y`` or ``x = x + y``."""
    if isinstance(statement, ast.AugAssign):
        return statement.value
    value = statement.value if isinstance(statement, ast.Assign) else None
    is_sum = isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Add, ast.Sub))
    if not is_sum or not isinstance(value, ast.BinOp) or not isinstance(value.left, ast.Name):
        return None
    return value.right if value.left.id == name else None


def _assigns_an_item(statement: ast.stmt, name: str) -> bool:
    """Whether a statement assigns items of what a name holds."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    return target is not None and not isinstance(target, ast.Name) and _place_of(target)[0] == name


def _place_of(node: ast.expr) -> tuple[str, Keys]:
    """The name whose item an expression is, and the keys; no name for anything else."""
    keys: Keys = ()
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        if isinstance(node, ast.Subscript):
            keys = with_key(node, keys)
        elif node.attr not in _KEEP_ATTRIBUTES:
            keys = (node.attr, *keys)
        node = node.value
    return (node.id, keys) if isinstance(node, ast.Name) else ("", ())


def _reads(value: ast.expr | None, name: str) -> bool:
    return value is not None and name in names_in(value)


def _is_new(value: ast.expr | None) -> bool:
    """Whether a value is an empty container, or has no numbers but those that are typed."""
    if isinstance(value, (ast.List, ast.Dict)):
        return not ast.dump(value).count("Name(") and not any(isinstance(one, ast.Call) for one in ast.walk(value))
    return isinstance(value, ast.Call) and name_of(value.func) in _NEW and not value.args[1:]


def _is_function(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))


def _value_given(statement: ast.stmt, name: str) -> ast.expr | None:
    """The value that an assignment or a loop gives to ``name``, or that is appended to it."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and name_of(call.func) == "append" and len(call.args) == 1:
        return call.args[0]
    if isinstance(statement, ast.For):
        return part_given(statement.target, statement.iter, name)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if isinstance(target, (ast.Tuple, ast.List)):
        part = part_given(target, statement.value, name)
        place = next((at for at, one in enumerate(target.elts) if isinstance(one, ast.Name) and one.id == name), None)
        return ast.Subscript(part, ast.Constant(place), ast.Load()) if part is statement.value else part
    return statement.value if isinstance(target, ast.Name) and target.id == name else None
