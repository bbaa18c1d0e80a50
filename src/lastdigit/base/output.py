"""What is printed: characters that the encoding of a stream lacks are spelled, and end nothing."""

from __future__ import annotations

import io
from typing import Any


def spell_what_is_lacking(*streams: Any) -> None:
    """Have text streams spell such characters; others are left as they are."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
