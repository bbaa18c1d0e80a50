"""Which names of a document may have rounded numbers, or formatted texts, however these come to them.

A number that is rounded where it is printed, ``print(round(x, 2))``, changes nothing else. One that is kept may come
back under another name: by an alias, a parameter, an item of a list, or a text that is made a number again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.python_source import name_of
from lastdigit.source.rounding_calls import CUT, ROUND, operand_of, told
from lastdigit.source.scopes import Variable
from lastdigit.source.syntax import expression_of, parse, spelled
from lastdigit.source.touched import KNOWN
from lastdigit.source.unseen import any_runs_a_file, uses_unseen
from lastdigit.source.value_flow import Unread, ValueFlow

_ROUND_IN_OTHER_WAYS = (
    frozenset(
        (
            "__round__",
            "divmod",
            "modf",
            "fmod",
            "remainder",
            "floor_divide",
            "floordiv",
            "qcut",
            "cut",
            "quantize",
            "trunc",
        )
    )
    | frozenset(
        (
            "array2string",
            "array_str",
            "format_float_positional",
            "format_float_scientific",
            "set_precision",
            "fix",
            "mod",
        )
    )
    | frozenset(("format", "format_map", "format_string", "rint", "to_string", "to_markdown", "tabulate"))
)
_PLAIN_SPEC = re.compile(r"[^%]*(?:%(?:[sr%]|\(\w{1,40}\)[sr])[^%]*)*")
_PLAIN_HOLES = re.compile(r"[^{}]*(?:\{[\w.]{0,40}(?:![rsa])?\}[^{}]*)*")
FORMATS = Rule(
    r"%(?:\(\w{1,40}\))?[-+ #0-9]{0,6}(?:(?:\.[0-9*]{1,3})?[efgEFG]|\.\d{1,3}s)"
    r"|\{[\w.\[\]]{0,40}(?:![rsa])?:[^{}'\"\s]{1,20}\}|^[<>^+,]?\.\d",
    "a text formats numbers that are put into it",
    "%.2f",
    "100% of {name}",
)
MAKES_WHOLE = Rule(
    r"\b(?:to_numeric|divmod|getattr)\b|\b(?:dtype ?= ?|, ?)['\"]?(?:(?:np|numpy)\.)?u?int(?![a-z(])"
    r"|-=? [\w.()\[\]* ]{1,80} % |- ?(?:np|numpy|math)\.f?(?:mod|remainder)\b"
    r"|\b(?:map|apply|transform|pipe)\((?:int|round|floor|ceil|(?:math|np)\.(?:floor|ceil|r\w+))\b"
    r"|astype\(\{[^}\n]{1,200}int|\b(?:np|numpy)\.u?int\d{0,2}_?\("
    r"|(?:\([^()<>=!~&|\n]{1,200}\)|[\w\]])\.astype\(\s{0,9}[{'\"]?(?:(?:np|numpy)\.)?(?:u?int|[iu]\d?['\"])",
    "a source makes whole numbers of others than truth values, or numbers of texts, or takes a remainder away",
    "(100 * x).astype(int) / 100",
    "(x > 0.5).astype(int)",
)
OTHER_LANGUAGE = Rule(
    r"\A\s*%%(?!(?:time|timeit|capture|prun|writefile|html|HTML|latex|markdown|javascript|js|svg|matplotlib)\b)",
    "a magic runs a cell in another language, or in another process",
    "%%R -o y\ny <- round(x, 2)",
    "%%time\ny = f(x)",
)
MAY_ROUND = Rule(
    r"round|rint|format|//|\.\d{0,3}[efg]\b|:[<>^+,]?\.\d|^\s*(?:%%|!|%run|%load|%R\b)|\b(?:fix|trunc|floor|int|exec|eval)\b",
    "a cell that is no Python may round, or runs what is not shown",
    "%%R\nx <- 3",
    "test = 20 val = 80*0.25",
)
NAME = re.compile(r"[^\W\d]\w*")
OWN_PRINT = Rule(
    r"\bdef print\b|\bprint ?=(?!=)|\bredirect_stdout\b|\bsys\.stdout ?=|\blegacy\b"
    r"|\b(?:uncertainties|gvar|pint|unyt|quantities|brian2)\b|['\"]<?U\d",
    "a source prints in its own way, cuts texts, or names a package whose numbers round themselves",
    "def print(*words):",
    "print(words)",
)
_OTHER_ARITHMETIC = re.compile(r"__(?:r?(?:add|sub|mul|truediv|pow|matmul)|neg|str|repr|format|round|float)__")
"""Methods of a class that has other rules of arithmetic, or shows numbers in its own way."""
_OTHER_FLOATS = frozenset(("longdouble", "float128", "longfloat", "clongdouble"))
_GIVE_ANY_NAME = frozenset(
    ("exec", "eval", "execfile", "globals", "locals", "vars", "setattr", "getattr", "__dict__", "attrgetter", "inspect")
) | frozenset(("methodcaller", "run_line_magic", "run_cell", "user_ns"))
"""What gives, or reads, a variable or an attribute without its name."""
_SCALE = 10
"""The least number by which a product leaves decimals to a cut: ``int(0.8 * n)`` is a count."""
_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)


class KeptRoundings:
    """The roundings that the sources of a document keep, followed to all names that may have one of them."""

    def __init__(self, sources: Sequence[Passage]) -> None:
        texts = [source.text for source in sources]
        trees = [None if OTHER_LANGUAGE.search(source.text) else parse(source) for source in sources]
        parsed = [(text, tree) for text, tree in zip(texts, trees, strict=True) if tree is not None]
        self._variables: frozenset[str] = frozenset()
        self._attributes: frozenset[str] = frozenset()
        is_open = any(map(OWN_PRINT.search, texts)) or any_runs_a_file(texts)
        self._is_open = is_open or _prints_in_two_ways([tree for _, tree in parsed])
        if not self._is_open:
            self._follow(parsed, [text for text, tree in zip(texts, trees, strict=True) if tree is None])

    def _follow(self, parsed: Sequence[tuple[str, ast.Module]], unread: Sequence[str]) -> None:
        marks = _Marks(parsed)
        try:
            flow = ValueFlow([tree for _, tree in parsed], map(_unread, unread), marks)
        except RecursionError:
            self._is_open = True
            return
        for variable in flow.read | flow.called:
            is_unknown = variable.is_global and variable not in flow.given | flow.imported | flow.defined
            if is_unknown and variable.name not in KNOWN and not marks.imports_all:
                flow.graph.mark(variable)
        if not flow.graph.has_marks:
            return
        self._is_open = any(one.name in _GIVE_ANY_NAME for one in flow.read | flow.called)
        found = [one for one in flow.graph.holding() if isinstance(one, Variable)]
        self._variables = frozenset(one.name for one in found if not one.is_attribute)
        self._attributes = frozenset(one.name for one in found if one.is_attribute)

    def may_be_in(self, expression: str) -> bool:
        """Whether an expression may have a kept rounding, or rounds itself.

        >>> kept = KeptRoundings([Passage("x = 2 / 3\\ny = round(x, 2)\\nz = [y]\\nw = x / 3", 1)])
        >>> kept.may_be_in("z"), kept.may_be_in("w"), kept.may_be_in("str(w)[:3]")
        (True, False, True)
        """
        return self._may_be_in(expression_of(expression))

    def is_first(self, expression: str) -> bool:
        """Whether an expression rounds, and what it rounds has no kept rounding."""
        node = expression_of(expression)
        is_rounding = isinstance(node, ast.Call) and name_of(node.func) in ROUND
        operand = operand_of(node) if isinstance(node, ast.Call) and is_rounding else None
        return operand is not None and not self._may_be_in(operand)

    def _may_be_in(self, node: ast.expr | None) -> bool:
        if node is None or self._is_open or MAKES_WHOLE.search(spelled(node)):
            return True
        called = {id(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
        return any(self._has(one) or _rounds(one, called) for one in ast.walk(node))

    def _has(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._variables
        return isinstance(node, ast.Attribute) and node.attr in self._attributes


class _Marks:
    """The expressions and statements of a document that round, or whose value may be rounded where it is not shown."""

    def __init__(self, parsed: Sequence[tuple[str, ast.Module]]) -> None:
        nodes = [node for _, tree in parsed for node in ast.walk(tree)]
        self._called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
        making = [node for text, tree in parsed if MAKES_WHOLE.search(text) for node in ast.walk(tree)]
        self._whole = {id(one) for one in making if isinstance(one, _STATEMENTS) and MAKES_WHOLE.search(spelled(one))}
        self.imports_all = any(_imports_all(node) for node in nodes)

    def __call__(self, node: ast.AST) -> bool:
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                is_renamed = any(one.asname is not None and one.name in ROUND | CUT for one in names)
                return is_renamed or uses_unseen(spelled(node))
            case ast.ClassDef(body=body):
                return any(isinstance(one, ast.FunctionDef) and _OTHER_ARITHMETIC.search(one.name) for one in body)
            case ast.expr():
                return _rounds(node, self._called)
        return id(node) in self._whole


def _unread(text: str) -> Unread:
    return Unread(NAME.findall(text), is_marked=MAY_ROUND.search(text) is not None or uses_unseen(text))


def _imports_all(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and node.names[0].name == "*"


def _prints_in_two_ways(trees: Sequence[ast.Module]) -> bool:
    """Whether several functions that print have one name, so that an output may be of either."""
    nodes = (node for tree in trees for node in tree.body)
    functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef) and _prints(node)]
    return len(functions) > len(set(functions))


def _prints(function: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "print" for one in ast.walk(function))


def _rounds(node: ast.AST, called: set[int]) -> bool:
    """Whether a node rounds to decimals, formats, cuts a text, or hands on a function that does."""
    match node:
        case ast.FormattedValue(format_spec=spec):
            return spec is not None
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            return _PLAIN_SPEC.fullmatch(text) is None
        case ast.BinOp():
            return _cuts(node)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return _PLAIN_HOLES.fullmatch(text) is None
        case ast.Call(func=function):
            name = name_of(function)
            is_cut = name in ROUND | CUT and any(map(_scales, (*node.args, function)))
            return is_cut or name in _ROUND_IN_OTHER_WAYS or (name in ROUND and told(node) is not None)
        case ast.Subscript(value=ast.Call(func=ast.Name(id="str" | "repr")), slice=ast.Slice()):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _OTHER_FLOATS or (name in ROUND | {"format"} and id(node) not in called)
        case ast.Constant(value=str(text)):
            return text in ROUND | _OTHER_FLOATS or FORMATS.search(text) is not None
    return False


def _cuts(node: ast.BinOp) -> bool:
    """Whether an operation leaves a multiple of a step, as ``x // 0.1``, ``a // b * b`` and ``x - x % 0.1`` do."""
    match node:
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), left=left, right=right):
            return _is_a_step(right) or (isinstance(node.op, ast.FloorDiv) and _scales(left))
        case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=right):
            return any(isinstance(one, ast.BinOp) and isinstance(one.op, ast.FloorDiv) for one in (left, right))
        case ast.BinOp(op=ast.Sub(), right=ast.BinOp(op=ast.Mod())):
            return True
    return False


def _is_a_step(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _scales(node: ast.AST) -> bool:
    """Whether a number is multiplied by another, such as 100, so that its decimals are what a cut leaves."""
    products = (one for one in ast.walk(node) if isinstance(one, ast.BinOp) and isinstance(one.op, (ast.Mult, ast.Pow)))
    return any(_is_large(one) for one in products)


def _is_large(product: ast.BinOp) -> bool:
    factors = [one.value for one in (product.left, product.right) if isinstance(one, ast.Constant)]
    return not factors or any(isinstance(one, (int, float)) and not -_SCALE < one < _SCALE for one in factors)
