"""The house: which room imports which, without a circle, and how often reading a document changes rooms."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest

import lastdigit
from lastdigit.extraction.extract import extract_all
from lastdigit.readers.table import read_document

pytestmark = pytest.mark.long

HOUSE = Path(lastdigit.__file__).parent
OWN_DOCUMENTS = Path(__file__).parents[2] / "documents"
BASE = "base"
FROM_TEXT_TO_GOLDEN = ("document", "printing", "source", "readers", "extraction", "store")
Graph = Mapping[str, frozenset[str]]


def imports_of(path: Path, *, late: bool) -> Iterator[str]:
    """The modules of lastdigit that a file imports: with ``late``, those that functions import as well."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if late else tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lastdigit"):
            yield from ({f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)})
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("lastdigit"))


@lru_cache
def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(HOUSE.rglob("*.py")):
        parts = path.relative_to(HOUSE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room_of(module: str) -> str:
    """The folder that a module stands in, or its own name where it stands in none."""
    return module.split(".")[1] if "." in module else ""


def inner_room_of(module: str, room: str) -> str:
    """The folder inside a room that a module stands in, or its own name; "" for what is not of that room."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == room else ""


def graph_of_modules() -> Graph:
    """What every module imports when it is imported itself; a package stands for its ``__init__`` alone."""
    known = modules()
    return {
        name: frozenset(found for found in imports_of(path, late=False) if found in known and found != name)
        for name, path in known.items()
    }


def graph_of_rooms() -> Graph:
    """Which rooms each room imports from, whenever it does."""
    graph: dict[str, set[str]] = {}
    for name, path in modules().items():
        rooms = {room_of(found) for found in imports_of(path, late=True) if room_of(found)}
        graph.setdefault(room_of(name), set()).update(rooms - {room_of(name)})
    return {room: frozenset(found) for room, found in graph.items()}


def graph_inside(room: str) -> Graph:
    """Which folders and modules of a room import which others of it."""
    graph: dict[str, set[str]] = {}
    for name, path in modules().items():
        if own := inner_room_of(name, room):
            found = {inner_room_of(each, room) for each in imports_of(path, late=True)}
            graph.setdefault(own, set()).update(found - {own, ""})
    return {own: frozenset(found.intersection(graph)) for own, found in graph.items()}


def circles(graph: Graph) -> list[list[str]]:
    """Everything that can be reached from itself, one list for each knot."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(graph[start])
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting += graph.get(one, ())
        return seen

    behind = {name: reached(name) for name in graph}
    knots = {frozenset(other for other in behind[name] if name in behind.get(other, ())) for name in graph}
    return sorted(sorted(knot) for knot in knots if knot)


def test_circles_are_found():
    assert circles({"a": frozenset("b"), "b": frozenset("a"), "c": frozenset("a")}) == [["a", "b"]]


def test_no_module_imports_itself_in_the_end():
    assert circles(graph_of_modules()) == []


def test_no_room_imports_itself_in_the_end():
    graph = {room: found for room, found in graph_of_rooms().items() if room}
    assert circles(graph) == []


def test_no_folder_of_the_reports_imports_itself_in_the_end():
    graph = graph_inside("reports")
    assert graph["page"] & {"outcome", "difference"}
    assert circles(graph) == []


ROOMS, ARROWS = 30, 145
"""Limits on the top-level folders and files and on the imports between them. There were 35 and 153 when the catalogue
held attention alone."""


def test_the_house_has_few_rooms_and_arrows():
    graph = {room: found for room, found in graph_of_rooms().items() if room}
    assert len(graph) <= ROOMS
    assert sum(map(len, graph.values())) <= ARROWS


def test_from_a_text_to_a_golden_imports_point_one_way():
    graph = graph_of_rooms()
    for at, room in enumerate(FROM_TEXT_TO_GOLDEN):
        assert graph[room].isdisjoint(FROM_TEXT_TO_GOLDEN[at + 1 :]), room


ENTRIES = 8.5
"""So often, for each golden, reading and extracting a document may call from one room into another. It was 9.6 times in
these documents while formats and what sources say stood in one room."""


@lru_cache
def reads() -> frozenset[CodeType]:
    """The code of properties, which read a value's own facts and enter no room, and of what Python calls by itself."""
    found: set[CodeType] = set()
    for name in modules():
        for kind in vars(importlib.import_module(name)).values() if room_of(name) in FROM_TEXT_TO_GOLDEN else ():
            for member, value in vars(kind).items() if inspect.isclass(kind) else ():
                function = value.fget if isinstance(value, property) else getattr(value, "func", None)
                function = value if function is None and member.startswith("__") and member != "__init__" else function
                if isinstance(function, FunctionType):
                    found.add(function.__code__)
    return frozenset(found)


@cache
def room_of_code(code: CodeType) -> str:
    """The folder that a function stands in; "" for one that stands in none, or in the one that all rooms stand on."""
    place = Path(code.co_filename)
    parts = place.relative_to(HOUSE).parts if place.is_relative_to(HOUSE) else ("",)
    return parts[0] if len(parts) > 1 and parts[0] != BASE else ""


def entries(path: Path) -> Counter[tuple[str, str]]:
    """How often a call goes from one room into another while a document is read and extracted."""
    found: Counter[tuple[str, str]] = Counter()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_code in reads() or not (entered := room_of_code(frame.f_code)):
            return
        caller = frame.f_back
        while caller is not None and not room_of_code(caller.f_code):
            caller = caller.f_back
        if caller is not None and room_of_code(caller.f_code) != entered:
            found[room_of_code(caller.f_code), entered] += 1

    extract_all(read_document(path))
    reads()
    sys.setprofile(profile)
    try:
        extract_all(read_document(path))
    finally:
        sys.setprofile(None)
    return found


def test_reading_a_document_seldom_goes_from_one_room_into_another():
    paths = sorted(OWN_DOCUMENTS.glob("*.ipynb"))
    entered = sum(sum(entries(path).values()) for path in paths)
    goldens = sum(len(extract_all(read_document(path)).goldens) for path in paths)
    assert entered / goldens <= ENTRIES
