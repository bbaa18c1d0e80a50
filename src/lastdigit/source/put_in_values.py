"""Printed values that are no results according to the source: literals, loop counters, clocks, versions.

Anything that is not plain counts as a result.
"""

from __future__ import annotations

import ast

from lastdigit.base.rule import Rule
from lastdigit.source.clocked_values import is_a_time
from lastdigit.source.copied import is_copied, is_of_settings, is_one_of_several, is_shifted
from lastdigit.source.counted_loops import stepped, yielded
from lastdigit.source.file_text import is_text_of_file
from lastdigit.source.given_values import all_given, all_statements
from lastdigit.source.loop_progress import is_progress
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.set_in_loops import is_set_by_rounds, is_stepped_for_calls
from lastdigit.source.stepped_values import is_of_a_stepped_array, is_stepped_float
from lastdigit.source.straight_values import literal_above
from lastdigit.source.syntax import spelled

_DEEPEST = 6
_COUNTING = {
    "range",
    "xrange",
    "arange",
    "linspace",
    "logspace",
    "count",
    "clock",
    "permutations",
    "combinations",
    "product",
    "ndindex",
}
_RANGES = {"range", "xrange", "arange", "linspace", "logspace", "geomspace"}
_ROUND, _JOIN = {"round", "around", "flip"}, {"concatenate", "hstack", "append", "r_"}
"""Functions that give evenly spaced numbers again, rounded or backwards; and those that join several of them."""
_WHOLE = {
    "len",
    "int",
    "argmax",
    "argmin",
    "nunique",
    "numel",
    "count_nonzero",
    "bincount",
    "ord",
    "id",
    "hash",
    "bit_length",
}
_WHOLE_ATTRIBUTES = {"size", "ndim", "shape", "nbytes", "itemsize"}


MACHINE = Rule(
    r"__array_interface__|\.data_ptr\(|\.ctypes\.data\b|\b(?:psutil|GPUtil|cpuinfo)\.|\b(?:device_count|cpu_count|getpid|get_device_\w+|current_device|list_(?:physical|logical|local)_devices|(?:cuda|mps|xpu|backends\.\w+)\.is_(?:available|built))\(",
    "an expression asks for the machine that it runs on",
    "torch.cuda.is_available()",
    "shop.is_available()",
)

OF_MEMORY = Rule(
    r"\.memory_usage\([^()]*\)(?:\.sum\(\))?\Z|\.(?:nbytes|itemsize|st_size)(?: ?/ ?[\d.e*+ ()]{1,20})?\Z"
    r"|\b(?:getsizeof|getsize)\("
    r"|__array_interface__|\.data_ptr\(\)\Z",
    "an expression is an amount of memory or of disk space, or a place in it",
    "frame.memory_usage(deep=True)",
    "memory_usage",
)
OF_A_LIBRARY = Rule(
    r"\A(?:(?:np|numpy|math|cmath|torch|jnp|scipy|sp)\.(?:pi|e|tau|inf|nan|euler_gamma)|(?:scipy\.)?constants\.\w+"
    r"|sys\.(?:maxsize|float_info(?:\.\w+)?|getrecursionlimit\(\))"
    r"|(?:[^\W\d]\w{0,40}\.)?(?:finfo|iinfo)\([^()]{1,80}\)(?:\.\w+)?|len\((?:'[^'\n]*'|\"[^\"\n]*\")\))\Z",
    "an expression is a constant of a library, or how long a string is that it spells out",
    "np.finfo(np.float32).eps",
    "np.exp(1)",
)
IN_A_DATE = Rule(
    r"(?:\A|[\W_])(?:date|time|now|today|datetime|dt|timestamp|ts)(?:_\w+|\(\))?"
    r"\.(?:(?:year|month|day|hour|minute|second|microsecond)\Z|(?:iso)?(?:weekday|calendar)\(\)|timestamp\(\)\Z)"
    r"|\b(?:Timestamp|datetime|date|to_datetime)\([^()]{1,80}\)\.(?:year|month|day|hour|minute|second)\Z"
    r"|(?:\A|[\W_])(?:[Ss]tart|[Ee]nd|[Bb]irth|[Dd]ue|[Ee]xpiry)_?[Dd]ate\Z|\bstrftime\([^()]{1,80}\)\Z",
    "an expression is a date, or a part of one",
    "my_date.hour",
    "orbit.year",
)
IDENTIFIES = Rule(
    r"(?:(?:\A|_|\.)(?:id|uid|idx|ident|identifier)|[a-z](?:ID|Id)|(?:country|zip|postal|area|region|state)_?code)\Z",
    "a name is that of an identifier",
    "patient_id",
    "grid",
)


