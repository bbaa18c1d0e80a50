"""One of N shards of a run: a deterministic selection of tests, the same on every machine."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

SHARD = re.compile(r"([1-9][0-9]{0,8})/([1-9][0-9]{0,8})")
"""K/N, both counted from 1."""


@dataclass(frozen=True)
class Shard:
    """Shard ``number`` of ``of``, counted from 1."""

    number: int
    of: int

    def holds(self, group: str) -> bool:
        """Whether a group of tests belongs to this shard, by its SHA-256, independently of other shards."""
        return int.from_bytes(hashlib.sha256(group.encode("utf-8", "surrogatepass")).digest()[:8], "big") % self.of == (
            self.number - 1
        )

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def shard_of(text: str) -> Shard:
    """The shard K/N; raises ValueError if the text is not one."""
    found = SHARD.fullmatch(text)
    if not found or int(found[1]) > int(found[2]):
        raise ValueError(f"expected K/N with 1 <= K <= N, found {text}")
    return Shard(int(found[1]), int(found[2]))
