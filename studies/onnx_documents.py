"""All node tests of ONNX as documents of a store. ``python -m studies.onnx_documents FOLDER``

The installed ``onnx`` generates them. Then ``pytest tests/verification --lastdigit-reference-data FOLDER`` runs every
implementation that has the operation, its parameters and its format.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from lastdigit.commands.onnx_documents import NodeDocument
from lastdigit.vectors.onnx_tests.node_test import InvalidNodeTest, read_node_tests
from lastdigit.vectors.onnx_tests.operators import known_operators
from studies.onnx_attention.node_tests import write_node_tests


def main(arguments: list[str] | None = None) -> int:
    """Store what becomes a document, and count the reasons of the others."""
    parser = argparse.ArgumentParser(prog="python -m studies.onnx_documents", description=__doc__)
    parser.add_argument("into", type=Path, metavar="FOLDER", help="a new folder")
    into = parser.parse_args(arguments).into
    stored, cases, errata = 0, 0, 0
    reasons: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        for operator in known_operators():
            for folder in write_node_tests(operator, Path(temporary) / operator):
                for test in read_node_tests(folder):
                    try:
                        document = NodeDocument.of(test)
                    except InvalidNodeTest:
                        reasons["test that no operation expresses"] += 1
                        continue
                    reasons.update(f"output: {reason}" for reason in document.left_out.values())
                    if document.cases:
                        document.write(into)
                        stored, cases, errata = stored + 1, cases + len(document.cases), errata + len(document.errata)
    print(f"{stored} documents with {cases} cases and {errata} errata in {into}; left out:")
    for reason, count in reasons.most_common():
        print(f"{count:5}  {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