def _is_of_the_machine(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a name, or an attribute of what it is, has what the source asked of the machine."""
    while isinstance(node, ast.Attribute):
        node = node.value
    values = reached.values_of(node.id) if isinstance(node, ast.Name) else ()
    return any(MACHINE.search(spelled(value)) for value in values)


def reason_of(node: ast.expr, reached: ReachedSource) -> str:
    """Why the value of ``node`` is no result, as a key of ``REASONS``; "" if it may be one."""
    if any(
        isinstance(inner, ast.Attribute) and inner.attr in ("__version__", "version_info") for inner in ast.walk(node)
    ):
        return "version"
    if _counts(node, reached) or _names_a_group(node, reached):
        return "counter"
    if is_progress(node, reached, _counts):
        return "progress"
    text = spelled(node)
    is_asked = MACHINE.search(text) or _is_of_the_machine(node, reached)
    if is_asked or (isinstance(node, ast.Call) and name_of(node.func) in ("id", "hash")):
        return "identifier"
    if _is_set(node, reached) or _is_repeated_text(node) or OF_A_LIBRARY.search(text):
        return "setting"
    if OF_MEMORY.search(text):
        return "size"
    if isinstance(node, (ast.Attribute, ast.Call)) and IN_A_DATE.search(text):
        return "date"
    if isinstance(node, (ast.Name, ast.Attribute)) and IDENTIFIES.search(spelled(node)):
        return "identifier"
    if is_text_of_file(node, reached):
        return "file"
    return "timing" if is_a_time(node, reached) else ""


def _is_repeated_text(node: ast.expr) -> bool:
    """Whether a value is a string of the source again and again, such as ``"2" * 80``."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) else ()
    return any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)


def _is_set(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is a literal of the source or a setting."""
    if is_of_settings(node) or _is_spelled_out(node, reached, _DEEPEST) or _is_asked_for(node, reached):
        return True
    if isinstance(node, ast.Name) and reached.tree is not None and literal_above(node, reached.tree) is not None:
        return True
    if isinstance(node, ast.Name) and (
        is_set_by_rounds(node.id, reached, _counts)
        or is_stepped_for_calls(node.id, reached)
        or is_stepped_float(node.id, reached)
    ):
        return True
    if is_copied(node, reached) or is_shifted(node, reached) or is_of_a_stepped_array(node, reached):
        return True
    return _is_in_percent(node, reached)


def _is_in_percent(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is a name for a literal of the source, times 100."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(one, ast.Constant) and one.value == 100 and isinstance(other, (ast.Name, ast.Attribute)):
            return _is_set(other, reached)
    return False


def _is_asked_for(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether a value is what ``input`` returned."""
    while isinstance(node, ast.Call) and name_of(node.func) in ("int", "float", "str", "eval") and len(node.args) == 1:
        node = node.args[0]
    if isinstance(node, ast.Call):
        return name_of(node.func) in ("input", "raw_input")
    if not isinstance(node, ast.Name) or not depth:
        return False
    return all_given(node, reached, lambda value: _is_asked_for(value, reached, depth - 1))


def is_whole(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether the value of ``node`` is certainly an integer."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.UnaryOp):
        return is_whole(node.operand, reached, depth)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)):
        return is_whole(node.left, reached, depth) and is_whole(node.right, reached, depth)
    if isinstance(node, ast.Call):
        name = name_of(node.func)
        return name in _WHOLE or (name == "size" and isinstance(node.func, ast.Attribute))
    if isinstance(node, ast.Subscript):
        return name_of(node.value) == "shape" or is_whole(node.value, reached, depth)
    if isinstance(node, ast.Attribute):
        return node.attr in _WHOLE_ATTRIBUTES
    if not isinstance(node, ast.Name) or not depth:
        return False
    return _counts(node, reached) or all_given(node, reached, lambda value: is_whole(value, reached, depth - 1))


