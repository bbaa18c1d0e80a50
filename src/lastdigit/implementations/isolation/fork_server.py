"""The fork server: it imports a framework once, and forks a worker for each file of implementations.

It forks only if the framework left it with one thread; a fork of several threads may wait forever for a lock that no
thread will release. It takes lines over a socket: ``fork GIGABYTES`` with two descriptors, the worker's channel and
output, answered by a process id; ``ended PID``, answered by how that process ended, or ``no``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import time
from pathlib import Path

from lastdigit.base.errors import MissingFramework
from lastdigit.implementations.isolation.loading import load
from lastdigit.implementations.isolation.worker import become_worker, told

LONGEST_LINE = 4096
PATIENCE = 0.5
"""Seconds allowed for a process to end after closing its channel."""


def main(channel: int, adapter: str, framework: str) -> None:
    """Serve until the judge's process ends, then kill every worker."""
    server = socket.socket(fileno=channel)
    answer = {"threads": 0, "raised": ""}
    try:
        load(Path(adapter), framework)
        answer["threads"] = len(os.listdir("/proc/self/task"))
    except MissingFramework as error:
        answer["raised"] = str(error)
    except BaseException as error:
        answer["raised"] = f"raised {told(error)}"
    _tell(server, json.dumps(answer))
    children: set[int] = set()
    try:
        while True:
            line, descriptors, _, _ = socket.recv_fds(server, LONGEST_LINE, 2)
            if not line:
                break
            verb, word, *counted = line.decode("ascii").split()
            if verb == "fork":
                child = _fork(server, descriptors, float(word), *counted)
                children.add(child)
                _tell(server, str(child))
            else:
                _tell(server, _ended(int(word)))
                children.discard(int(word))
    finally:
        for child in children:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
    os._exit(0)


def _fork(server: socket.socket, descriptors: list[int], gigabytes: float, counted: str) -> int:
    channel, output = descriptors
    child = os.fork()
    if child == 0:
        try:
            server.close()
            become_worker(socket.socket(fileno=channel), output, gigabytes, counted)
        finally:
            os._exit(0)
    os.close(channel)
    os.close(output)
    return child


def _ended(child: int) -> str:
    """The status of a process that has ended or is about to; ``no`` if it is running."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(ChildProcessError):
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                return str(os.waitstatus_to_exitcode(status))
        time.sleep(0.005)
    return "no"


def _tell(server: socket.socket, line: str) -> None:
    server.sendall(f"{line}\n".encode("ascii"))
