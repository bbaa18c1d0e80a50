"""Which functions of a module another source of it changes, in a process that has imported the module."""

from __future__ import annotations

import ast
import gc
import inspect
from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest
from types import CodeType, FunctionType


class MustBeImportedError(Exception):
    """What a source changes is run when the module is imported, or has been run by now."""


def functions_by_code() -> dict[CodeType, list[FunctionType]]:
    """All functions that there are."""
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
    """The functions of a module in this file that another source changes, each with its code there."""
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
    """The functions that another code changes, or of which it changes one that they make: as imported, and in it.

    ``alike`` is the imported code with its lines where those of the other one are.
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
    """The functions and classes that a code makes."""
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _does(code: CodeType) -> tuple[object, ...]:
    """What a code does but for what it makes, wherever it stands."""
    constants = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_cellvars
