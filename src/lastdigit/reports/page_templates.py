"""The templates of all pages: what a document, a label or an error says is escaped, and nothing is left undefined."""

from __future__ import annotations

import re

from lastdigit.base.extras import needs
from lastdigit.reports.palette import colours

with needs("report"):
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape


_PARTS = re.compile(r"[^_/]*[_/]|[^_/]+")


def page_templates() -> Environment:
    """The templates beside this file, with the filters that every page has."""
    environment = Environment(
        loader=PackageLoader("lastdigit.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = breakable
    environment.globals["COLOURS"] = Markup(colours())
    return environment


def breakable(text: str) -> Markup:
    """A name that may be broken after an underscore or a slash."""
    return Markup("<wbr>").join(map(escape, _PARTS.findall(text)))
