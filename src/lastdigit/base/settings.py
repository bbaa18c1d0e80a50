"""``[tool.lastdigit]`` in pyproject.toml: a project's folders and limits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lastdigit.base.errors import LocatedError, told
from lastdigit.base.presence import PYPROJECT, REFERENCE_DATA, names_lastdigit

TABLE = "tool.lastdigit"
SECONDS, GIGABYTES = 60.0, 8.0
"""Default limits of a call; a call that first imports its file gets twice the time."""


class InvalidSettings(LocatedError):
    """Invalid settings in pyproject.toml."""


@dataclass(frozen=True)
class Settings:
    """Settings of a project; ``declared``: it has a table, possibly an empty one.

    ``collect``: whether pytest judges its cases without a test file; None if it does unless test files do it.
    """

    reference_data: Path = Path(REFERENCE_DATA)
    implementations: Path = Path("implementations")
    definitions: Path = Path("definitions")
    reports: Path = Path("reports")
    seconds: float = SECONDS
    gigabytes: float = GIGABYTES
    collect: bool | None = None
    declared: bool = False


def settings_in(root: Path) -> Settings:
    """The settings of the project in a folder; raises :class:`InvalidSettings` for misspelt or impossible ones."""
    return _read(root / PYPROJECT) if names_lastdigit(root) else Settings()


def _read(path: Path) -> Settings:
    from lastdigit.base.files import read_toml
    from lastdigit.base.toml_table import Table

    tool = read_toml(path).get("tool", {})
    content: Any = tool.get("lastdigit") if isinstance(tool, dict) else None
    if content is None:
        return Settings()
    if not isinstance(content, dict):
        raise InvalidSettings(path, 1, f"a table [{TABLE}]", told(content))
    table = Table(path, f"[{TABLE}]", content, InvalidSettings, span=lambda lines: lines.table(TABLE, 0))
    usual = Settings()
    names = ("reference_data", "implementations", "definitions", "reports")
    folders = {name: Path(table.take(name, str, str(getattr(usual, name)))) for name in names}
    collect = table.take("collect", bool, None)
    within = f"limits of [{TABLE}]"
    given = table.take("limits", dict, {})
    limits = Table(path, within, given, InvalidSettings, span=lambda lines: lines.table(TABLE, 0))
    seconds, gigabytes = (_positive(limits, name, getattr(usual, name)) for name in ("seconds", "gigabytes"))
    limits.done()
    table.done()
    return Settings(**folders, seconds=seconds, gigabytes=gigabytes, collect=collect, declared=True)


def _positive(table: Any, key: str, usual: float) -> float:
    number: float = table.number(key, usual)
    if number <= 0:
        raise table.error(f"'{key}' in {table.what} to be positive", told(number), key)
    return number
