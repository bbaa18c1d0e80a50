"""The value of an expression that the source spells out: numbers and strings in lists, dicts, arrays and frames.

Arrays of literals have the values of their lists, and so have their items, slices and transposes. Nothing else is
computed: no product, no selection by a condition.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping

from lastdigit.source.arithmetic_of_literals import is_arithmetic, result_of
from lastdigit.source.constant_arrays import MAKES, constant_array
from lastdigit.source.literal_texts import of_a_text, put_together, written_text
from lastdigit.source.literals import MOST, UNKNOWN, Flat, Frame, Made, Names, OneOf, Value, is_known
from lastdigit.source.parts_of_frames import in_order_of, rows_of
from lastdigit.source.python_source import name_of
from lastdigit.source.rearranged import (
    BY_KEY,
    RESHAPES,
    first_or_last,
    frame_of,
    in_order,
    key_of,
    part,
    renamed,
    reshaped,
    stacked,
    transposed,
)
from lastdigit.source.syntax import spelled

_MAKERS = (
    frozenset(("array", "asarray", "asmatrix", "mat", "tensor", "as_tensor", "Tensor", "FloatTensor", "DoubleTensor"))
    | frozenset(
        ("LongTensor", "IntTensor", "constant", "Variable", "matrix", "Series", "convert_to_tensor", "from_numpy")
    )
    | frozenset(("Index", "Int64Index", "Float64Index", "Categorical", "CategoricalIndex"))
)
_KEEPS = (
    frozenset(("copy", "clone", "detach", "cuda", "cpu", "float", "double", "half", "to", "astype", "requires_grad_"))
    | frozenset(("numpy", "eval", "tolist", "to_numpy", "item", "to_list", "collect"))
    | frozenset(
        ("set_properties", "set_table_styles", "set_caption", "background_gradient", "highlight_max", "hide_index")
    )
)
_OF_CONSTANTS = frozenset(("np", "numpy", "math", "jnp", "torch"))
_DTYPES = frozenset(("int", "float", "bool", "complex", "object"))
_NUMBERS = frozenset(("int", "float", "complex", "complex64", "complex128", "longdouble")) | frozenset(
    f"{kind}{bits}" for kind in ("int", "uint", "float") for bits in (8, 16, 32, 64)
)
"""Functions that make a number of the same value, unless it has decimals and they make integers."""
_BUILT_IN = frozenset(("str", "zip", "dict", "list", "tuple", "set", "deque"))
_SAME = frozenset(("copy", "deepcopy", "iter", "tqdm", "parallelize"))
_STACKS = frozenset(
    ("stack", "vstack", "row_stack", "hstack", "column_stack", "concatenate", "cat", "concat", "append")
)
_TRANSPOSES = frozenset(("transpose", "t"))
_VIEWS = frozenset(("items", "keys", "values"))
_ENDS: Mapping[str, Callable[[list[str]], str]] = {"min": min, "max": max}
"""Functions whose result is one of several texts; one of several numbers is found by a computation."""
_SORTS = frozenset(("sorted", "sort"))
_BACKWARDS = slice(None, None, -1)


def value_of(node: ast.expr, names: Names) -> Value:
    """The value of ``node`` if the source spells it out, where its names have these values."""
    if isinstance(node, ast.Constant):
        return UNKNOWN if node.value is Ellipsis else node.value
    if isinstance(node, ast.Name):
        return names.get(node.id, UNKNOWN)
    if isinstance(node, ast.UnaryOp):
        return _signed(node, names)
    if isinstance(node, (ast.List, ast.Tuple)):
        return _list([_in_a_list(item, names) for item in node.elts])
    if isinstance(node, ast.Dict):
        return _dict(node, names)
    if isinstance(node, ast.Set):
        return _set([value_of(item, names) for item in node.elts])
    if isinstance(node, ast.BinOp):
        return _repeated(node, names)
    if isinstance(node, ast.Subscript):
        return _subscript(node, names)
    if isinstance(node, ast.Attribute):
        return _attribute(node, names)
    if isinstance(node, ast.Slice):
        return _slice(node, names)
    if isinstance(node, ast.ListComp):
        return _gone_through(node, names)
    if isinstance(node, ast.JoinedStr):
        return written_text(node, lambda one: value_of(one, names))
    return _called(node, names) if isinstance(node, ast.Call) else UNKNOWN


def _subscript(node: ast.Subscript, names: Names) -> Value:
    owner: ast.expr = node.value
    by = ""
    if isinstance(owner, ast.Attribute) and owner.attr in BY_KEY:
        if owner.attr in ("c_", "r_"):
            arrays = value_of(node.slice, names)
            return stacked(owner.attr, arrays, 0)
        by = owner.attr
        owner = owner.value
    whole = value_of(owner, names)
    if whole is UNKNOWN:
        return UNKNOWN
    return part(whole, key_of(node.slice, value_of(node.slice, names)), by)


def _slice(node: ast.Slice, names: Names) -> Value:
    ends = [None if one is None else value_of(one, names) for one in (node.lower, node.upper, node.step)]
    return slice(*ends) if all(end is None or type(end) is int for end in ends) and ends[2] != 0 else UNKNOWN


def _attribute(node: ast.Attribute, names: Names) -> Value:
    if node.attr in ("nan", "inf"):
        return {"nan": math.nan, "inf": math.inf}[node.attr]
    if node.attr in ("pi", "e") and isinstance(node.value, ast.Name) and node.value.id in _OF_CONSTANTS:
        return {"pi": math.pi, "e": math.e}[node.attr]
    owner = value_of(node.value, names)
    if owner is UNKNOWN:
        return UNKNOWN
    if node.attr in ("T", "mT"):
        return transposed(owner)
    if isinstance(owner, Frame):
        if node.attr == "style":
            return owner
        return rows_of(owner) if node.attr == "values" else owner.get(node.attr, UNKNOWN)
    return owner if node.attr in ("values", "array", "data") and isinstance(owner, Made) else UNKNOWN


def _list(items: list[Value]) -> Value:
    """A list of values; unknown if an item is, unless other items are lists or dicts, whose parts may be printed."""
    is_known = UNKNOWN not in items or any(isinstance(item, (list, dict)) for item in items)
    return items if is_known else UNKNOWN


def _set(items: list[Value]) -> Value:
    """The items of a set of integers, in the order in which small ones are printed."""
    return sorted(set(items)) if all(type(item) is int for item in items) else UNKNOWN


def _in_a_list(node: ast.expr, names: Names) -> Value:
    value = UNKNOWN if isinstance(node, ast.Starred) else _item(node, names)
    return UNKNOWN if isinstance(value, OneOf) else value


def _item(node: ast.expr, names: Names) -> Value:
    """An item of a list, which may be an arithmetic expression of numbers."""
    return result_of(node) if is_arithmetic(node) else value_of(node, names)


def _signed(node: ast.UnaryOp, names: Names) -> Value:
    value = value_of(node.operand, names)
    if not isinstance(value, (int, float, complex)) or isinstance(value, bool):
        return UNKNOWN
    return -value if isinstance(node.op, ast.USub) else value if isinstance(node.op, ast.UAdd) else UNKNOWN


def _dict(node: ast.Dict, names: Names) -> Value:
    keys = [value_of(key, names) if key is not None else UNKNOWN for key in node.keys]
    if not all(isinstance(key, (str, int, float)) for key in keys):
        return UNKNOWN
    return dict(zip(keys, [_in_a_list(value, names) for value in node.values], strict=True))


def _repeated(node: ast.BinOp, names: Names) -> Value:
    """A list that is spelled out and repeated, such as ``(2,) * 3``, or several that are put together."""
    if isinstance(node.op, (ast.Add, ast.Mod)):
        both = [value_of(node.left, names), value_of(node.right, names)]
        if isinstance(both[0], str) or isinstance(node.op, ast.Mod):
            return put_together(node, both[0], both[1])
        are_lists = all(type(one) is list and is_known(one) for one in both)
        return both[0] + both[1] if are_lists else UNKNOWN
    if not isinstance(node.op, ast.Mult) or not isinstance(node.left, (ast.List, ast.Tuple)):
        return UNKNOWN
    items, times = value_of(node.left, names), value_of(node.right, names)
    is_small = type(items) is list and type(times) is int and 0 <= times * len(items) <= MOST
    return items * times if is_small else UNKNOWN


def _gone_through(node: ast.ListComp, names: Names) -> Value:
    """The items of a list that a comprehension goes through and takes as they are."""
    through = node.generators[0]
    over = value_of(through.iter, names) if len(node.generators) == 1 and not through.ifs else UNKNOWN
    is_a_list = isinstance(over, list) and not isinstance(over, Flat) and is_known(over)
    return list(over) if is_a_list and spelled(node.elt) == spelled(through.target) else UNKNOWN


def _called(call: ast.Call, names: Names) -> Value:
    name = name_of(call.func)
    if isinstance(call.func, ast.Attribute):
        value = value_of(call.func.value, names)
        if value is not UNKNOWN:
            return _by_method(value, name, call, names)
    if name in MAKES:
        return _constant(name, call, names)
    if name == "dict" and not call.args:
        keys = [keyword.arg for keyword in call.keywords]
        values = [_in_a_list(keyword.value, names) for keyword in call.keywords]
        return UNKNOWN if None in keys else dict(zip(keys, values, strict=True))
    given = call.args[:1] or [keyword.value for keyword in call.keywords if keyword.arg in ("data", "object")]
    if not given:
        return (
            Frame()
            if name == "DataFrame" and all(one.arg in ("index", "columns") for one in call.keywords)
            else UNKNOWN
        )
    value = _item(given[0], names)
    if value is UNKNOWN:
        return UNKNOWN
    if name == "DataFrame":
        return _columns(value, call, names)
    return _series(value, call, names) if name == "Series" else _by_function(value, name, call, names)


def _constant(name: str, call: ast.Call, names: Names) -> Value:
    """The array of a constructor with literal sizes; a dtype that follows NumPy's shape is none of them."""
    sizes = [one for one in call.args if not isinstance(one, ast.Attribute) and name_of(one) not in _DTYPES]
    named = {one.arg: value_of(one.value, names) for one in call.keywords}
    return constant_array(name, [_size(one, names) for one in sizes], named)


