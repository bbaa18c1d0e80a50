"""The judge's child processes: fork servers, one per framework, and workers, one per file of implementations."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Protocol

from lastdigit.implementations.isolation.wire import Gone

START = 120.0
"""The time limit for importing a framework, in seconds."""

MOST_OUTPUT = 1 << 16
"""The most characters kept of a call's output."""

SINGLE = {"OPENBLAS_NUM_THREADS": "1", "MKL_THREADING_LAYER": "GNU"}
"""Variables that keep NumPy from starting threads on import, so that the process can be forked."""


class ServerGone(Exception):
    """A fork server was killed, with its workers."""


class Ending(Protocol):
    """Provides the exit status of a process."""

    def ended(self, pid: int) -> str:
        """Its exit status, negative for a signal; ``no`` while it runs."""


def started(
    module: str, *arguments: object, channel: socket.socket, output: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a Python process that runs ``main`` of a module, with the channel's descriptor as first argument."""
    given = ", ".join(map(repr, (channel.fileno(), *arguments)))
    program = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; main({given})"
    return subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=[channel.fileno()],
        env={**SINGLE, **os.environ},
        start_new_session=True,
    )


class ForkServer:
    """A process that has imported a framework's adapter; ``forks``: whether it may be forked."""

    def __init__(self, adapter: str, framework: str) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = started(
                "lastdigit.implementations.isolation.fork_server", adapter, framework, channel=theirs
            )
        self._socket.settimeout(START)
        try:
            answer = json.loads(self._line())
            self.raised, self.forks = str(answer["raised"]), answer["threads"] == 1
        except (OSError, ValueError, Gone):
            self.raised, self.forks = "not importable: its process ended or hangs", False
            self.close()

    @property
    def is_alive(self) -> bool:
        """Whether it is running."""
        return self._process.poll() is None

    def fork(self, channel: socket.socket, output: int, gigabytes: float) -> int:
        """A new worker's process id."""
        socket.send_fds(self._socket, [f"fork {gigabytes!r}".encode()], [channel.fileno(), output])
        return int(self._line())

    def ended(self, pid: int) -> str:
        """The exit status of one of its workers."""
        self._socket.sendall(f"ended {pid}".encode())
        return self._line()

    def close(self) -> None:
        """End it and all of its workers."""
        self._socket.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _line(self) -> str:
        line = b""
        while not line.endswith(b"\n"):
            if not (part := self._socket.recv(1)):
                raise Gone
            line += part
        return line.decode("ascii").strip()


@dataclass(eq=False)
class Process:
    """A worker as the judge sees it: its process id, its channel, and the pipe of what it prints."""

    pid: int
    channel: socket.socket
    output: int
    ending: Ending
    printed: bytearray = field(default_factory=bytearray)

    def send(self, message: bytes, until: float) -> None:
        """Send all bytes; raises TimeoutError and :class:`Gone`."""
        view = memoryview(message)
        while view:
            self._wait(until, sending=True)
            try:
                view = view[self.channel.send(view[: 1 << 16]) :]
            except (BrokenPipeError, ConnectionResetError) as error:
                raise Gone from error

    def receive(self, count: int, until: float) -> bytes:
        """Receive ``size`` bytes; raises TimeoutError and :class:`Gone`."""
        parts = bytearray()
        while len(parts) < count:
            self._wait(until, sending=False)
            try:
                part = self.channel.recv(min(count - len(parts), 1 << 20))
            except ConnectionResetError as error:
                raise Gone from error
            if not part:
                raise Gone
            parts += part
        return bytes(parts)

    def take_output(self) -> str:
        """The output since the last call, as far as kept."""
        while select.select([self.output], [], [], 0.0)[0] and self._drained():
            pass
        text = self.printed.decode("utf-8", "replace")
        self.printed.clear()
        return text

    def status(self) -> str:
        """Describe how it ended, after killing it if needed. Raises :class:`ServerGone`, the first time."""
        try:
            status = self.ending.ended(self.pid)
        except (OSError, Gone) as error:
            raise ServerGone from error
        if status == "no":
            self.kill()
            return "closed its channel to the judge"
        number = int(status)
        if number < 0:
            with contextlib.suppress(ValueError):
                return f"was killed by {signal.Signals(-number).name}"
        return f"ended its process with status {number}"

    def kill(self) -> None:
        """Kill it and its children."""
        for end in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(self.pid, signal.SIGKILL)
        with contextlib.suppress(OSError, Gone):
            self.ending.ended(self.pid)

    def close(self) -> None:
        """Close the judge's ends of its channels."""
        self.channel.close()
        os.close(self.output)

    def _wait(self, until: float, *, sending: bool) -> None:
        """Wait until its channel is ready, collecting its output meanwhile."""
        channel = self.channel.fileno()
        sources = {self.output} if sending else {self.output, channel}
        while (left := until - time.monotonic()) > 0.0:
            readable, writable, _ = select.select(sources, [channel] if sending else [], [], left)
            if self.output in readable and not self._drained():
                sources.discard(self.output)
            if writable or channel in readable:
                return
        raise TimeoutError

    def _drained(self) -> bool:
        """Read some output; False at its end."""
        part = os.read(self.output, 1 << 16)
        self.printed += part[: MOST_OUTPUT - len(self.printed)]
        return bool(part)


class _Started:
    """The exit status of a worker started as a program."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def ended(self, pid: int) -> str:
        """Its exit status."""
        try:
            return str(self._process.wait(2.0))
        except subprocess.TimeoutExpired:
            return "no"


def new_process(server: ForkServer, gigabytes: float) -> Process:
    """Create a worker: forked if that is safe, else started as a program."""
    ours, theirs = socket.socketpair()
    read, write = os.pipe()
    try:
        if server.forks:
            return Process(server.fork(theirs, write, gigabytes), ours, read, server)
        process = started("lastdigit.implementations.isolation.worker", gigabytes, channel=theirs, output=write)
        return Process(process.pid, ours, read, _Started(process))
    except BaseException:
        ours.close()
        os.close(read)
        raise
    finally:
        theirs.close()
        os.close(write)
