"""What rounds a number, by what an expression does: at once, or by a text or a whole number between two steps.

``float("%.2f" % x)`` and ``int(100 * x) / 100`` round in two steps: a number is made a text, or a multiple, and that is
made a number, or a whole one. Where the steps stand apart, the value that comes between is followed from one to the
other.
"""

from __future__ import annotations

import ast
import re
from enum import IntFlag

from lastdigit.base.rule import Rule
from lastdigit.source.evaluated_texts import is_typed
from lastdigit.source.python_source import name_of
from lastdigit.source.rounding_calls import CUT, ROUND, told
from lastdigit.source.shown_floats import ANY_PRECISION
from lastdigit.source.syntax import spelled
from lastdigit.source.unseen import rounds_nothing, uses_unseen
from lastdigit.source.vocabulary import COMPARE, COUNT, DESCRIBE, MATCH, TEST


class Mark(IntFlag):
    """What a value may be: what is looked for; a text made of a number; a multiple of one; or a function.

    ``ROUNDED`` is what is looked for where that is a rounded number, or one of unseen origin. ``CUTS`` is a function
    that makes whole numbers, and ``READS`` one that makes numbers of texts.
    """

    NONE = 0
    SOUGHT = 1
    ROUNDED = SOUGHT
    TEXT = 2
    SCALED = 4
    CUTS = 8
    READS = 16


_WHOLE = (
    ROUND
    | CUT
    | frozenset(("__int__", "__round__", "__trunc__", "__floor__", "__ceil__", "rint", "floor_divide", "long"))
)
"""Functions whose value is a whole number."""
_ALWAYS = (
    frozenset(("__round__", "__mod__", "__format__", "__floordiv__", "divmod", "modf", "fmod", "mod", "remainder"))
    | frozenset(("floor_divide", "floordiv", "qcut", "cut", "quantize", "fix", "round_", "floor_", "ceil_", "trunc_"))
    | frozenset(("format", "format_map", "format_string", "format_field", "array2string", "array_str", "array_repr"))
    | frozenset(("format_float_positional", "format_float_scientific", "set_precision", "limit_denominator"))
    | frozenset(("to_string", "to_markdown", "tabulate", "total_seconds", "timestamp", "fromtimestamp", "unpack"))
    | frozenset(("exc_info", "format_exc", "format_exception", "throw", "exit"))
)
"""Functions that round, format, or have a resolution of their own, whatever they are given."""
_NAMES = (ROUND | CUT | _ALWAYS) - {"int"}
"""Functions that a source may hand on, or import under another name."""
_TEXTS = frozenset(
    ("str", "repr", "ascii", "bytes", "bytearray", "dumps", "hex", "__str__", "__repr__", "strftime", "isoformat")
) | frozenset(("tostring", "tobytes", "to_json", "to_csv", "encode"))
_NUMBERS = frozenset(
    ("float", "complex", "Decimal", "Fraction", "float64", "float32", "float16", "double", "fromhex")
) | frozenset(("literal_eval", "to_numeric", "loads", "fromstring", "genfromtxt", "loadtxt", "astype", "frombuffer"))
"""Functions that make a number of a text."""
_PRODUCTS = frozenset(("mul", "multiply", "mul_", "times", "scale", "prod", "scaleb", "ldexp"))
_INTEGERS = re.compile(
    r"(?:\w+\.)?(?:u?int(?:\d{1,2}|_|c|p)?|long|longlong|byte|short)|['\"][<>=|]?(?:[uil]\d{0,2}|u?int\d{0,2}|long)['\"]"
)
_NO_INTEGERS = re.compile(
    r"(?:\w+\.)?(?:float|str|bool|object|complex|double|half|single|category|datetime|string|bytes)\w*"
    r"|['\"][<>=|]?(?:[fcSUOMb?]|float|str|bool|object|complex|category|datetime|string|double)[^'\"]*['\"]"
)
_EXECUTE = frozenset(("eval", "query", "execute", "executemany", "read_sql", "read_sql_query", "sql"))
"""Functions and methods that execute a text which they are given."""
_FILLED = frozenset(("zeros", "ones", "empty", "eye", "identity"))
"""Functions whose value has no number of the sizes that they are given."""
_MAKES_AN_ARRAY = frozenset(("zeros", "ones", "empty", "full", "array", "asarray", "arange", "fromiter", "Series"))
_LIKE = frozenset(("zeros_like", "ones_like", "empty_like", "full_like"))
_PLAIN_SPEC = re.compile(r"[^%]*(?:%(?:[sr%]|\(\w{1,40}\)[sr])[^%]*)*")
_PLAIN_HOLES = re.compile(r"[^{}]*(?:\{[\w.]{0,40}(?:![rsa])?\}[^{}]*)*")
FORMATS = Rule(
    r"%(?:\(\w{1,40}\))?[-+ #0-9]{0,6}(?:(?:\.[0-9*]{1,3})?[efgEFG]|\.\d{1,3}s)"
    r"|\{[\w.\[\]]{0,40}(?:![rsa])?:[^{}'\"\s]{1,20}\}|^[<>^+,]?\.\d",
    "a text formats numbers that are put into it",
    "%.2f",
    "100% of {name}",
)
COMPUTES_IN_TEXT = Rule(
    r"//|%|\b(?i:round|floor|ceil|trunc|int|integer|rint|mod|cast|substr|substring|printf|format)\b",
    "a text that is executed may round",
    "b = a // 0.01",
    "b = a / 3",
)
OPERATOR = re.compile(r"__[ri]?(?:add|sub|mul|truediv|floordiv|mod|divmod|pow|matmul|and|or|xor|lshift|rshift)__")
"""Methods that an operator calls with its other operand."""
_SHOWN_BY = re.compile(r"__(?:neg|str|repr|format|round|float)__")
_CUTS_TEXTS = re.compile(r"[<>=|]?[USa]\d{1,4}")
"""Dtypes of NumPy that cut texts."""
_OTHER_FLOATS = frozenset(("longdouble", "float128", "longfloat", "clongdouble", "timedelta64"))
_SCALE, _STEP = 10, 1
"""A product leaves decimals to a cut from this factor on, a quotient below this divisor: ``int(0.8 * n)`` counts."""


