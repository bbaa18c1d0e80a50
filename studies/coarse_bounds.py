"""Bounds evaluated with coarse rounding constants, so that every rounding outward shows in a figure.

The margins of bounds for their own float64 arithmetic are far too small to show in any figure. Here each small constant
of ``lastdigit.enclosure``, written 2.0**-k, is replaced by a much larger one, so that every place where one is added,
or forgotten, matters. The figures are radii of the fast engine, at points and over boxes, and the bounds of
:mod:`studies.pinned_bounds`. They do not show whether a bound holds.

``python -m studies.coarse_bounds`` regenerates them, in a separate process, since it imports modified modules.
"""

from __future__ import annotations

import ast
import csv
import importlib.abc
import importlib.machinery
import itertools
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from studies.pinned_bounds import Figure

FIGURES = Path(__file__).parents[1] / "tests" / "harness" / "enclosure" / "coarse_bounds.csv"
COARSENED = "lastdigit.enclosure."

SMALL = 20
"""Powers 2.0**-k with k of at least this are rounding constants."""


class _Coarse(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Replace 2.0**-k by a much larger number, the more so the smaller it is."""
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Constant(2.0), ast.Pow(), ast.UnaryOp(ast.USub(), ast.Constant(int(k)))) if k >= SMALL:
                return ast.copy_location(ast.Constant(2.0 ** -(8 + k.bit_length())), node)
        return node


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        """Compile the source, ignoring cached byte code."""
        tree = _Coarse().visit(ast.parse(self.get_source(fullname) or ""))
        return compile(tree, self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find modules of bounds, to import them with coarse constants."""
        found = PathFinder.find_spec(fullname, path, target) if fullname.startswith(COARSENED) else None
        if found is not None and found.origin is not None:
            found.loader = _Loader(fullname, found.origin)
        return found


def figures() -> Iterator[Figure]:
    """All figures, in a process that has not imported lastdigit before."""
    sys.meta_path.insert(0, _Finder())
    from studies.pinned_bounds import PINNED
    from studies.pinned_bounds import figures as bounds_of
    from studies.pinned_radii import SUBJECTS, radii_of

    yield from itertools.chain.from_iterable(map(radii_of, SUBJECTS))
    yield from itertools.chain.from_iterable(map(bounds_of, PINNED))


def write(file: TextIO, found: Iterator[Any]) -> None:
    """Write the figures as a table."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("call", "error", "typical", "unknown"))
    writer.writerows((each.call, f"{each.error:.9g}", f"{each.typical:.9g}", each.unknown) for each in found)


def main(arguments: list[str]) -> int:
    """Write them, or print them for the argument ``-``."""
    if arguments == ["-"]:
        write(sys.stdout, figures())
        return 0
    with FIGURES.open("w", encoding="utf-8", newline="") as file:
        write(file, figures())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
