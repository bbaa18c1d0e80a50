"""Inputs that are wrong on purpose: how each file of ``tests/bad_inputs`` is handed to lastdigit.

``python bad_inputs.py`` reads lines of JSON, [kind, file, work], and answers each by what became of it, in a process
forked for it with limits of its own: the exit status of the command, what it said, its seconds and its memory.
"""

from __future__ import annotations

import atexit
import json
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from lastdigit.base.errors import LastdigitError
from lastdigit.cases.reference import load_reference
from lastdigit.commands.command_line import main
from lastdigit.document import sha256
from lastdigit.extraction.extract import extract
from lastdigit.pytest_session.project import Project
from lastdigit.readers.table import read_document
from lastdigit.store.documents import load_store, store, with_hash
from studies.fuzz.valid import packed, plain_record
from tests.harness.commands.bad_files import RECIPES

SECONDS, MEGABYTES = 2, 500
NOTEBOOK = 'In [1]:\nx = np.array([[0.5, 1.5], [2.0, 3.0]])\nprint("y:", y)\n\ny: [2. 5.]\nsize: torch.Size([2, 2])\n'
CASES = '[[case]]\nname = "sums"\noperation = "total"\ninputs = { x = "x" }\ngoldens = ["y"]\n'
GOOD, BAD = "good", "bad"


def stored(root: Path) -> Path:
    """Two documents alike that can be judged; the second is to be spoilt."""
    shutil.copytree(both_whole(), root, dirs_exist_ok=True)
    return root / "reference_data" / BAD


