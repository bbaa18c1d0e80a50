"""Workers on a Ray cluster, of one machine or many. A range whose worker or machine is lost runs again elsewhere."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from lastdigit.base.extras import needs
from lastdigit.seeds.checkpoint import Range
from lastdigit.seeds.plan import Plan
from lastdigit.seeds.sieve import search_range
from lastdigit.seeds.workers import Result

HERE = "here"
"""The address for a cluster started on this machine for the search."""


def on_cluster(plan: Plan, ranges: Iterable[Range], workers: int, address: str) -> Iterator[Result]:
    """Search ``ranges`` on the cluster at ``address``; yields results as they finish.

    ``workers`` is the number of processes of a cluster that is started ``here``. Raises :class:`MissingExtra`.
    """
    with needs("cluster"):
        import ray
    here = {"num_cpus": workers, "include_dashboard": False} if address == HERE else {"address": address}
    ray.init(**here, log_to_driver=False, logging_level=logging.ERROR)
    try:
        # A task is retried whenever its workers die; results of an unfinished task do not count.
        search: Any = ray.remote(max_retries=-1)(search_range)
        shared = ray.put(plan)
        waiting, running = deque(ranges), dict[Any, Range]()
        while waiting or running:
            while waiting and len(running) < 2 * _width(ray, workers):
                piece = waiting.popleft()
                running[search.remote(shared, *piece)] = piece
            for reference in ray.wait(list(running))[0]:
                survivors, hits = ray.get(reference)
                yield running.pop(reference), survivors, hits
    finally:
        ray.shutdown()


def _width(ray: Any, workers: int) -> int:
    return max(workers, int(ray.cluster_resources().get("CPU", workers)))
