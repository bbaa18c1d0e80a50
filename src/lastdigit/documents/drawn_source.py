"""Which draws a source makes, as far as it says so plainly: calls, shapes and order, read and never executed."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lastdigit.documents.document import Document
from lastdigit.documents.python_source import literal_arrays
from lastdigit.documents.syntax import parse, spelled

Shape = tuple[int, ...]

_BY_EXTENTS = {"numpy.random.rand": "rand", "numpy.random.randn": "randn"}
_BY_SIZE = {
    "numpy.random.random_sample": "random_sample",
    "numpy.random.random": "random",
    "numpy.random.normal": "normal",
    "numpy.random.uniform": "uniform",
}
_BY_EITHER = {"torch.rand": "rand", "torch.randn": "randn"}
_SEEDS = {"numpy.random.seed": "numpy.random", "torch.manual_seed": "torch"}
_MODULES = {"np": "numpy", "nn": "torch.nn"}
_DRAWING = {
    "numpy.random": re.compile(r"numpy\.random\.(?!seed$|RandomState$|default_rng$|get_state$)\w+"),
    "torch": re.compile(
        r"torch\.(?:rand\w*|normal|bernoulli|multinomial)|torch\.nn\.init\.\w+"
        r"|torch\.nn\.(?:Linear|Bilinear|Conv\w+|Embedding\w*|MultiheadAttention|RNN|LSTM|GRU|Transformer\w*)"
    ),
}
"""Calls that draw, whether they can be read here or not."""


@dataclass(frozen=True)
class SourceDraw:
    """One array that a source draws: ``fan_in`` where it is a parameter that a linear layer fills uniformly."""

    name: str
    generator: str
    call: str
    shape: Shape
    fan_in: int | None = None


@dataclass
class CellDraws:
    """The draws of one cell by one generator; ``seed`` where the document sets it before them."""

    cell: int
    generator: str
    seed: int | None
    draws: list[SourceDraw] = field(default_factory=list)

    @property
    def numbers(self) -> int:
        """How many numbers the cell draws whenever it is run."""
        return sum(_size(draw.shape) for draw in self.draws)


def drawn_in(document: Document) -> list[CellDraws]:
    """The draws of a document, cell by cell, where the source makes them plain.

    A cell that draws in a function, in a loop, or with a shape that it computes is left out: its order is not plain.
    """
    known: dict[str, int | Shape] = {}
    seeds: dict[str, int] = {}
    found: list[CellDraws] = []
    for cell in document.cells:
        known |= {literal.name: literal.shape for literal in literal_arrays(cell.source)}
        tree = parse(cell.source)
        groups: dict[str, CellDraws] = {}
        read: Counter[str] = Counter()
        for draws in _draws(tree, known, seeds):
            generator = draws[0].generator
            new = CellDraws(cell.number, generator, seeds.get(generator))
            groups.setdefault(generator, new).draws += draws
            read[generator] += 1
        found += [group for generator, group in groups.items() if read[generator] == _calls(tree, generator)]
    return found


def _calls(tree: ast.Module | None, generator: str) -> int:
    """How many calls in a source draw from a generator, wherever they stand."""
    paths = [_path(node.func) for node in (ast.walk(tree) if tree else []) if isinstance(node, ast.Call)]
    return sum(_DRAWING[generator].fullmatch(path) is not None for path in paths)


def _draws(tree: ast.Module | None, known: dict[str, int | Shape], seeds: dict[str, int]) -> Iterator[list[SourceDraw]]:
    """What each call draws that can be read, in order; numbers and seeds that are set on the way are remembered."""
    for statement in _statements(tree.body if tree else []):
        if isinstance(statement, (ast.Expr, ast.Assign)) and isinstance(statement.value, ast.Call):
            call = statement.value
            generator = _SEEDS.get(_path(call.func))
            if generator and len(call.args) == 1 and isinstance(seed := _value(call.args[0], known), int):
                seeds[generator] = seed
        if not (isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)):
            continue
        name, value = statement.targets[0].id, _unwrapped(statement.value)
        number = _value(value, known)
        if isinstance(number, int):
            known[name] = number
        elif isinstance(value, ast.Call) and (draws := list(_of_call(name, value, known))):
            yield draws


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that a cell runs, those under ``if __name__ == "__main__"`` included."""
    for statement in body:
        if isinstance(statement, ast.If) and "__name__" in spelled(statement.test):
            yield from _statements(statement.body)
        else:
            yield statement


def _of_call(name: str, call: ast.Call, known: dict[str, int | Shape]) -> Iterator[SourceDraw]:
    path = _path(call.func)
    if path == "torch.nn.Linear":
        yield from _of_layer(name, call, known)
        return
    for table, arguments in (
        (_BY_EXTENTS, call.args),
        (_BY_SIZE, _size_argument(call)),
        (_BY_EITHER, _extents(call)),
    ):
        shape = [_value(argument, known) for argument in arguments]
        if path in table and shape and all(isinstance(extent, int) for extent in shape):
            generator = path.rpartition(".")[0]
            yield SourceDraw(name, generator, table[path], tuple(int(str(extent)) for extent in shape))


def _of_layer(name: str, call: ast.Call, known: dict[str, int | Shape]) -> Iterator[SourceDraw]:
    """nn.Linear fills its weight (out, in), then its bias (out,), from the range that n inputs give."""
    given = dict(zip(("in_features", "out_features", "bias"), call.args, strict=False))
    given |= {keyword.arg or "": keyword.value for keyword in call.keywords}
    if not {"in_features", "out_features"} <= set(given):
        return
    inputs, outputs = _value(given["in_features"], known), _value(given["out_features"], known)
    if isinstance(inputs, int) and isinstance(outputs, int):
        yield SourceDraw(f"{name}_weight", "torch", "rand", (outputs, inputs), inputs)
        bias = given.get("bias")
        if not (isinstance(bias, ast.Constant) and bias.value is False):
            yield SourceDraw(f"{name}_bias", "torch", "rand", (outputs,), inputs)


def _size_argument(call: ast.Call) -> list[ast.expr]:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "size"]
    size = named or (call.args if len(call.args) == 1 else [])
    return _elements(size[0]) if size else []


def _extents(call: ast.Call) -> list[ast.expr]:
    return _elements(call.args[0]) if len(call.args) == 1 else list(call.args)


def _elements(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, (ast.Tuple, ast.List)) else [node]


def _unwrapped(node: ast.expr) -> ast.expr:
    """What ``nn.Parameter(…)`` or ``torch.nn.Parameter(…)`` holds."""
    while isinstance(node, ast.Call) and _path(node.func) == "torch.nn.Parameter" and node.args:
        node = node.args[0]
    return node


def _value(node: ast.expr, known: dict[str, int | Shape]) -> int | None:
    """A whole number that the source writes down, names before, or takes from the shape of an array it types."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        number = known.get(node.id)
        return number if isinstance(number, int) else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        array, index = node.value.value, _value(node.slice, known)
        shape = known.get(array.id) if isinstance(array, ast.Name) else None
        if isinstance(shape, tuple) and index is not None and index < len(shape):
            return shape[index]
    return None


def _path(node: ast.expr) -> str:
    """The dotted name of a function, the usual abbreviations written out."""
    head, _, rest = spelled(node).partition(".")
    return f"{_MODULES.get(head, head)}.{rest}" if rest else head


def _size(shape: Shape) -> int:
    size = 1
    for extent in shape:
        size *= extent
    return size
