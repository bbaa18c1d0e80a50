"""What follows the numbers of a printed array, up to the closing parenthesis: dtype, shape, device, …"""

from __future__ import annotations

import re

_NAMES = "dtype|shape|size|device|requires_grad|grad_fn|weak_type"
_ITEM = re.compile(
    rf"\s*,\s*(?P<name>{_NAMES})="
    r"(?P<value>\([0-9, ]{0,400}\)|<[^<>\n]{1,200}>|'[^'\n]{1,100}'|[\w.]{1,100})(?=[\s,)])"
)
_END = re.compile(r"\s*\)")
_ORDERED = re.compile(r"[<>=|]?([?biufc])([0-9]{1,2})?")
_KINDS = {"b": "int", "i": "int", "u": "uint", "f": "float", "c": "complex", "?": "bool"}


def read_suffix(text: str, start: int) -> tuple[dict[str, str], int] | None:
    """The attributes from ``start`` to the closing parenthesis, and its end; None if this is not a suffix."""
    said: dict[str, str] = {}
    position = start
    while (item := _ITEM.match(text, position)) is not None:
        if item["name"] in said:
            return None
        said[item["name"]] = item["value"]
        position = item.end()
    end = _END.match(text, position)
    return None if end is None else (said, end.end())


def said_dtype(text: str, start: int) -> str | None:
    """The dtype in a suffix that may be truncated; None if it has none."""
    found = re.compile(r"dtype=([\w.']{1,100})(?=[,)])").search(text, start, start + 1000)
    return dtype_name(found[1]) if found else None


def dtype_name(spelled: str) -> str:
    """The name of a dtype as a printer spells it: ``torch.float32``, ``'>f4'``, ``mlx.core.float32``, ``float32``."""
    name = spelled.strip("'").rpartition(".")[2]
    ordered = _ORDERED.fullmatch(name)
    if ordered is None or (ordered[1] == "?") != (ordered[2] is None):
        return {"half": "float16", "bool_": "bool"}.get(name, name)
    return "bool" if ordered[1] == "?" else f"{_KINDS[ordered[1]]}{8 * int(ordered[2])}"


def shape_of(spelled: str) -> tuple[int, ...] | None:
    """The shape that ``(2, 3)`` spells; None if an extent is not an integer."""
    extents = [extent.strip() for extent in spelled.strip("()").split(",")]
    if extents[-1] == "":
        extents.pop()
    if not all(re.fullmatch("[0-9]{1,18}", extent) for extent in extents):
        return None
    return tuple(map(int, extents))
