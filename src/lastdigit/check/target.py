"""The function to check: its location, signature and framework."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lastdigit.base.errors import InvalidImplementation, LastdigitError, did_you_mean
from lastdigit.base.number_format import float_format
from lastdigit.check.shapes import COTANGENT
from lastdigit.enclosure.arithmetic import EXP_ERROR, SPLIT, Arithmetic
from lastdigit.implementations.declaration import implements
from lastdigit.implementations.implementation import read_framework
from lastdigit.implementations.isolation.call import Call
from lastdigit.implementations.isolation.loading import ADAPTERS
from lastdigit.operations import find_operation

DECORATOR, DEFAULT = "implements", "numpy"


class UnknownTarget(LastdigitError):
    """A function that does not exist at the given place."""


class NoOperation(LastdigitError):
    """A function without a declared operation."""


@dataclass(frozen=True)
class Computed:
    """The declared arithmetic of a function, as in the arguments of :func:`lastdigit.implements`."""

    accumulation: str = ""
    operands: str = ""
    key_tile: int | None = None
    exp_error: float | None = None
    arithmetic: str = ""
    deterministic: bool = True

    def in_format(self, dtype: str, usual: Mapping[str, str]) -> Arithmetic:
        """Its arithmetic for arrays of ``dtype``; ``usual`` is its framework's accumulation format."""
        wide = self.accumulation or usual.get(dtype) or Arithmetic.usual(float_format(dtype)).accumulation.name
        operands = float_format(self.operands) if self.operands else None
        error, model = self.exp_error or EXP_ERROR, self.arithmetic or SPLIT
        return Arithmetic(float_format(dtype), float_format(wide), self.key_tile, error, operands, model)


@dataclass(frozen=True)
class Target:
    """A function of a module or a file that computes ``operation``; ``inferred`` lists what was inferred, in words.

    ``parameters`` are the static parameters that it takes, ``arrays`` how many arrays it does.
    """

    text: str
    path: Path
    module: str
    root: str
    function: str
    operation: str
    framework: str
    dtypes: tuple[str, ...]
    accumulation: Mapping[str, str]
    parameters: frozenset[str]
    arrays: int
    computed: Computed
    inferred: tuple[str, ...]
    line: int = 0

    def call(self, dtype: str, parameters: dict[str, Any], masks: Sequence[str], device: str, layout: str) -> Call:
        """Its function, to be called in ``dtype``."""
        adapter = str(ADAPTERS / f"{self.framework}.py")
        where = (self.module, self.root, adapter, device, layout)
        deterministic = self.computed.deterministic
        return Call(self.path, self.framework, self.function, dtype, parameters, deterministic, tuple(masks), *where)


def frameworks() -> list[str]:
    """The supported frameworks."""
    return sorted(path.stem for path in ADAPTERS.glob("*.py") if path.stem != "__init__")


def has_devices(framework: str) -> bool:
    """Whether arrays of the framework can be put on a device."""
    return read_framework(ADAPTERS / f"{framework}.py").has_devices


def find_target(text: str, operation: str = "", framework: str = "", computed: Computed | None = None) -> Target:
    """Find ``module:function`` or ``path/to/file.py:function`` without importing it.

    Raises :class:`UnknownTarget`, :class:`NoOperation`, :class:`UnknownOperation` and :class:`InvalidImplementation`.
    """
    place, _, function = text.rpartition(":")
    if not place or not function:
        raise UnknownTarget(f"expected module:function or path/to/file.py:function, found {text!r}")
    path, module, root = _place(place)
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path)) if path.suffix == ".py" else ast.Module([], [])
    except SyntaxError as error:
        raise InvalidImplementation(path, error.lineno or 1, "Python source", error.msg) from error
    node = _definition(tree, function)
    if node is None and path.suffix == ".py" and not _assigned(tree, function):
        known = [each.name for each in tree.body if isinstance(each, (ast.FunctionDef, ast.ClassDef))]
        raise UnknownTarget(f"{path} has no function {function!r}{did_you_mean(function, known)}")
    said, declared, only = _declared(path, node)
    inferred: tuple[str, ...] = ()
    operation = operation or said
    if not operation:
        raise NoOperation(f"--as must say what {text} computes: an operation, such as scaled_dot_product_attention")
    definition = find_operation(operation)
    if not framework:
        framework, why = _framework(tree)
        inferred = (*inferred, f"framework {framework}: {why}")
    elif framework not in frameworks():
        raise UnknownTarget(f"expected a framework, found {framework!r}{did_you_mean(framework, frameworks())}")
    adapter = read_framework(ADAPTERS / f"{framework}.py")
    dtypes, wide = only or adapter.dtypes, adapter.accumulation
    arrays, parameters, unknown = _taken(node, definition)
    found = computed or declared
    return Target(
        *(text, path, module, root, function, operation, framework, dtypes, wide, parameters, arrays),
        *(replace(found, deterministic=declared.deterministic and found.deterministic), (*inferred, *unknown)),
        getattr(node, "lineno", 0),
    )


