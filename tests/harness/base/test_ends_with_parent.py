"""Workers of searches and of extraction end when the process that started them is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

PARENT = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from lastdigit.base.ends_with_parent import end_with_parent

if __name__ == "__main__":
    given = {"initializer": end_with_parent} if sys.argv[1] == "with" else {}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), **given) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 60).result()
"""


def runs(pid: int) -> bool:
    """Whether a process is there and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def worker_runs_on(folder: Path, how: str) -> bool:
    """Whether a worker still runs two seconds after its parent was killed."""
    script = folder / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, str(script), how], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert runs(worker)
        parent.kill()
        parent.stdout.close()
    until = time.monotonic() + 2
    while runs(worker) and time.monotonic() < until:
        time.sleep(0.01)
    if left := runs(worker):
        os.kill(worker, 9)
    return left


def test_a_worker_ends_with_its_parent(tmp_path: Path):
    assert worker_runs_on(tmp_path, "without")
    assert not worker_runs_on(tmp_path, "with")