class Marks:
    """What the expressions and statements of some sources may give, as far as their own form tells.

    ``asks_persons``: nothing in the sources may answer in place of a person. ``describing``: attributes that have
    nothing of what they belong to. ``keep_truths``: what is looked for may be in a truth value, too.
    """

    describing = DESCRIBE
    keep_truths = False

    def __init__(self, nodes: list[ast.AST]) -> None:
        self._called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
        self.asks_persons = not any(map(_answers, nodes))

    def is_typed(self, node: ast.AST) -> bool:
        """Whether an expression asks a person for a number, and nothing in the sources may answer."""
        return self.asks_persons and is_typed(node)

    def keeps_nothing(self, call: ast.Call, packages: frozenset[str], *, is_method: bool) -> bool:
        """Whether what a function of these packages returns has nothing of what it is given."""
        name = name_of(call.func)
        if not all(map(rounds_nothing, packages)):
            return False
        is_known = name in COMPARE or (name in MATCH | TEST and bool(packages))
        return is_known or (name in COUNT and not is_method) or name in _FILLED

    def of(self, node: ast.AST) -> Mark:
        """What an expression, or what a statement gives, may be.

        >>> node = ast.parse("round(100 * x, 2)", mode="eval").body
        >>> Mark.ROUNDED in Marks(list(ast.walk(node))).of(node)
        True
        """
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                is_renamed = any(one.asname is not None and one.name in _NAMES for one in names)
                return Mark.ROUNDED if is_renamed or gives_other_numbers(node) else Mark.NONE
            case ast.ClassDef(body=body):
                return Mark.ROUNDED if any(map(_takes_a_method, body)) else Mark.NONE
            case ast.AugAssign(op=operator, value=value):
                return _of_operation(operator, None, value)
            case ast.BinOp(left=left, op=operator, right=right):
                return _of_operation(operator, left, right)
            case ast.Call(func=ast.Name(id="input")) if not self.asks_persons:
                return Mark.ROUNDED
            case ast.Call():
                return Mark.NONE if self.is_typed(node) else _of_call(node)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return Mark.NONE if id(node) in self._called else _handed_on(name)
        return _of_text(node)


def _answers(node: ast.AST) -> bool:
    """Whether a node may change what ``input`` returns: it gives it, or the standard input, another value."""
    match node:
        case ast.Name(id="input" | "eval", ctx=ast.Store()) | ast.Attribute(attr="input" | "stdin", ctx=ast.Store()):
            return True
        case ast.FunctionDef(name="input" | "eval") | ast.alias(name="input") | ast.alias(asname="input"):
            return True
        case ast.arg(arg="input"):
            return True
    return False


