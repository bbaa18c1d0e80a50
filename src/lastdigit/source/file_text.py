"""Whether a source prints the text of a file, such as ``print(f.read())`` or ``for line in file``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from lastdigit.base.rule import Rule
from lastdigit.document import Cell, Passage
from lastdigit.source.printed_calls import Helpers
from lastdigit.source.printed_lines import written_lines
from lastdigit.source.python_source import name_of
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import spelled

MAY_READ = Rule(
    r"\.read(?:lines?|_text)?\(|\bopen\(", "a source may read the text of a file", "f.read()", "pd.read_csv(path)"
)
_READS = frozenset(("read", "readline", "readlines", "read_text"))
_STAYS_TEXT = frozenset(
    ("strip", "rstrip", "lstrip", "decode", "splitlines", "split", "lower", "upper", "replace", "expandtabs")
)
OPENS = Rule(
    r"\A(?:(?:codecs|io|gzip|bz2|lzma|tf\.io\.gfile|fsspec)\.)?open\(|\A(?:urllib2?\.)?(?:request\.)?urlopen\("
    r"|\APath\([^()]*\)\.open\(|\A(?:io\.)?StringIO\(|\Atf\.io\.gfile\.GFile\(",
    "a call opens a file of text, of which a loop gives the lines",
    "open('pears.txt')",
    "rasterio.open('pears.tif')",
)
READS_NUMBERS = Rule(
    r"(?i)rasterio|gdal|cv2|capture|imageio|h5py|netcdf|wave|sound|audio|tiff|fits|pydicom|image|mrc|serial|segy",
    "a call opens a file of pictures, sounds or measurements, of which ``read`` gives numbers",
    "rasterio.open('pears.tif')",
    "open('pears.txt')",
)
_DEEPEST = 5


def prints_text_of_file(source: Passage, helpers: Helpers, reached: ReachedSource) -> bool:
    """Whether a call of ``print`` in ``source`` prints file content without additional words."""
    if "print" not in source.text:
        return False
    return any(
        len(line.values) == 1
        and not any(isinstance(part, str) and part.strip() for part in line.parts)
        and is_text_of_file(line.values[0].node, reached)
        for line in written_lines(source, helpers)
    )


def cells_printing_files(cells: Sequence[Cell], helpers: Helpers, reached: ReachedSource) -> set[int]:
    """The numbers of the cells that print file content."""
    if not any(MAY_READ.search(cell.source.text) for cell in cells):
        return set()
    return {one.number for one in cells if one.outputs and prints_text_of_file(one.source, helpers, reached)}


def is_text_of_file(node: ast.expr, reached: ReachedSource, depth: int = _DEEPEST) -> bool:
    """Whether a value is file content, or part of it."""
    if not depth:
        return False
    if isinstance(node, ast.Subscript):
        return is_text_of_file(node.value, reached, depth)
    if isinstance(node, ast.Name):
        return _all(node.id, reached, lambda statement: _gives_text(statement, node.id, reached, depth - 1))
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name) and node.func.id == "next" and node.args:
        return _is_file(node.args[0], reached, depth)
    if not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in _STAYS_TEXT:
        return is_text_of_file(node.func.value, reached, depth)
    if node.func.attr not in _READS or node.keywords:
        return False
    return node.func.attr == "read_text" or _is_file(node.func.value, reached, depth, loops=False)


def _gives_text(statement: ast.stmt, name: str, reached: ReachedSource, depth: int) -> bool:
    """Whether a statement assigns file content to ``name``, or its lines in a loop."""
    if isinstance(statement, ast.Assign):
        return name_of(statement.targets[0]) == name and is_text_of_file(statement.value, reached, depth)
    if not isinstance(statement, ast.For) or name_of(statement.target) != name:
        return False
    return _is_file(statement.iter, reached, depth) or is_text_of_file(statement.iter, reached, depth)


def _is_file(node: ast.expr, reached: ReachedSource, depth: int, *, loops: bool = True) -> bool:
    """Whether a value is an open text file; unless a statement ``loops`` over it, any not opened as another kind."""
    if isinstance(node, ast.Call):
        opens = spelled(node)
        return OPENS.search(opens) is not None or not (loops or READS_NUMBERS.search(opens))
    if not isinstance(node, ast.Name) or not depth:
        return False
    return _all(node.id, reached, lambda statement: _opens(statement, node.id, reached, depth - 1, loops=loops))


def _opens(statement: ast.stmt, name: str, reached: ReachedSource, depth: int, *, loops: bool) -> bool:
    if isinstance(statement, ast.With):
        given = [item for item in statement.items if item.optional_vars and name_of(item.optional_vars) == name]
        return any(_is_file(item.context_expr, reached, depth, loops=loops) for item in given)
    return isinstance(statement, ast.Assign) and _is_file(statement.value, reached, depth, loops=loops)


def _all(name: str, reached: ReachedSource, holds: Callable[[ast.stmt], bool]) -> bool:
    statements = reached.definitions.get(name, ())
    return bool(statements) and all(map(holds, statements))
