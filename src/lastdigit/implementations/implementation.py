"""Discovers implementations without importing them.

The folder of implementations is read as text, so that collecting a suite imports no framework. A file becomes a module
only where one of its functions is called.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lastdigit.base.errors import ImplementationConflict, InvalidImplementation, UnknownOperation
from lastdigit.base.number_format import UnknownNumberFormat, float_format
from lastdigit.enclosure.arithmetic import EXP_ERROR, MODELS, SPLIT, Arithmetic
from lastdigit.implementations.declaration import implements
from lastdigit.implementations.isolation.call import Call
from lastdigit.implementations.isolation.loading import adapters_for
from lastdigit.implementations.isolation.runner import Limits
from lastdigit.operations import find_operation

DECORATOR = "implements"
DEFINING = ("operation", "mistake", "printer")
DEFAULT_FRAMEWORK = "numpy"


@dataclass(frozen=True)
class Framework:
    """What an adapter says of its framework: its formats, and in which wider ones it accumulates some of them.

    ``has_devices``: whether its arrays can be put on a device.
    """

    name: str
    dtypes: tuple[str, ...]
    accumulation: Mapping[str, str]
    has_devices: bool = False


@dataclass(frozen=True)
class Implementation:
    """Code under test: the operation it implements, its framework and formats, and its place.

    It names static ``parameters``, of which those that are ``required`` have no default.
    """

    name: str
    operation: str
    framework: str
    dtypes: tuple[str, ...]
    accumulation: Mapping[str, str]
    key_tile: int | None
    exp_error: float
    operands: str
    model: str
    deterministic: bool
    seconds: float | None
    gigabytes: float | None
    arrays: tuple[str, ...]
    parameters: frozenset[str]
    function: str
    path: Path
    line: int
    required: frozenset[str] = frozenset()
    device: str = ""

    def arithmetic(self, dtype: str) -> Arithmetic:
        """The arithmetic it uses when run in ``dtype``."""
        wide = self.accumulation.get(dtype, dtype)
        operands = float_format(self.operands) if self.operands else None
        return Arithmetic(float_format(dtype), float_format(wide), self.key_tile, self.exp_error, operands, self.model)

    def supports(self, parameters: frozenset[str], arrays: frozenset[str]) -> bool:
        """Whether it accepts all static parameters and arrays of a case, and gets every required one."""
        return self.required <= parameters <= self.parameters and arrays <= frozenset(self.arrays)

    def call(self, dtype: str, parameters: dict[str, Any], masks: Collection[str] = ()) -> Call:
        """Its function, to be called in ``dtype``; ``masks`` are the parameters passed as arrays."""
        others = {name: value for name, value in parameters.items() if name not in masks}
        call = Call(self.path, self.framework, self.function, dtype, others, self.deterministic, tuple(masks))
        return replace(call, device=self.device)

    def limits(self, usual: Limits) -> Limits:
        """The limits of its calls."""
        return Limits(self.seconds or usual.seconds, self.gigabytes or usual.gigabytes)


def find_implementations(folder: Path) -> list[Implementation]:
    """All implementations in ``folder``, sorted by name and operation, found without importing any of its files.

    Raises :class:`InvalidImplementation` for an invalid declaration or an unknown name, and
    :class:`ImplementationConflict` when two functions of one name claim the same operation.
    """
    frameworks = {name: read_framework(path) for name, path in adapters_for(folder).items()}
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
    defining = {f"lastdigit.{name}" for name in DEFINING} | _imported(tree, DEFINING)
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for call in node.decorator_list:
            called = call.func if isinstance(call, ast.Call) else call
            if isinstance(node, ast.FunctionDef) and isinstance(call, ast.Call) and _last_name(called) == DECORATOR:
                yield _implementation(path, node, call, frameworks[framework])
            elif ast.unparse(called) in defining:
                expected = "only implementations; the judge reads operations, mistakes and printers from definitions/"
                raise InvalidImplementation(path, call.lineno, expected, f"@{ast.unparse(call)}")


def _imported(tree: ast.Module, names: Sequence[str]) -> set[str]:
    """The local aliases of these lastdigit names in a file that imports them."""
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "lastdigit"]
    return {alias.asname or alias.name for node in found for alias in node.names if alias.name in names}


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
    defaults = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    required = frozenset(argument.arg for argument, default in defaults if default is None)
    unknown = sorted(parameters - set(operation.parameters))
    if arrays != operation.arrays[: len(arrays)] or unknown:
        expected = (
            f"arrays {', '.join(operation.arrays)} in this order, parameters among {sorted(operation.parameters)}"
        )
        raise InvalidImplementation(path, node.lineno, expected, ast.unparse(node.args))
    variant, model = bound.arguments["variant"], bound.arguments["arithmetic"] or SPLIT
    if model not in MODELS:
        raise InvalidImplementation(path, call.lineno, f"one of the arithmetic models {', '.join(MODELS)}", repr(model))
    if bound.arguments["device"] and not framework.has_devices:
        expected = f"no device, since the adapter of {framework.name} has no to_device"
        raise InvalidImplementation(path, call.lineno, expected, repr(bound.arguments["device"]))
    return Implementation(
        name=path.stem + (f"_{variant}" if variant else ""),
        operation=operation.name,
        framework=framework.name,
        dtypes=dtypes,
        accumulation=framework.accumulation,
        key_tile=bound.arguments["key_tile"],
        exp_error=bound.arguments["exp_error"] or EXP_ERROR,
        operands=bound.arguments["operands"],
        model=model,
        deterministic=bool(bound.arguments["deterministic"]),
        seconds=bound.arguments["seconds"],
        gigabytes=bound.arguments["gigabytes"],
        arrays=arrays,
        parameters=parameters,
        function=node.name,
        path=path,
        line=node.lineno,
        required=required,
        device=bound.arguments["device"],
    )


def _framework(tree: ast.Module, frameworks: Mapping[str, Framework]) -> str:
    """The framework that a file imports; NumPy by default."""
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module.partition(".")[0])
    others = sorted((imported & set(frameworks)) - {DEFAULT_FRAMEWORK})
    return others[0] if others else DEFAULT_FRAMEWORK


def read_framework(path: Path) -> Framework:
    """What an adapter's source says: DTYPES, ACCUMULATION for formats accumulated in wider ones, and ``to_device``."""
    literals: dict[str, Any] = {}
    body = _parse(path).body
    for node in body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and target.id in ("DTYPES", "ACCUMULATION"):
            try:
                literals[target.id] = ast.literal_eval(node.value)
            except ValueError as error:
                found = ast.unparse(node.value)
                raise InvalidImplementation(path, node.lineno, f"a literal for {target.id}", found) from error
    if "DTYPES" not in literals:
        raise InvalidImplementation(path, 1, "DTYPES = (...), the formats that the framework offers", "none")
    has_devices = any(isinstance(node, ast.FunctionDef) and node.name == "to_device" for node in body)
    return Framework(path.stem, tuple(literals["DTYPES"]), dict(literals.get("ACCUMULATION", {})), has_devices)


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"), str(path))
    except SyntaxError as error:
        raise InvalidImplementation(path, error.lineno or 1, "Python source", error.msg) from error


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
