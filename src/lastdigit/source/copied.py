"""Whether an expression can only have values that are literals of the source: copies, not results.

``site["height"]`` of a dict of numbers is one, also inside a loop over such dicts. A name that a function may
change, or that is computed, is not.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.item_keys import keys_assigned, part_given
from lastdigit.source.python_source import name_of, shown_value
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled

_DEEPEST = 6
SPACED = frozenset(("range", "arange", "linspace", "logspace", "geomspace"))
"""Functions that make evenly spaced numbers, or powers of them."""
_HANDS_ON = frozenset(("items", "values", "keys", "get", "copy"))
"""Methods that return items of a dict or a list."""
_GOES_OVER = frozenset(("zip", "enumerate", "list", "tuple", "iter", "dict"))
"""Functions that iterate over or return their arguments unchanged."""
_OF_TEXTS = frozenset(("format", "join", "replace", "strip", "upper", "lower", "title", "ljust", "rjust", "center"))
_GROWS = frozenset(("append", "extend", "insert"))
_IN_ORDER = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)
_OF_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.operator, ast.unaryop, ast.expr_context)

OF_SETTINGS = Rule(
    r"\A(?:\w+\.){0,4}_?(?:\w+_)?(?:cfg|config|conf|configuration|args|argv|settings?|hparams|hyper_?params|hyperparameters"
    r"|kwargs|rcParams|FLAGS|CONFIG|CFG|ARGS|get_params\(\)|cv_results_\['params'\]|param_grid|param_distributions)(?:\.\w+|\[['\"]?[\w.]+['\"]?\])+\Z",
    "an expression is what something was set to, by what it belongs to",
    "model.config.hidden_size",
    "kwargs_of(x).sum()",
)


def is_copied(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether every possible value of ``node`` is a literal of the source."""
    if isinstance(node, ast.Constant):
        return True
    if not depth:
        return False
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(is_copied(item, reached, depth) for item in node.elts)
    if isinstance(node, ast.Dict):
        return all(item is not None and is_copied(item, reached, depth) for item in (*node.keys, *node.values))
    if isinstance(node, ast.UnaryOp):
        return is_copied(node.operand, reached, depth)
    if isinstance(node, ast.BinOp):
        return _is_complex(node)
    if isinstance(node, ast.Subscript):
        return is_copied(node.value, reached, depth - 1)
    if isinstance(node, ast.Call):
        return _hands_on(node, reached, depth - 1)
    if isinstance(node, ast.Attribute):
        given = reached.definitions.get(node.attr, ())
        if _is_of_its_class(node, reached):
            return True
        return bool(given) and all(_sets_a_copy(one, node, reached, depth - 1) for one in given)
    return isinstance(node, ast.Name) and _is_given_copies(node.id, reached, depth - 1)


def _is_complex(node: ast.BinOp) -> bool:
    """Whether an expression is a complex number with both parts, such as ``10 + 5j``."""
    parts = [one.value for one in (node.left, node.right) if isinstance(one, ast.Constant)]
    is_sum = isinstance(node.op, (ast.Add, ast.Sub)) and len(parts) == len(("real", "imaginary"))
    return is_sum and isinstance(parts[1], complex) and isinstance(parts[0], (int, float))


def _sets_a_copy(statement: ast.stmt, node: ast.Attribute, reached: ReachedSource, depth: int) -> bool:
    """Whether a statement assigns a literal to an attribute, as in ``lab.power = 100`` or in a constructor."""
    if not isinstance(statement, ast.Assign) or not is_copied(statement.value, reached, depth):
        return False
    if not all(isinstance(target, ast.Attribute) and target.attr == node.attr for target in statement.targets):
        return False
    return not isinstance(statement.value, ast.Name) or _is_of_own_class(node.value, reached)


def _is_of_its_class(node: ast.Attribute, reached: ReachedSource) -> bool:
    """Whether an attribute is a number that a class of the document gives to all of its objects, and nothing else."""
    if not isinstance(node.value, ast.Name) or not _is_of_own_class(node.value, reached) or node.value.id == "self":
        return False
    body = [one for made in reached.definitions[node.value.id] for one in _body_of(made, reached)]
    given = [
        one for one in reached.definitions.get(node.attr, ()) if one in body or _gives_an_attribute(one, node.attr)
    ]
    values = [one.value if isinstance(one, ast.Assign) and one in body else None for one in given]
    return bool(values) and all(isinstance(one, ast.Constant) for one in values)


def _body_of(statement: ast.stmt, reached: ReachedSource) -> Sequence[ast.stmt]:
    """The statements of the class of which a statement makes an object."""
    call = statement.value if isinstance(statement, ast.Assign) else None
    classes = reached.definitions.get(name_of(call.func), ()) if isinstance(call, ast.Call) else ()
    return [inner for one in classes if isinstance(one, ast.ClassDef) for inner in one.body]