def _size(node: ast.expr, names: Names) -> Value:
    """The value of an argument, which may be the length of a list."""
    if isinstance(node, ast.Call) and name_of(node.func) == "len" and len(node.args) == 1:
        items = value_of(node.args[0], names)
        return len(items) if isinstance(items, list) and not isinstance(items, Flat) else UNKNOWN
    return value_of(node, names)


def _by_method(value: Value, name: str, call: ast.Call, names: Names) -> Value:
    """What a method of a literal returns, where that is the same numbers."""
    given = [value_of(one, names) for one in call.args]
    if isinstance(value, Frame) and name in ("sort_values", "to_numpy"):
        named = {one.arg: value_of(one.value, names) for one in call.keywords}
        return rows_of(value) if name == "to_numpy" else in_order_of(value, given, named)
    if isinstance(value, str):
        return of_a_text(value, name, given, {one.arg: value_of(one.value, names) for one in call.keywords})
    if name in _KEEPS:
        return _own(value) if name == "copy" else value
    if type(value) is dict and not call.keywords and (name in _VIEWS or name == "get"):
        return _of_a_dict(value, name, given)
    if name in ("head", "tail"):
        return first_or_last(value, name, given or [value_of(one.value, names) for one in call.keywords])
    if isinstance(value, Frame) and name in ("rename", "set_index", "drop"):
        return renamed(value, name, given, {one.arg: value_of(one.value, names) for one in call.keywords})
    if not isinstance(value, Made):
        return UNKNOWN
    if name in RESHAPES:
        return reshaped(value)
    return transposed(value) if name in _TRANSPOSES and len(given) in (0, 2) else UNKNOWN


