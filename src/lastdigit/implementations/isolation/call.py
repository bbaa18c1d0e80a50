"""One call of code under test: the request, the result, and its side effects."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lastdigit.implementations.isolation import flags
from lastdigit.implementations.isolation.layouts import laid
from lastdigit.implementations.isolation.loading import adapter_path, load, load_module

CHEAP, SHORT = 0.1, 1.0
"""The longest processor time and wall time, in seconds, of a first call for it to be repeated."""

MOST_NOTES = 8
LONGEST = 300
"""The most notes of a call, and characters of each."""

Arrays = Sequence[np.ndarray | None]


class NoResult(Exception):
    """A call without a result to judge; the message tells what it did."""


@dataclass(frozen=True)
class Call:
    """A function of a file, to be called in a number format with static parameters.

    ``masks`` names its parameters that are boolean arrays; they follow the arrays. ``module`` is the import name of a
    file in a package below ``root``; ``adapter`` is the file of the framework's adapter, if not next to the function's.
    ``layout`` is the memory layout of its arrays.
    """

    path: Path
    framework: str
    function: str
    dtype: str
    parameters: dict[str, Any]
    deterministic: bool = True
    masks: Sequence[str] = ()
    module: str = ""
    root: str = ""
    adapter: str = ""
    device: str = ""
    layout: str = ""

    @property
    def adapter_file(self) -> Path:
        """The file of its framework's adapter."""
        return Path(self.adapter) if self.adapter else adapter_path(self.path, self.framework)


@dataclass(frozen=True, eq=False)
class Returned:
    """A result as float64, the name of its dtype, the seconds of the call, and notes."""

    result: np.ndarray
    dtype: str
    seconds: float
    notes: tuple[str, ...] = ()


def made(call: Call, arrays: Arrays) -> Returned:
    """Make a call on float64 arrays of values representable in its dtype (None for an omitted one). A cheap call is
    made twice, on copies. Raises :class:`NoResult`, :class:`MissingFramework` and whatever the function raises.
    """
    adapter, function = loaded(call)
    count = len(arrays) - len(call.masks)
    arrays, masks = arrays[:count], dict(zip(call.masks, arrays[count:], strict=True))

    def handed(array: np.ndarray, dtype: str) -> Any:
        found = laid(array, call.layout, lambda rows: adapter.from_numpy(rows, dtype))
        return adapter.to_device(found, call.device) if call.device else found

    def once() -> tuple[np.ndarray, str, Iterator[str]]:
        given = [None if array is None else handed(array, call.dtype) for array in arrays]
        seen = {name: handed(mask, "bool") for name, mask in masks.items() if mask is not None}
        returned = function(*given, **call.parameters, **seen)
        result, dtype = adapter.to_numpy(returned)
        return _numbers(returned, result), str(dtype), _changed(adapter, arrays, given)

    notes: dict[str, None] = {}
    start, used = time.perf_counter(), time.process_time()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        flags.clear()
        result, dtype, changed = once()
        seconds, used = time.perf_counter() - start, time.process_time() - used
        notes.update(dict.fromkeys([*flags.raised(), *changed]))
        if call.deterministic and used <= CHEAP and seconds <= SHORT:
            again, _, _ = once()
            if again.shape != result.shape or not np.array_equal(again, result, equal_nan=True):
                raise NoResult(f"two calls on the same inputs returned different results{_where(result, again)}")
    notes.update((f"warned: {type(each.message).__name__}: {each.message}", None) for each in warned)
    return Returned(result, dtype, seconds, tuple(note[:LONGEST] for note in list(notes)[:MOST_NOTES]))


def loaded(call: Call) -> tuple[ModuleType, Callable[..., Any]]:
    """The adapter of its framework, and its function; raises :class:`MissingFramework`."""
    adapter = load(call.adapter_file, call.framework)
    holder = load_module(call.module, call.root) if call.module else load(call.path, call.framework)
    function: Any = holder
    for name in call.function.split("."):
        function = getattr(function, name)
    return adapter, function


def _numbers(returned: Any, result: Any) -> np.ndarray:
    """An adapter's result as float64 numbers."""
    if isinstance(returned, np.ma.MaskedArray) or isinstance(result, np.ma.MaskedArray):
        raise NoResult("returned a masked array")
    array = np.asarray(result)
    if array.dtype.kind not in "fiub":
        what = "None" if returned is None else f"an array of {array.dtype}"
        raise NoResult(f"returned {what}")
    return np.asarray(array, dtype=np.float64)


def _changed(adapter: Any, arrays: Arrays, given: Sequence[Any]) -> Iterator[str]:
    """The arguments that a function modified."""
    for number, (array, used) in enumerate(zip(arrays, given, strict=True)):
        if array is not None and not np.array_equal(np.asarray(adapter.to_numpy(used)[0]), array, equal_nan=True):
            yield f"changed its argument {number + 1}"


def _where(first: np.ndarray, second: np.ndarray) -> str:
    if first.shape != second.shape:
        return f": shapes {first.shape} and {second.shape}"
    place = tuple(map(int, np.argwhere((first != second) & ~(np.isnan(first) & np.isnan(second)))[0]))
    return f": {first[place]!s} and {second[place]!s} at {list(place)}"
