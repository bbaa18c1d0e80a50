"""Workers on this machine: one process per core, each with its own range. The work of a process that dies is
repeated."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from lastdigit.base.ends_with_parent import end_with_parent
from lastdigit.base.errors import LastdigitError
from lastdigit.seeds.checkpoint import Range
from lastdigit.seeds.plan import Plan
from lastdigit.seeds.sieve import Hit, search_range

ATTEMPTS = 5
"""The number of retries of a range after a worker died on it or concurrently."""

Result = tuple[Range, int, list[Hit]]


class WorkersKeepDying(LastdigitError):
    """A range on which workers repeatedly died."""

    def __init__(self, lost: Range) -> None:
        super().__init__(f"{ATTEMPTS} workers died searching seeds {lost[0]} to {lost[1]}")


def in_processes(plan: Plan, ranges: Iterable[Range], workers: int) -> Iterator[Result]:
    """Search ``ranges`` in ``workers`` processes; yields results as they finish.

    Ranges whose process died are retried. Raises :class:`WorkersKeepDying`.
    """
    waiting = deque(ranges)
    deaths: Counter[Range] = Counter()
    while waiting:
        running: dict[Future[tuple[int, list[Hit]]], Range] = {}
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_follow_the_parent)
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    piece = waiting.popleft()
                    running[pool.submit(search_range, plan, *piece)] = piece
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    survivors, hits = future.result()
                    yield running.pop(future), survivors, hits
        except BrokenProcessPool:
            for piece in running.values():
                deaths[piece] += 1
                if deaths[piece] >= ATTEMPTS:
                    raise WorkersKeepDying(piece) from None
                waiting.append(piece)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _follow_the_parent() -> None:
    """Ignore interrupts, and exit with the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
