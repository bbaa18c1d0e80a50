"""Nanoseconds per seed and core of the search, beside a plain loop in C of the same recurrence; what workers add."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from lastdigit.cases.draws.layout import LAYOUTS
from lastdigit.seeds.plan import Condition, Offsets, Plan

pytest.importorskip("numba", reason="numba compiles the search (the extra seeds)")

LOW, WIDTH = 1_000_000, 1_500
SEEDS = {0: 2**21, 200: 2**19}
SEEDS_OF_WORKERS = 2**30
"""Enough that the start of the workers, which takes seconds, is a small part as it is in a search of all seeds."""
PIECES = 64


def plan(offsets: int, seeds: int) -> Plan:
    """The first draw of torch within a narrow interval, as a document prints it with four decimals."""
    condition = Condition("w", "", (0,), (1.0,), LOW * 2.0**-24, (LOW + WIDTH) * 2.0**-24, 13.5)
    return Plan("", "", "torch", LAYOUTS["torch", "float32"], (1,), (condition,), Offsets(0, offsets, 1), 0, seeds)


@pytest.fixture(scope="module")
def loop_in_c(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The loop, built by the system's compiler for this machine."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler to compare with")
    library = tmp_path_factory.mktemp("c") / "mersenne.so"
    source = Path(__file__).with_name("mersenne.c")
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.first_words.restype = loaded.all_words.restype = ctypes.c_uint64
    return loaded


@pytest.mark.parametrize("offsets", SEEDS)
@pytest.mark.parametrize("language", ["c", "numba"])
def test_one_core(benchmark, loop_in_c: ctypes.CDLL, language: str, offsets: int):
    from lastdigit.seeds.sieve import compiled

    seeds = SEEDS[offsets]
    benchmark.group = f"one core, {seeds} seeds, offsets 0 to {offsets}"
    found = np.zeros((2**16, 2), np.int64)
    sieve = compiled(plan(offsets, seeds))

    def run_c() -> int:
        if offsets == 0:
            return int(loop_in_c.first_words(0, seeds, LOW, WIDTH))
        return int(loop_in_c.all_words(0, seeds, offsets, LOW, WIDTH))

    run = run_c if language == "c" else lambda: sieve.sift(0, seeds, found)
    number = benchmark.pedantic(run, rounds=7, warmup_rounds=1)
    benchmark.extra_info["nanoseconds per seed"] = round(benchmark.stats.stats.min / seeds * 1e9, 1)
    assert number >= run_c()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("place", ["processes", "ray"])
def test_workers(benchmark, place: str, workers: int):
    from lastdigit.seeds.workers import in_processes

    if place == "ray":
        pytest.importorskip("ray", reason="ray runs the search on a cluster (the extra cluster)")
    from lastdigit.seeds.cluster import HERE, on_cluster

    seeds = SEEDS_OF_WORKERS
    benchmark.group = f"{place}, {seeds} seeds, offset 0"
    searched, step = plan(0, seeds), seeds // PIECES
    pieces = [(first, first + step) for first in range(0, seeds, step)]

    def run() -> int:
        given = in_processes(searched, pieces, workers)
        if place == "ray":
            given = on_cluster(searched, pieces, workers, HERE)
        return sum(survivors for _, survivors, _ in given)

    assert benchmark.pedantic(run, rounds=1) > 0
