"""Where the values of a document may have what is looked for: its sources, followed as far as all of them are shown."""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.evaluated_texts import evaluated
from lastdigit.source.flow_graph import Place
from lastdigit.source.marked_values import Mark, Marks
from lastdigit.source.places_of_expressions import PlacesOfExpressions
from lastdigit.source.python_source import name_of
from lastdigit.source.syntax import parse
from lastdigit.source.touched import KNOWN
from lastdigit.source.unseen import any_runs_a_file
from lastdigit.source.value_flow import Unread, ValueFlow

OTHER_LANGUAGE = Rule(
    r"\A\s*%%(?!(?:time|timeit|capture|prun|writefile|html|HTML|latex|markdown|javascript|js|svg|matplotlib)\b)",
    "a magic runs a cell in another language, or in another process",
    "%%R -o y\ny <- round(x, 2)",
    "%%time\ny = f(x)",
)
NAME = re.compile(r"[^\W\d]\w*")
SHOWN_BEFORE = re.compile(r"_{1,3}|_\d+|Out")
"""The names by which IPython keeps what it has shown."""
RUNS_A_LINE = Rule(
    r"(?m)^[ \t]*(?:[\w, ]{1,40}=\s*)?%(?!%|(?:matplotlib|pylab|config|load_ext|reload_ext|autoreload|aimport|time"
    r"|timeit|cd|ls|pwd|pip|conda|mamba|env|who|whos|reset|precision|tensorboard|watermark|capture|html|latex|dotenv"
    r"|set_env|xmode|colors|autosave|mkdir|unload_ext)\b)[a-zA-Z]\w*",
    "a magic may run what gives names other values",
    "%prun y = f(x)",
    "%matplotlib inline",
)
_EXECUTE = frozenset(("exec", "eval", "execfile", "run_line_magic", "run_cell_magic", "run_cell", "ex"))
"""Functions that execute a text, when they are called by these names alone."""
_GIVE_ANY_NAME = frozenset(
    ("globals", "locals", "vars", "setattr", "getattr", "__dict__", "attrgetter", "methodcaller", "inspect", "user_ns")
) | frozenset(
    ("__globals__", "f_globals", "f_locals", "modules", "__main__", "patch", "Mock", "MagicMock", "user_global_ns")
)
"""What gives, or reads, a variable or an attribute without its name."""


class FollowedSources(ABC):
    """The sources of a document, whose values are followed to all places that may have what is looked for.

    ``places`` are all of these, and ``flow`` is how values go; it is None where a source may do anything.
    ``imports_of_all``: the statements ``from … import *``.
    """

    flow: ValueFlow | None = None

    def __init__(self, sources: Sequence[Passage]) -> None:
        self.texts = [source.text for source in sources]
        trees = [None if OTHER_LANGUAGE.search(source.text) else parse(source) for source in sources]
        self._trees = {text: tree for text, tree in zip(self.texts, trees, strict=True) if tree is not None}
        self.parsed = [tree for tree in trees if tree is not None]
        unread = [text for text, tree in zip(self.texts, trees, strict=True) if tree is None]
        timed = dict(_timed(node for tree in self.parsed for node in ast.walk(tree)))
        self.nodes = [node for tree in (*self.parsed, *timed.values()) for node in ast.walk(tree)]
        self.imports_of_all = [
            one for one in self.nodes if isinstance(one, ast.ImportFrom) and one.names[0].name == "*"
        ]
        self.places: frozenset[Place] = frozenset()
        self._occurrences = PlacesOfExpressions(())
        self.gives_any_name = _gives_any_name(self.nodes, timed)
        if not (any(map(RUNS_A_LINE.search, self.texts)) or any_runs_a_file(self.texts)):
            self._follow([*self.parsed, *timed.values()], unread)

    @abstractmethod
    def marks(self) -> Marks:
        """What the expressions and statements of the sources may give."""

    @abstractmethod
    def is_marked(self, text: str) -> bool:
        """Whether a source that is no Python may give its names what is looked for."""

    @abstractmethod
    def gives_others(self, statement: ast.ImportFrom) -> bool:
        """Whether names that are all imported from a module may have what is looked for."""

    def _follow(self, trees: Sequence[ast.Module], unread: Iterable[str]) -> None:
        others = [Unread(NAME.findall(text), is_marked=self.is_marked(text)) for text in unread]
        try:
            marks = self.marks()
            flow = ValueFlow(trees, others, marks)
        except RecursionError:
            return
        if _executes(self.nodes, flow.own_functions, marks):
            return
        imports_all = bool(self.imports_of_all) and not any(map(self.gives_others, self.imports_of_all))
        for variable in (flow.read | flow.called) - flow.given - flow.imported - flow.defined:
            is_shown_before = SHOWN_BEFORE.fullmatch(variable.name) is not None
            if variable.is_global and variable.name not in KNOWN and (is_shown_before or not imports_all):
                flow.graph.mark(variable, Mark.SOUGHT)
        self.places = frozenset(flow.sought())
        self._occurrences = PlacesOfExpressions(flow.occurrences)
        self.flow = flow

    def places_of(self, node: ast.expr, source: Passage | None) -> Sequence[Place]:
        """The places of an expression that ``source``, or any function, spells so; of any cell without a source."""
        return self._occurrences.of(node, None if source is None else self._trees.get(source.text))


def _timed(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Call, ast.Module]]:
    """The calls such as ``timeit("f(x)", globals=globals())``, each with what it executes, if all that is shown."""
    for node in nodes:
        if isinstance(node, ast.Call) and any(one.arg == "globals" for one in node.keywords):
            given = [*node.args, *(one.value for one in node.keywords if one.arg in ("stmt", "setup"))]
            texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            trees = [parse(Passage(text, 1)) for text in texts]
            bodies = [tree.body for tree in trees if tree is not None]
            if given and len(bodies) == len(given):
                yield node, ast.Module([one for body in bodies for one in body], [])


def _gives_any_name(nodes: Iterable[ast.AST], timed: Iterable[ast.Call]) -> bool:
    """Whether a source may read or give names without naming them; what ``timeit`` executes is known by its text."""
    known = {id(one) for call in timed for part in call.keywords for one in ast.walk(part.value)}
    named = [node for node in nodes if isinstance(node, (ast.Name, ast.Attribute)) and id(node) not in known]
    return any(name_of(node) in _GIVE_ANY_NAME or _pushes(node) for node in named)


def _pushes(node: ast.expr) -> bool:
    """Whether an expression is ``get_ipython().push``, which gives names values."""
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="get_ipython")), attr="push"):
            return True
    return False


def _executes(nodes: Iterable[ast.AST], own: frozenset[str], marks: Marks) -> bool:
    """Whether a source executes a text that it does not show, by a function that is none of its ``own``."""
    shown = {id(one.func) for one in nodes if isinstance(one, ast.Call) and (marks.is_typed(one) or evaluated(one))}
    for one in nodes:
        is_function = isinstance(one, ast.Name) and one.id in _EXECUTE and one.id not in own
        is_method = isinstance(one, ast.Attribute) and one.attr in _EXECUTE - {"eval"}
        if (is_function or is_method) and id(one) not in shown:
            return True
    return False
