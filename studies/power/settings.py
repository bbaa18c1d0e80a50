"""The settings of the power study, studied by several processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Sequence

from studies.power.attention_study import Setting, attention_settings, study_attention
from studies.power.findings import Finding
from studies.power.kernels import KernelSetting, kernel_settings, study_kernels
from studies.study import ONE_THREAD


def power_study(
    sizes: Sequence[int], formats: Sequence[str], only: str = "", processes: int = 0, *, masks: Sequence[bool] = (True,)
) -> list[Finding]:
    """All findings, in one order whatever the number of processes; none of them: in this one."""
    settings: list[Setting | KernelSetting] = []
    if only != "kernels":
        settings += [setting for causal in masks for setting in attention_settings(sizes, formats, causal=causal)]
    if only != "attention":
        settings += kernel_settings(formats)
    found: dict[int, list[Finding]] = {}
    start = time.perf_counter()
    for place, findings in _mapped(settings, processes):
        found[place] = findings
        taken = f"{time.perf_counter() - start:.0f} s"
        print(f"{len(found)} of {len(settings)}, {taken}: {settings[place].shown}", file=sys.stderr, flush=True)
    return [each for place in range(len(settings)) for each in found[place]]


def _mapped(settings: Sequence[Setting | KernelSetting], processes: int) -> Iterable[tuple[int, list[Finding]]]:
    """The findings of each setting with its place, as they come."""
    jobs = list(enumerate(settings))
    if not processes:
        yield from map(_study, jobs)
        return
    os.environ.update(ONE_THREAD)
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_study, jobs)


def _study(job: tuple[int, Setting | KernelSetting]) -> tuple[int, list[Finding]]:
    place, setting = job
    return place, study_attention(setting) if isinstance(setting, Setting) else study_kernels(setting)
