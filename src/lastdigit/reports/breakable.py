"""Names that a page may break after an underscore."""

from __future__ import annotations

from markupsafe import Markup, escape


def breakable(text: str) -> Markup:
    """A name that may be broken after an underscore."""
    return Markup("_<wbr>").join(escape(part) for part in text.split("_"))
