"""Jobs of a study in separate processes, each with one thread."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from lastdigit.base.ends_with_parent import end_with_parent

Job = TypeVar("Job")
Found = TypeVar("Found")

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def mapped(
    function: Callable[[Job], Found], jobs: Sequence[Job], processes: int, *, at_once: int = 1
) -> Iterator[Found]:
    """``function`` of each job, in order whatever the number of processes; with 0 processes, in this one.

    The function must not be in a package's ``__main__``, which other processes do not import.
    """
    if not processes:
        yield from map(function, jobs)
        return
    os.environ.update(ONE_THREAD)
    with multiprocessing.get_context("spawn").Pool(processes, initializer=end_with_parent) as pool:
        yield from pool.imap(function, jobs, chunksize=at_once)
