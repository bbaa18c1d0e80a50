"""The worker: a process that calls code under test on request and reports the result."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import socket
import sys
from pathlib import Path
from typing import Any

from lastdigit.base.errors import MissingFramework
from lastdigit.implementations.isolation.call import LONGEST, Call, NoResult, made
from lastdigit.implementations.isolation.wire import NUMBER, Gone, Message, packed, received

COUNTED = {"addresses": (0, resource.RLIMIT_AS), "written": (5, resource.RLIMIT_DATA)}
"""What a limit of memory counts: the column of /proc/self/statm that has it, and what is limited.

The driver of a device reserves more addresses than there is memory; what can be written counts there.
"""

MOST_BYTES = 1 << 40
"""The size limit for the judge's messages, which are trusted."""


def serve(channel: socket.socket, gigabytes: float, counted: str) -> None:
    """Answer calls until the judge is gone, in at most so much memory beyond what is in use now."""
    _bounded(gigabytes, counted)

    def receive(count: int) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            if not (part := channel.recv(min(count - len(parts), 1 << 20))):
                raise Gone
            parts += part
        return bytes(parts)

    with contextlib.suppress(Gone, BrokenPipeError, ConnectionResetError):
        while True:
            channel.sendall(packed(_answer(received(receive, MOST_BYTES))))


def _answer(asked: Message) -> Message:
    number = {NUMBER: asked.words.pop(NUMBER)}
    call = Call(Path(asked.words.pop("path")), **asked.words)
    try:
        returned = made(call, asked.arrays)
    except NoResult as error:
        return Message({"raised": str(error), **number})
    except MissingFramework as error:
        return Message({"raised": f"raised {told(error)}", "missing": error.framework, **number})
    except MemoryError:
        return Message({"raised": "ran out of memory", **number})
    except BaseException as error:  # SystemExit, KeyboardInterrupt and pytest's outcomes included
        return Message({"raised": f"raised {told(error)}", **number})
    finally:
        _flush()
    words = {"dtype": returned.dtype, "seconds": returned.seconds, "notes": list(returned.notes)}
    return Message(words | number, [returned.result])


def told(error: BaseException) -> str:
    """Describe an exception, even if its own message raises."""
    name = type(error).__name__
    try:
        words = str(error)
    except BaseException as other:
        return f"{name}, whose message raises {type(other).__name__}"
    return f"{name}: {words}"[:LONGEST] if words else name


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()


def _bounded(gigabytes: float, counted: str) -> None:
    """No more memory than this beyond what is mapped now; no core files."""
    with open("/proc/self/statm", encoding="ascii") as file:
        pages = file.read().split()
    column, limited = COUNTED[counted]
    limit = int(pages[column]) * resource.getpagesize() + int(gigabytes * 2**30)
    resource.setrlimit(limited, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def become_worker(channel: socket.socket, output: int, gigabytes: float, counted: str) -> None:
    """Make this process a worker that writes what it prints into ``output``; it ends with the process that made it."""
    _end_with_parent()
    os.setsid()
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    serve(channel, gigabytes, counted)


def _end_with_parent() -> None:
    import ctypes

    set_death_signal = 1
    with contextlib.suppress(OSError, AttributeError):
        libc: Any = ctypes.CDLL(None)
        libc.prctl(set_death_signal, signal.SIGKILL)


def main(channel: int, gigabytes: float, counted: str) -> None:
    """A worker that was started as a program, with standard output as its output."""
    become_worker(socket.socket(fileno=channel), os.dup(1), gigabytes, counted)
    os._exit(0)
