"""Where a document may have numbers other than float64, or other than those of Python's own, followed to all places."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from lastdigit.document import Passage
from lastdigit.source.followed_sources import FollowedSources
from lastdigit.source.marked_values import Mark, Marks
from lastdigit.source.python_source import name_of
from lastdigit.source.shown_floats import may_be_shorter
from lastdigit.source.syntax import expression_of, spelled
from lastdigit.source.unseen import imports_others, may_be_no_float64
from lastdigit.source.vocabulary import COMPARE, COUNT, DESCRIBE, MATCH

_WITH_A_DTYPE = (ast.Call, ast.Attribute, ast.Name, ast.Constant)
_SIZES = frozenset(("numel", "nelement", "size", "dim"))
"""Methods of tensors whose value is an integer, or a tuple of them."""
_OF_LABELS = "sklearn"
"""The package whose comparisons of labels give float64."""


class OtherNumbers(FollowedSources):
    """The places of numbers that may be of other packages than the ``known`` ones, or of a shorter dtype.

    Without any known package they may be of any but Python's own, in which ``float`` makes numbers.

    >>> from lastdigit.source.unseen import IN_FLOAT64
    >>> cell = Passage("import numpy as np\\nx, y = np.float32(1) / 3, 1 / 3\\nprint(x, y)", 1)
    >>> others = OtherNumbers([cell], IN_FLOAT64)
    >>> others.may_be("x", cell), others.may_be("y", cell)
    (True, False)
    """

    def __init__(self, sources: Sequence[Passage], known: frozenset[str]) -> None:
        self._known = known
        super().__init__(sources)
        is_given_all_names = any(map(self.gives_others, self.imports_of_all))
        self._is_open = self.flow is None or self.gives_any_name or is_given_all_names

    def marks(self) -> Marks:
        """What the expressions and statements of the sources may give: numbers of other packages and dtypes."""
        return _MarksOfOthers(self.nodes, self._known)

    def is_marked(self, text: str) -> bool:
        """Whether a source that is no Python may make such numbers."""
        return may_be_no_float64(text) or imports_others(text, self._known)

    def gives_others(self, statement: ast.ImportFrom) -> bool:
        """Whether names that are all imported from a module may be such numbers."""
        return imports_others(spelled(statement), self._known)

    def may_be(self, expression: str, source: Passage) -> bool:
        """Whether an expression in ``source`` may be such a number."""
        node = expression_of(expression)
        return self._is_open or node is None or self._has(node, source)

    def _has(self, node: ast.expr, source: Passage) -> bool:
        """Whether an expression may be such a number; arithmetic that no source spells so is one if a side is."""
        places = self.places_of(node, source)
        match node:
            case _ if places:
                return any(one in self.places for one in places)
            case ast.Constant(value=int() | float()):
                return False
            case ast.BinOp(left=left, right=right):
                return self._has(left, source) or self._has(right, source)
            case ast.UnaryOp(operand=value):
                return self._has(value, source)
        return True


class _MarksOfOthers(Marks):
    """What makes numbers of other packages, and names shorter dtypes."""

    describing = DESCRIBE - {"dtype"}

    def __init__(self, nodes: list[ast.AST], known: frozenset[str]) -> None:
        super().__init__(nodes)
        imports = [one for one in nodes if isinstance(one, (ast.Import, ast.ImportFrom))]
        self._imports = {id(one) for one in imports if imports_others(spelled(one), known)}
        self._dtypes = {id(one) for one in imports if may_be_shorter(spelled(one))}
        statements = [one for one in nodes if isinstance(one, ast.stmt)]
        self._names_dtypes = any(may_be_shorter(spelled(one)) for one in statements)
        self.keep_truths = bool(self._imports)
        self._make_known = frozenset(("int",) if known else ("int", "float"))

    def of(self, node: ast.AST) -> Mark:
        """What an expression, or what a statement gives, may be."""
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            is_other = id(node) in self._imports | self._dtypes
        else:
            is_other = self._names_dtypes and isinstance(node, _WITH_A_DTYPE) and may_be_shorter(spelled(node))
        return Mark.SOUGHT if is_other else Mark.NONE

    def keeps_nothing(self, call: ast.Call, packages: frozenset[str], *, is_method: bool) -> bool:
        """Whether what a function returns has nothing of what it is given: counts, and comparisons of labels."""
        name = name_of(call.func)
        if name in COMPARE | MATCH:
            return (name in COMPARE and not self.keep_truths) or packages == {_OF_LABELS}
        if is_method:
            return name in _SIZES or (name == "item" and _counts_truths(call.func))
        return name in COUNT | self._make_known


def _counts_truths(node: ast.expr) -> bool:
    """Whether what a method belongs to is a sum of truth values, such as ``(a == b).sum()``."""
    call = node.value if isinstance(node, ast.Attribute) else None
    if not isinstance(call, ast.Call) or name_of(call.func) not in ("sum", "count_nonzero"):
        return False
    summed = [*call.args[:1], *([call.func.value] if isinstance(call.func, ast.Attribute) else [])]
    return any(isinstance(one, ast.Compare) or _is_equal(one) for one in summed)


def _is_equal(node: ast.expr) -> bool:
    """Whether an expression is ``a.eq(b)``."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("eq", "ne")