def gives_other_numbers(statement: ast.stmt) -> bool:
    """Whether an import is of what may round, or has numbers of its own that are shown to other digits."""
    text = spelled(statement)
    return uses_unseen(text) or ANY_PRECISION.search(text) is not None


def _takes_a_method(node: ast.stmt) -> bool:
    """Whether a statement of a class makes a function that is defined elsewhere one of its rules of arithmetic."""
    if not isinstance(node, ast.Assign) or OPERATOR.fullmatch(name_of(node.value)):
        return False
    names = [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
    return any(OPERATOR.fullmatch(name) or _SHOWN_BY.fullmatch(name) for name in names)


def _handed_on(name: str) -> Mark:
    """What a function that is handed on, and not called by its name, may make of numbers."""
    if name in _NAMES | _OTHER_FLOATS:
        return Mark.ROUNDED
    if name in _WHOLE or _INTEGERS.fullmatch(name):
        return Mark.CUTS
    return Mark.TEXT if name in _TEXTS else Mark.READS if name in _NUMBERS else Mark.NONE


def _of_text(node: ast.AST) -> Mark:
    match node:
        case ast.FormattedValue(format_spec=spec):
            return Mark.TEXT if spec is None else Mark.ROUNDED
        case ast.Constant(value=str(text)):
            may_round = text in _NAMES | _OTHER_FLOATS or FORMATS.search(text) or _CUTS_TEXTS.fullmatch(text)
            return Mark.ROUNDED if may_round else Mark.NONE
    return Mark.NONE


def _of_operation(operator: ast.operator, left: ast.expr | None, right: ast.expr) -> Mark:
    """What an operation gives; ``left`` is None where a statement changes a name by it."""
    match operator, left, right:
        case ast.Mod(), ast.Constant(value=str(text)), _:
            return Mark.TEXT if _PLAIN_SPEC.fullmatch(text) else Mark.ROUNDED
        case ((ast.FloorDiv() | ast.Mod()), _, ast.Constant(value=value)):
            return Mark.ROUNDED if isinstance(value, float) or value == 1 else Mark.NONE
        case ((ast.Mult() | ast.Div()), _, _) if any(_is_a_floor(one) for one in (left, right)):
            return Mark.ROUNDED
        case ast.Mult(), _, _ if left is not None and (_is_a_step(left, right) or _is_a_step(right, left)):
            return Mark.ROUNDED
        case ast.Sub(), _, ast.BinOp(op=ast.Mod()):
            return Mark.ROUNDED
        case ((ast.Mult() | ast.Div()), _, _) if left is not None and _is_a_part_of_whole(operator, left, right):
            return Mark.ROUNDED
        case ast.Mod(), _, _:
            return Mark.TEXT
        case ((ast.Mult() | ast.Pow()), _, _):
            return Mark.SCALED if _scales(left, right) else Mark.NONE
        case ast.Div(), _, ast.Constant(value=int() | float() as value):
            return Mark.SCALED if abs(value) < _STEP else Mark.NONE
    return Mark.NONE


def _is_a_part_of_whole(operator: ast.operator, left: ast.expr, right: ast.expr) -> bool:
    """Whether a literal scales down a number that a call makes whole: ``round(cents) / 100``, ``int(cents) * 0.01``."""
    match left, right:
        case (ast.Call() as made, ast.Constant(value=int() | float())) if isinstance(operator, ast.Div):
            return _makes_whole(made)
        case (ast.Call() as made, ast.Constant(value=float())) | (ast.Constant(value=float()), ast.Call() as made):
            return isinstance(operator, ast.Mult) and _makes_whole(made)
    return False


def _makes_whole(call: ast.Call) -> bool:
    name = name_of(call.func)
    return name in _WHOLE or (name == "astype" and not _is_to_floats(call))


def _is_a_step(node: ast.expr, step: ast.expr) -> bool:
    """Whether a factor is how often a step goes into a number, so that the product is a multiple of the step."""
    match node:
        case ast.Call(args=[ast.BinOp(op=ast.Div(), right=divisor), *_]) if name_of(node.func) in _WHOLE:
            return spelled(divisor) == spelled(step)
    return False


def _is_a_floor(node: ast.expr | None) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)


def _scales(left: ast.expr | None, right: ast.expr) -> bool:
    """Whether a product is a multiple whose decimals a cut would leave: by 10 or more, or by what is no literal."""
    factors = [one.value for one in (left, right) if isinstance(one, ast.Constant)]
    return not factors or any(isinstance(one, (int, float)) and not -_SCALE < one < _SCALE for one in factors)


