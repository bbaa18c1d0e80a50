"""Implementations that compute on a device: skipped where there is none, limited in what they write, not reserve."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lastdigit.base.errors import InvalidImplementation, MissingDevice
from lastdigit.implementations.implementation import find_implementations
from lastdigit.implementations.isolation import devices
from lastdigit.implementations.isolation.runner import InThisProcess, InWorkers, Limits

ADAPTER = """
import numpy as np

DTYPES = ("float64",)


def from_numpy(array, dtype):
    return array


def to_device(array, device):
    assert device == "tpu:1"
    return array + 0.25


def to_numpy(result):
    return result, "float64"
"""
HEAD = "import mmap\n\nimport fake\nimport numpy as np\nfrom lastdigit import implements\n\n\n"
FUNCTION = '@implements("total", device="{}")\ndef f(x):\n    {}\n    return x.sum(axis=-1)\n'
GIGABYTE = 2**30


def implementation(write, device: str, line: str = "pass"):
    write("implementations/frameworks/fake.py", ADAPTER)
    write("implementations/fake.py", "")
    path = write("implementations/mine.py", HEAD + FUNCTION.format(device, line))
    (found,) = find_implementations(path.parent)
    return found


@pytest.fixture
def called(write, tmp_path: Path, monkeypatch):
    """Calls a function whose arrays are put on a device that counts as there, in at most half a gigabyte."""
    monkeypatch.syspath_prepend(str(tmp_path / "implementations"))
    monkeypatch.setitem(devices.FILES, "tpu", ("/dev/null",))

    def call(line: str) -> str:
        runner = InWorkers()
        try:
            made = implementation(write, "tpu:1", line).call("float64", {})
            return str(runner.call(made, [np.ones(4)], Limits(20.0, 0.5)).result.item())
        except Exception as error:
            return str(error)
        finally:
            runner.close()

    return call


@pytest.mark.parametrize("runner", [InThisProcess, InWorkers])
def test_where_the_machine_lacks_the_device_it_is_missing_by_the_judges_own_knowledge(write, runner, monkeypatch):
    monkeypatch.setitem(devices.FILES, "cuda", ("/dev/no such device*",))
    call = implementation(write, "cuda:0").call("float64", {})
    monkeypatch.setattr("lastdigit.implementations.isolation.runner._installed", lambda _: True)
    runner = runner()
    with pytest.raises(MissingDevice, match=r"this machine has no cuda:0 device, and mine\.py needs one"):
        runner.call(call, [np.ones(2)], Limits())


def test_arrays_are_put_on_the_device(called):
    assert called("pass") == "5.0"


def test_a_driver_may_reserve_more_addresses_than_there_is_memory_for(called):
    reserve = f"held = mmap.mmap(-1, 40 * {GIGABYTE}, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 0)"
    assert called(reserve) == "5.0"


def test_what_a_function_on_a_device_can_write_is_limited_all_the_same(called):
    assert called(f"np.zeros({GIGABYTE}, dtype=np.int8)") == "ran out of memory"


def test_a_device_that_is_not_known_counts_as_there():
    assert devices.has_device("cpu")
    assert devices.has_device("npu:3")


def test_a_device_is_refused_in_a_framework_whose_arrays_lie_nowhere_else(write):
    write(
        "implementations/mine.py",
        'from lastdigit import implements\n\n@implements("total", device="cuda")\ndef f(x): ...\n',
    )
    with pytest.raises(
        InvalidImplementation, match=r"mine\.py:3: expected no device, since the adapter of numpy has no"
    ):
        find_implementations(write("implementations/a.txt", "").parent)
