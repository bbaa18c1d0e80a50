"""A made-up run of any size, whose details are made when they are asked for; as a command it writes the page of one.

``python benchmarks/large_run.py PAGE VERDICTS ELEMENTS`` writes it and prints, as JSON, what that took.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from lastdigit.base.number_format import FORMATS
from lastdigit.cases.case import Case, CaseFile, Expected
from lastdigit.cases.reference import Reference, ReferenceDocument
from lastdigit.printing.golden import Golden, Provenance
from lastdigit.printing.print_format import PrintFormat
from lastdigit.records.lines import elements_line
from lastdigit.records.run import Run, environment
from lastdigit.reports.page.run_page import write_html
from lastdigit.store.documents import StoredDocument
from lastdigit.verdicts.elements import Elements, Grid, Terms, same_column
from lastdigit.verdicts.texts import texts_of
from lastdigit.verdicts.verdict import (
    AGAINST_DEFINITION,
    AGAINST_DOCUMENT,
    AGREES,
    DISAGREES,
    Element,
    Verdict,
)

DTYPES = ("float64", "float32", "bfloat16", "float16")
IMPLEMENTATIONS = tuple(
    f"{library}_{way}" for library in ("numpy", "torch", "jax") for way in ("matmul", "einsum", "loops", "blocks")
)
PER_GOLDEN = 2 * len(IMPLEMENTATIONS) * len(DTYPES)
PER_DOCUMENT = 50
WIDTH = 20
VARIANTS = 4
WRONG = 500
"""One verdict of so many disagrees."""
OPERATION = "scaled_dot_product_attention"
TERMS = ("printing", "document's rounding", "uncertain inputs", "implementation's rounding")


class Drawn:
    """A store of elements that keeps those of one golden: they are drawn anew, the same ones, when they are wanted.

    It hands over what a record hands over, columns. ``seconds`` is how long a processor was at it. Its clock is read
    once for a golden, not once for a verdict: that is a call of the kernel, after which all that follows is slower.
    """

    def __init__(self, verdicts: Sequence[Verdict], documents: dict[str, ReferenceDocument]) -> None:
        self.verdicts, self.documents = verdicts, documents
        self.seconds = 0.0
        self.count = 0
        self._first = -1
        self._drawn: list[tuple[Elements, Terms]] = []

    def line(self, stored: int) -> str:
        details, terms = self.elements(stored)
        return elements_line(replace(self.verdicts[stored], details=details, terms=terms))

    def elements(self, stored: int) -> tuple[Elements, Terms]:
        at = stored % PER_GOLDEN
        if stored - at != self._first:
            self._draw(stored - at)
        return self._drawn[at]

    def _draw(self, first: int) -> None:
        started = time.process_time()
        verdicts = self.verdicts[first : first + PER_GOLDEN]
        goldens = self.documents[verdicts[0].document].stored.goldens
        self._first, self._drawn = first, [_detailed(verdict, goldens) for verdict in verdicts]
        self.count += sum(len(elements) for elements, _ in self._drawn)
        self.seconds += time.process_time() - started

    def close(self) -> None:
        pass


def large_run(verdicts: int, elements: int) -> Run:
    """A run of about so many verdicts, each golden of so many elements that they make ``elements`` together."""
    pairs = max(verdicts // 2, 1)
    goldens = max(pairs // (len(IMPLEMENTATIONS) * len(DTYPES)), 1)
    size = max(elements // pairs // WIDTH, 1) * WIDTH
    documents = {
        f"{at:03}": _document(f"{at:03}", size, min(PER_DOCUMENT, goldens - at * PER_DOCUMENT))
        for at in range(-(-goldens // PER_DOCUMENT))
    }
    found = tuple(
        verdict
        for document, known in documents.items()
        for name in known.stored.goldens
        for implementation in IMPLEMENTATIONS
        for dtype in DTYPES
        for verdict in _verdicts(document, name, implementation, dtype, size)
    )
    found = tuple(replace(verdict, stored=at) for at, verdict in enumerate(found))
    reference = Reference(Path("reference_data"), documents)
    return Run(environment(), reference, found, (), True, store=Drawn(found, documents))


def _document(name: str, size: int, goldens: int) -> ReferenceDocument:
    form = PrintFormat("numpy", 8, False, "float64")
    state = np.random.RandomState(int(name))
    found = {}
    for at in range(goldens):
        tokens = tuple(f"{value:.8f}" for value in state.normal(size=size))
        golden = f"context_{at}"
        where = Provenance(name, at, at, 1, 10 * at, 10 * at + 9)
        found[golden] = Golden(
            golden, "printed", f"Context {at}", where, form, "default", (size // WIDTH, WIDTH), tokens, False
        )
    cases = tuple(
        Case(name, golden, OPERATION, {"q": "q", "k": "k", "v": "v"}, {}, (Expected(golden),), "", "")
        for golden in found
    )
    stored = StoredDocument(name, Path("reference_data") / name, f"{name}.txt", "0" * 64, found)
    return ReferenceDocument(stored, CaseFile(name, cases))


def _verdicts(document: str, golden: str, implementation: str, dtype: str, size: int) -> Iterator[Verdict]:
    seed = _seed(document, golden, implementation, dtype)
    wrong = seed % WRONG == 0
    base = Verdict(
        document, golden, golden, OPERATION, implementation, dtype, AGAINST_DOCUMENT, DISAGREES if wrong else AGREES
    )
    u = float(FORMATS[dtype].unit_roundoff)
    base = replace(
        base,
        elements=size,
        of=size,
        worst_index="0,0",
        expected="0.1",
        observed="0.1",
        seconds=(1 + seed % 97) * 1e-5,
        mistakes=20,
        rules_out=20,
        gate="fail" if wrong else "pass",
        disagreeing=size if wrong else 0,
    )
    digits = 0 if wrong else size if dtype == "float64" else size // 3 if dtype == "float32" else 0
    yield replace(
        base,
        error=9.0 if wrong else 4.9e-9 + u,
        allowed=5e-9 + 50 * u,
        digits=digits,
        explanation="scores not scaled" if wrong else "",
    )
    yield replace(
        base,
        golden="",
        against=AGAINST_DEFINITION,
        verdict=AGREES,
        gate="pass",
        disagreeing=0,
        error=u * (1 + seed % 7) / 20,
        allowed=5 * u,
    )


def _seed(*names: str) -> int:
    """The same number for the same names, in every process."""
    found = 0
    for character in "/".join(names):
        found = (found * 131 + ord(character)) % (2**31 - 1)
    return found


@lru_cache(maxsize=4)
def _exact(document: str, golden: Golden) -> tuple[np.ndarray, np.ndarray]:
    """What the tokens were printed from (they, and a part of their quantum), and their values."""
    state = np.random.RandomState(_seed(document, golden.name))
    printed = np.array([float(token) for token in golden.tokens])
    return printed + state.uniform(-0.5e-8, 0.5e-8, len(printed)), printed


def _detailed(verdict: Verdict, goldens: dict[str, Golden]) -> tuple[Elements, Terms]:
    if not verdict.golden:
        element = Element((0, 0), "0.1", "0.1", verdict.error or 0.0, verdict.allowed or 0.0, True, None)
        return Elements.of((element,)), Terms.of({TERMS[2]: [0.0], TERMS[3]: [verdict.allowed or 0.0]})
    golden = goldens[verdict.golden]
    variant = _seed(verdict.implementation) % VARIANTS
    return _elements(verdict.document, golden, verdict.dtype, variant, bool(verdict.disagreeing))


# Every golden's verdicts stand together: what is made for one of them serves the others.
@lru_cache(maxsize=4 * len(DTYPES) * VARIANTS)
def _elements(document: str, golden: Golden, dtype: str, variant: int, wrong: bool) -> tuple[Elements, Terms]:
    """One of several ways to round a golden's values in a format: a few units in the last place apart."""
    exact, printed = _exact(document, golden)
    u = float(FORMATS[dtype].unit_roundoff)
    state = np.random.RandomState(_seed(document, golden.name, dtype, str(variant)))
    values = FORMATS[dtype].round(exact * (1 + u * state.randint(-3, 4, len(exact)))) + (9.0 if wrong else 0.0)
    errors = np.abs(values - printed)
    rounding = 20 * u * np.abs(exact)
    texts = [str(np.float32(value)) if dtype == "float32" else repr(value) for value in values.tolist()]
    details = Elements(
        Grid(golden.shape, range(len(texts))),
        texts_of(golden.tokens),
        texts_of(texts),
        errors,
        5e-9 + rounding,
        np.full(len(texts), not wrong),
        same_column((errors <= 5e-9).tolist()),
    )
    half, none = np.full(len(texts), 5e-9), np.zeros(len(texts))
    return details, Terms(zip(TERMS, (half, none, none, rounding), strict=True))


def main(page: str, verdicts: str, elements: str) -> None:
    """Write the page of such a run; print seconds, those of them that making its elements took, memory and size."""
    run = large_run(int(verdicts), int(elements))
    lean = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    write_html(run, Path(page))
    written = time.process_time() - started
    store = run.store
    assert isinstance(store, Drawn)
    told = {
        "verdicts": len(run.verdicts),
        "elements": store.count,
        "details_seconds": store.seconds,
        "seconds": written,
        "light_bytes": lean * 1024,
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "size": Path(page).stat().st_size,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
