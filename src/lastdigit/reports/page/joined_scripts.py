"""The scripts of the pages: ES modules, joined into the one inline script that a page can have without a network."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "scripts"

_IMPORT = re.compile(r'^import \{([\w, ]+)\} from "\./(\w+)\.mjs";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function (\w+)|const (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class InvalidScript(ValueError):
    """A module of a page that cannot be joined with the others."""


def joined(entry: str, folder: Path = FOLDER) -> str:
    """The module of this name after all that it imports, each once and in a scope of its own.

    What comes of it is a classic script: a browser runs it where it stands, and an inline module later.

    Raises :class:`InvalidScript` where modules import each other in a circle, or one imports what another does not
    export.
    """
    exported: dict[str, list[str]] = {}
    texts: list[str] = []

    def add(name: str, importing: tuple[str, ...]) -> None:
        if name in importing:
            circle = " → ".join((*importing[importing.index(name) :], name))
            raise InvalidScript(f"{folder / name}.mjs: expected imports without a circle, found {circle}")
        if name in exported:
            return
        path = folder / f"{name}.mjs"
        if not path.is_file():
            imported = " → ".join((*importing, name))
            raise InvalidScript(f"{path}: expected a module, found no such file; imported by {imported}")
        text = path.read_text(encoding="utf-8")
        for names, other in _IMPORT.findall(text):
            add(other, (*importing, name))
            if missing := sorted({*names.split(", ")} - {*exported[other]}):
                raise InvalidScript(f"{path}: expected exports of {other}.mjs, found {', '.join(missing)}")
        exported[name] = [one or other for one, other in _EXPORT.findall(text)]
        texts.append(_scope(path, name, exported[name]))

    add(entry, ())
    return "\n".join(["", '"use strict";', "{", *texts, "}", ""])


def _scope(path: Path, name: str, exported: list[str]) -> str:
    """A module as a function that is called once and gives what it exports."""
    text = _IMPORT.sub(r"const {\1} = \2_module;\n", path.read_text(encoding="utf-8"))
    text = _EXPORT.sub("", text)
    if found := _OTHER.search(text):
        wanted = "import {…} from, export function or export const"
        raise InvalidScript(f"{path}: expected {wanted}, found {found[0]}")
    return f"const {name}_module = (() => {{\n{text}return {{{', '.join(exported)}}};\n}})();"
