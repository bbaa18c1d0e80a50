"""What a certificate may be held to: the reference data, and the record of the run."""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import json
import math
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lastdigit_checker.certificate import FOLLOWS, KEY, Certificate, key_of, told

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None  # type: ignore[assignment]


def against_reference(certificate: Certificate, root: Path) -> Iterable[str]:
    """Printed tokens, inputs and cases, as they stand in a folder of reference data."""
    for name, digest in certificate.header["reference"].items():
        path = root / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{name}: it is not the file that was judged against"
    tables: dict[str, dict[str, Any]] = {}
    for (kind, document, name, _), about in certificate.said.items():
        if kind in ("golden", "input"):
            path = root / document / f"{kind}s" / f"{name}.csv"
            if kind == "input" and not path.is_file():
                certificate.trusted[f"numbers that are drawn and not stored: {about['origin']}"] += 1
                continue
            cells = [cell for row in csv.reader(path.read_text("utf-8").splitlines()) for cell in row if cell != "..."]
            same = cells == about["tokens"] if kind == "golden" else list(map(float, cells)) == about["numbers"]
            if not same:
                yield f"{kind} {document}/{name}: {path} holds other numbers"
        if kind in ("case", "derived", "relation", "erratum", "golden") and tomllib is not None:
            if document not in tables:
                names = [root / document / file for file in ("cases.toml", "document.toml")]
                said, stored = (tomllib.loads(path.read_text("utf-8")) for path in names)
                tables[document] = {**said, "said": said.get("golden", []), "golden": stored["golden"]}
            yield from wiring(kind, f"{document}/{name}", about, tables[document])
    if tomllib is None:
        certificate.trusted["which operation gives which golden from which inputs (Python 3.11 reads that)"] += 1


def against_definitions(certificate: Certificate, folder: Path) -> Iterable[str]:
    """The files of the project's own operations, as they were when it was certified."""
    for (kind, _, name, _), about in certificate.said.items():
        path = folder / str(about.get("file"))
        if kind == "operation" and (
            not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != about["sha256"]
        ):
            yield f"operation {name}: {path} is not the file that was certified"


def wiring(kind: str, name: str, about: Mapping[str, Any], table: Mapping[str, Any]) -> Iterable[str]:
    """What a case file says; where another document's cases are taken, or facts of goldens are said, it is left out."""
    if table.get("like") or (kind == "golden" and table["said"]):
        return
    entries = table.get(kind, [])
    if kind == "derived":
        entries = [{"name": key, **entry} for key, entry in entries.items()]
    found = next(
        (each for each in entries if (each.get("name") or each.get("id")) == (about.get("name") or about.get("id"))),
        None,
    )
    if found is None:
        yield f"{kind} {name}: the case file has none"
        return
    found = {
        "parameters": {},
        "with": {},
        "golden": None,
        "case": None,
        "implementation": None,
        "evidence": "proven",
        "dtypes": [],
        "failure": "",
        "cases": [],
        **found,
    }
    wanted = {"transpose": False, "row": None, "rows": None}
    found["goldens"] = [
        {**wanted, **(each if isinstance(each, dict) else {"golden": each})} for each in found.get("goldens", [])
    ]
    keys = {
        "case": ("operation", "inputs", "parameters", "goldens"),
        "derived": ("operation", "inputs", "parameters"),
        "relation": ("holds", "golden", "with"),
        "erratum": ("golden", "case", "implementation", "evidence", "dtypes", "failure", "cases"),
        "golden": ("kind", "shape", "cut", "printer", "precision", "scientific", "floatmode", "dtype"),
    }[kind]
    for key in keys:
        if about.get(key) != found.get(key):
            yield f"{kind} {name}: its {key} is {found.get(key)}, not {about.get(key)}"


def against_record(certificate: Certificate, path: Path) -> Iterable[str]:
    """Every row, what was observed, and the bounds, as they stand in the record of the run."""
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != certificate.header["run"]:
        yield f"{path}: it is not the record that was certified"
    lines = [json.loads(line) for line in gzip.decompress(content).splitlines()]
    rows, stored = ([line[kind] for line in lines if kind in line] for kind in ("verdict", "elements"))
    known = dict(zip(map(key_of, rows), zip(rows, stored, strict=True), strict=True))
    if len(rows) != len(certificate.verdicts):
        yield f"the run: it has {len(rows)} verdicts, not {len(certificate.verdicts)}"
    for line in certificate.verdicts:
        row = line["verdict"]
        said, elements = known.get(key_of(row), ({}, {}))
        differ = [name for name in (*KEY, *FOLLOWS) if said.get(name) != row.get(name)]
        if differ:
            yield f"{told(row)}: {differ[0]} is {said.get(differ[0])!r} in the record, not {row.get(differ[0])!r}"
        if line.get("observed", []) != (texts(elements.get("observed", [])) if "observed" in line else []):
            yield f"{told(row)}: the record has other observed numbers"
        for term, number_of in (("document's rounding", 0), ("implementation's rounding", -1)):
            of_reading = line["rule"] in (("document", "result") if number_of == 0 else ("definition",))
            of_reading = of_reading and term in elements.get("terms", {})
            if of_reading and not certificate.own(row["document"], row["case"]):
                yield from bounds(certificate, line, number_of, elements["terms"][term])


def texts(column: Any) -> list[str]:
    """Texts of one width side by side, or a list of them."""
    if isinstance(column, list):
        return column
    width, joined = column["width"], column["texts"]
    return [joined[i : i + width].rstrip() for i in range(0, len(joined), width)]


def bounds(certificate: Certificate, line: Mapping[str, Any], number_of: int, column: str) -> Iterable[str]:
    row, content = line["verdict"], base64.b64decode(column)
    said = certificate.find("reading", row["document"], line["readings"][number_of], row["case"])
    stored = struct.unpack(f"<{len(content) // 8}d", content)
    at = dict(zip(said["places"], said["bound"], strict=True))
    golden = certificate.said.get(("golden", row["document"], row["golden"], ""))
    places = line.get("places") or certificate.places(
        certificate.find("case", row["document"], row["case"]), golden or {}
    )
    if any(at[place] != bound for place, bound in zip(places, stored, strict=False) if math.isfinite(bound)):
        yield f"{told(row)}: the record has other rounding bounds"
