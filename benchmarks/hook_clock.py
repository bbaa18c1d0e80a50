"""A ``conftest.py`` that clocks pytest-html: processor seconds spent in its own hooks, printed when pytest ends.

What it costs elsewhere is not seen: the collector visits all that it keeps, while other code runs.
"""

from __future__ import annotations

import atexit
import inspect
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

MODULES = ("pytest_html", "pytest_metadata")


class Clock:
    """Seconds spent in what it calls; calls within calls count once."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._running = False

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if self._running:
            return function(*arguments)
        self._running = True
        started = time.process_time()
        try:
            return function(*arguments)
        finally:
            self.seconds += time.process_time() - started
            self._running = False

    def clocked(self, hook: Callable[..., Any]) -> Callable[..., Any]:
        """The hook, clocked; one that wraps others is a generator, and its parts are clocked."""
        if not inspect.isgeneratorfunction(hook):
            return lambda *arguments: self.call(hook, *arguments)

        def parts(*arguments: Any) -> Iterator[Any]:
            generator = hook(*arguments)
            found = yield self.call(next, generator)
            try:
                self.call(generator.send, found)
            except StopIteration as end:
                return end.value

        return parts


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    clock, manager = Clock(), session.config.pluginmanager
    for plugin in manager.get_plugins():
        module = getattr(plugin, "__module__", None) or getattr(plugin, "__name__", "")
        for caller in (manager.get_hookcallers(plugin) or ()) if module.startswith(MODULES) else ():
            for implementation in caller.get_hookimpls():
                if implementation.plugin is plugin:
                    implementation.function = clock.clocked(implementation.function)
    atexit.register(lambda: print(json.dumps({"hook_seconds": clock.seconds})))
