"""Wrong attentions with wrong keys or wrongly scaled scores."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from studies.power.attention import Attention
from studies.power.fused_attentions import fused
from studies.power.wrong_results import Draw


def one_key_dropped(given: Attention, draw: Draw) -> np.ndarray:
    """One key is hidden from all queries."""
    return _seeing(given, np.arange(given.keys) != given.keys // 3)


def one_key_dropped_in_the_last_row(given: Attention, draw: Draw) -> np.ndarray:
    """One key is hidden from the last query."""
    seen = np.ones((given.q.shape[-2], given.keys), dtype=bool)
    seen[-1, given.keys // 3] = False
    return _seeing(given, seen)


def last_16_keys_skipped(given: Attention, draw: Draw) -> np.ndarray:
    """An incomplete last tile; queries that would see no key keep theirs."""
    return _seeing(given, np.arange(given.keys) < given.keys - 16)


def last_key_skipped(given: Attention, draw: Draw) -> np.ndarray:
    """A loop that ends one early."""
    return _seeing(given, np.arange(given.keys) < given.keys - 1)


def mask_one_late(given: Attention, draw: Draw) -> np.ndarray:
    """Query i sees key i + 1."""
    return _causal(given, np.ones(given.q.shape[-2], dtype=int))


def mask_one_late_in_some_rows(given: Attention, draw: Draw) -> np.ndarray:
    """Every sixteenth query sees key i + 1."""
    return _causal(given, (np.arange(given.q.shape[-2]) % 16 == 0).astype(int))


def mask_ignored_in_the_last_four_rows(given: Attention, draw: Draw) -> np.ndarray:
    """The last four queries see all keys."""
    rows = given.q.shape[-2]
    return _causal(given, np.where(np.arange(rows) >= rows - 4, given.keys, 0))


def scale_of_one_width_less(given: Attention, draw: Draw) -> np.ndarray:
    """1 ÷ √(d − 1)."""
    return _scaled(given, given.q.shape[-1] - 1)


def scale_of_one_width_more(given: Attention, draw: Draw) -> np.ndarray:
    """1 ÷ √(d + 1)."""
    return _scaled(given, given.q.shape[-1] + 1)


def keys_rolled(given: Attention, draw: Draw) -> np.ndarray:
    """Each value belongs to the key before."""
    return fused(replace(given, k=np.roll(given.k, 1, axis=-2)))


def _seeing(given: Attention, also: np.ndarray) -> np.ndarray:
    """Attention with some visible keys hidden, except for queries that would see none."""
    shape = (given.q.shape[-2], given.keys)
    true = np.broadcast_to(True if given.seen is None else given.seen, shape)
    seen = true & also
    return fused(replace(given, seen=np.where(np.any(seen, axis=-1, keepdims=True), seen, true)))


def _causal(given: Attention, late: np.ndarray) -> np.ndarray:
    """Query i sees keys up to i + late."""
    last = np.arange(given.q.shape[-2]) + late
    return fused(replace(given, seen=np.arange(given.keys) <= last[:, None]))


def _scaled(given: Attention, width: int) -> np.ndarray:
    """Scores times √(d ÷ width), by scaling the queries in float32."""
    return fused(replace(given, q=given.q * np.float32(math.sqrt(given.q.shape[-1] / width))))
