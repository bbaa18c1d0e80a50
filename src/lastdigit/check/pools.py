"""Executors for a sweep: local processes, a Ray cluster, or this process."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from lastdigit.base.ends_with_parent import end_with_parent
from lastdigit.base.errors import LastdigitError
from lastdigit.base.extras import needs
from lastdigit.check.sweep import Job, Line, Tasks, swept

HERE = "here"
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class WorkerDied(LastdigitError):
    """A process of a sweep that ended without an answer."""

    def __init__(self) -> None:
        super().__init__("expected a process to finish its inputs, found that it died; finished inputs are saved")


def tasks_of(workers: int, cluster: str) -> Tasks:
    """The executor: the cluster at an address, ``here`` for one on this machine, or n processes."""
    return partial(on_cluster, workers=workers, address=cluster) if cluster else partial(in_processes, workers=workers)


def in_processes(job: Job, pieces: Iterable[Sequence[int]], *, workers: int) -> Iterator[list[Line]]:
    """Yield each task's lines as they finish; one worker runs in this process."""
    if workers <= 1:
        for piece in pieces:
            yield swept(job, piece)
        return
    os.environ.update({name: os.environ.get(name, value) for name, value in ONE_THREAD.items()})
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=_follow_the_parent)
    waiting, running = iter(pieces), set[Future[list[Line]]]()
    try:
        for piece in waiting:
            running.add(pool.submit(swept, job, piece))
            if len(running) >= 2 * workers:
                running = yield from _finished(running)
        while running:
            running = yield from _finished(running)
    except BrokenProcessPool:
        raise WorkerDied from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _finished(running: set[Future[list[Line]]]) -> Generator[list[Line], None, set[Future[list[Line]]]]:
    """Yield finished tasks; returns the remaining ones."""
    done, left = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        yield future.result()
    return left


def on_cluster(job: Job, pieces: Iterable[Sequence[int]], *, workers: int, address: str) -> Iterator[list[Line]]:
    """The same on a Ray cluster, whose machines have the function's file; raises :class:`MissingExtra`."""
    with needs("cluster"):
        import ray
    here = {"num_cpus": workers, "include_dashboard": False} if address == HERE else {"address": address}
    ray.init(**here, log_to_driver=False, logging_level=logging.ERROR)
    try:
        task: Any = ray.remote(max_retries=-1)(swept)
        shared = ray.put(job)
        width = max(workers, int(ray.cluster_resources().get("CPU", workers)))
        waiting, running = deque(pieces), list[Any]()
        while waiting or running:
            while waiting and len(running) < 2 * width:
                running.append(task.remote(shared, list(waiting.popleft())))
            done, running = ray.wait(running)
            yield from map(ray.get, done)
    finally:
        ray.shutdown()


def _follow_the_parent() -> None:
    """Ignore interrupts, and exit with the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