def _of_call(call: ast.Call) -> Mark:
    name = name_of(call.func)
    text = call.func.value if isinstance(call.func, ast.Attribute) else None
    if name == "format" and isinstance(text, ast.Constant) and isinstance(text.value, str):
        return Mark.TEXT if _PLAIN_HOLES.fullmatch(text.value) else Mark.ROUNDED
    if name in _ALWAYS or (name in ROUND and told(call) is not None):
        return Mark.ROUNDED
    if name == "type" and len(call.args) > 1:
        return Mark.ROUNDED
    if name in _EXECUTE and any(map(_computes_in_text, call.args)):
        return Mark.ROUNDED
    if name in _TEXTS or (name == "astype" and "str" in spelled(call)):
        return Mark.TEXT
    return Mark.SCALED if name in _PRODUCTS else Mark.NONE


def _computes_in_text(node: ast.expr) -> bool:
    return (
        not isinstance(node, (ast.Constant, ast.Tuple, ast.List)) or COMPUTES_IN_TEXT.search(spelled(node)) is not None
    )


def rounds(nodes: list[ast.AST], known: Mark = Mark.NONE) -> bool:
    """Whether any of the nodes of an expression rounds, at once or in two steps; its names have ``known`` marks."""
    marks = Marks(nodes)
    found = known
    for one in nodes:
        found |= marks.of(one)
    return Mark.ROUNDED in found or any(rounds_what_is(one) & found for one in nodes)


def rounds_what_is(node: ast.AST) -> Mark:
    """Of which values an expression makes rounded numbers: of texts, or of multiples.

    >>> rounds_what_is(ast.parse("float(t)", mode="eval").body), rounds_what_is(ast.parse("int(k)", mode="eval").body)
    (<Mark.TEXT: 2>, <Mark.SCALED: 4>)
    >>> rounds_what_is(ast.parse("float('-inf')", mode="eval").body)
    <Mark.NONE: 0>
    """
    match node:
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()], keywords=[]):
            return Mark.NONE
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod()) | ast.AugAssign(op=ast.FloorDiv() | ast.Mod()):
            return Mark.SCALED
        case ast.Call(func=function, args=given, keywords=named):
            names = {name_of(function), *map(name_of, given), *(name_of(one.value) for one in named)}
            found = Mark.TEXT if names & _NUMBERS else Mark.NONE
            makes_whole = names & _WHOLE or any(
                _INTEGERS.fullmatch(spelled(one)) for one in (function, *given, *(each.value for each in named))
            )
            if makes_whole or (name_of(function) == "astype" and not _is_to_floats(node)):
                found |= Mark.SCALED
            return found
    return Mark.NONE


def _is_to_floats(call: ast.Call) -> bool:
    """Whether a call of ``astype`` certainly makes no whole numbers."""
    given = [*call.args, *(one.value for one in call.keywords if one.arg == "dtype")]
    return bool(given) and _NO_INTEGERS.fullmatch(spelled(given[0])) is not None


def done_by(function: int) -> Mark:
    """Of which values a call makes rounded numbers if its function has these marks.

    >>> done_by(Mark.CUTS)
    <Mark.SCALED: 4>
    """
    found = Mark.SCALED if function & Mark.CUTS else Mark.NONE
    return found | (Mark.TEXT if function & Mark.READS else Mark.NONE)


def is_of_whole_numbers(call: ast.Call) -> bool:
    """Whether a call may make an array of whole numbers, which cuts what is put into it later.

    >>> call = ast.parse("np.zeros(3, dtype=int)", mode="eval").body
    >>> is_of_whole_numbers(call)
    True
    """
    name = name_of(call.func)
    if name in _LIKE:
        return True
    given = [*call.args[1:], *(one.value for one in call.keywords if one.arg == "dtype")]
    if any(_INTEGERS.fullmatch(spelled(one)) for one in given):
        return True
    return name in _MAKES_AN_ARRAY and not call.keywords and len(call.args) == 1 and _is_whole(call.args[0])


def _is_whole(node: ast.expr) -> bool:
    """Whether a literal has whole numbers only."""
    constants = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    is_literal = all(
        isinstance(one, (ast.List, ast.Tuple, ast.Constant, ast.UnaryOp, ast.expr_context, ast.unaryop))
        for one in ast.walk(node)
    )
    return is_literal and bool(constants) and all(isinstance(one, int) for one in constants)