def _gives_an_attribute(statement: ast.stmt, name: str) -> bool:
    """Whether a statement gives an attribute of this name to any object."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return any(isinstance(node, ast.Attribute) and node.attr == name for target in targets for node in ast.walk(target))


def _is_of_own_class(owner: ast.expr, reached: ReachedSource) -> bool:
    """Whether an object is one of a class that the document defines."""
    if not isinstance(owner, ast.Name):
        return False
    given = reached.definitions.get(owner.id, ())
    return owner.id == "self" or (bool(given) and all(_makes_an_object(one, reached) for one in given))


def _makes_an_object(statement: ast.stmt, reached: ReachedSource) -> bool:
    call = statement.value if isinstance(statement, ast.Assign) else None
    classes = reached.definitions.get(name_of(call.func), ()) if isinstance(call, ast.Call) else ()
    return bool(classes) and all(isinstance(one, ast.ClassDef) for one in classes)


def _is_passed_copies(name: str, reached: ReachedSource, depth: int) -> bool:
    """Whether a parameter gets literals at every call of its functions."""
    passed = reached.passed.get(name, ())
    return bool(passed) and all(one is not None and is_copied(one, reached, depth) for one in passed)


def _returns_an_attribute(call: ast.Call, reached: ReachedSource) -> ast.Attribute | None:
    """The attribute that a method without arguments does nothing but return."""
    if not isinstance(call.func, ast.Attribute) or call.args or call.keywords:
        return None
    given = reached.definitions.get(call.func.attr, ())
    method = given[0] if len(given) == 1 else None
    if (
        not isinstance(method, ast.FunctionDef)
        or len(method.body) > 2
        or not _is_of_own_class(call.func.value, reached)
    ):
        return None
    last = method.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    is_own = isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "self"
    return value if is_own and isinstance(value, ast.Attribute) else None


def _only_value(call: ast.Call, reached: ReachedSource) -> ast.expr | None:
    """What the only function of its name returns, if it does one thing after the other without any choice."""
    given = reached.definitions.get(call.func.id, ()) if isinstance(call.func, ast.Name) else ()
    function = given[0] if len(given) == 1 else None
    if not isinstance(function, ast.FunctionDef) or not all(isinstance(one, _IN_ORDER) for one in function.body):
        return None
    last = function.body[-1]
    return last.value if isinstance(last, ast.Return) else None


def _hands_on(call: ast.Call, reached: ReachedSource, depth: int) -> bool:
    """Whether a call returns a literal unchanged."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in _HANDS_ON:
        return is_copied(call.func.value, reached, depth)
    attribute = _returns_an_attribute(call, reached)
    if attribute is not None:
        return is_copied(attribute, reached, depth)
    if (value := _only_value(call, reached)) is not None:
        return is_copied(value, reached, depth)
    given: Sequence[ast.expr] = [*call.args, *(keyword.value for keyword in call.keywords)]
    return name_of(call.func) in _GOES_OVER and bool(given) and all(is_copied(one, reached, depth) for one in given)


def _is_given_copies(name: str, reached: ReachedSource, depth: int) -> bool:
    statements = reached.definitions.get(name, ())
    if name in reached.handed_over:
        return False
    if reached.is_only_passed(name):
        return _is_passed_copies(name, reached, depth)
    if not statements:
        return False
    return all(_gives_a_copy(statement, name, reached, depth) for statement in statements)


def _gives_a_copy(statement: ast.stmt, name: str, reached: ReachedSource, depth: int) -> bool:
    if isinstance(statement, ast.Assign):
        if is_one_of_several(statement.value, reached):
            return False
        are_names = all(isinstance(target, (ast.Name, ast.Tuple)) for target in statement.targets)
        return are_names and is_copied(statement.value, reached, depth)
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None and is_copied(statement.value, reached, depth)
    if isinstance(statement, ast.For):
        over = gone_over_by(statement, name)
        if is_copied(over, reached, depth) or _is_grid(over, reached, depth):
            return True
        keys = [part_given(statement.target, one, name) for one in _keys(statement, reached)]
        return bool(keys) and all(_was_tried(one, reached, depth) for one in keys)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return name_of(statement.value.func) in _GROWS and all(
            is_copied(given, reached, depth) for given in statement.value.args
        )
    return False


def _keys(statement: ast.stmt, reached: ReachedSource) -> list[ast.expr]:
    """The keys of the dict that a loop goes over, where statements assign its items."""
    return keys_assigned(statement.iter, reached.definitions) if isinstance(statement, ast.For) else []


def _was_tried(key: ast.expr, reached: ReachedSource, depth: int) -> bool:
    """Whether a key is a literal, or what other loops of the document go through, all of them over literals."""
    if not isinstance(key, ast.Name) or not depth:
        return is_copied(key, reached, depth)
    given = [one for one in reached.anywhere.definitions.get(key.id, ()) if not _keys(one, reached)]
    return bool(given) and all(_gives_a_copy(one, key.id, reached, depth - 1) for one in given)


def _is_made_of_copies(node: ast.expr, reached: ReachedSource, depth: int) -> bool:
    """Whether an expression is a literal, or arithmetic of literals and of names for them."""
    if isinstance(node, ast.BinOp):
        return all(_is_made_of_copies(side, reached, depth) for side in (node.left, node.right))
    return is_copied(node, reached, depth)


