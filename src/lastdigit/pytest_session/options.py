"""The plugin's options, their short names, and the settings they override."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lastdigit.base.settings import Settings

PREFIX = "--lastdigit-"
GATE = "lastdigit-gate"
"""The name of the plugin that collects verdicts and closes the gate."""
OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("reference-data", {"metavar": "DIR", "help": "the stored goldens and cases (reference_data)"}),
    ("implementations", {"metavar": "DIR", "help": "the implementations (implementations)"}),
    ("definitions", {"metavar": "DIR", "help": "operations and mistakes of the project's own (definitions)"}),
    ("reports", {"metavar": "DIR", "help": "output folder of the reports (reports)"}),
    ("call-seconds", {"metavar": "S", "type": float, "help": "time limit of a call of an implementation (60)"}),
    ("call-gigabytes", {"metavar": "G", "type": float, "help": "memory limit of a call (8)"}),
    ("no-isolation", {"action": "store_true", "help": "call implementations in this process, to debug them"}),
    ("complete", {"action": "store_true", "help": "fail a partial run"}),
    ("shard", {"metavar": "K/N", "help": "run one of N parts; lastdigit report merge combines them"}),
)
OF_NOTEBOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("notebooks", {"action": "store_true", "help": "run the given notebooks and test their outputs"}),
    (
        "cell-seconds",
        {"type": float, "default": 600.0, "metavar": "S", "help": "time limit of a notebook cell (600)"},
    ),
)
ALIASES = {f"--{name}" for name, _ in OPTIONS}
"""Options without their prefix, valid unless another plugin has an option of that name."""


def are_given(config: pytest.Config) -> bool:
    """Whether the command line has any of them."""
    return any(config.getoption(f"lastdigit_{name.replace('-', '_')}") for name, _ in OPTIONS)


def settings_of(config: pytest.Config) -> Settings:
    """The settings of a project, overridden by the command line."""
    from dataclasses import replace
    from pathlib import Path

    from lastdigit.base.errors import LastdigitError
    from lastdigit.base.settings import settings_in

    try:
        settings = settings_in(config.rootpath)
    except LastdigitError as error:
        raise pytest.UsageError(f"{type(error).__name__}: {error}") from None
    folders = ("reference_data", "implementations", "definitions", "reports")
    given = {name: config.getoption(f"lastdigit_{name}") for name in folders}
    changed: dict[str, Any] = {name: Path(text) for name, text in given.items() if text is not None}
    limits = {name: config.getoption(f"lastdigit_call_{name}") for name in ("seconds", "gigabytes")}
    changed |= {name: limit for name, limit in limits.items() if limit is not None}
    return replace(settings, **changed)
