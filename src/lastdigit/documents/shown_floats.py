"""Whether the floats that the cells of a document show as their values are float64 numbers that nobody rounded.

``repr`` gives such a number all digits that it needs, so that ``1.9`` stands for the float64 nearest to it. Where a
source rounds, or has numbers of a shorter dtype, whose ``repr`` needs fewer digits, it may stand for more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_ROUNDS = r"\b(?:around|round_?|rint|trunc|fix|quantize|Decimal)\s*\(|\bdecimals\s*=|\bfloat\(\s*(?:[fF]?['\"]|format)"
_SHORTER = r"float(?:16|32)|\bf[24]\b|\.half\(|\bsingle\b|\.numpy\(|tensorflow|\bkeras|\bjax\b|\bmlx\b"
_READS = r"\bimread\(|\bnp\.load|\bfromfile\(|\bh5py\b"
_MAY_BE_SHORT = re.compile(f"{_ROUNDS}|{_SHORTER}|{_READS}")


def shows_all_digits(sources: Iterable[str]) -> bool:
    """Whether no source of a document rounds numbers, or makes or reads any of a shorter dtype than float64."""
    return not any(map(_MAY_BE_SHORT.search, sources))
