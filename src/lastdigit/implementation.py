"""Implementations: the decorator that names them, and how they are found without importing them.

The folder of implementations is read as text, so that collecting a suite imports no framework. A file becomes a module
only when one of its functions runs.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from lastdigit.enclosure.arithmetic import EXP_ERROR, MODELS, SPLIT, Arithmetic
from lastdigit.errors import ImplementationConflict, InvalidImplementation, MissingFramework, UnknownOperation
from lastdigit.number_format import UnknownNumberFormat, float_format
from lastdigit.operations import find_operation

Function = TypeVar("Function", bound=Callable[..., Any])

DECORATOR = "implements"
DEFAULT_FRAMEWORK = "numpy"


def implements(
    operation: str,
    *,
    variant: str = "",
    dtypes: tuple[str, ...] = (),
    key_tile: int | None = None,
    exp_error: float = EXP_ERROR,
    operands: str = "",
    arithmetic: str = "",
) -> Callable[[Function], Function]:
    """Declare that a function computes ``operation``.

    The function takes the arrays of the operation's definition in their order and, as keyword-only parameters, those
    static parameters that it supports; a case that sets one it does not name is not run on it. All arguments of the
    decorator are literals, since the file is read before it is imported.

    ``variant``: distinguishes functions of one file that compute the same operation; it is added to the name.
    ``dtypes``: the number formats it is run in; by default all that its framework's adapter lists.
    ``key_tile``: how many keys an online softmax takes at a time; its rounding bound grows with the number of tiles.
    ``exp_error``: the largest error of its exp, in units of roundoff, where that is a faster and coarser one.
    ``operands``: the coarser format to which matrix products round or truncate their operands, such as tf32.
    ``arithmetic``: the model that its results must fit, fused or stored; by default any may; the verdict says which.
    """

    def declare(function: Function) -> Function:
        return function

    return declare


@dataclass(frozen=True)
class Framework:
    """What an adapter says of its framework: its formats, and in which wider ones it accumulates some of them."""

    name: str
    dtypes: tuple[str, ...]
    accumulation: Mapping[str, str]


@dataclass(frozen=True)
class Implementation:
    """Code under test: which operation it claims, in which framework and formats, and where it stands."""

    name: str
    operation: str
    framework: str
    dtypes: tuple[str, ...]
    accumulation: Mapping[str, str]
    key_tile: int | None
    exp_error: float
    operands: str
    model: str
    arrays: tuple[str, ...]
    parameters: frozenset[str]
    function: str
    path: Path
    line: int

    def arithmetic(self, dtype: str) -> Arithmetic:
        """What it computes in when it is run in ``dtype``."""
        wide = self.accumulation.get(dtype, dtype)
        operands = float_format(self.operands) if self.operands else None
        return Arithmetic(float_format(dtype), float_format(wide), self.key_tile, self.exp_error, operands, self.model)

    def supports(self, parameters: frozenset[str], arrays: frozenset[str]) -> bool:
        """Whether it names all static parameters and takes all arrays of a case."""
        return parameters <= self.parameters and arrays <= frozenset(self.arrays)

    def run(self, arrays: list[np.ndarray | None], dtype: str, parameters: dict[str, Any]) -> tuple[np.ndarray, str]:
        """Run on float64 arrays whose values are representable in ``dtype``; give the result and its dtype's name.

        Raises :class:`MissingFramework` where the framework is not installed, and whatever the function raises.
        """
        adapter = _load(self.path.parent / "frameworks" / f"{self.framework}.py", self.framework)
        function = getattr(_load(self.path, self.framework), self.function)
        given = [None if array is None else adapter.from_numpy(array, dtype) for array in arrays]
        result, result_dtype = adapter.to_numpy(function(*given, **parameters))
        return np.asarray(result, dtype=np.float64), str(result_dtype)


def find_implementations(folder: Path) -> list[Implementation]:
    """All implementations in ``folder``, sorted by name and operation, found without importing any of its files.

    Raises :class:`InvalidImplementation` for a declaration that cannot be read or names what does not exist, and
    :class:`ImplementationConflict` when two functions of one name claim the same operation.
    """
    frameworks = {path.stem: _read_framework(path) for path in sorted((folder / "frameworks").glob("*.py"))}
    found: dict[tuple[str, str], Implementation] = {}
    for path in sorted(folder.glob("*.py")):
        for implementation in _declared(path, frameworks):
            key = (implementation.name, implementation.operation)
            if key in found:
                raise ImplementationConflict(path, implementation.line, *key, found[key].path, found[key].line)
            found[key] = implementation
    return [found[key] for key in sorted(found)]


def _declared(path: Path, frameworks: Mapping[str, Framework]) -> Iterator[Implementation]:
    tree = _parse(path)
    framework = _framework(tree, frameworks)
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and _last_name(call.func) == DECORATOR:
                yield _implementation(path, node, call, frameworks[framework])


def _implementation(path: Path, node: ast.FunctionDef, call: ast.Call, framework: Framework) -> Implementation:
    try:
        given = {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords}
        bound = inspect.signature(implements).bind(*map(ast.literal_eval, call.args), **given)
    except (ValueError, TypeError) as error:
        raise InvalidImplementation(
            path, call.lineno, f"literal arguments of @{DECORATOR}", f"{ast.unparse(call)} ({error})"
        ) from error
    bound.apply_defaults()
    dtypes = tuple(bound.arguments["dtypes"] or framework.dtypes)
    try:
        operation = find_operation(bound.arguments["operation"])
        for dtype in (*dtypes, *filter(None, [bound.arguments["operands"]])):
            float_format(dtype)
    except (UnknownOperation, UnknownNumberFormat) as error:
        raise InvalidImplementation(path, call.lineno, error.expected, error.found) from None
    arrays = tuple(argument.arg for argument in (*node.args.posonlyargs, *node.args.args))
    parameters = frozenset(argument.arg for argument in node.args.kwonlyargs)
    unknown = sorted(parameters - set(operation.parameters))
    if arrays != operation.arrays[: len(arrays)] or unknown:
        expected = (
            f"arrays {', '.join(operation.arrays)} in this order, parameters among {sorted(operation.parameters)}"
        )
        raise InvalidImplementation(path, node.lineno, expected, ast.unparse(node.args))
    variant, model = bound.arguments["variant"], bound.arguments["arithmetic"] or SPLIT
    if model not in MODELS:
        raise InvalidImplementation(path, call.lineno, f"one of the arithmetic models {', '.join(MODELS)}", repr(model))
    return Implementation(
        name=path.stem + (f"_{variant}" if variant else ""),
        operation=operation.name,
        framework=framework.name,
        dtypes=dtypes,
        accumulation=framework.accumulation,
        key_tile=bound.arguments["key_tile"],
        exp_error=bound.arguments["exp_error"],
        operands=bound.arguments["operands"],
        model=model,
        arrays=arrays,
        parameters=parameters,
        function=node.name,
        path=path,
        line=node.lineno,
    )


def _framework(tree: ast.Module, frameworks: Mapping[str, Framework]) -> str:
    """The framework is the one that a file imports; NumPy where it imports no other."""
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module.partition(".")[0])
    others = sorted((imported & set(frameworks)) - {DEFAULT_FRAMEWORK})
    return others[0] if others else DEFAULT_FRAMEWORK


def _read_framework(path: Path) -> Framework:
    """The literals of an adapter: DTYPES, and ACCUMULATION where a format is summed up in a wider one."""
    literals: dict[str, Any] = {}
    for node in _parse(path).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and target.id in ("DTYPES", "ACCUMULATION"):
            try:
                literals[target.id] = ast.literal_eval(node.value)
            except ValueError as error:
                found = ast.unparse(node.value)
                raise InvalidImplementation(path, node.lineno, f"a literal for {target.id}", found) from error
    if "DTYPES" not in literals:
        raise InvalidImplementation(path, 1, "DTYPES = (...), the formats that the framework offers", "none")
    return Framework(path.stem, tuple(literals["DTYPES"]), dict(literals.get("ACCUMULATION", {})))


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"), str(path))
    except SyntaxError as error:
        raise InvalidImplementation(path, error.lineno or 1, "Python source", error.msg) from error


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _load(path: Path, framework: str) -> ModuleType:
    """The module of a file, imported once under a name that cannot hide a package."""
    name = f"lastdigit_loaded.{path.parent.name}.{path.stem}.{abs(hash(path.absolute()))}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InvalidImplementation(path, 1, "a Python file", "nothing that can be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] == framework:
            raise MissingFramework(framework, path) from error
        raise
    return module
