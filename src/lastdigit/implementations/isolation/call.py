"""One call of code under test: what is asked for, what came back, and what was seen on the way."""

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
"""Seconds of processor time, and of time, of a first call up to which it is made a second time."""

MOST_NOTES = 8
LONGEST = 300
"""How many notes of a call are kept, and characters of each."""

Arrays = Sequence[np.ndarray | None]


class NoResult(Exception):
    """A call that gave nothing that can be judged; the message says what it did."""


@dataclass(frozen=True)
class Call:
    """A function of a file, to be called in a number format with static parameters.

    ``masks`` names those of its parameters that are arrays of booleans; they follow the arrays. ``module`` is how the
    file is imported where it is one of a package that is found from ``root``; ``adapter`` is the file of the
    framework's adapter where it does not stand beside the function's. ``layout`` says how its arrays lie in memory.
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
        """Where its framework's adapter stands."""
        return Path(self.adapter) if self.adapter else adapter_path(self.path, self.framework)


@dataclass(frozen=True, eq=False)
class Returned:
    """A result as float64, the name of its dtype, seconds of the call, and what was seen beside it."""

    result: np.ndarray
    dtype: str
    seconds: float
    notes: tuple[str, ...] = ()


def made(call: Call, arrays: Arrays) -> Returned:
    """Make a call on float64 arrays whose values its dtype holds (None for one that is left out).

    A cheap call is made twice, on copies. Raises :class:`NoResult`, :class:`MissingFramework` and whatever the function
    raises.
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
                raise NoResult(f"two calls on the same inputs gave different results{_where(result, again)}")
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
    """Whatever an adapter gives, as float64 numbers."""
    if isinstance(returned, np.ma.MaskedArray) or isinstance(result, np.ma.MaskedArray):
        raise NoResult("returned a masked array")
    array = np.asarray(result)
    if array.dtype.kind not in "fiub":
        what = "None" if returned is None else f"an array of {array.dtype}"
        raise NoResult(f"returned {what}")
    return np.asarray(array, dtype=np.float64)


def _changed(adapter: Any, arrays: Arrays, given: Sequence[Any]) -> Iterator[str]:
    """The arguments that a function wrote into."""
    for number, (array, used) in enumerate(zip(arrays, given, strict=True)):
        if array is not None and not np.array_equal(np.asarray(adapter.to_numpy(used)[0]), array, equal_nan=True):
            yield f"changed its argument {number + 1}"


def _where(first: np.ndarray, second: np.ndarray) -> str:
    if first.shape != second.shape:
        return f": shapes {first.shape} and {second.shape}"
    place = tuple(map(int, np.argwhere((first != second) & ~(np.isnan(first) & np.isnan(second)))[0]))
    return f": {first[place]!s} and {second[place]!s} at {list(place)}"
