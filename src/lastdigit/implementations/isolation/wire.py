"""Messages between the judge and a worker: JSON, and arrays as raw float64. Nothing is unpickled, and everything is
validated."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

HEAD = struct.Struct("<I")
LONGEST_HEADER = 1 << 20
MOST_AXES = 64

NUMBER = "number"
"""The key that links an answer to its request."""

Receive = Callable[[int], bytes]
"""Receives the given number of bytes; raises :class:`Gone` at the end."""


class Gone(Exception):
    """The other process has ended."""


class Nonsense(Exception):
    """An invalid message."""


@dataclass(frozen=True, eq=False)
class Message:
    """A JSON object and arrays (None for an omitted one)."""

    words: dict[str, Any]
    arrays: Sequence[np.ndarray | None] = ()


def packed(message: Message) -> bytes:
    """Serialise a message."""
    shapes = [None if array is None else list(array.shape) for array in message.arrays]
    header = json.dumps({**message.words, "shapes": shapes}).encode()
    raw = (array.astype("<f8", copy=False).tobytes() for array in message.arrays if array is not None)
    return b"".join([HEAD.pack(len(header)), header, *raw])


def received(receive: Receive, most: int) -> Message:
    """Receive the next message, with a limit on the size of its arrays; raises :class:`Gone` and :class:`Nonsense`."""
    (length,) = HEAD.unpack(receive(HEAD.size))
    if length > LONGEST_HEADER:
        raise Nonsense(f"a header of {length} bytes")
    try:
        words = json.loads(receive(length))
        shapes = [None if shape is None else _shape(shape) for shape in words.pop("shapes")]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Nonsense(f"an invalid header ({type(error).__name__})") from error
    sizes = [0 if shape is None else 8 * math.prod(shape) for shape in shapes]
    if sum(sizes) > most:
        raise Nonsense(f"{sum(sizes)} bytes of arrays, over {most}")
    arrays = [
        None if shape is None else np.frombuffer(receive(size), dtype="<f8").astype(np.float64).reshape(shape)
        for shape, size in zip(shapes, sizes, strict=True)
    ]
    return Message(words, arrays)


def _shape(plain: Any) -> tuple[int, ...]:
    if not isinstance(plain, list) or len(plain) > MOST_AXES or not all(type(n) is int and n >= 0 for n in plain):
        raise ValueError("no shape")
    return tuple(plain)