def _place(place: str) -> tuple[Path, str, str]:
    """The file, its module name, and its import path; a file given by path has no module name."""
    path = Path(place)
    if path.suffix == ".py":
        if not path.is_file():
            raise UnknownTarget(f"expected a Python file, found none at {place}")
        return path.resolve(), "", ""
    root = str(Path.cwd())
    for folder in (root, *sys.path):
        file = Path(folder, *place.split("."))
        for found in (file.with_suffix(".py"), file / "__init__.py"):
            if found.is_file():
                return found.resolve(), place, root
    try:
        spec = importlib.util.find_spec(place.partition(".")[0])
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.origin:
        hint = f"; did you mean {place}.py?" if Path(f"{place}.py").is_file() or "/" in place else ""
        raise UnknownTarget(f"expected a module that can be imported, found {place!r}{hint}")
    return Path(spec.origin), place, root


def _definition(tree: ast.Module, name: str) -> ast.FunctionDef | None:
    first, _, rest = name.partition(".")
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == first and not rest:
            return node
    return None


def _assigned(tree: ast.Module, name: str) -> bool:
    """Whether a module may define a name other than by a function definition."""
    first = name.partition(".")[0]
    for node in ast.walk(tree):
        names = getattr(node, "names", ())
        if any((alias.asname or alias.name) in (first, "*") for alias in names if isinstance(alias, ast.alias)):
            return True
        if isinstance(node, (ast.Name, ast.ClassDef)) and getattr(node, "id", getattr(node, "name", "")) == first:
            return True
    return False


def _declared(path: Path, node: ast.FunctionDef | None) -> tuple[str, Computed, tuple[str, ...]]:
    """Its ``@implements`` declaration: operation, arithmetic and formats."""
    for call in node.decorator_list if node else ():
        if not isinstance(call, ast.Call) or ast.unparse(call.func).rpartition(".")[2] != DECORATOR:
            continue
        try:
            given = {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords}
            said = inspect.signature(implements).bind(*map(ast.literal_eval, call.args), **given)
        except (ValueError, TypeError) as error:
            found = f"{ast.unparse(call)} ({error})"
            raise InvalidImplementation(path, call.lineno, f"literal arguments of @{DECORATOR}", found) from error
        said.apply_defaults()
        names = ("operands", "key_tile", "exp_error", "arithmetic", "deterministic")
        computed = Computed("", *(said.arguments[name] for name in names))
        return said.arguments["operation"], computed, tuple(said.arguments["dtypes"])
    return "", Computed(), ()


def _framework(tree: ast.Module) -> tuple[str, str]:
    """The framework that a module imports; NumPy by default."""
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module.partition(".")[0])
    others = sorted((imported & set(frameworks())) - {DEFAULT})
    return (others[0], f"the module imports {others[0]}") if others else (DEFAULT, "the module imports no other")


def _taken(node: ast.FunctionDef | None, definition: Any) -> tuple[int, frozenset[str], tuple[str, ...]]:
    """The number of arrays and the static parameters in a function's signature."""
    if node is None:
        required = sum(name in definition.required or name == COTANGENT for name in definition.arrays)
        return required, frozenset(), ("no parameters: the source of its signature is unavailable",)
    positional = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    named = {*positional, *(argument.arg for argument in node.args.kwonlyargs)}
    every = {*definition.parameters, "mask"} & {*definition.parameters, *definition.arrays}
    parameters = every if node.args.kwarg else named & every
    least = sum(name in definition.required or name == COTANGENT for name in definition.arrays)
    count = len([name for name in positional if name not in parameters])
    most = len(definition.arrays) - ("mask" in definition.arrays)
    return max(min(count, most), least), frozenset(parameters), ()
