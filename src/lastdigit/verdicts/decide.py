"""From a comparison to a verdict: agreed or not, at the worst element, and with what power."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.golden import Golden
from lastdigit.mistakes import Mistake
from lastdigit.printing.value import PrintedValue
from lastdigit.verdicts.array_comparison import ArrayComparison
from lastdigit.verdicts.comparison import Band, Bound, Comparison
from lastdigit.verdicts.elements import Elements, Grid, Terms, numbers, same_column
from lastdigit.verdicts.explain import explain
from lastdigit.verdicts.readings import LazyBands
from lastdigit.verdicts.search import Search
from lastdigit.verdicts.texts import texts_of
from lastdigit.verdicts.verdict import AGREES, DISAGREES, THE_DOCUMENT, UNDECIDED, Verdict


def decided(
    base: Verdict,
    comparison: Comparison | ArrayComparison,
    observed: Sequence[str],
    same: Sequence[bool] | None,
    *,
    of: int,
    most: int | None = None,
) -> Verdict:
    """The verdict of a comparison before its power is known; with ``most`` elements in detail, the worst ones."""
    worst = comparison.worst
    disagreeing = comparison.disagreeing
    refuted = set(disagreeing)
    verdict = DISAGREES if disagreeing else UNDECIDED if comparison.unknown else AGREES
    reason = ""
    if verdict == UNDECIDED:
        count = len(comparison.expected)
        reason = f"no finite rounding bound for {comparison.unknown} of {count} elements in {base.dtype}"
    shown: Sequence[int] = range(len(comparison.expected))
    if same is None:
        worst_of_all = disagreeing if most is None else sorted(disagreeing, key=comparison.excess.__getitem__)[-most:]
        shown = sorted({*worst_of_all} | ({worst} if worst is not None else set()))
    return replace(
        base,
        verdict=verdict,
        elements=len(comparison.expected),
        disagreeing=len(disagreeing),
        of=of,
        worst_index="" if worst is None else ",".join(map(str, comparison.index(worst))),
        expected="" if worst is None else comparison.shown[worst],
        observed="" if worst is None else observed[worst],
        error=None if worst is None else float(comparison.errors[worst]),
        allowed=None if worst is None else _float(comparison.allowed[worst]),
        digits=None if same is None else sum(same),
        reason=reason,
        terms=Terms((name, numbers([_float(bounds[i]) for i in shown])) for name, bounds in comparison.terms.items()),
        details=Elements(
            Grid(comparison.shape, range(len(shown)) if same is not None else np.array(shown, dtype=np.int64)),
            texts_of([comparison.shown[i] for i in shown]),
            texts_of([observed[i] for i in shown]),
            numbers([float(comparison.errors[i]) for i in shown]),
            numbers([_float(comparison.allowed[i]) for i in shown]),
            np.array([i not in refuted for i in shown], dtype=np.bool_),
            same_column(same if same is not None else [None] * len(shown)),
        ),
    )


def with_power(
    verdict: Verdict,
    comparison: Comparison,
    changed: Sequence[tuple[Mistake, Sequence[Band]]],
    search: Search | None = None,
) -> Verdict:
    """Add which mistakes would have been seen, or what explains what was seen: one of them where there is no search."""
    seen = {mistake.name for mistake, found in changed if comparison.rules_out(found)}
    blind_to = tuple(mistake.name for mistake, _ in changed if mistake.name not in seen)
    verdict = replace(verdict, rules_out=len(seen), mistakes=len(changed), blind_to=blind_to)
    if verdict.verdict == DISAGREES:
        return replace(verdict, explanation=search.explain() if search else _single(verdict, comparison, changed))
    if verdict.verdict == AGREES and changed and not seen:
        reason = f"what is allowed in {verdict.dtype} is too wide to rule out any of {len(changed)} mistakes"
        return replace(verdict, verdict=UNDECIDED, reason=reason)
    return verdict


def _single(verdict: Verdict, comparison: Comparison, changed: Sequence[tuple[Mistake, Sequence[Band]]]) -> str:
    found = dict(changed)
    printed = verdict.implementation == THE_DOCUMENT
    observed = np.array([float(value) for value in comparison.observed])
    return explain(list(found), observed, lambda one: comparison.explained_by(found[one[0]], printed=printed))


def bands_of(
    changed: Sequence[tuple[Mistake, RoundedBalls | None]], elements: Sequence[int]
) -> list[tuple[Mistake, Sequence[Band]]]:
    """For every mistake that can be made, the bands of the elements that are compared."""
    return [(mistake, LazyBands(read, elements)) for mistake, read in changed if read is not None]


def shape_verdict(base: Verdict, golden: Golden, shape: tuple[int, ...]) -> Verdict:
    """A printed shape against the shape of a result."""
    printed = tuple(int(token) for token in golden.tokens)
    return replace(
        base,
        verdict=AGREES if printed == tuple(shape) else DISAGREES,
        elements=len(printed),
        of=len(printed),
        expected=str(printed),
        observed=str(tuple(shape)),
        digits=sum(p == s for p, s in zip(printed, shape, strict=False)),
    )


def same_digits(golden: Golden, printed: PrintedValue, value: Fraction) -> bool:
    """Whether a value prints as a token; as its beginning, where the token was cut."""
    if not printed.whole:
        return printed.low <= value <= printed.high
    return golden.format.prints(printed.token, value)


def _float(bound: Bound) -> float:
    return float("inf") if bound is None else float(bound)


def shortest(value: float, dtype: str) -> str:
    """The shortest decimal that is this number in its format."""
    return repr(float(value)) if dtype not in {"float32", "float16"} else str(np.dtype(dtype).type(value))


def decimal(value: Fraction) -> str:
    """Seventeen significant digits of an exact value."""
    return f"{float(value):.17g}"
