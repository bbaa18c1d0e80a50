"""The study of other kernels: each right and wrong way to compute a kind, in every format, judged by the rules."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.base.number_format import FORMATS
from studies.power.findings import Finding
from studies.power.kernel_runs import KernelKind
from studies.power.mean_kernels import mean_kinds
from studies.power.norm_kernels import norm_kinds
from studies.power.product_kernels import product_kinds
from studies.power.rules import KERNEL_BENCH, LASTDIGIT, Question, rulings
from studies.power.softmax_kernels import softmax_kind
from studies.power.stored import stored

SEED = 7
IN_TOTAL = "all kernels"


@dataclass(frozen=True)
class KernelSetting:
    """A kind, by its number, in a format."""

    number: int
    format: str

    @property
    def shown(self) -> str:
        """The setting in a line of progress."""
        kind = kernel_kinds()[self.number]
        return f"{kind.name}, {kind.size:,}, {self.format}"


@functools.cache
def kernel_kinds() -> tuple[KernelKind, ...]:
    """Softmax, products, sums and means, norms."""
    return (softmax_kind(), *product_kinds(), *mean_kinds(), *norm_kinds())


def kernel_settings(formats: Sequence[str], kinds: Sequence[int] | None = None) -> list[KernelSetting]:
    """Every kind, or those with these numbers, in every format in which it is studied."""
    return [
        KernelSetting(number, format)
        for number, kind in enumerate(kernel_kinds())
        for format in formats
        if format in kind.formats and (kinds is None or number in kinds)
    ]


def study_kernels(setting: KernelSetting) -> list[Finding]:
    """Compute every right and wrong result of a kind and apply the rules for kernels of any kind."""
    kind, format = kernel_kinds()[setting.number], setting.format
    arrays = [stored(array, format) for array in kind.draw(np.random.RandomState(SEED))]
    question = Question(kind.operation, arrays, kind.parameters, format, kind.exact(arrays))
    return [_found(kind, question, name) for name in (*kind.right, *kind.wrong)]


def _found(kind: KernelKind, question: Question, name: str) -> Finding:
    format, exact, right = question.format, question.exact, name in kind.right
    with np.errstate(all="ignore"):
        result = (kind.right if right else kind.wrong)[name](question.arrays, format)
        error = float(np.max(np.abs(result - exact)))
    named = not right and format in kind.by_nature.get(name, ())
    by_nature = named or (not right and _is_faithful(result, exact, format))
    return Finding(kind.name, kind.size, format, name, right, by_nature, error, rulings(question, result))


def fewer_than_kernel_bench(findings: Iterable[Finding]) -> list[str]:
    """The kinds in which lastdigit catches fewer wrong kernels than KernelBench's rule over all formats, in words."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    kinds = {kind.name for kind in kernel_kinds()}
    for found in findings:
        if found.kind in kinds and not found.right and not found.by_nature:
            rules = [rule for rule in (LASTDIGIT, KERNEL_BENCH) if found.rulings[rule].refused]
            counts[found.kind].update(rules)
            counts[IN_TOTAL].update(rules)
    return [
        f"{caught[LASTDIGIT]} wrong of {kind} caught; by KernelBench's rule {caught[KERNEL_BENCH]}"
        for kind, caught in counts.items()
        if caught[LASTDIGIT] < caught[KERNEL_BENCH]
    ]


def _is_faithful(result: np.ndarray, exact: np.ndarray, format: str) -> bool:
    """Whether each element is one of the two numbers of the format next to the exact one, so as good as possible."""
    form = FORMATS[format]
    _, exponent = np.frexp(exact)
    ulp = np.ldexp(1.0, np.maximum(exponent - 1, form.emin) - form.digits + 1)
    return bool(np.all(np.abs(result - exact) < ulp))
