"""Node tests of ONNX as documents of the store: their numbers as goldens, their calls as cases."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.base.files import write_whole, written_toml
from lastdigit.base.number_format import FORMATS
from lastdigit.cases.case_file import NAME
from lastdigit.cases.expressions import InvalidExpression
from lastdigit.cases.parameters import check_parameter
from lastdigit.cases.reference import load_reference_document
from lastdigit.operations import find_operation
from lastdigit.printing.golden import Golden, Provenance
from lastdigit.printing.print_format import PrintFormat
from lastdigit.store.documents import write_goldens
from lastdigit.vectors.onnx_tests.node_test import NodeTest
from lastdigit.vectors.onnx_tests.operators import by_name, output_calls
from lastdigit.vectors.onnx_tests.output_call import COPY, OutputCall
from lastdigit.verdicts.verdict import DISAGREES
from lastdigit.verdicts.words.describe import describe

PROVENANCE = "import.json"


class DocumentConflict(LastdigitError):
    """A folder of the store with the name of a node test."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder}: expected no document of this name, found one; delete it to import the test again")


class NoCase(LastdigitError):
    """An output that cannot be a case."""


@dataclass
class NodeDocument:
    """The goldens, cases and errata of a node test, and the reasons why some outputs have none."""

    test: NodeTest
    goldens: dict[str, Golden] = field(default_factory=dict)
    cases: list[dict[str, Any]] = field(default_factory=list)
    errata: list[dict[str, Any]] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, test: NodeTest) -> NodeDocument:
        """Every output that an operation computes becomes a case."""
        found, calls = cls(test), output_calls(test)
        for place, (name, result) in enumerate(by_name(test, test.outputs).items()):
            if name not in calls:
                found.left_out[name] = "no operation computes it"
                continue
            try:
                found._add(place, name, calls[name], np.asarray(result))
            except NoCase as error:
                found.left_out[name] = str(error)
        return found

    def _add(self, place: int, name: str, call: OutputCall, result: np.ndarray) -> None:
        _need(call.operation != COPY, "its numbers are copied")
        dtype = str(result.dtype)
        _need(dtype in FORMATS, f"{dtype} is no floating-point format")
        values = call.laid(result)
        arrays = [array for array in call.arrays if array is not None]
        finite = all(np.all(np.isfinite(array)) for array in (values, *arrays))
        _need(call.hidden is None and finite, "some of its numbers are infinite or nan")
        parameters = {key: _plain(value) for key, value in call.parameters.items() if value is not None}
        for key, value in parameters.items():
            try:
                check_parameter(value)
            except InvalidExpression as error:
                raise NoCase(f"{key} is {error.found}; expected {error.expected}") from None
        _need(not call.empty or not _has_empty_rows(call), "a query attends to no key")
        inputs = {
            key: self._literal(key, np.asarray(array, dtype=np.float64))
            for key, array in zip(find_operation(call.operation).arrays, call.arrays, strict=False)
            if array is not None
        }
        golden = f"expected_{name}"
        self.goldens[golden] = self._golden(golden, "printed", values, dtype, place)
        case = {"name": name, "operation": call.operation, "inputs": inputs, "goldens": [golden], "dtype": dtype}
        self.cases.append({**case, "parameters": parameters} if parameters else case)
        verdict = call.judged(result, dtype)
        if verdict.verdict == DISAGREES:
            about = {"id": f"expected-{name}", "golden": golden, "reason": describe(verdict, None)}
            self.errata.append({**about, "evidence": verdict.evidence})

    def _literal(self, key: str, values: np.ndarray) -> str:
        """The name of an input with these values."""
        names = [key, *(f"{key}_{number}" for number in range(2, 100))]
        for name in names:
            found = self._golden(name, "literal", values, "float64", None)
            if self.goldens.setdefault(name, found) == found:
                return name
        raise NoCase(f"there are too many inputs called {key}")

    def _golden(self, name: str, kind: str, values: np.ndarray, dtype: str, output: int | None) -> Golden:
        test = self.test
        return Golden(
            name=name,
            kind=kind,
            label=f"{name} of {test.operator}, opset {test.opset}",
            provenance=Provenance(test.name, 1, None, output, 1, max(1, values.size)),
            format=PrintFormat("python", None, False, dtype),
            options="binary",
            shape=values.shape,
            tokens=tuple(map(_digits, values.reshape(-1).tolist())),
            cut=False,
        )

    @property
    def provenance(self) -> dict[str, Any]:
        """What the test was made from, and its outputs that are no cases."""
        test = self.test
        return {
            "onnx": test.onnx,
            "operator": test.operator,
            "opset": test.opset,
            "attributes": dict(test.attributes),
            "sha256": dict(test.files),
            "left_out": self.left_out,
        }

    def write(self, root: Path) -> Path:
        """Write its folder below ``root``, whole or not at all; raises :class:`DocumentConflict` if there is one."""
        folder = root / self.test.name
        if folder.exists():
            raise DocumentConflict(folder)
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".import-", dir=root) as temporary:
            part = Path(temporary) / self.test.name
            write_goldens(part, self.test.name, _hash_of(self.test.files), list(self.goldens.values()))
            content: dict[str, Any] = {"case": self.cases}
            if self.errata:
                content["erratum"] = self.errata
            write_whole(part / NAME, written_toml(content))
            write_whole(part / PROVENANCE, (json.dumps(self.provenance, indent=1) + "\n").encode())
            load_reference_document(part).check()
            shutil.move(part, folder)
        return folder


def documents_of(tests: Mapping[str, NodeTest], root: Path) -> Iterator[NodeDocument]:
    """The documents of node tests; raises :class:`DocumentConflict` before any is made if ``root`` has one of them."""
    for name in tests:
        if (root / name).exists():
            raise DocumentConflict(root / name)
    yield from map(NodeDocument.of, tests.values())


def _need(possible: bool, reason: str) -> None:
    if not possible:
        raise NoCase(reason)


def _has_empty_rows(call: OutputCall) -> bool:
    with np.errstate(all="ignore"):
        plain = find_operation(call.operation).definition(*call.arrays, **call.parameters)
    return not np.all(np.isfinite(plain))


def _digits(value: float) -> str:
    """All digits of a binary number."""
    return str(Decimal(value)).lower()


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return list(value) if isinstance(value, tuple) else value


def _hash_of(files: Mapping[str, str]) -> str:
    """The SHA-256 of the list of files with their own, as ``sha256sum`` prints it."""
    listed = "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))
    return hashlib.sha256(listed.encode()).hexdigest()
