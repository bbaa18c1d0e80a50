"""Random draws in a source, as far as they are plain: calls, shapes and order. Nothing is executed."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lastdigit.document import Document
from lastdigit.source.arguments import put_in
from lastdigit.source.python_source import literal_arrays
from lastdigit.source.syntax import parse, spelled

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
"""Calls that draw, whether they are understood here or not."""
_LARGEST = 2**40


@dataclass(frozen=True)
class SourceDraw:
    """One drawn array; ``fan_in`` if it is a uniformly initialised parameter of a linear layer."""

    name: str
    generator: str
    call: str
    shape: Shape
    fan_in: int | None = None


@dataclass
class CellDraws:
    """The draws of one cell from one generator; ``seed`` if the document sets it before."""

    cell: int
    generator: str
    seed: int | None
    draws: list[SourceDraw] = field(default_factory=list)

    @property
    def named(self) -> list[tuple[str, str]]:
        """Each draw by its name in the source and, if its seed is known, its name in the cases."""
        return [(draw.name, self.name_of(draw)) for draw in self.draws] if self.seed is not None else []

    def name_of(self, draw: SourceDraw) -> str:
        """The name of a draw in the cases."""
        return f"{draw.name.lower()}_cell_{self.cell}"

    @property
    def numbers(self) -> int:
        """The number of values drawn each time the cell runs."""
        return sum(_size(draw.shape) for draw in self.draws)


Classes = dict[str, ast.ClassDef]
"""Classes defined in a document, by name."""


def drawn_in(document: Document) -> list[CellDraws]:
    """The draws of a document, cell by cell, as far as they are plain.

    A cell that draws in a function or a loop, or with a shape computed by more than plain arithmetic, is left out:
    its order is unknown. Instances of classes defined in the document draw what their ``__init__`` draws.
    """
    known: dict[str, int | Shape] = {}
    classes: Classes = {}
    seeds: dict[str, int] = {}
    found: list[CellDraws] = []
    for cell in document.cells:
        known |= {literal.name: literal.shape for literal in literal_arrays(cell.source)}
        tree = parse(cell.source)
        classes |= classes_of(tree)
        groups: dict[str, CellDraws] = {}
        read: Counter[str] = Counter()
        for draws in _draws(tree, known, seeds, classes):
            generator = draws[0].generator
            new = CellDraws(cell.number, generator, seeds.get(generator))
            groups.setdefault(generator, new).draws += draws
            read[generator] += 1
        found += [group for generator, group in groups.items() if read[generator] == _calls(tree, generator, classes)]
    return found


def classes_of(tree: ast.Module | None) -> Classes:
    """The classes defined in a source."""
    return {node.name: node for node in (tree.body if tree else []) if isinstance(node, ast.ClassDef)}


def _calls(tree: ast.AST | None, generator: str, classes: Classes) -> int:
    """The number of calls in a source that draw; creating an instance of a drawing class counts."""
    calls = 0
    waiting: list[ast.AST] = [tree] if tree else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            made = classes.get(node.func.id) if isinstance(node.func, ast.Name) else None
            drawing = _DRAWING[generator].fullmatch(dotted(node.func)) is not None
            calls += drawing or (made is not None and _draws_itself(made, generator) > 0)
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.ClassDef)]
    return calls


def _draws_itself(made: ast.ClassDef, generator: str) -> int:
    """The number of draws when an instance of a class is created."""
    return sum(_calls(node, generator, {}) for node in made.body)


def _draws(
    tree: ast.Module | None, known: dict[str, int | Shape], seeds: dict[str, int], classes: Classes
) -> Iterator[list[SourceDraw]]:
    """The draws of each call, in order, with the numbers and seeds assigned on the way."""
    for statement in statements_of(tree):
        if isinstance(statement, (ast.Expr, ast.Assign)) and isinstance(statement.value, ast.Call):
            call = statement.value
            generator = _SEEDS.get(dotted(call.func))
            if generator and len(call.args) == 1 and isinstance(seed := _value(call.args[0], known), int):
                seeds[generator] = seed
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple):
            known |= _numbers_of(statement.targets[0], statement.value, known)
        if not (isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)):
            continue
        name, value = statement.targets[0].id, _unwrapped(statement.value)
        number = _value(value, known)
        if isinstance(number, int):
            known[name] = number
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in classes:
            yield from _of_object(name, value, classes[value.func.id], known)
        elif isinstance(value, ast.Call) and (draws := list(_of_call(name, value, known))):
            yield draws


def _numbers_of(target: ast.Tuple, value: ast.expr, known: dict[str, int | Shape]) -> dict[str, int | Shape]:
    """The numbers assigned by ``n, d = x.shape``."""
    is_shape = isinstance(value, ast.Attribute) and value.attr == "shape" and isinstance(value.value, ast.Name)
    shape = known.get(spelled(value.value)) if isinstance(value, ast.Attribute) and is_shape else ()
    found = shape if isinstance(shape, tuple) else ()
    names = [node.id if isinstance(node, ast.Name) else "" for node in target.elts]
    pairs = zip(names, found, strict=True) if len(names) == len(found) else ()
    return {name: number for name, number in pairs if name}


def statements_of(tree: ast.Module | None) -> Iterator[ast.stmt]:
    """The statements that a cell runs, including ``if __name__ == "__main__"`` blocks, each with one target."""
    yield from _statements(tree.body if tree else [])


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.If) and "__name__" in spelled(statement.test):
            yield from _statements(statement.body)
        elif isinstance(statement, ast.Assign) and (parts := _one_by_one(statement)):
            yield from parts
        else:
            yield statement


def _of_object(
    name: str, call: ast.Call, made: ast.ClassDef, known: dict[str, int | Shape]
) -> Iterator[list[SourceDraw]]:
    """The draws of ``__init__`` for attributes, in order; none if any draw is not plain."""
    init = next((node for node in made.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"), None)
    if init is None:
        return
    parameters = [argument.arg for argument in init.args.args[1:]]
    defaults = init.args.defaults
    given = dict(zip(parameters[len(parameters) - len(defaults) :], defaults, strict=False))
    given |= dict(zip(parameters, call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    inside = {**known}
    for parameter, node in given.items():
        inside.pop(parameter, None)
        if (number := _value(node, known)) is not None:
            inside[parameter] = number
    said = {parameter: node for parameter, node in given.items() if isinstance(node, ast.Constant)}
    draws: list[SourceDraw] = []
    calls = 0
    for statement in init.body:
        if not isinstance(statement, ast.Assign):
            continue
        target, value = statement.targets[0], _unwrapped(put_in(statement.value, said))
        attribute = _of_self(target)
        if (number := _value(value, inside)) is not None:
            inside[f"self.{attribute}" if attribute else spelled(target)] = number
        elif (
            attribute
            and isinstance(value, ast.Call)
            and (found := list(_of_call(f"{name}_{attribute}", value, inside)))
        ):
            draws += found
            calls += 1
    if draws and calls == _draws_itself(made, draws[0].generator):
        yield draws


def _of_self(node: ast.expr) -> str:
    """The attribute name of ``self.attribute``; "" for other expressions."""
    is_own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if isinstance(node, ast.Attribute) and is_own else ""


def _one_by_one(statement: ast.Assign) -> list[ast.stmt]:
    """``a, b = f(), g()`` as two assignments; none for other statements, or if a value uses an assigned name."""
    target, value = statement.targets[0], statement.value
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)):
        return []
    names = {spelled(node) for node in target.elts}
    if any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(value)):
        return []
    return [ast.Assign([one], part) for one, part in zip(target.elts, value.elts, strict=True)]


def _of_call(name: str, call: ast.Call, known: dict[str, int | Shape]) -> Iterator[SourceDraw]:
    path = dotted(call.func)
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
    """nn.Linear draws its weight (out, in), then its bias (out,), from a range that depends on n inputs."""
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
    """The argument of ``nn.Parameter(…)`` or ``torch.nn.Parameter(…)``."""
    while isinstance(node, ast.Call) and dotted(node.func) == "torch.nn.Parameter" and node.args:
        node = node.args[0]
    return node


def _value(node: ast.expr, known: dict[str, int | Shape]) -> int | None:
    """An integer that is a literal, a known name, or an extent of a literal array."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _of_self(node)):
        number = known.get(spelled(node))
        return number if isinstance(number, int) else None
    if isinstance(node, ast.Call) and spelled(node.func) == "int" and len(node.args) == 1:
        return _value(node.args[0], known)
    if isinstance(node, ast.BinOp):
        return _arithmetic(node, known)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        array, index = node.value.value, _value(node.slice, known)
        shape = known.get(array.id) if isinstance(array, ast.Name) else None
        if isinstance(shape, tuple) and index is not None and index < len(shape):
            return shape[index]
    return None


def _arithmetic(node: ast.BinOp, known: dict[str, int | Shape]) -> int | None:
    """Sums, differences, products and quotients of integers, if they are integers of a reasonable size."""
    left, right = _value(node.left, known), _value(node.right, known)
    if left is None or right is None:
        return None
    if isinstance(node.op, (ast.Div, ast.FloorDiv)):
        return left // right if right and (isinstance(node.op, ast.FloorDiv) or left % right == 0) else None
    sign = {ast.Add: 1, ast.Sub: -1}.get(type(node.op))
    number = left + sign * right if sign else left * right if isinstance(node.op, ast.Mult) else None
    return number if number is not None and abs(number) <= _LARGEST else None


def dotted(node: ast.expr) -> str:
    """The dotted name of a function, with the usual abbreviations expanded."""
    head, _, rest = spelled(node).partition(".")
    return f"{_MODULES.get(head, head)}.{rest}" if rest else head


def _size(shape: Shape) -> int:
    size = 1
    for extent in shape:
        size *= extent
    return size
