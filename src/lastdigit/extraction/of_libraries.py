"""Numbers by which libraries tell how they are set, how a solver ended, and what a file says of itself."""

from __future__ import annotations

import ast

from lastdigit.base.rule import Rule
from lastdigit.extraction.context import Context
from lastdigit.extraction.labels import Print

OF_MATPLOTLIB = Rule(
    r"\A(?:_internal|agg|animation|axes3?d?|backend|boxplot|contour|date|docstring|errorbar|figure|font|grid|hatch|hist"
    r"|image|interactive|keymap|legend|lines|markers|mathtext|patch|path|pcolor\w*|pgf|polaraxes|ps|savefig|scatter|svg"
    r"|text|timezone|tk|toolbar|verbose|webagg|[xy]axis|[xy]tick)\.[a-z_]+(?:\.[a-z_]+){0,4}\Z",
    "words are the name of a setting of Matplotlib",
    "lines.linewidth",
    "lines.linewidth()",
)
_SETS = ("rcParams", "rc_params", "matplotlibrc")
SOLVES = Rule(
    r"\A[^\W\d]\w{0,40}\.[sS]olve\([^()]{0,80}\)\Z",
    "an expression solves a model, and tells how that ended",
    "orchard.solve()",
    "solve(pears)",
)
_SOLVERS = ("pulp", "ortools", "pywraplp", "cp_model", "pyomo", "mip")
IMPORTS_CONSTANTS = Rule(
    r"(?m)^[ \t]*from (?:math|cmath|numpy|scipy\.constants|sympy|pylab) import [^\n]*(?:\*|\b(?:pi|e|tau|inf|nan)\b)"
    r"|^%pylab\b",
    "a source imports constants by their names",
    "from math import sin, pi",
    "import math",
)
SETS_LIMITS = Rule(
    r"\.(?:set_)?[xyz]lim\([^()]{0,20}[\[(]?[^()=]{0,80}\d[^()]{0,80}[\])]?\)\Z",
    "a call sets the limits of an axis, and returns them",
    "plt.xlim([0,30])",
    "plt.xlim()",
)
DOES_SOMETHING = Rule(
    r"\.(?:login|logout|download|connect|close|save|savefig|remove|unlink|rename|install|chdir|mkdir|imwrite)\([^\n]{0,200}\)\Z",
    "a call does something with the machine or a server, and returns whether it did",
    "wandb.login()",
    "login.count()",
)
_CONSTANTS = frozenset(("pi", "e", "tau", "inf", "nan"))
OF_A_HEADER = Rule(
    r"\.(?:meta|header|metadata)(?:\.get\(['\"][^'\"]{1,40}['\"]\)|\[['\"][^'\"]{1,40}['\"]\]){0,4}\Z"
    r"|\A(?:\w{0,20}_)?(?:hdr|header)\d?\[['\"][A-Z][A-Z0-9_-]{1,7}['\"]\]\Z",
    "an expression is what a file says of itself, or an item of that",
    "picture.meta['CROTA2']",
    "picture.meta.size",
)


def _is_a_constant(context: Context, label: str) -> bool:
    """Whether a name is that of a constant that a source imports, and that no statement assigns."""
    if label not in _CONSTANTS:
        return False
    given = context.reached.definitions.get(label, ())
    are_imports = all(isinstance(one, ast.ImportFrom) for one in given) and label not in context.reached.passed
    return are_imports and any(IMPORTS_CONSTANTS.search(cell.source.text) for cell in context.document.cells)


def reason_by_library(context: Context, entry: Print, label: str) -> str:
    """Why a number is no result, as a key of ``REASONS``, by what a library calls it; "" if it may be one."""
    words, array = entry.found.label, entry.found.array
    if array.column is not None:
        return ""
    if words:
        is_set = "." in words and OF_MATPLOTLIB.match(words) and any(map(context.says, _SETS))
        return "setting" if is_set else ""
    if SETS_LIMITS.search(label) or (array.dtype == "bool" and DOES_SOMETHING.search(label)):
        return "setting" if array.shape else "success"
    if OF_A_HEADER.search(label):
        return "file"
    if _is_a_constant(context, label):
        return "setting"
    is_solved = array.dtype == "int64" and not array.shape and SOLVES.match(label)
    return "success" if is_solved and any(map(context.says, _SOLVERS)) else ""
