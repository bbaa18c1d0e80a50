"""A while without the cyclic garbage collector: for work that makes many objects, and no cycles of them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave the collector off while this lasts, and then as it was.

    A full collection visits every object that lives: with the verdicts of a large run, that takes long and frees none.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
