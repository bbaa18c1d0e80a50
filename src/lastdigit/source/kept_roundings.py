"""Which names of a document may have rounded numbers, or formatted texts, however these come to them.

A number that is rounded where it is printed, ``print(round(x, 2))``, changes nothing else. One that is kept may come
back under another name: by an alias, a parameter, an item of a list, or a text that is made a number again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Passage
from lastdigit.source.marked_values import Mark, Marks, gives_other_numbers, rounds
from lastdigit.source.python_source import name_of
from lastdigit.source.rounding_calls import ROUND, operand_of
from lastdigit.source.scopes import Variable, attribute
from lastdigit.source.syntax import expression_of, parse, spelled
from lastdigit.source.touched import KNOWN
from lastdigit.source.unseen import any_runs_a_file, uses_unseen
from lastdigit.source.value_flow import Unread, ValueFlow
from lastdigit.source.vocabulary import COMPARE

OTHER_LANGUAGE = Rule(
    r"\A\s*%%(?!(?:time|timeit|capture|prun|writefile|html|HTML|latex|markdown|javascript|js|svg|matplotlib)\b)",
    "a magic runs a cell in another language, or in another process",
    "%%R -o y\ny <- round(x, 2)",
    "%%time\ny = f(x)",
)
MAY_ROUND = Rule(
    r"round|\brint\b|format|//|\.\d{0,3}[efg]\b|:[<>^+,]?\.\d|^\s*(?:%%|!|%run|%load|%R\b)|\b(?:fix|trunc|floor|int|exec|eval)\b",
    "a cell that is no Python may round, or runs what is not shown",
    "%%R\nx <- 3",
    "test = 20 val = 80*0.25",
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
OWN_PRINT = Rule(
    r"\bdef print\b|\bprint ?=(?!=)|\bredirect_stdout\b|\bsys\.stdout ?=|\blegacy\b|\bfor_type\("
    r"|PlainTextFormatter|float_precision|\b(?:uncertainties|gvar|pint|unyt|quantities|brian2)\b",
    "a source prints in its own way, or names a package whose numbers round themselves",
    "def print(*words):",
    "print(words)",
)
_EXECUTE = frozenset(("exec", "eval", "execfile", "run_line_magic", "run_cell_magic", "run_cell", "ex"))
"""Functions that execute a text, when they are called by these names alone."""
_GIVE_ANY_NAME = frozenset(
    ("globals", "locals", "vars", "setattr", "getattr", "__dict__", "attrgetter", "methodcaller", "inspect", "user_ns")
) | frozenset(("__globals__", "f_globals", "f_locals", "modules", "__main__", "patch", "Mock", "MagicMock"))
"""What gives, or reads, a variable or an attribute without its name."""


class KeptRoundings:
    """The roundings that the sources of a document keep, followed to all names that may have one of them."""

    def __init__(self, sources: Sequence[Passage]) -> None:
        texts = [source.text for source in sources]
        trees = [None if OTHER_LANGUAGE.search(source.text) else parse(source) for source in sources]
        parsed = [tree for tree in trees if tree is not None]
        self._variables: frozenset[str] = frozenset()
        self._attributes: frozenset[str] = frozenset()
        self._calls_without: frozenset[str] = frozenset()
        self._comparing: frozenset[str] = frozenset()
        self._between: dict[str, Mark] = {}
        is_open = any(rule.search(text) for rule in (OWN_PRINT, RUNS_A_LINE) for text in texts) or any_runs_a_file(
            texts
        )
        self._is_open = is_open or _prints_in_two_ways(parsed)
        if not self._is_open:
            self._follow(parsed, [text for text, tree in zip(texts, trees, strict=True) if tree is None])

    def _follow(self, parsed: Sequence[ast.Module], unread: Sequence[str]) -> None:
        nodes = [node for tree in parsed for node in ast.walk(tree)]
        timed = dict(_timed(nodes))
        parsed = [*parsed, *timed.values()]
        nodes += [node for tree in timed.values() for node in ast.walk(tree)]
        try:
            flow = ValueFlow(parsed, map(_unread, unread), Marks(nodes))
        except RecursionError:
            self._is_open = True
            return
        names = flow.read | flow.called
        prints_otherwise = any(one.name == "print" for one in flow.given) or any(map(_is_print, nodes))
        executes = any(one.name in _EXECUTE and (one.name != "eval" or not one.is_attribute) for one in names)
        self._is_open = executes or prints_otherwise or attribute("stdout") in flow.given
        all_of = [one for one in nodes if isinstance(one, ast.ImportFrom) and one.names[0].name == "*"]
        imports_all = bool(all_of) and not any(map(gives_other_numbers, all_of))
        for variable in names - flow.given - flow.imported - flow.defined:
            is_shown_before = SHOWN_BEFORE.fullmatch(variable.name) is not None
            if variable.is_global and variable.name not in KNOWN and (is_shown_before or not imports_all):
                flow.graph.mark(variable, Mark.ROUNDED)
        rounded = list(flow.rounded())
        self._is_open = self._is_open or (bool(rounded) and _gives_any_name(nodes, timed))
        self._comparing = COMPARE - {one.name for one in flow.given | flow.defined}
        self._calls_without = frozenset(flow.calls_without(frozenset(rounded)))
        for place, marks in flow.graph.holding().items():
            if isinstance(place, Variable):
                self._between[place.name] = self._between.get(place.name, Mark.NONE) | Mark(marks & ~Mark.ROUNDED)
        found = [one for one in rounded if isinstance(one, Variable)]
        self._variables = frozenset(one.name for one in found if not one.is_attribute)
        self._attributes = frozenset(one.name for one in found if one.is_attribute)

    def may_be_in(self, expression: str) -> bool:
        """Whether an expression may have a kept rounding, or rounds itself.

        >>> kept = KeptRoundings([Passage("x = 2 / 3\\ny = round(x, 2)\\nz = [y]\\nw = x / 3", 1)])
        >>> kept.may_be_in("z"), kept.may_be_in("w"), kept.may_be_in("float(str(w)[:3])")
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
        if node is None or self._is_open:
            return True
        nodes = list(self._parts(node))
        known = Mark.NONE
        for one in nodes:
            known |= self._between.get(one.id, Mark.NONE) if isinstance(one, ast.Name) else Mark.NONE
        return any(map(self._has, nodes)) or rounds(nodes, known)

    def _parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """An expression and all in it, but for what is compared, or given to a function that keeps none of it."""
        is_without = isinstance(node, ast.Call) and spelled(node) in self._calls_without
        if is_without or isinstance(node, ast.Compare):
            return
        if isinstance(node, ast.Call) and name_of(node.func) in self._comparing:
            yield from ast.walk(node.func) if isinstance(node.func, ast.Name) else ()
            return
        yield node
        for one in ast.iter_child_nodes(node):
            yield from self._parts(one)

    def _has(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._variables
        return isinstance(node, ast.Attribute) and node.attr in self._attributes


def _unread(text: str) -> Unread:
    return Unread(NAME.findall(text), is_marked=MAY_ROUND.search(text) is not None or uses_unseen(text))


def _is_print(node: ast.AST) -> bool:
    return isinstance(node, ast.arg) and node.arg == "print"


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
    named = (node for node in nodes if isinstance(node, (ast.Name, ast.Attribute)) and id(node) not in known)
    return any(name_of(node) in _GIVE_ANY_NAME for node in named)


def _prints_in_two_ways(trees: Sequence[ast.Module]) -> bool:
    """Whether several functions that print have one name, so that an output may be of either."""
    nodes = (node for tree in trees for node in tree.body)
    functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef) and _prints(node)]
    return len(functions) > len(set(functions))


def _prints(function: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "print" for one in ast.walk(function))
