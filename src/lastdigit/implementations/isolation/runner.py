"""Calls code under test: in a separate process, or in this one for debugging."""

from __future__ import annotations

import contextlib
import importlib.util
import math
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from lastdigit.base.errors import MissingDevice, MissingFramework, MissingRequirement
from lastdigit.base.settings import GIGABYTES, SECONDS
from lastdigit.implementations.isolation.call import LONGEST, MOST_NOTES, Arrays, Call, NoResult, Returned, made
from lastdigit.implementations.isolation.devices import has_device
from lastdigit.implementations.isolation.loading import adapter_path
from lastdigit.implementations.isolation.processes import ForkServer, Process, ServerGone, new_process
from lastdigit.implementations.isolation.wire import NUMBER, Gone, Message, Nonsense, packed, received

HANGS = 2
"""After this many calls of a file that do not return, no more are made."""


@dataclass(frozen=True)
class Limits:
    """The limits of a call."""

    seconds: float = SECONDS
    gigabytes: float = GIGABYTES


class Runner(Protocol):
    """Calls code under test."""

    def call(self, call: Call, arrays: Arrays, limits: Limits) -> Returned:
        """Make the call and return its result. Raises :class:`NoResult` if it did not return one, and
        :class:`MissingRequirement`.
        """


class InThisProcess:
    """Calls code under test in the judge's own process: visible to a debugger, but without protection."""

    def call(self, call: Call, arrays: Arrays, limits: Limits) -> Returned:
        """What it returned."""
        del limits
        _needs_its_device(call)
        try:
            return made(call, arrays)
        except (MissingRequirement, NoResult, KeyboardInterrupt):
            raise
        except BaseException as error:
            from lastdigit.implementations.isolation.worker import told

            raise NoResult(f"raised {told(error)}") from error


class InWorkers:
    """Calls code under test in persistent workers: one per file, so that none harms another's."""

    def __init__(self) -> None:
        self._servers: dict[Path, ForkServer] = {}
        self._processes: dict[tuple[Path, str], Process] = {}
        self._hung: Counter[Path] = Counter()
        self._asks = 0

    def call(self, call: Call, arrays: Arrays, limits: Limits) -> Returned:
        """Make the call and return its result; its output is printed here."""
        if not _installed(call.framework):
            raise MissingFramework(call.framework, call.path)
        _needs_its_device(call)
        if self._hung[call.path] >= HANGS:
            raise NoResult(f"not called: {HANGS} calls of {call.path.name} did not return in time")
        for _ in range(2):
            # where the fork server is killed all its workers are: whoever does it again is who it was
            with contextlib.suppress(ServerGone):
                return self._asked(call, arrays, limits)
        raise NoResult("killed the process that starts workers")

    def _asked(self, call: Call, arrays: Arrays, limits: Limits) -> Returned:
        fresh = (call.path, call.device) not in self._processes
        process = self._process(call, limits)
        until = time.monotonic() + limits.seconds * (2.0 if fresh else 1.0)
        most = int(limits.gigabytes * 2**30)
        self._asks += 1
        asked = Message({**vars(call), "path": str(call.path), NUMBER: self._asks}, arrays)
        trusted = False
        try:
            process.send(packed(asked), until)
            answer = received(lambda count: process.receive(count, until), most)
            if answer.words.get(NUMBER) != self._asks:
                raise Nonsense("an answer to another request")
            returned = _returned(answer, call.path)
            trusted = True
            return returned
        except TimeoutError:
            self._hung[call.path] += 1
            raise NoResult(f"did not return within {limits.seconds:g} s") from None
        except Gone:
            raise NoResult(process.status()) from None
        except Nonsense as error:
            raise NoResult(f"wrote to the judge's channel: {error}") from None
        finally:
            sys.stdout.write(process.take_output())
            if not trusted:  # what a failed call left behind is not the next one's to meet
                self._end(call.path, call.device)

    def close(self) -> None:
        """End all processes."""
        for path, device in list(self._processes):
            self._end(path, device)
        for server in self._servers.values():
            server.close()
        self._servers.clear()

    def _process(self, call: Call, limits: Limits) -> Process:
        if (call.path, call.device) not in self._processes:
            self._processes[call.path, call.device] = self._new(call, limits)
        return self._processes[call.path, call.device]

    def _new(self, call: Call, limits: Limits) -> Process:
        """A worker from a fork server, restarted if needed."""
        adapter = call.adapter_file
        server = self._servers.get(adapter)
        if server is None or not server.is_alive:
            if server is not None:
                server.close()
            server = self._servers[adapter] = ForkServer(str(adapter), call.framework)
        if server.raised:
            raise NoResult(f"{adapter.name} {server.raised}")
        try:
            return new_process(server, limits.gigabytes, on_device=bool(call.device))
        except (OSError, Gone, ValueError) as error:
            raise NoResult(f"no worker starts: {error}") from error

    def _end(self, path: Path, device: str) -> None:
        process = self._processes.pop((path, device))
        process.kill()
        process.close()


@cache
def _installed(framework: str) -> bool:
    """Whether a framework can be imported, checked by the judge itself."""
    return framework in sys.modules or importlib.util.find_spec(framework) is not None


def _needs_its_device(call: Call) -> None:
    if call.device and not has_device(call.device):
        raise MissingDevice(call.device, call.path)


def _has_adapter(path: Path, framework: str) -> bool:
    return adapter_path(path, framework).is_file()


def _returned(answer: Message, path: Path) -> Returned:
    """What a worker answered; everything that can be checked is checked."""
    words: Mapping[str, Any] = answer.words
    missing = words.get("missing")
    if isinstance(missing, str) and missing.isidentifier() and _has_adapter(path, missing) and not _installed(missing):
        raise MissingFramework(missing, path)
    if "raised" in words:
        raise NoResult(_line(words["raised"]))
    if len(answer.arrays) != 1 or not isinstance(answer.arrays[0], np.ndarray):
        raise Nonsense("an answer without a result")
    seconds, notes = words.get("seconds"), words.get("notes")
    if not isinstance(seconds, float) or not 0.0 <= seconds < math.inf:
        seconds = 0.0
    notes = tuple(map(_line, notes[:MOST_NOTES])) if isinstance(notes, list) else ()
    return Returned(answer.arrays[0], _line(words.get("dtype")), seconds, notes)


def _line(text: Any) -> str:
    """Make a worker's text a single line for a report."""
    return " ".join(str(text)[:LONGEST].split())
