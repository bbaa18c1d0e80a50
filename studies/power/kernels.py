"""The study of other kernels: each right and wrong way to compute a kind, in every format, before the rules."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from lastdigit.errors import UnknownOperation
from lastdigit.number_format import FORMATS
from lastdigit.operations import find_operation
from studies.power.findings import Finding
from studies.power.kernel_runs import KernelKind
from studies.power.mean_kernels import mean_kinds
from studies.power.norm_kernels import norm_kinds
from studies.power.product_kernels import product_kinds
from studies.power.rules import KERNEL_BENCH, LASTDIGIT, Question, rulings
from studies.power.softmax_kernels import softmax_kind
from studies.power.stored import stored

SEED = 7

Job = tuple[int, str, str]
"""Which kind, the format, and the name of the way to compute it."""


@functools.cache
def kernel_kinds() -> tuple[KernelKind, ...]:
    """Softmax, products, sums and means, norms."""
    return (softmax_kind(), *product_kinds(), *mean_kinds(), *norm_kinds())


def kernel_jobs(formats: Sequence[str], kinds: Sequence[int] | None = None) -> Iterator[Job]:
    """Every kind whose operation there is, with every format and name; says which are left out."""
    for number, kind in enumerate(kernel_kinds()):
        if kinds is not None and number not in kinds:
            continue
        try:
            find_operation(kind.operation)
        except UnknownOperation:
            print(f"left out: {kind.name}, since there is no operation {kind.operation}")
            continue
        for format in formats:
            if format in kind.formats:
                for name in (*kind.right, *kind.wrong):
                    yield number, format, name


def study_kernel(job: Job) -> Finding:
    """Compute one result and ask the rules that are for kernels of any kind."""
    number, format, name = job
    kind = kernel_kinds()[number]
    question = _question(number, format)
    arrays, exact = question.arrays, question.exact
    right = name in kind.right
    with np.errstate(all="ignore"):
        result = (kind.right if right else kind.wrong)[name](arrays, format)
        error = float(np.max(np.abs(result - exact)))
    named = not right and format in kind.by_nature.get(name, ())
    by_nature = named or (not right and _is_faithful(result, exact, format))
    return Finding(kind.name, kind.size, format, name, right, by_nature, error, rulings(question, result))


def fewer_than_kernel_bench(findings: Iterable[Finding]) -> list[str]:
    """The kinds and formats in which lastdigit catches fewer wrong kernels than KernelBench's rule, in words."""
    counts: dict[tuple[str, int, str], Counter[str]] = defaultdict(Counter)
    kinds = {kind.name for kind in kernel_kinds()}
    for found in findings:
        if found.kind in kinds and not found.right and not found.by_nature:
            counts[found.kind, found.size, found.format] += Counter(
                rule for rule in (LASTDIGIT, KERNEL_BENCH) if found.rulings[rule].refused
            )
    return [
        f"{caught[LASTDIGIT]} wrong of {kind}, {size}, {format} caught; by KernelBench's rule {caught[KERNEL_BENCH]}"
        for (kind, size, format), caught in counts.items()
        if caught[LASTDIGIT] < caught[KERNEL_BENCH]
    ]


@functools.lru_cache(maxsize=1)
def _question(number: int, format: str) -> Question:
    kind = kernel_kinds()[number]
    arrays = [stored(array, format) for array in kind.draw(np.random.RandomState(SEED))]
    return Question(kind.operation, arrays, kind.parameters, format, kind.exact(arrays))


def _is_faithful(result: np.ndarray, exact: np.ndarray, format: str) -> bool:
    """Whether each element is one of the two numbers of the format next to the exact one: nobody could do better."""
    form = FORMATS[format]
    _, exponent = np.frexp(exact)
    ulp = np.ldexp(1.0, np.maximum(exponent - 1, form.emin) - form.digits + 1)
    return bool(np.all(np.abs(result - exact) < ulp))