def _own(value: Value) -> Value:
    """A list or a dict of its own with the same items, which another one's methods do not change."""
    return type(value)(value) if type(value) in (list, dict) else value


def _of_a_dict(value: dict[Value, Value], name: str, given: list[Value]) -> Value:
    """What is stored under a key, or the items, the keys or the values of a dict."""
    if name == "get":
        found = part(value, given[0]) if given else UNKNOWN
        is_absent = len(given) == 2 and isinstance(given[0], (str, int, float)) and given[0] not in value
        return given[1] if is_absent else found
    if given:
        return UNKNOWN
    items = [list(pair) for pair in value.items()] if name == "items" else list(getattr(value, name)())
    return Made(items, of=value)


def _by_function(value: Value, name: str, call: ast.Call, names: Names) -> Value:
    """What a function returns of a literal, where that is the same numbers."""
    others = {one.arg: value_of(one.value, names) for one in call.keywords}
    axis = others.get("axis", others.get("dim", 0))
    if name in _NUMBERS and type(value) in (int, float):
        return _number(value, name, call, names)
    if name in _BUILT_IN and not others:
        return _built_in(value, name, call, names)
    if name in _SAME and len(call.args) == 1:
        return _own(value) if isinstance(value, (list, dict)) else UNKNOWN
    if name in _ENDS and len(call.args) == 1 and not others and isinstance(value, (list, dict)):
        texts = [one for one in value if isinstance(one, str)]
        return _ENDS[name](texts) if texts and len(texts) == len(value) else UNKNOWN
    if name == "run" and isinstance(call.func, ast.Attribute) and len(call.args) == 1 and not others:
        return value
    if name in _STACKS:
        is_along = len(call.args) > 1 and type(value_of(call.args[1], names)) is int
        axis = value_of(call.args[1], names) if is_along else axis
        arrays = [value, *(value_of(one, names) for one in call.args[1:])] if name == "append" else value
        return stacked(name, arrays, axis)
    if name in _SORTS and len(call.args) == 1 and others.keys() <= {"reverse"}:
        return in_order(value, backwards=bool(others.get("reverse", False)))
    if name in ("flip", "flipud", "reversed") and len(call.args) == 1 and not others and isinstance(value, list):
        return part(value, _BACKWARDS)
    if isinstance(value, Made) and len(call.args) == 1 and name in _TRANSPOSES:
        return transposed(value)
    if isinstance(value, Made) and isinstance(call.func, ast.Attribute) and name in RESHAPES:
        return reshaped(value)
    return _made(value, is_converted="dtype" in others) if name in _MAKERS else UNKNOWN


