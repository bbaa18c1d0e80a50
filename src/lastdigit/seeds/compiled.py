"""Numba for the search: 32-bit arithmetic, full-width vectors, and a named error if it is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from lastdigit.base.errors import LastdigitError


class MissingCompiler(LastdigitError):
    """Numba, which compiles the search, is not installed."""

    def __init__(self) -> None:
        super().__init__("expected numba to search for seeds (the extra lastdigit[seeds]), found none")


try:
    import llvmlite.binding
    import numba
    from llvmlite import ir
    from numba.extending import intrinsic
except ImportError as error:
    raise MissingCompiler from error

_settings: Any = numba.config
_compile: Any = numba.njit

if _settings.CPU_FEATURES is None:
    # LLVM prefers half-width vectors on AVX-512 machines; the 32-bit products of seeding are faster with full width.
    _features = llvmlite.binding.get_host_cpu_features()
    _features["prefer-256-bit"] = False
    _settings.CPU_FEATURES = _features.flatten()
    _settings.CPU_NAME = llvmlite.binding.get_host_cpu_name()

Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """Compile a function on first call, with an on-disk cache."""
    compiled = _compile(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})(function)
    return cast(Function, compiled)


def inlined(function: Function) -> Function:
    """Inline a function into its callers' loops. Passing an array counts references, which takes longer than the work
    on a few lanes.
    """
    return cast(Function, _compile(inline="always")(function))


WORD, UNIT = numba.types.uint32, numba.types.float32
_BITS = ir.IntType(32)


def constant(value: int) -> Any:
    """A compile-time constant word."""
    return ir.Constant(_BITS, value)


def instructions(result: Any, *arguments: Any) -> Callable[[Callable[..., Any]], Any]:
    """A compiled function defined by LLVM instructions. Numba widens operations on 32-bit words to 64 bits, which
    halves the lanes of every vector.
    """

    def register(build: Callable[..., Any]) -> Any:
        def of_types(typing: Any, *given: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                return build(builder, *values)

            return result(*arguments), generate

        names = ", ".join(f"a{number}" for number in range(len(arguments)))
        scope: dict[str, Any] = {"of_types": of_types}
        exec(f"def typed(typing, {names}):\n    return of_types(typing, {names})", scope)
        typed = scope["typed"]
        typed.__doc__, typed.__name__ = build.__doc__, build.__name__
        return intrinsic(typed)

    return register