def is_grid_of_literals(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether an expression can only be a grid between literals, such as the times ``np.arange(a, b + h, h)``."""
    if isinstance(node, ast.Name) and node.id in reached.handed_over:
        return False
    return _is_grid(node, reached, _DEEPEST)


def _is_grid(node: ast.expr, reached: ReachedSource, depth: int) -> bool:
    """Whether numbers are evenly spaced between literals, or plain arithmetic with a range, such as powers of two."""
    if isinstance(node, ast.Name):
        given = reached.definitions.get(node.id, ())
        return bool(given) and all(
            isinstance(one, ast.Assign) and not isinstance(one.value, ast.Name) and _is_grid(one.value, reached, depth)
            for one in given
        )
    if isinstance(node, ast.Call):
        ends = node.args if name_of(node.func) in SPACED else ()
        return bool(ends) and all(_is_made_of_copies(one, reached, depth) for one in ends)
    if not isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return False
    counters = {one.target.id for one in node.generators if isinstance(one.target, ast.Name) and _is_range(one.iter)}
    is_plain = all(isinstance(inner, _OF_ARITHMETIC) for inner in ast.walk(node.elt))
    names = {inner.id for inner in ast.walk(node.elt) if isinstance(inner, ast.Name)}
    return is_plain and len(counters) == len(node.generators) and names <= counters


def _is_range(node: ast.expr) -> bool:
    """Whether an iterable counts between literals, or is a list of them."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(isinstance(item, ast.Constant) for item in node.elts)
    return (
        isinstance(node, ast.Call)
        and name_of(node.func) in ("range", "xrange", "arange")
        and all(isinstance(inner, _OF_ARITHMETIC) for given in node.args for inner in ast.walk(given))
        and not any(isinstance(inner, ast.Name) for given in node.args for inner in ast.walk(given))
    )


def is_one_of_several(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a name is a loop's variable or a parameter, so that to keep it is to choose one of its values."""
    if not isinstance(node, ast.Name):
        return False
    given = reached.definitions.get(node.id, ())
    return reached.is_only_passed(node.id) or any(isinstance(one, ast.For) for one in given)


def gone_over_by(loop: ast.For, name: str) -> ast.expr:
    """What a loop variable iterates over: one argument of ``zip``; the keys for items of a dict."""
    over, target = loop.iter, loop.target
    if not isinstance(over, ast.Call) or not isinstance(target, ast.Tuple):
        return over
    place = next((at for at, one in enumerate(target.elts) if isinstance(one, ast.Name) and one.id == name), None)
    if place is None:
        return over
    if name_of(over.func) == "zip" and len(over.args) == len(target.elts):
        return over.args[place]
    owner = over.func.value if isinstance(over.func, ast.Attribute) and over.func.attr == "items" else None
    if isinstance(owner, ast.Dict) and place == 0 and None not in owner.keys:
        return ast.Tuple([key for key in owner.keys if key is not None], ast.Load())
    return over


def is_shifted(node: ast.expr, reached: ReachedSource) -> bool:
    """Whether a value is a loop variable over literals, or one plus or minus a number."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))):
        return False
    sides = (node.left, node.right)
    names = [side for side in sides if isinstance(side, ast.Name)]
    if len(names) != 1 or not any(isinstance(side, ast.Constant) for side in sides):
        return False
    given = reached.definitions.get(names[0].id, ())
    return all(isinstance(one, ast.For) for one in given) and is_copied(names[0], reached)


def is_text(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether an expression can only be a string that the source assembles."""
    if isinstance(node, ast.JoinedStr):
        return True
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    if not depth:
        return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        return is_text(node.left, reached, depth) or (
            isinstance(node.op, ast.Add) and is_text(node.right, reached, depth)
        )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in _OF_TEXTS and is_text(node.func.value, reached, depth - 1)
    if not isinstance(node, ast.Name) or node.id in reached.handed_over:
        return False
    given = reached.definitions.get(node.id, ())
    return bool(given) and all(
        isinstance(one, (ast.Assign, ast.AugAssign))
        and isinstance(one.targets[0] if isinstance(one, ast.Assign) else one.target, ast.Name)
        and is_text(one.value, reached, depth - 1)
        for one in given
    )


def is_of_settings(node: ast.expr) -> bool:
    """Whether an expression refers to a setting."""
    return isinstance(node, (ast.Attribute, ast.Subscript)) and OF_SETTINGS.search(spelled(node)) is not None


def shows_a_copy(source: Passage, reached: ReachedSource) -> bool:
    """Whether the last line of a source shows a literal or a setting."""
    last = shown_value(source)
    return last is not None and (is_of_settings(last.value) or is_copied(last.value, reached))


def is_name_of_text(name: str, source: Passage, reached: ReachedSource) -> bool:
    """Whether a name in ``source`` refers to an assembled string."""
    return is_text(ast.Name(name), reached.within(source))
