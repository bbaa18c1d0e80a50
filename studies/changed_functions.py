"""The functions of an imported module that another version of its source changes."""

from __future__ import annotations

import ast
import gc
import inspect
from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest
from types import CodeType, FunctionType


class MustBeImportedError(Exception):
    """The changed code runs when the module is imported, or has already run."""


def functions_by_code() -> dict[CodeType, list[FunctionType]]:
    """All existing functions by their code."""
    found: dict[CodeType, list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found.setdefault(each.__code__, []).append(each)
    return found


def changed_functions(
    before: str,
    after: str,
    path: str,
    functions: Mapping[CodeType, Collection[FunctionType]],
    already_run: Collection[CodeType],
) -> list[tuple[FunctionType, CodeType]]:
    """The functions of a module in this file that another source changes, each with its new code."""
    sources = before, *(ast.unparse(ast.parse(source)) for source in (before, after))
    imported, alike, other = (compile(source, path, "exec", dont_inherit=True) for source in sources)
    changed = list(_changed(imported, alike, other))
    if any(code in already_run for code, _ in changed):
        raise MustBeImportedError
    found = [(function, code) for old, code in changed for function in functions.get(old, ())]
    if changed and not found:
        raise MustBeImportedError
    return found


def _changed(imported: CodeType, alike: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions that differ, or define functions that differ, as imported and as in the other code.

    ``alike`` is the imported code with the line numbers of the other one.
    """
    found = []
    for inner in zip_longest(*map(_made, (imported, alike, other))):
        if None in inner or len({(code.co_name, code.co_freevars) for code in inner}) > 1:
            raise MustBeImportedError
        found += _changed(*inner)
    does_otherwise = _does(alike) != _does(other)
    if imported.co_flags & inspect.CO_OPTIMIZED:
        if does_otherwise or found:
            yield imported, other
    elif does_otherwise:
        raise MustBeImportedError
    yield from found


def _made(code: CodeType) -> list[CodeType]:
    """The functions and classes that a code object defines."""
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _does(code: CodeType) -> tuple[object, ...]:
    """What a code object does, without its nested functions and its line numbers."""
    constants = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_cellvars
