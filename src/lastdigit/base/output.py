"""Output streams: characters that the encoding lacks are escaped rather than raising."""

from __future__ import annotations

import io
from typing import Any


def spell_what_is_lacking(*streams: Any) -> None:
    """Make text streams escape such characters; other streams are left alone."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
