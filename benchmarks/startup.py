"""How long lastdigit takes to start: ``python benchmarks/startup.py``, the least of several runs side by side.

The first assertion of a process is held against ``import numpy, flint``, and a session of pytest in an empty folder
against the same session without the plugin: in time, and in processor time, which other programs disturb less. Compiled
files are written where Python keeps them; a first run makes them.

Neither session loads plugins by itself. One that does reads the list of all files of every distribution that has one,
to rewrite their assertions: what that costs is told for lastdigit as it is installed here. The list of an editable
install is short; that of a wheel has a line for each module, and one for each that pip compiled, and since Python 3.12
each file is looked for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from importlib import metadata

RUNS = 7
NEEDED = "import numpy, flint"
ASSERTION = """
import numpy
import lastdigit
x = numpy.ones((3, 4))
lastdigit.assert_agrees(numpy.full((3, 4), 0.25), "softmax", x)
"""
TIMED = """
import time
started, used = time.perf_counter(), time.process_time()
{}
print(time.perf_counter() - started, time.process_time() - used)
"""
PYTEST = "import pytest; pytest.main(['-q', '-p', 'no:cacheprovider', *{!r}])"
PLUGIN = "lastdigit.pytest_plugin"


def seconds(program: str, folder: str) -> list[float]:
    """The time and the processor time that a program takes in a fresh interpreter, as it says itself."""
    foreign = ("PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS")
    environment = {key: value for key, value in os.environ.items() if key not in foreign}
    command = [sys.executable, "-c", TIMED.format(program)]
    process = subprocess.run(
        command,
        cwd=folder,
        env=environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(word) for word in process.stdout.splitlines()[-1].split()]


def least(programs: list[str], folder: str) -> list[list[float]]:
    """The least time, and the least processor time, of several runs of each, in turn: a row of each kind."""
    runs = [[seconds(program, folder) for program in programs] for _ in range(RUNS + 1)]
    return [[min(run[at][kind] for run in runs[1:]) for at in range(len(programs))] for kind in (0, 1)]


def listed() -> tuple[int, float]:
    """How many files lastdigit's distribution lists, and the least processor time that reading their list takes."""
    times = []
    for _ in range(RUNS):
        used = time.process_time()
        files = [str(file) for file in metadata.distribution("lastdigit").files or ()]
        times.append(time.process_time() - used)
    return len(files), min(times)


def main() -> None:
    """Print both comparisons, and what the list of installed files costs."""
    with tempfile.TemporaryDirectory() as folder:
        rows = least([NEEDED, ASSERTION, PYTEST.format([]), PYTEST.format(["-p", PLUGIN])], folder)
    for kind, (needed, asserted, bare, plugged) in zip(("time", "processor time"), rows, strict=True):
        print(kind)
        print(f"  import numpy, flint                {needed * 1e3:7.1f} ms")
        print(f"  import lastdigit, first assertion  {asserted * 1e3:7.1f} ms  = {asserted / needed:.2f} times that")
        print(f"  pytest in an empty folder          {bare * 1e3:7.1f} ms")
        print(f"  pytest with the plugin             {plugged * 1e3:7.1f} ms  = {(plugged - bare) * 1e3:.1f} ms more")
    number, used = listed()
    print(f"list of {number} installed files, read where plugins are loaded by themselves: {used * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
