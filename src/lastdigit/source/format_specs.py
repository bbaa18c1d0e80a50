"""Which format specs multiply a value by 100, as ``{x:.1%}`` does, how a label says so, and which change the base."""

from __future__ import annotations

import ast

IN_PERCENT = " in %"
"""What stands behind an expression in a label if the printed number is 100 times its value."""


IN_ANOTHER_BASE = ("b", "o", "x", "X")
"""How the format specs end that write a number in another base than ten."""


def writes_percent(part: ast.expr) -> bool:
    """Whether a part of an f-string multiplies its value by 100."""
    return _spec(part).endswith("%")


def writes_in_another_base(part: ast.expr) -> bool:
    """Whether a part of an f-string writes its value in base 2, 8 or 16."""
    return _spec(part).endswith(IN_ANOTHER_BASE)


def _spec(part: ast.expr) -> str:
    """The end of the format spec of a part of an f-string."""
    form = part.format_spec if isinstance(part, ast.FormattedValue) else None
    last = form.values[-1] if isinstance(form, ast.JoinedStr) and form.values else None
    return last.value if isinstance(last, ast.Constant) and isinstance(last.value, str) else ""
