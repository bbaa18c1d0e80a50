"""Which format specs multiply a value by 100, as ``{x:.1%}`` does, how a label says so, and which change the base."""

from __future__ import annotations

import ast
import re

IN_PERCENT = " in %"
"""What stands behind an expression in a label if the printed number is 100 times its value."""


_FOR_TEXTS = re.compile(r"(?:.?[<>^])?\d{0,3}(?:\.\d{1,3})?s?")
IN_ANOTHER_BASE = ("b", "o", "x", "X")
"""How the format specs end that write a number in another base than ten."""


def writes_percent(part: ast.expr) -> bool:
    """Whether a part of an f-string multiplies its value by 100."""
    return spec_of(part).endswith("%")


def writes_in_another_base(part: ast.expr) -> bool:
    """Whether a part of an f-string writes its value in base 2, 8 or 16."""
    return spec_of(part).endswith(IN_ANOTHER_BASE)


_SIGNIFICANT = re.compile(r"\.([1-9]\d?)[gG]\}?\Z")


def spec_of(part: ast.expr) -> str:
    """The end of the format spec of a part of an f-string."""
    form = part.format_spec if isinstance(part, ast.FormattedValue) else None
    last = form.values[-1] if isinstance(form, ast.JoinedStr) and form.values else None
    return last.value if isinstance(last, ast.Constant) and isinstance(last.value, str) else ""


def significant_digits_in(form: str) -> int:
    """The number of significant digits of a spec such as ``.3g``, or of a placeholder with one; 0 for any other.

    >>> significant_digits_in("8.3g"), significant_digits_in("%7.4g"), significant_digits_in(".3f")
    (3, 4, 0)
    """
    found = _SIGNIFICANT.search(form)
    return int(found[1]) if found else 0


def spec_in(placeholder: str) -> str:
    """The format spec in a placeholder of ``format`` or ``%``.

    >>> spec_in("{0:>8}"), spec_in("%-8s"), spec_in("%8s")
    ('>8', '<8', '>8')
    """
    if placeholder.startswith("{"):
        return placeholder[1:-1].partition(":")[2]
    width = placeholder[1:-1].lstrip("-+ #0").partition(".")[0]
    return f"{'<' if '-' in placeholder else '>'}{width}" if width else ""


def padded(text: str, spec: str) -> str:
    """A text as a format spec writes it; as it is if the spec is none for texts, or depends on values.

    >>> padded("the mean", "<11")
    'the mean   '
    """
    return format(text, spec) if _FOR_TEXTS.fullmatch(spec) else text
