"""``python -m studies.beside``: right and wrong attentions, compared with a stored result by the rules of other tools.

The stored result is that of a plain attention in the same format, as in a regression test. For each rule it prints how
many right attentions it refuses, and how many wrong ones it accepts. docs/beside-other-tools.md has the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

import numpy as np

import lastdigit

Array = np.ndarray
Attention = Callable[[Array, Array, Array], Array]

FORMATS = ("float64", "float32", "float16")
SIZES = ((8, 8, 4), (64, 96, 32), (128, 512, 64))
"""Queries, keys, and the length of a head."""
NUMPY, REGRESSIONS = (1e-7, 0.0), (1e-5, 1e-8)
TORCH = {"float64": (1e-7, 1e-7), "float32": (1.3e-6, 1e-5), "float16": (1e-3, 1e-5)}
"""Relative and absolute default tolerances of each assertion; pytest-regressions uses those of NumPy's comparison."""


def within(new: Array, old: Array, relative: float, absolute: float) -> bool:
    """Whether every element is within the tolerances."""
    exact = old.astype(np.float64)
    return bool((np.abs(new.astype(np.float64) - exact) <= absolute + relative * np.abs(exact)).all())


RULES: Mapping[str, Callable[[Array, Array], bool]] = {
    "equal bits": lambda new, old: bool(np.array_equal(new, old)),
    "numpy.testing": lambda new, old: within(new, old, *NUMPY),
    "pytest-regressions": lambda new, old: within(new, old, *REGRESSIONS),
    "torch.testing": lambda new, old: within(new, old, *TORCH[old.dtype.name]),
}
"""Whether each rule accepts the result ``new``, given the stored ``old``, with its default tolerances."""
LASTDIGIT, ONE_BY_ONE = "lastdigit", "sums one by one"


def plain(q: Array, k: Array, v: Array) -> Array:
    """Attention by its formula."""
    return weights(q, k) @ v


def weights(q: Array, k: Array) -> Array:
    scores = q @ k.T / np.sqrt(q.shape[-1], dtype=q.dtype)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def tiled(q: Array, k: Array, v: Array, width: int = 8) -> Array:
    """Online softmax over tiles of keys, rescaling the sums when the maximum grows."""
    largest = np.full((len(q), 1), -np.inf, q.dtype)
    total, found = np.zeros((len(q), 1), q.dtype), np.zeros((len(q), v.shape[1]), q.dtype)
    for start in range(0, len(k), width):
        scores = q @ k[start : start + width].T / np.sqrt(q.shape[-1], dtype=q.dtype)
        new = np.maximum(largest, scores.max(axis=-1, keepdims=True))
        old, exponentials = np.exp(largest - new), np.exp(scores - new)
        total = total * old + exponentials.sum(axis=-1, keepdims=True)
        found, largest = found * old + exponentials @ v[start : start + width], new
    return found / total


def divided_at_the_end(q: Array, k: Array, v: Array) -> Array:
    """The result, not the weights, is divided by the sum of exponentials."""
    scores = q @ k.T / np.sqrt(q.shape[-1], dtype=q.dtype)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials @ v / exponentials.sum(axis=-1, keepdims=True)


def one_by_one(a: Array, b: Array) -> Array:
    """A product whose terms are added in order."""
    found = np.zeros((len(a), b.shape[1]), a.dtype)
    for column, row in zip(a.T, b, strict=True):
        found += column[:, None] * row
    return found


def rescaled(q: Array) -> np.generic:
    """The factor that turns the scale into that of a head longer by one."""
    return q.dtype.type((q.shape[-1] / (q.shape[-1] + 1)) ** 0.5)


RIGHT: Mapping[str, Attention] = {
    "keys in reverse order": lambda q, k, v: plain(q, k[::-1], v[::-1]),
    "divided at the end": divided_at_the_end,
    ONE_BY_ONE: lambda q, k, v: one_by_one(weights(q, k), v),
    "online softmax": tiled,
}
WRONG: Mapping[str, Attention] = {
    "last key dropped": lambda q, k, v: plain(q, k[:-1], v[:-1]),
    "two values swapped": lambda q, k, v: plain(q, k, np.concatenate([v[1::-1], v[2:]])),
    "scale of a head one longer": lambda q, k, v: plain(q * rescaled(q), k, v),
    "last row stale": lambda q, k, v: plain(np.concatenate([q[:-1], q[-2:-1]]), k, v),
}


def counts() -> dict[str, tuple[int, int]]:
    """For each rule the number of right results that it refuses and of wrong ones that it accepts."""
    found = {name: [0, 0] for name in (*RULES, LASTDIGIT)}
    for (n, m, d), dtype in product(SIZES, FORMATS):
        draws = np.random.default_rng([n, m, d])
        q, k, v = (draws.normal(size=(rows, d)).astype(dtype) for rows in (n, m, m))
        stored = plain(q, k, v)
        for at, attentions in enumerate((RIGHT, WRONG)):
            for called, attention in attentions.items():
                result = attention(q, k, v)
                for name, passes in RULES.items():
                    found[name][at] += passes(result, stored) == bool(at)
                said = {"accumulation": dtype} if called == ONE_BY_ONE else {}
                verdict = lastdigit.judge(result, "scaled_dot_product_attention", q, k, v, **said).verdict
                found[LASTDIGIT][at] += (verdict == "disagrees") != bool(at)
    return {name: (refused, passed) for name, (refused, passed) in found.items()}


def main() -> None:
    """Print the table."""
    each = len(SIZES) * len(FORMATS)
    print(f"| rule | right ones refused, of {each * len(RIGHT)} | wrong ones let pass, of {each * len(WRONG)} |")
    print("|---|---|---|")
    for name, (refused, passed) in counts().items():
        print(f"| {name} | {refused} | {passed} |")


if __name__ == "__main__":
    main()