def is_gone_over(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a name is only ever a loop variable."""
    return isinstance(node, ast.Name) and all_statements(reached, node.id, lambda one: _goes_over(one, node.id))


def _goes_over(statement: ast.stmt, name: str) -> bool:
    if not isinstance(statement, ast.For):
        return False
    target = statement.target.elts if isinstance(statement.target, ast.Tuple) else [statement.target]
    return any(isinstance(one, ast.Name) and one.id == name for one in target)


def _counts(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is a counting loop variable, or one plus or minus a number."""
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
        return _counts(node.left, reached)
    if isinstance(node, ast.Call) and name_of(node.func) == "round" and node.args:
        return _counts(node.args[0], reached)
    if isinstance(node, ast.Subscript):
        return _is_of_a_grid(node, reached)
    if isinstance(node, ast.Call):
        return _is_next(node, reached)
    if not isinstance(node, ast.Name):
        return False
    if reached.is_only_passed(node.id):
        return _is_passed_on_and_on(node.id, reached)
    if node.id in reached.counted:
        return all_statements(reached, node.id, lambda one: bool(stepped(one)) or _gives_a_number(one))
    return all_statements(
        reached, node.id, lambda one: _counts_in(one, node.id, reached) or _gives_the_next(one, reached)
    )


def _gives_the_next(statement: ast.stmt, reached: ReachedSource) -> bool:
    return isinstance(statement, ast.Assign) and _is_next(statement.value, reached)


def _gives_a_number(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Assign) else None
    value = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def _is_passed_on_and_on(name: str, reached: ReachedSource) -> bool:
    """Whether a function that calls itself counts its calls by this parameter."""
    passed = reached.passed.get(name, ())
    steps = [one for one in passed if isinstance(one, ast.BinOp)]
    first = [one for one in passed if not isinstance(one, ast.BinOp)]
    return (
        bool(steps and first)
        and all(isinstance(one, ast.Constant) and type(one.value) is int for one in first)
        and all(stepped(ast.Assign([ast.Name(name)], one)) == name for one in steps)
    )


def _is_of_a_grid(node: ast.Subscript, reached: ReachedSource) -> bool:
    """Whether a value is an element of a grid by the number of a loop's round, or by a number."""
    at = node.slice.operand if isinstance(node.slice, ast.UnaryOp) else node.slice
    is_counted = isinstance(at, ast.Constant) or (isinstance(at, ast.Name) and _counts(at, reached))
    return (
        is_counted
        and isinstance(node.value, ast.Name)
        and all_given(node.value, reached, lambda one: _is_grid(one, reached))
    )


def _is_grid(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether an expression makes evenly spaced numbers, powers of them, or joins or rounds such numbers."""
    if isinstance(node, ast.Name) and depth:
        return all_given(node, reached, lambda one: _is_grid(one, reached, depth - 1))
    if isinstance(node, ast.Call) and name_of(node.func) in _ROUND and node.args:
        return _is_grid(node.args[0], reached, depth)
    if isinstance(node, ast.Call) and name_of(node.func) in _JOIN and node.args:
        parts = node.args[0].elts if isinstance(node.args[0], (ast.Tuple, ast.List)) else node.args
        return all(_is_a_list_of_literals(one) or _is_grid(one, reached, depth) for one in parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return isinstance(node.left, ast.Constant) and _is_range(node.right)
    is_power = isinstance(node, ast.Call) and name_of(node.func) == "power" and len(node.args) == 2
    if isinstance(node, ast.Call) and is_power:
        return isinstance(node.args[0], ast.Constant) and _is_range(node.args[1])
    return _is_range(node)


def _is_a_list_of_literals(node: ast.expr) -> bool:
    return isinstance(node, (ast.List, ast.Tuple)) and all(isinstance(one, ast.Constant) for one in node.elts)


def _names_a_group(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is the name of a group in a loop over the groups of pandas."""
    return isinstance(node, ast.Name) and all_statements(
        reached, node.id, lambda one: _goes_over_groups(one, node.id, reached)
    )


def _goes_over_groups(statement: ast.stmt, name: str, reached: ReachedSource) -> bool:
    if not isinstance(statement, ast.For) or not isinstance(statement.target, ast.Tuple):
        return False
    over, first = statement.iter, statement.target.elts[0]
    if not isinstance(first, ast.Name) or first.id != name:
        return False
    return _groups(over) or (isinstance(over, ast.Name) and all_given(over, reached, _groups))


def _groups(node: ast.expr) -> bool:
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Call) and name_of(node.func) in ("groupby", "groupby_bins")


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and name_of(node.func) in _RANGES


def _counts_in(statement: ast.stmt, name: str, reached: ReachedSource) -> bool:
    if not isinstance(statement, ast.For):
        return False
    over, target = statement.iter, statement.target
    if isinstance(over, ast.Call) and isinstance(target, ast.Tuple) and name_of(over.func) == "zip":
        names = map(name_of, target.elts)
        over = next((one for one, bound in zip(over.args, names, strict=False) if bound == name), over)
    if isinstance(over, ast.Name):
        return all_given(over, reached, lambda one: _is_grid(one, reached) or _yields_counters(one, reached))
    while isinstance(over, ast.Call) and name_of(over.func) in ("tqdm", "trange", "list", "reversed") and over.args:
        if name_of(over.func) == "trange":
            return True
        over = over.args[0]
    if not isinstance(over, ast.Call):
        return False
    if name_of(over.func) in ("enumerate", "ndenumerate"):
        first = target.elts[0] if isinstance(target, ast.Tuple) else target
        return name in map(name_of, first.elts if isinstance(first, ast.Tuple) else [first])
    return name_of(over.func) in _COUNTING or _is_grid(over, reached) or _yields_counters(over, reached)


def _is_next(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is the next of a generator that counts."""
    if not isinstance(node, ast.Call) or name_of(node.func) != "next" or len(node.args) != 1:
        return False
    of = node.args[0]
    if isinstance(of, ast.Name):
        return all_given(of, reached, lambda one: _yields_counters(one, reached))
    return _yields_counters(of, reached)


def _yields_counters(call: ast.expr, reached: ReachedSource) -> bool:
    """Whether a generator of the document yields nothing but what its loops count, or literals."""
    if not isinstance(call, ast.Call):
        return False
    given = reached.definitions.get(name_of(call.func), ())
    values = [value for one in given for value in yielded(one)]
    loops = [loop for one in given for loop in ast.walk(one) if isinstance(loop, ast.For)]
    names = {loop.target.id for loop in loops if isinstance(loop.target, ast.Name) and _is_range(loop.iter)}
    return bool(values) and all(
        isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in names) for value in values
    )


def _is_spelled_out(node: ast.expr, reached: ReachedSource, depth: int) -> bool:
    """Whether a value is a numeric literal, or a name that is only ever assigned such literals."""
    if isinstance(node, ast.UnaryOp):
        return _is_spelled_out(node.operand, reached, depth)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    if isinstance(node, ast.Call) and name_of(node.func) == "str" and len(node.args) == 1:
        return _is_spelled_out(node.args[0], reached, depth)
    if not isinstance(node, ast.Name) or not depth:
        return False
    return all_given(
        node,
        reached,
        lambda value: not is_one_of_several(value, reached) and _is_spelled_out(value, reached, depth - 1),
    )
