"""Which format specs multiply a value by 100, as ``{x:.1%}`` does, and how a label says so."""

from __future__ import annotations

import ast

IN_PERCENT = " in %"
"""What stands behind an expression in a label if the printed number is 100 times its value."""


def writes_percent(part: ast.expr) -> bool:
    """Whether a part of an f-string multiplies its value by 100."""
    form = part.format_spec if isinstance(part, ast.FormattedValue) else None
    last = form.values[-1] if isinstance(form, ast.JoinedStr) and form.values else None
    return isinstance(last, ast.Constant) and isinstance(last.value, str) and last.value.endswith("%")
