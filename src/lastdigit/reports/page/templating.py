"""The templates of all pages, which escape what documents and errors say; their styles; and the hashes of a policy."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from lastdigit.base.extras import needs
from lastdigit.reports.page.palette import colours

with needs("report"):
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape


FOLDER = Path(__file__).parent / "templates"

STYLES = ("style.css", "causes.css", "overview.css", "scoreboard.css", "golden.css", "implementations.css", "print.css")

_PARTS = re.compile(r"[^_/]*[_/]|[^_/]+")


def page_templates() -> Environment:
    """The templates beside this file, with the filters that every page has."""
    environment = Environment(
        loader=PackageLoader("lastdigit.reports.page"),
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


def style() -> str:
    """The style of a run's page: colours, then the files."""
    return "\n" + colours() + "\n" + "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in STYLES)


def policy_hash(text: str) -> str:
    """The source expression by which a Content Security Policy admits an inline script or style, and no other."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
