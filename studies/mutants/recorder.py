"""A pytest plugin that records, for each test that passes, which lines of the judge it ran."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from studies.mutants.sources import digest

CHECKOUT = f"{Path.cwd()}{os.sep}"
ROOMS = tuple(CHECKOUT + room for room in os.environ["LASTDIGIT_ROOMS"].split(os.pathsep))
"""The prefixes of the file names whose lines are recorded."""
INTO = Path(os.environ["LASTDIGIT_RECORDED"]) / f"{os.getpid()}.jsonl"

said = cache(digest)


@contextmanager
def recorded() -> Iterator[dict[str, set[int]]]:
    """The lines of the judge that run inside the block, by file."""
    left: dict[int, tuple[CodeType, set[int]]] = {}

    def on_call(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        del event, argument
        code = frame.f_code
        if id(code) not in left:
            left[id(code)] = code, lines_of(code) if code.co_filename.startswith(ROOMS) else set()
        _, lines = left[id(code)]
        if not lines:  # not part of the judge, or already recorded
            return None
        lines.discard(frame.f_lineno)

        def on_line(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
            del argument
            if event == "line":
                lines.discard(frame.f_lineno)
            return on_line

        return on_line

    found: dict[str, set[int]] = defaultdict(set)
    sys.settrace(on_call)
    threading.settrace(on_call)
    try:
        yield found
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
    for code, lines in left.values():
        if code.co_filename.startswith(ROOMS):
            found[code.co_filename] |= lines_of(code) - lines


def lines_of(code: CodeType) -> set[int]:
    """The lines of a function, without those of nested functions."""
    return {line for *_, line in code.co_lines() if line}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    start = time.process_time()
    with recorded() as lines:
        result = yield
    if not item.stash.get(FAILED, False):
        entry = {
            "test": item.nodeid,
            "seconds": time.process_time() - start,
            "lines": {f"{file.removeprefix(CHECKOUT)} {said(file)}": sorted(seen) for file, seen in lines.items()},
        }
        with INTO.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
    return result


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
