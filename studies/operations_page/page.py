"""docs/operations.md, generated from the definitions: ``python -m studies.operations_page > docs/operations.md``."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from lastdigit.operations.operation import Operation, all_operations, called_operations
from studies.operations_page.examples import NAMES, arguments_of, example

_HEADING = """\
# Operations

What `lastdigit.assert_agrees` and `lastdigit check --as` take, and what a case may name as its `operation`, with its
`inputs` and `parameters` ([cases.toml](cases.md)). This page is made from the definitions:
`python -m studies.operations_page > docs/operations.md`. Each has its shapes, its source, the mistakes that are
looked for beside those that any result can end in (a transposed one, rows left out, zeros …), and a call.

A function with several results is judged by a tuple of operations, one for each, which take the same arrays:

```python
lastdigit.assert_agrees((h, c), ("lstm_cell", "lstm_cell_state"), x, hx, cx, w_ih, w_hh, b_ih, b_hh)
lastdigit.assert_agrees((output, lse), ("attention", "attention_logsumexp"), q, k, v, causal="last")
lastdigit.assert_agrees((values, np.take_along_axis(x, indices, -1)), ("topk", "topk"), x, k=3)
```

Indices are judged by the elements that they pick, so that of equal ones any may be picked.

In the calls, the function of the operation's name is yours. `draw(4, 8)` draws normal numbers, `whole(4, 8)` small
whole ones, and `shares(x)` gives rows that sum to 1, as `studies/operations_page/examples.py` has them.
"""


def operations_page() -> str:
    """Every built-in operation by module: arrays, parameters, and definition."""
    own = [one for one in all_operations().values() if one.definition.__module__.startswith("lastdigit.operations.")]
    ordered = sorted(own, key=lambda one: (one.definition.__module__, _line(one)))
    parts = [_HEADING]
    for module, operations in groupby(ordered, key=lambda one: one.definition.__module__):
        first, _, rest = (inspect.getdoc(sys.modules[module]) or "").partition("\n\n")
        parts.append("\n".join([f"## {_plain(first).rstrip('.')}", *(["", _plain(rest)] if rest else []), ""]))
        parts += ["\n".join(_lines(one)) for one in operations]
    return "\n".join(parts)


def _lines(operation: Operation) -> Iterator[str]:
    yield f"### {operation.name}"
    yield ""
    yield _plain(inspect.getdoc(operation.definition) or "")
    yield ""
    yield f"- inputs: {', '.join(_input(operation, name) for name in operation.arrays)}"
    if operation.parameters:
        yield f"- parameters: {', '.join(_parameter(name, value) for name, value in operation.parameters.items())}"
    yield f"- mistakes: {_mistakes(operation)}"
    yield from ("", "```python", _source(operation), "```", "")
    yield from ("```python", example(operation.name, operation.arrays), "```", "")


def _source(operation: Operation) -> str:
    """The definition without its decorators and its docstring."""
    text = textwrap.dedent(inspect.getsource(inspect.unwrap(operation.definition)))
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.FunctionDef)
    kept = text.splitlines()
    head, body = kept[node.lineno - 1 : node.body[0].lineno - 1], kept[node.body[0].end_lineno :]
    while body and not body[0].strip():
        body = body[1:]
    return "\n".join([*head, *body])


def _mistakes(operation: Operation) -> str:
    """The names of its own mistakes, and the operations that it calls, whose mistakes also apply."""
    from lastdigit.operations.mistakes import all_mistakes

    names: dict[str, list[str]] = {}
    for each in all_mistakes():
        names.setdefault(each.operation, []).append(each.name)
    arrays, parameters = arguments_of(operation.name)
    with called_operations() as called, np.errstate(all="ignore"):
        operation.definition(
            *(_value(each) for each in arrays), **{name: _value(each) for name, each in parameters.items()}
        )
    inner = [f"[`{name}`](#{name})" for name in sorted(called - {operation.name}) if names.get(name)]
    own = "; ".join(names.get(operation.name, []))
    of_inner = f"those of {', '.join(inner)}" if inner else ""
    return "; and ".join(filter(None, (own, of_inner)))


def _value(text: str) -> object:
    value = eval(text, dict(NAMES))  # of examples.py
    return np.asarray(value) if isinstance(value, list) else value


def _input(operation: Operation, name: str) -> str:
    return f"`{name}`" if name in operation.required else f"`{name}` (may be left out)"


def _parameter(name: str, default: object) -> str:
    return f"`{name}`" if default is inspect.Parameter.empty else f"`{name}` ({_toml(default)})"


def _toml(value: object) -> str:
    return "none" if value is None else str(value).lower()


def _line(operation: Operation) -> int:
    return inspect.getsourcelines(inspect.unwrap(operation.definition))[1]


def _plain(text: str) -> str:
    """A docstring as Markdown."""
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`")