def _built_in(value: Value, name: str, call: ast.Call, names: Names) -> Value:
    """A number as text, the letters of a text, the rows of several lists, or a dict of pairs."""
    if name == "zip":
        lists = [value_of(one, names) for one in call.args]
        are_lists = all(isinstance(one, list) and not isinstance(one, Flat) and is_known(one) for one in lists)
        return [list(row) for row in zip(*lists, strict=False)] if are_lists else UNKNOWN
    if len(call.args) != 1:
        return UNKNOWN
    if name == "str":
        return str(value) if type(value) in (int, float, str, bool) else UNKNOWN
    if name == "dict":
        return _of_pairs(value)
    if isinstance(value, str):
        return list(value) if len(value) <= MOST else UNKNOWN
    if name == "set":
        return _set(value) if isinstance(value, list) else UNKNOWN
    return _own(value) if isinstance(value, (list, dict)) else UNKNOWN


def _of_pairs(value: Value) -> Value:
    """A dict of a list of keys and values, or of another dict."""
    if type(value) is dict:
        return dict(value)
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        return UNKNOWN
    return dict(value) if all(isinstance(pair[0], (str, int, float)) for pair in value) else UNKNOWN


def _number(value: Value, name: str, call: ast.Call, names: Names) -> Value:
    """A number of another type with the same value; one that loses its decimals, or wraps around, is computed."""
    owner = name_of(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if call.keywords or len(call.args) > 2 or owner not in ("", "np", "numpy"):
        return UNKNOWN
    if len(call.args) == 2:
        other = value_of(call.args[1], names)
        return complex(value, other) if name == "complex" and type(other) in (int, float) else UNKNOWN
    is_integer = "int" in name
    return value if not is_integer or (type(value) is int and (name == "int" or 0 <= value < 128)) else UNKNOWN


def _made(value: Value, *, is_converted: bool) -> Value:
    """An array of a list; an array that is converted to another dtype is computed."""
    if isinstance(value, Made):
        return UNKNOWN if is_converted else value
    if isinstance(value, list):
        return Made(value) if is_known(value) else UNKNOWN
    return value if isinstance(value, (int, float, complex)) else UNKNOWN


def _series(value: Value, call: ast.Call, names: Names) -> Value:
    """The items of a series by their names: of a list, of a dict, or of one number again and again."""
    index = (
        call.args[1] if len(call.args) > 1 else next((one.value for one in call.keywords if one.arg == "index"), None)
    )
    keys = () if index is None else value_of(index, names)
    if isinstance(value, dict):
        keys = list(value) if index is None else keys
        items = [value.get(key, UNKNOWN) for key in keys] if isinstance(keys, list) and _are_keys(keys) else [UNKNOWN]
        return Made(items, keys) if is_known(items) else UNKNOWN
    if isinstance(value, (int, float)) and index is not None:
        count = _count(index, names) if keys is UNKNOWN else len(keys) if isinstance(keys, list) else 0
        return Made([value] * count, keys if isinstance(keys, list) else ()) if 0 < count <= MOST else UNKNOWN
    if not isinstance(value, list) or not is_known(value):
        return UNKNOWN
    return Made(value, keys) if isinstance(keys, (list, tuple)) and len(keys) in (0, len(value)) else Flat(value)


def _are_keys(keys: list[Value]) -> bool:
    return all(isinstance(key, (str, int, float)) for key in keys)


def _count(index: ast.expr, names: Names) -> int:
    """How many items an index has that counts: ``range(n)``, also as a list."""
    while isinstance(index, ast.Call) and name_of(index.func) == "list" and len(index.args) == 1:
        index = index.args[0]
    is_range = isinstance(index, ast.Call) and name_of(index.func) in ("range", "arange") and len(index.args) == 1
    count = value_of(index.args[0], names) if isinstance(index, ast.Call) and is_range else 0
    return count if type(count) is int else 0


def _columns_of(columns: dict[Value, Value]) -> Value:
    """The columns of a frame of a dict: a number or a string in it stands for a column of equal ones."""
    known = {key: column if is_known(column) else UNKNOWN for key, column in columns.items()}
    length = max([len(column) for column in known.values() if isinstance(column, list)], default=0)
    if not length or length > MOST or any(isinstance(column, dict) for column in known.values()):
        return UNKNOWN
    filled = {key: one if isinstance(one, list) or one is UNKNOWN else [one] * length for key, one in known.items()}
    return Frame({key: one if one is UNKNOWN else Made(one) for key, one in filled.items()})


def _columns(value: Value, call: ast.Call, names: Names) -> Value:
    """The columns of a frame of a dict of lists, of a list of dicts or rows with names for the columns."""
    if isinstance(value, dict) and not isinstance(value, Frame):
        return _columns_of(value)
    if not isinstance(value, list) or not value or isinstance(value, Flat):
        return UNKNOWN
    if any(isinstance(row, Made) and row.keys for row in value):
        return UNKNOWN
    value = value if isinstance(value[0], (list, dict)) else [[one] for one in value]
    if all(isinstance(row, dict) for row in value):
        keys = dict.fromkeys(key for row in value for key in row)
        columns = {key: [row.get(key, UNKNOWN) for row in value] for key in keys}
        return Frame({key: Made(column) if is_known(column) else UNKNOWN for key, column in columns.items()})
    heads = next((_item(one.value, names) for one in call.keywords if one.arg == "columns"), UNKNOWN)
    if heads is UNKNOWN and len(call.args) < 2:
        heads = list(range(len(value[0]))) if isinstance(value[0], list) else UNKNOWN
    if not isinstance(heads, list) or not all(isinstance(head, (str, int)) for head in heads):
        return UNKNOWN
    if not all(isinstance(row, list) and len(row) == len(heads) for row in value):
        return UNKNOWN
    return frame_of([(head, Made(row[at] for row in value)) for at, head in enumerate(heads)])
