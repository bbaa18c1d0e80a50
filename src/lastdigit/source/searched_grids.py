"""What a search of scikit-learn tried: loops over items of its ``cv_results_`` that hold parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lastdigit.document import Passage
from lastdigit.source.copied import gone_over_by
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.syntax import parse

_RESULTS = "cv_results_"


def tried_in(source: Passage, reached: ReachedSource) -> Iterator[str]:
    """The names of variables in a source that have the parameters that a search tried, as those of loops over them."""
    tree = parse(source) if "for " in source.text and "param" in source.text else None
    for node in ast.walk(tree) if tree is not None else ():
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and _are_parameters(node.value, reached):
            yield target.id
    loops = [loop for loop in ast.walk(tree) if isinstance(loop, ast.For)] if tree is not None else []
    for loop in loops:
        names = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
        yield from (name for name in names if _are_parameters(gone_over_by(loop, name), reached))


def _are_parameters(node: ast.expr, reached: ReachedSource) -> bool:
    if isinstance(node, ast.Name):
        given = [one for one in reached.values_of(node.id) if isinstance(one, ast.Subscript)]
        return bool(given) and all(_are_parameters(one, reached) for one in given)
    if isinstance(node, ast.ListComp):
        return _are_parameters(node.elt, reached)
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant):
        return _are_parameters(node.value, reached)
    key = node.slice.value if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) else None
    if not isinstance(node, ast.Subscript) or not isinstance(key, str) or not key.startswith("param"):
        return False
    if not isinstance(node.value, ast.Name):
        return _is_of_results(node.value)
    values = list(reached.values_of(node.value.id))
    return bool(values) and all(map(_is_of_results, values))


def _is_of_results(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == _RESULTS
