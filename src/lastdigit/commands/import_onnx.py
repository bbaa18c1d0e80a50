"""``lastdigit import onnx``: node tests of ONNX as documents of the store, or as vectors with their verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lastdigit import __version__
from lastdigit.base.errors import LastdigitError, told
from lastdigit.base.files import is_file_name, write_whole
from lastdigit.commands.onnx_documents import documents_of
from lastdigit.operations import find_operation
from lastdigit.vectors.onnx_tests.node_test import NodeTest, read_node_tests
from lastdigit.vectors.onnx_tests.operators import by_name, output_calls
from lastdigit.vectors.onnx_tests.output_call import COPY, OutputCall
from lastdigit.vectors.vector import FORMATS, SCHEMA, Vector, bounds_of
from lastdigit.verdicts.verdict import AGREES, DISAGREES, finite
from lastdigit.verdicts.words.describe import describe

KIND = "lastdigit import 1"


class ImportConflict(LastdigitError):
    """Two node tests with the same name."""

    def __init__(self, name: str, first: Path, second: Path) -> None:
        super().__init__(f"expected one node test named {name}, found {first} and {second}")


def run(folders: Sequence[Path], into: Path) -> int:
    """Write each test's outputs as vectors, and what is known of the test; 1 if an expected output does not agree.

    All is read before anything is written.
    """
    tests = _read(folders)
    into.mkdir(parents=True, exist_ok=True)
    write_whole(into / "vector.schema.json", (json.dumps(SCHEMA, indent=1) + "\n").encode())
    errata = [erratum for test in tests.values() for erratum in _written(test, into)]
    for told_erratum in errata:
        print(told_erratum)
    print(f"{len(tests)} node tests; {len(errata)} expected outputs do not agree with their definition")
    return 1 if errata else 0


def store(folders: Sequence[Path], root: Path) -> int:
    """Write each test as a document below ``root``; 1 if an expected output does not agree with its definition.

    All is read before anything is written, and a document that exists is not replaced.
    """
    documents = list(documents_of(_read(folders), root))
    for document in documents:
        told_of_it = [f"case {case['name']}" for case in document.cases]
        told_of_it += [f"no case {name}: {reason}" for name, reason in document.left_out.items()]
        told_of_it += [f"erratum {erratum['golden']}: {erratum['reason']}" for erratum in document.errata]
        if document.cases:
            document.write(root)
        print(f"{document.test.name}: {'; '.join(told_of_it)}")
    stored = [document for document in documents if document.cases]
    cases, errata = (sum(len(getattr(each, part)) for each in stored) for part in ("cases", "errata"))
    print(f"{len(stored)} of {len(documents)} node tests stored in {root}, {cases} cases, {errata} errata")
    return 1 if errata else 0


def _read(folders: Sequence[Path]) -> dict[str, NodeTest]:
    """Node tests by name, all of known operators."""
    tests: dict[str, NodeTest] = {}
    for folder in folders:
        for test in read_node_tests(folder):
            if not is_file_name(test.name):
                raise test.refused("a folder whose name is valid as a file name", told(test.name))
            if test.name in tests:
                raise ImportConflict(test.name, tests[test.name].folder, test.folder)
            output_calls(test)
            tests[test.name] = test
    return tests


def _written(test: NodeTest, into: Path) -> list[str]:
    """The message for each expected output that does not agree."""
    outputs: dict[str, dict[str, Any]] = {}
    errata = []
    calls = output_calls(test)
    for name, result in by_name(test, test.outputs).items():
        if name not in calls:
            continue
        call, dtype = calls[name], str(result.dtype)
        verdict = call.judged(result, dtype)
        vector = _vector(f"{test.name}/{name}", call, dtype)
        if vector:
            write_whole(into / f"{vector.name}.json", vector.to_json().encode())
        outputs[name] = {
            "operation": call.operation,
            "format": dtype,
            "vector": f"{vector.name}.json" if vector else None,
            "verdict": verdict.verdict,
            "erratum": describe(verdict, None) if verdict.verdict == DISAGREES else None,
            "evidence": verdict.evidence,
            "arithmetic": verdict.arithmetic,
            "error": verdict.error,
            "allowed": verdict.allowed,
            "index": verdict.worst_index,
            "explanation": verdict.explanation,
            "reason": verdict.reason,
        }
        if verdict.verdict != AGREES:
            errata.append(f"{test.name}, {name}: {describe(verdict, None)}")
    plain = {
        "kind": KIND,
        "lastdigit": __version__,
        "onnx": test.onnx,
        "operator": test.operator,
        "opset": test.opset,
        "attributes": dict(test.attributes),
        "sha256": dict(test.files),
        "outputs": outputs,
    }
    write_whole(into / f"{test.name}.import.json", (json.dumps(finite(plain), indent=1) + "\n").encode())
    print(f"{test.name}: " + ", ".join(f"{name} {about['verdict']}" for name, about in outputs.items()))
    return errata


def _vector(case: str, call: OutputCall, dtype: str) -> Vector | None:
    """An output for programs in other languages; None if numbers are copied, or some have to be −∞."""
    if call.operation == COPY or call.hidden is not None or dtype not in FORMATS:
        return None
    judged = call.call(dtype)
    inputs = {
        name: array
        for name, array in zip(find_operation(call.operation).arrays, judged.arrays, strict=False)
        if array is not None
    }
    parameters = dict(call.parameters)
    if call.empty:
        parameters["empty"] = call.empty
    if "mask" in parameters:
        parameters["mask"] = parameters["mask"].tolist()
    return Vector(case, call.operation, parameters, {dtype: inputs}, {dtype: bounds_of(judged)})
