"""The search for a rounding behind an expression: through items, columns, functions and plain arithmetic."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lastdigit.source.certain_integers import leaves_nothing_to_cut
from lastdigit.source.item_keys import Keys, column_at, item_at, part_given, with_key
from lastdigit.source.name_values import KEEP_ATTRIBUTES
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.rounded_numbers import (
    UNBOUNDED,
    UNKNOWN,
    Rounding,
    coarsest,
    either,
    may_move,
    of_function,
    rounded_again,
)
from lastdigit.source.rounding_calls import CUT, ROUND, Formatted, formatted, given_as, operand_of, stated, told
from lastdigit.source.rounding_names import NamesTraced
from lastdigit.source.syntax import names_in
from lastdigit.source.vocabulary import HOLD, KEEP
from lastdigit.source.whole_numbers import cut_by
from lastdigit.source.written_rows import number_written

_SUMMARISES = frozenset(("summary", "compare"))
"""Functions of ArviZ that round to the decimals of ``round_to``; that of others may count digits."""
_SHOWS = frozenset(("array_str", "array2string", "array_repr"))
_KEEP = (
    KEEP
    | frozenset(("detach", "cpu", "clone", "to_frame", "view", "transpose", "astype", "stack", "unstack"))
    | frozenset(("head", "tail", "sample", "nlargest", "nsmallest", "sort_values", "sort_index", "drop", "dropna"))
    | frozenset(("reset_index", "set_index", "rename", "groupby", "rolling", "resample", "fillna", "pivot", "melt"))
    | frozenset(("merge", "join"))
    | frozenset(("format", "hide", "hide_index", "set_caption", "set_properties", "background_gradient"))
)
"""Methods whose value has numbers of what they belong to, or groups of them."""
_TURN = frozenset(("T", "mT", "transpose", "stack", "unstack", "pivot", "melt", "to_frame", "describe"))
"""What makes rows of columns."""
_HOLD = (
    HOLD
    | frozenset(("concatenate", "hstack", "vstack", "column_stack", "stack", "concat", "append", "cat"))
    | frozenset(("unique", "sort", "flip", "tile", "repeat", "diag", "where", "nan_to_num", "transpose", "to_numeric"))
)
"""Functions whose value has the items of their arguments."""
_MAKE_WHOLE = frozenset(("astype", "array", "asarray"))
_TEXTS = frozenset(("str", "repr", "join", "dumps"))
_GO_OVER = frozenset(("apply", "map", "applymap", "transform", "agg", "aggregate", "pipe"))
"""Methods, and one function, that call what they are given for each number or column."""
_COMPUTE = frozenset(("np", "numpy", "scipy", "stats", "linalg", "math", "statistics", "signal", "jnp", "torch"))
"""Modules whose other functions compute what may be off by any amount."""
_OTHER_MODULES = frozenset(("pd", "pandas", "tf"))
"""Names that are modules by convention: a function of one is no method of an object."""
_DEEPEST, _MOST_FOLLOWED = 20, 2000
"""Limits of a search, so that it ends soon also where names are made of many items of each other."""


def traced(reached: ReachedSource, node: ast.expr, keys: Keys = ()) -> Rounding | None:
    """The rounding of an expression, or of its item at ``keys``, as far as the source is plain; None without one."""
    return _Trace(reached).of(node, _DEEPEST, keys)


class _Trace(NamesTraced):
    """One search. ``_in_arrays``: how many functions around the expression make an array or a frame of it."""

    def __init__(self, reached: ReachedSource) -> None:
        super().__init__(reached)
        self._steps = self._in_arrays = 0

    def of(self, node: ast.expr, depth: int, keys: Keys = ()) -> Rounding | None:
        """The rounding of an expression, or of its item at ``keys``; None if there is none."""
        self._steps += 1
        if depth == 0 or self._steps > _MOST_FOLLOWED:
            return None
        text = formatted(node)
        if text is not None:
            return self._shown(text, depth - 1)
        match node:
            case ast.Call():
                return self._called(node, depth - 1, keys)
            case ast.Subscript(value=value):
                return self.of(value, depth - 1, with_key(node, keys))
            case ast.Attribute():
                return self._attribute(node, depth - 1, keys)
            case ast.BinOp():
                return self._operation(node, depth - 1, keys)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=value) | ast.Starred(value=value):
                return self.of(value, depth - 1, keys)
            case ast.ListComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehended(node, depth - 1, keys)
            case ast.IfExp(body=body, orelse=orelse):
                return either(self._all([body, orelse], depth - 1, keys))
            case ast.BoolOp(values=values):
                return either(self._all(values, depth - 1, keys))
            case ast.Dict() | ast.List() | ast.Tuple():
                return self._written(node, depth - 1, keys)
            case ast.Name(id=name):
                return self._named(name, depth - 1, keys)
        return None

    def _all(self, values: Sequence[ast.expr], depth: int, keys: Keys) -> list[Rounding | None]:
        """The roundings of several values other than literals."""
        return [self.of(one, depth, keys) for one in values if not isinstance(one, ast.Constant)]

    def _comprehended(
        self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, depth: int, keys: Keys
    ) -> Rounding | None:
        value = node.value if isinstance(node, ast.DictComp) else node.elt
        is_row = isinstance(value, (ast.List, ast.Tuple, ast.Dict))
        if isinstance(node, ast.DictComp) or (keys and isinstance(keys[0], int) and not is_row):
            keys = keys[1:]
        variables = (
            (name, part_given(one.target, one.iter, name)) for one in node.generators for name in names_in(one.target)
        )
        with self._binding(variables):
            return self.of(value, depth, keys)

    def _written(self, node: ast.Dict | ast.List | ast.Tuple, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of an item, or of all items, that a source writes out; of a column, if these are rows."""
        items = node.values if isinstance(node, ast.Dict) else node.elts
        is_of_rows = self._in_arrays and all(isinstance(one, (ast.List, ast.Tuple)) for one in items)
        item = item_at(node, keys[0]) if keys and not (is_of_rows and isinstance(keys[0], int)) else None
        if item is not None:
            return self.of(item, depth, keys[1:])
        if isinstance(node, ast.Dict):
            return None if keys else coarsest([self.of(one, depth) for one in items])
        if self._in_arrays:
            return coarsest(self._all(items, depth, keys))
        return self._common(items, depth, keys[1:] if keys and isinstance(keys[0], int) else keys)

    def _attribute(self, node: ast.Attribute, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of a column, or of what statements give to an attribute of this name."""
        if node.attr in KEEP_ATTRIBUTES:
            return self.of(node.value, depth, () if node.attr in _TURN else keys)
        found = self._of_attribute(node.attr, depth, keys)
        return self.of(node.value, depth, (node.attr, *keys)) if found is None else found

    def _called(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        name = self._name_called(call.func)
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if name in ROUND:
            return self._rounded(call, depth, keys)
        given = operand_of(call) if name in CUT else cut_by(call) if name in _MAKE_WHOLE else None
        if given is not None:
            inner = self.of(given, depth, keys)
            cuts = not leaves_nothing_to_cut(given, self._reached, self._bound)
            return rounded_again(inner, Rounding(0, is_cut=True)) if cuts else inner
        if name == "float" and call.args and (text := formatted(call.args[0])) is not None:
            return self._of_text(text, depth)
        if name in _SHOWS:
            shown, inner = given_as(call, "precision"), self.of(call.args[0], depth, keys) if call.args else None
            return inner if shown is None else rounded_again(inner, replace(shown, is_precision=True))
        if name in _SUMMARISES:
            return given_as(call, "round_to")
        if name in _GO_OVER and name not in self._reached.definitions:
            return self._gone_over(call, depth, keys)
        if name == "assign" and owner is not None:
            column = next((one.value for one in call.keywords if keys[:1] == (one.arg,)), None)
            if isinstance(column, ast.Lambda):
                return self._of_lambda(column, [owner], depth)
            return self.of(owner, depth, keys) if column is None else self.of(column, depth, keys[1:])
        if name in _TEXTS and call.args and (owner is None or name != "join" or isinstance(owner, ast.Constant)):
            return self.of(call.args[0], depth, keys)
        if owner is not None and name in _KEEP and not self._is_a_module(owner):
            return self.of(owner, depth, () if name in _TURN else keys)
        if name in _HOLD and (call.args or call.keywords):
            self._in_arrays += 1
            found = self._held(call, depth, keys)
            self._in_arrays -= 1
            return found
        return self._computed(call, name, depth, keys)

    def _name_called(self, called: ast.expr) -> str:
        """The name of a function, by which it is known where the document gives it another one."""
        name = name_of(called)
        given = self._reached.definitions.get(name, ()) if isinstance(called, ast.Name) else ()
        only = given[0] if len(given) == 1 else None
        if isinstance(only, ast.ImportFrom):
            return next((one.name for one in only.names if one.asname == name), name)
        is_alias = isinstance(only, ast.Assign) and isinstance(only.value, (ast.Name, ast.Attribute))
        other = name_of(only.value) if is_alias and isinstance(only, ast.Assign) else name
        return other if other in ROUND | CUT else name

    def _shown(self, text: Formatted, depth: int) -> Rounding | None:
        """The rounding of a number in a text; significant digits count where another rounding comes first."""
        inner = self.of(text.value, depth)
        if text.decimals is not None:
            return rounded_again(inner, Rounding(text.decimals))
        return rounded_again(inner, Rounding(digits=text.digits)) if inner is not None and text.digits else inner

    def _of_text(self, text: Formatted, depth: int) -> Rounding | None:
        """The rounding of a number that is read from the text of a formatted one."""
        shown = self._shown(text, depth)
        return Rounding(digits=text.digits) if shown is None and text.spec else shown

    def _computed(self, call: ast.Call, name: str, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of what a function of the document returns, or one of a library computes."""
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(call.func, ast.Call):
            made = call.func
            if name_of(made.func) == "vectorize" and made.args and call.args:
                return self._of_function(made.args[0], call.args[0], depth)
            return self.of(made, depth) and UNBOUNDED
        definitions = self._reached.definitions.get(name, ())
        if definitions and not all(isinstance(one, (ast.Import, ast.ImportFrom)) for one in definitions):
            function = definitions[0].value if isinstance(definitions[0], ast.Assign) else None
            if isinstance(function, ast.Lambda) and len(definitions) == 1:
                return self._of_lambda(function, call.args, depth)
            is_function = owner is None or all(map(_is_function, definitions))
            return self._returned(name, depth, keys) if is_function else None
        if may_move(name) or (owner is not None and self._is_a_module(owner)):
            keys = () if name in _TURN else keys
            given = [self.of(one, depth, keys) for one in (owner, *call.args) if one is not None]
            found = {one for one in given if one is not None and not one.is_to_whole}
            one = found.pop() if len(found) == 1 else UNBOUNDED if found else None
            return of_function(name, one) if may_move(name) else one and UNBOUNDED
        before = None if owner is None else self.of(owner, depth, keys)
        return None if before is None or before.is_to_whole else before if before.is_moved else UNKNOWN

    def _held(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of an array or a frame that is made of others."""
        column = column_at(call, keys)
        if column is not None:
            return self.of(column[0], depth, column[1])
        if call.keywords and not call.args:
            named = [one.value for one in call.keywords if keys[:1] in ((), (one.arg,)) or one.arg == "data"]
            return coarsest(self._all(named, depth, keys[1:]))
        items = [item for one in call.args for item in (one.elts if isinstance(one, ast.List) else [one])]
        is_joined = isinstance(call.func, ast.Attribute) and self._is_a_module(call.func.value)
        if name_of(call.func) == "where":
            items = items[1:]
        if len(items) == 1:
            return self.of(items[0], depth, keys)
        is_whole = is_joined and not keys
        return coarsest(self._all(items, depth, keys)) if is_whole else self.of(call.args[0], depth, keys)

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
        if name_of(function) in ROUND:
            decimals = next((one.value for one in call.keywords if one.arg in ("decimals", "ndigits")), None)
            return rounded_again(inner, stated(self._literal(decimals)))
        outer = self._of_function(function, given[0], depth)
        if isinstance(function, ast.Lambda) and outer is not None:
            return outer
        if outer is not None and (isinstance(function, ast.Attribute) or name_of(function) == "int"):
            return rounded_again(inner, outer)
        return outer if inner is None or inner.is_to_whole else UNBOUNDED

    def _of_function(self, function: ast.expr, argument: ast.expr, depth: int) -> Rounding | None:
        """The rounding of what a function returns, be it that of a format, a lambda or a name."""
        match function:
            case ast.Lambda():
                return self._of_lambda(function, [argument], depth)
            case ast.Attribute(value=ast.Constant(value=str()) as text, attr="format"):
                call = ast.Call(ast.Attribute(text, "format", ast.Load()), [ast.Constant(0)], [])
                return self.of(call, depth)
            case ast.Name(id="int"):
                return Rounding(0, is_cut=True)
            case ast.Name(id=name):
                return self._returned(name, depth, ())
        return None

    def _of_lambda(self, function: ast.Lambda, arguments: Sequence[ast.expr], depth: int) -> Rounding | None:
        """The rounding of what a lambda gives for these arguments."""
        names = [one.arg for one in function.args.args]
        with self._binding(zip(names, arguments, strict=False)):
            return self.of(function.body, depth)

    def _rounded(self, call: ast.Call, depth: int, keys: Keys) -> Rounding | None:
        """The rounding of a call that rounds, and of what it is given."""
        argument, decimals = operand_of(call), told(call)
        if (
            argument is None
            or number_written(argument) is not None
            or leaves_nothing_to_cut(argument, self._reached, self._bound)
        ):
            return None
        is_by_size = any(isinstance(one, ast.Call) and name_of(one.func) == "log10" for one in _nodes(decimals))
        again = Rounding(digits=0) if is_by_size else stated(self._literal(decimals))
        inner = self.of(argument, depth, keys)
        if inner is not None and inner != UNKNOWN:
            return rounded_again(inner, again)
        if self._may_be_rounded(argument) and not is_by_size:
            return None if again.is_to_whole else UNKNOWN
        return again

    def _is_a_module(self, node: ast.expr) -> bool:
        """Whether an expression is a module that computes, or what a source imports from one."""
        if name_of(node) in _COMPUTE or name_of(node) in _OTHER_MODULES:
            return True
        while isinstance(node, ast.Attribute):
            node = node.value
        given = self._reached.definitions.get(node.id, ()) if isinstance(node, ast.Name) else ()
        modules = [one.module or "" if isinstance(one, ast.ImportFrom) else "" for one in given]
        return bool(modules) and all(one.partition(".")[0] in _COMPUTE for one in modules)


def _nodes(node: ast.expr | None) -> Iterator[ast.AST]:
    return iter(()) if node is None else ast.walk(node)


def _names_in(node: ast.expr) -> list[str]:
    """The names of functions that a text, or a list of texts, gives to ``agg``."""
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
    values = [one.value if isinstance(one, ast.Constant) else None for one in items]
    return [one for one in values if isinstance(one, str)] if all(isinstance(one, str) for one in values) else []


def _is_function(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
