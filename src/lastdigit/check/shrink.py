"""A failing input made smaller: the smallest shape, the plainest mask and layout, that still fail in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from lastdigit.check.spec import BOTH, CAUSAL, CONTIGUOUS, NO_MASK, Spec
from lastdigit.check.trial import Trial

MOST_TRIES = 80


def shrunk(failing: Trial, attempt: Callable[[Spec], Trial | None], *, most: int = MOST_TRIES) -> Trial:
    """The smallest trial that was found; ``attempt`` gives None where there is no such input."""
    tries, smaller = 0, True
    while smaller:
        smaller = False
        for spec in _smaller(failing.spec):
            tries += 1
            if tries > most:
                return failing
            found = attempt(spec)
            if found is not None and found.fails and _alike(found, failing):
                failing, smaller = found, True
                break
    return failing


def _smaller(spec: Spec) -> Iterator[Spec]:
    """Simpler inputs, those first that are simpler by most."""
    if "b" in spec.sizes:
        yield replace(spec, sizes={name: length for name, length in spec.sizes.items() if name != "b"})
    if spec.layout != CONTIGUOUS:
        yield replace(spec, layout=CONTIGUOUS)
    if spec.mask != NO_MASK:
        yield replace(spec, mask=NO_MASK)
    if spec.mask == BOTH:
        yield replace(spec, mask=CAUSAL)
    tried: set[tuple[str, int]] = set()
    for part in (lambda length: 1, lambda length: length // 2, lambda length: length - 1):
        for name, length in sorted(spec.sizes.items(), key=lambda entry: -entry[1]):
            shorter = part(length)
            if 0 < shorter < length and (name, shorter) not in tried:
                tried.add((name, shorter))
                yield replace(spec, sizes={**spec.sizes, name: shorter})


def _alike(one: Trial, other: Trial) -> bool:
    """Whether two fail in the same way: by the same verdict and, where something was raised, by the same."""
    names = [trial.verdict.reason.partition(":")[0] for trial in (one, other)]
    same = one.verdict.verdict == other.verdict.verdict
    return same and (not names[1].startswith("raised") or names[0] == names[1])
