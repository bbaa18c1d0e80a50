"""Valid files to change: a store whose case file uses every table, and the parts of a record."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lastdigit.cases.inputs import write_inputs
from lastdigit.cases.reference import load_reference_document
from lastdigit.extraction.extract import extract
from lastdigit.readers.table import read_document
from lastdigit.records.lines import elements_line, verdict_line
from lastdigit.records.opening import Opening, opening_lines
from lastdigit.records.record import POINTER
from lastdigit.records.reference_text import reference_texts
from lastdigit.store.documents import store
from lastdigit.verdicts.verdict import Element, Verdict

NOTEBOOK = """In [1]:
x = np.array([[0.5, 1.5], [2.0, 3.0]])
print("y:", y)
print("weights:", w)
print("big:", np.arange(3000) / 4)

y: [2. 5.]
weights: tensor([[0.2689, 0.7311],
        [0.2689, 0.7311]])
big: [  0.     0.25   0.5  ... 749.25 749.5  749.75]
size: torch.Size([2, 2])
"""
CASES = """unused = "they are drawn"

[[case]]
name = "sums"
operation = "total"
inputs = { x = "x" }
goldens = ["y"]

[[case]]
name = "weights"
operation = "softmax"
inputs = { x = { join = [{ eye = 2 }, ["y", "y"]], axis = 0 } }
dtype = "float32"

[[case]]
name = "projected"
operation = "layer_norm"
inputs = { x = "moved", weight = { of = "x", row = 0 }, bias = "y" }
parameters = { eps = 1e-5 }
goldens = [{ golden = "weights", transpose = true, rows = 2 }]
note = "nothing of it agrees"

[[draw]]
generator = "torch"
seed = 7
inputs = [
    { name = "drawn", call = "randn", shape = [2, 2], mean = 1.0, std = 0.5 },
    { name = "even", call = "uniform", shape = [2], low = -1, high = 1, scale = 2, shift = 0.5 },
]

[[draw]]
name = "hidden"
generator = "numpy.random"
seed = "not shown"
stored = false
cells = { "cell 3" = 4 }
inputs = [{ name = "sought", call = "rand", shape = [2, 2] }]

[derived.moved]
operation = "projection"
inputs = { x = "drawn", weight = "sought" }

[[relation]]
name = "within"
holds = "within"
golden = "y"
with = { low = "0", high = 9.5 }

[[relation]]
name = "size"
holds = "shape_of"
golden = "size"
with = { input = "x" }

[[erratum]]
id = "weights"
golden = "weights"
reason = "they belong to other numbers"
evidence = "proven"

[[golden]]
golden = "big"
decimals = 2
unverifiable = "nobody knows it"
"""
RECOVERED = """[[recovered]]
draw = "hidden"
generator = "numpy.random"
first = 0
end = 4294967296
offsets = [0, 400, 2]
evidence = 943.8
searched = 39.7
seed = 42
offset = 4
values = 66
of = 66
near = [{ seed = 1, offset = 2, values = 3, of = 4 }]
"""


@cache
def _store() -> Path:
    root = Path(tempfile.mkdtemp(prefix="lastdigit-"))
    path = root / "007.txt"
    path.write_text(NOTEBOOK)
    document = read_document(path)
    folder = store(document, extract(document), root).folder
    (folder / "cases.toml").write_text(CASES)
    (folder / "recovered.toml").write_text(RECOVERED)
    read = load_reference_document(folder)
    write_inputs(folder, {name: read.drawn[name] for name in ("drawn", "even")})
    load_reference_document(folder).check()
    return folder


def store_with(root: Path) -> Path:
    """A store of one document below ``root``; returns the folder of the document."""
    shutil.copytree(_store(), root / "007")
    return root / "007"


@cache
def _record() -> str:
    elements = (
        Element((0,), "1.5", "1.5", 0.0, 0.5, True, True),
        Element((1,), "2.5", "2.75", 0.25, 0.125, False, None),
    )
    verdicts = [
        Verdict(
            "007", "sums", "y", "total", "mine", "float64", "document", "disagrees", "fail", 2, 2, "1", "2.5", "2.75"
        )
        for _ in range(2)
    ]
    with tempfile.TemporaryDirectory() as folder:
        store_with(Path(folder))
        texts = reference_texts(Path(folder))
    header, *files = map(json.loads, opening_lines(Opening("here", "reference_data", texts, {"here": {"numpy": "2"}})))
    detailed = [replace(verdict, details=elements, terms={"printing": [0.5, 0.125]}) for verdict in verdicts]
    parts = {
        "header": header,
        "files": files,
        "verdicts": [json.loads(verdict_line(verdict)) for verdict in verdicts],
        "elements": [json.loads(elements_line(verdict)) for verdict in detailed],
        "end": {
            "verdicts": 2,
            "complete": True,
            "shard": "",
            "faults": [{"text": "a fault", "kind": "", "path": "", "line": 1}],
            "standing": [],
            "places": {"case 007/sums": ["reference_data/007/cases.toml", 3]},
            "parts": [{"environment": "here", "tests": 1, "judged": ["t"]}],
        },
    }
    return json.dumps(parts)


def plain_record() -> dict[str, Any]:
    """A record in parts, each as the values of its JSON."""
    plain: dict[str, Any] = json.loads(_record())
    return plain


def packed(plain: dict[str, Any]) -> bytes:
    """The bytes of a record of these parts, with the required hash and pointer unless the parts contain others."""
    files, verdicts, elements = (_listed(plain.get(part)) for part in ("files", "verdicts", "elements"))
    content = _member(plain.get("header"), *files)
    first = len(content)
    content += _member(*({"verdict": verdict} for verdict in verdicts))
    second = len(content)
    content += _member(*({"elements": one} for one in elements))
    end = plain.get("end")
    if isinstance(end, dict):
        end = {"sha256": hashlib.sha256(content).hexdigest(), "blocks": [[first, second, 0]], **end}
    at = plain.get("end_at", len(content))
    pointer = POINTER.format(at) if isinstance(at, int) else f'{{"end_at":{json.dumps(at):>20}}}'
    return content + _member({"end": end}) + gzip.compress(f"{pointer}\n".encode(), 0, mtime=0)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _member(*lines: Any) -> bytes:
    return gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode(), mtime=0)
