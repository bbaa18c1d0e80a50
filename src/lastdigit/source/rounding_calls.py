"""Roundings that an expression states itself: ``round(x, 2)``, ``int(x)``, and formats, ``f"{x:.2f}"``."""

from __future__ import annotations

import ast
import re

from lastdigit.base.frozen import frozen
from lastdigit.document import Passage
from lastdigit.source.python_source import name_of
from lastdigit.source.rounded_numbers import UNKNOWN, Rounding
from lastdigit.source.shown_floats import rounds, rounds_otherwise
from lastdigit.source.syntax import parse

ROUND = frozenset(("round", "around", "round_", "rint"))
"""Functions and methods that round to the nearest number."""
CUT = frozenset(("floor", "ceil", "trunc", "fix", "int"))
"""Functions that round to whole numbers in one direction."""
_MODULES = frozenset(("np", "numpy", "torch", "jnp", "jax", "tf", "math"))
_SPEC = re.compile(r"[^{}.a-zA-Z%]*(?:\.(?P<digits>[0-9]{1,3}))?(?P<type>[a-zA-Z%]?)")
_PUT_IN = re.compile(r"[^{}]*\{[^{}:]{0,80}(?::(?P<spec>[^{}]{0,40}))?\}[^{}]*")
_PERCENT = re.compile(r"[^%]*%[-+ 0#]{0,5}[0-9]{0,4}(?P<spec>(?:\.[0-9]{1,3})?[a-zA-Z])(?:[^%]|%%)*")
_DEFAULT = 6
"""The precision of a format that names none."""


@frozen
class Formatted:
    """A value that is formatted, and the format spec."""

    value: ast.expr
    spec: str

    @property
    def decimals(self) -> int | None:
        """The decimals that a format with a fixed number of them leaves, ``.2f``; None for any other."""
        found = self._parts
        if found is None or found["type"].lower() not in ("f", "%"):
            return None
        digits = int(found["digits"] or _DEFAULT)
        return digits + 2 if found["type"] == "%" else digits

    @property
    def digits(self) -> int | None:
        """The significant digits that ``.3g`` or ``.2e`` leave, 0 if an expression tells them; None for any other."""
        found = self._parts
        if found is None:
            return 0 if self.spec.lower().endswith(("g", "e")) else None
        if found["type"].lower() not in ("g", "e"):
            return None
        digits = int(found["digits"] or _DEFAULT)
        return digits + 1 if found["type"].lower() == "e" else max(digits, 1)

    @property
    def shows_all_digits(self) -> bool:
        """Whether it leaves all digits, as ``{}`` and ``{:,}`` do."""
        found = self._parts
        return found is not None and not found["type"] and not found["digits"]

    @property
    def is_plain(self) -> bool:
        """Whether the text is the number itself, and not 100 times it."""
        return not self.spec.endswith("%")

    @property
    def _parts(self) -> re.Match[str] | None:
        return _SPEC.fullmatch(self.spec)


def formatted(node: ast.AST) -> Formatted | None:
    """The one value that a text is made of, as ``f"{x:.2f}"``, ``"%.2f" % x`` or ``format(x, ".2f")``; else None.

    >>> formatted(ast.parse("'{:.3g} mm'.format(x)", mode="eval").body).digits
    3
    """
    match node:
        case ast.FormattedValue(value=value):
            return Formatted(value, _spec_of(node))
        case ast.JoinedStr(values=parts):
            put_in = [one for one in parts if isinstance(one, ast.FormattedValue)]
            return Formatted(put_in[0].value, _spec_of(put_in[0])) if len(put_in) == 1 else None
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=value):
            found = _PERCENT.fullmatch(text)
            if isinstance(value, ast.Tuple) and len(value.elts) == 1:
                value = value.elts[0]
            return Formatted(value, found["spec"]) if found else None
        case ast.Call(func=ast.Name(id="format"), args=[value, ast.Constant(value=str(spec))]):
            return Formatted(value, spec)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format"), args=[value]):
            found = _PUT_IN.fullmatch(text)
            return Formatted(value, found["spec"] or "") if found else None
    return None


def told(call: ast.Call) -> ast.expr | None:
    """The number of decimals that a call is told to round to; None if it rounds to whole numbers by default."""
    given = call.args[1:] if operand_of(call) in call.args else list(call.args)
    return next(iter((*given, *(one.value for one in call.keywords if one.arg in ("decimals", "ndigits")))), None)


def stated(decimals: ast.expr | None) -> Rounding:
    """The rounding to a number of decimals that is written out, or to none behind the point by default."""
    return Rounding(0) if decimals is None else _constant(decimals) or UNKNOWN


def rounds_to_decimals(source: str) -> bool:
    """Whether a source may round otherwise than to whole numbers, which are classes or counts as a rule.

    >>> rounds_to_decimals("np.round(p, 2)"), rounds_to_decimals("np.round(p)"), rounds_to_decimals("int(x)")
    (True, False, False)
    """
    if rounds_otherwise(source) or not rounds(source):
        return rounds_otherwise(source)
    tree = parse(Passage(source, 1))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call)) if tree is not None else ()
    is_told = any(name_of(call.func) in ROUND and told(call) is not None for call in calls)
    return is_told or tree is None or "ndigits" in source


def operand_of(call: ast.Call) -> ast.expr | None:
    """What a function of numbers is applied to: its first argument, or what it is a method of.

    >>> calls = ("tf.math.round(x)", "jax.numpy.round(x, 2)", "df.math.round(1)")
    >>> [ast.unparse(operand_of(ast.parse(one, mode="eval").body)) for one in calls]
    ['x', 'x', 'df.math']
    """
    if isinstance(call.func, ast.Attribute) and not _is_a_module(call.func.value):
        return call.func.value
    return call.args[0] if call.args else None


def _is_a_module(node: ast.expr) -> bool:
    """Whether an expression is a module, as ``np`` and ``tf.math`` are; ``df.math`` is a column."""
    root = node.value if isinstance(node, ast.Attribute) else None
    return name_of(node) in _MODULES and (root is None or name_of(root) in _MODULES)


def given_as(call: ast.Call, keyword: str) -> Rounding | None:
    """The decimals that a call is given under a keyword, such as ArviZ's ``summary(trace, round_to=3)``."""
    return next((_constant(one.value) for one in call.keywords if one.arg == keyword), None)


def _constant(node: ast.expr) -> Rounding | None:
    try:
        decimals = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None
    return Rounding(decimals) if isinstance(decimals, int) else None


def _spec_of(node: ast.FormattedValue) -> str:
    """The spec of a value in an f-string, with a question mark for what an expression puts into it."""
    parts = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in parts)


def divisor_of(node: ast.expr) -> ast.expr | None:
    """What a quotient is divided by that is made whole; None for anything else.

    >>> ast.unparse(divisor_of(ast.parse("np.floor(hours / shift)", mode="eval").body))
    'shift'
    """
    if isinstance(node, ast.Call) and name_of(node.func) in CUT and len(node.args) == 1:
        node = node.args[0]
    elif not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)):
        return None
    is_quotient = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.FloorDiv))
    return node.right if is_quotient and isinstance(node, ast.BinOp) else None
