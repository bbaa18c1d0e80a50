"""The settings of the power study, distributed over several processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from studies.power.attention_study import Setting, attention_settings, study_attention
from studies.power.findings import Finding
from studies.power.kernels import KernelSetting, kernel_settings, study_kernels
from studies.processes import mapped


def power_study(
    sizes: Sequence[int], formats: Sequence[str], only: str = "", processes: int = 0, *, masks: Sequence[bool] = (True,)
) -> list[Finding]:
    """All findings, in an order independent of the number of processes; with 0 processes, in this one."""
    settings: list[Setting | KernelSetting] = []
    if only != "kernels":
        settings += [setting for causal in masks for setting in attention_settings(sizes, formats, causal=causal)]
    if only != "attention":
        settings += kernel_settings(formats)
    found: list[Finding] = []
    start = time.perf_counter()
    for place, findings in enumerate(mapped(_study, settings, processes)):
        found += findings
        taken = f"{time.perf_counter() - start:.0f} s"
        print(f"{place + 1} of {len(settings)}, {taken}: {settings[place].shown}", file=sys.stderr, flush=True)
    return found


def _study(setting: Setting | KernelSetting) -> list[Finding]:
    return study_attention(setting) if isinstance(setting, Setting) else study_kernels(setting)
