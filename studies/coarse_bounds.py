"""Figures of bounds whose own rounding is coarse, in which every rounding outward shows.

What bounds add for the roundings of their own arithmetic is far smaller than anything that a figure of theirs can hold
fast. Here each small constant of ``lastdigit.enclosure``, written 2.0**-k, is read as a far larger one, so that every
place where one is added, or forgotten, counts. The figures are of radii of the fast engine, at points and over boxes,
and of the bounds of :mod:`studies.pinned_bounds`. They say nothing of whether a bound holds.

``python -m studies.coarse_bounds`` writes them anew, in a process of its own, since modules are read otherwise in it.
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

FIGURES = Path(__file__).parents[1] / "tests" / "harness" / "coarse_bounds.csv"
COARSENED = "lastdigit.enclosure."

SMALL = 20
"""The exponent from which on a power of one half stands for a rounding."""


class _Coarse(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """2.0**-k is larger by far, and the more so the smaller it is."""
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Constant(2.0), ast.Pow(), ast.UnaryOp(ast.USub(), ast.Constant(int(k)))) if k >= SMALL:
                return ast.copy_location(ast.Constant(2.0 ** -(8 + k.bit_length())), node)
        return node


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        """Of the source, whatever was compiled of it before."""
        tree = _Coarse().visit(ast.parse(self.get_source(fullname) or ""))
        return compile(tree, self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where modules of bounds are, to be read as coarse ones."""
        found = PathFinder.find_spec(fullname, path, target) if fullname.startswith(COARSENED) else None
        if found is not None and found.origin is not None:
            found.loader = _Loader(fullname, found.origin)
        return found


def figures() -> Iterator[Figure]:
    """All of them, in a process where nothing of lastdigit was imported before."""
    sys.meta_path.insert(0, _Finder())
    from studies.pinned_bounds import PINNED
    from studies.pinned_bounds import figures as bounds_of
    from studies.pinned_radii import SUBJECTS, radii_of

    yield from itertools.chain.from_iterable(map(radii_of, SUBJECTS))
    yield from itertools.chain.from_iterable(map(bounds_of, PINNED))


def write(file: TextIO, found: Iterator[Any]) -> None:
    """As a table."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("call", "error", "typical", "unknown"))
    writer.writerows((each.call, f"{each.error:.9g}", f"{each.typical:.9g}", each.unknown) for each in found)


def main(arguments: list[str]) -> int:
    """Write them, or print them where ``-`` is given."""
    if arguments == ["-"]:
        write(sys.stdout, figures())
        return 0
    with FIGURES.open("w", encoding="utf-8", newline="") as file:
        write(file, figures())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