@cache
def both_whole() -> Path:
    """A folder with the two."""
    root = Path(tempfile.mkdtemp(prefix="lastdigit-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    for name in (GOOD, BAD):
        path = root / f"{name}.txt"
        path.write_text(NOTEBOOK)
        document = read_document(path)
        store(document, extract(document), root / "reference_data")
        (root / "reference_data" / name / "cases.toml").write_text(CASES)
    return root


def judged(root: Path) -> int:
    """Take in a store and judge all of its cases and relations: the good document agrees whatever the other one is."""
    project = Project(load_reference(root / "reference_data"), ())
    for fault in project.reference.faults:
        print(fault, file=sys.stderr)
    if project.reference.names != [BAD, GOOD] or list(project.reference.documents)[-1] != GOOD:
        print("the good document is lost", file=sys.stderr)
        return 3
    status = int(bool(project.reference.faults))
    for judge, parts in ((project.judge_document, project.cases), (project.judge_relation, project.relations)):
        for part in parts:
            try:
                found = [verdict.verdict for verdict in judge(part)]
            except LastdigitError as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr)
                status = 1
            else:
                if part.document == GOOD and found != ["agrees"]:
                    return 3
    return status


def of_cases(file: Path, root: Path) -> int:
    folder = stored(root)
    shutil.copy(file, folder / "cases.toml")
    return judged(root)


def of_stores(file: Path, root: Path) -> int:
    """A record of a store without its first line, the hash of the others, which is put before it."""
    folder = stored(root)
    (folder / "document.toml").write_bytes(with_hash(file.read_bytes()))
    return judged(root)


def of_changed_stores(file: Path, root: Path) -> int:
    folder = stored(root)
    shutil.copy(file, folder / "document.toml")
    return judged(root)


def of_goldens(file: Path, root: Path) -> int:
    """The CSV of golden y, with its own hash in the record."""
    folder = stored(root)
    golden, record = folder / "goldens" / "y.csv", folder / "document.toml"
    before = sha256(golden.read_bytes()).encode()
    shutil.copy(file, golden)
    lines = record.read_bytes().partition(b"\n")[2]
    record.write_bytes(with_hash(lines.replace(before, sha256(file.read_bytes()).encode())))
    return judged(root)


DRAWN = CASES + '[[draw]]\ngenerator = "torch"\nseed = 7\ninputs = [{ name = "drawn", call = "rand", shape = [2] }]\n'


def of_inputs(file: Path, root: Path) -> int:
    """The record of the inputs that were drawn, or their CSV with its own hash in the record."""
    folder = stored(root)
    (folder / "cases.toml").write_text(DRAWN)
    (folder / "inputs").mkdir()
    csv, record = folder / "inputs" / "drawn.csv", folder / "inputs.toml"
    csv.write_text("0.5349126458168030,0.19880795478820801\n")
    if file.suffix == ".csv":
        shutil.copy(file, csv)
        record.write_text(f'[input.drawn]\nshape = [2]\nsha256 = "{sha256(csv.read_bytes())}"\n')
    else:
        shutil.copy(file, record)
    return judged(root)


HIDDEN = CASES + (
    '[[draw]]\nname = "hidden"\ngenerator = "torch"\nseed = "not shown"\nstored = false\n'
    'inputs = [{ name = "drawn", call = "rand", shape = [2] }]\n'
)


def of_searches(file: Path, root: Path) -> int:
    """What a search for seeds has recorded."""
    folder = stored(root)
    (folder / "cases.toml").write_text(HIDDEN)
    shutil.copy(file, folder / "recovered.toml")
    return judged(root)


def of_documents(file: Path, root: Path) -> int:
    """A document on its way into a store, beside one that is whole."""
    good = root / "good.txt"
    good.write_text(NOTEBOOK)
    status = main(["extract", str(good), str(file), "--into", str(root / "store")])
    return status if (root / "store" / "good" / "document.toml").is_file() else 3


def of_records(file: Path, root: Path) -> int:
    """A record: bytes as they are, or as JSON what is changed in one that is whole, which is packed and hashed."""
    path = root / "run.jsonl.gz"
    if file.suffix == ".json":
        path.write_bytes(packed_with(json.loads(file.read_text())))
    else:
        shutil.copy(file, path)
    (root / "reports").mkdir()
    (root / "reports" / "summary.md").write_text("before\n")
    status = main(["report", "write", str(path), "--into", str(root / "reports")])
    return status if status == 0 or (root / "reports" / "summary.md").read_text() == "before\n" else 3


def of_command_lines(file: Path, root: Path) -> int:
    """The words of a command, one on each line; {store} is a store, {documents} what is to be read."""
    stored(root)
    (root / "reference_data" / BAD / "cases.toml").write_text(HIDDEN)
    os.chdir(root)
    return main([word.replace("{root}", str(root)) for word in file.read_text().splitlines()])


def packed_with(changes: list[list[Any]]) -> bytes:
    """The bytes of a whole record in which values were changed: each change is a way and a value, or a way alone."""
    plain = plain_record()
    for way, *value in changes:
        inner: Any = plain
        for key in way[:-1]:
            inner = inner[key]
        if value:
            inner[way[-1]] = value[0]
        else:
            del inner[way[-1]]
    return packed(plain)


def of_odd_documents(file: Path, root: Path) -> int:
    """A document that is odd and yet is read: what was stored of it can be read again."""
    if status := of_documents(file, root):
        return status
    return len(load_store(root / "store")) - 2


def of_recipes(file: Path, root: Path) -> int:
    """What no repository holds, in the place of a file; the recipe says where, what, and the command to run."""
    name, what, *words = file.read_text().splitlines()
    stored(root)
    os.chdir(root)
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file():
        path.unlink()
    RECIPES[what](path)
    return main(words) if words else judged(root)


KINDS: dict[str, Callable[[Path, Path], int]] = {
    "cases": of_cases,
    "stores": of_stores,
    "changed_stores": of_changed_stores,
    "goldens": of_goldens,
    "inputs": of_inputs,
    "searches": of_searches,
    "documents": of_documents,
    "odd_documents": of_odd_documents,
    "records": of_records,
    "command_lines": of_command_lines,
    "recipes": of_recipes,
}
"""What is done with a file, by the folder that it stands in."""


def forked(kind: str, file: Path, work: Path) -> dict[str, Any]:
    """What becomes of an input in a process of its own."""
    work.mkdir(parents=True)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        limited(kind, file, work)
    _, status, used = os.wait4(child, 0)
    said = (work / "said").read_text(errors="replace") if (work / "said").is_file() else ""
    said = said.replace(f"{work}{os.sep}", "")
    shutil.rmtree(work, ignore_errors=True)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "said": said,
        "seconds": used.ru_utime + used.ru_stime,
        "wall": time.monotonic() - started,
        "megabytes": used.ru_maxrss / 1024,
    }


def limited(kind: str, file: Path, work: Path) -> None:
    """Run in this process, which ends with it: its output goes to a file, and it is killed beyond its limits."""
    said = os.open(work / "said", os.O_WRONLY | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MEGABYTES * 2**20,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 1, SECONDS + 1))
    status = 4
    try:
        status = KINDS[kind](file, work)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 4
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[attr-defined]
    plain_record()
    for line in sys.stdin:
        print(json.dumps(forked(*(part if at == 0 else Path(part) for at, part in enumerate(json.loads(line))))))
