"""One print read back: its tokens, its shape, and its intervals, compared with prints of other numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import read_array
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.shown_options import contradiction
from lastdigit.printing.tokens import exact, is_finite, is_scientific, parts
from lastdigit.printing.value import PrintedComplex, PrintedNonFinite, PrintedValue
from studies.roundtrip.exact_numbers import Grid, fraction
from studies.roundtrip.real_print import RealPrint


def failures(real: RealPrint, chosen: int) -> list[str]:
    """What was not read back correctly; ``chosen`` selects the element whose interval is tested."""
    found = read_array(real.text, 0, cut=False)
    if found is None:
        return ["nothing was read"]
    wrong = list(_structure(real, found))
    if wrong:
        return wrong
    known = replace(found, dtype=real.dtype, dtype_shown=True)
    form = known.print_format(real.options)
    wrong += _containment(real, form)
    wrong += [f"contradiction: {reason}" for way in (found, known) if (reason := contradiction(way, real.options))]
    if real.tokens and not wrong:
        element = chosen % len(real.tokens)
        for part in ("real", "imag") if np.iscomplexobj(real.array) else (None,):
            wrong += _interval(real, form, element, part)
    return wrong


def _structure(real: RealPrint, found: ArrayPrint) -> Iterator[str]:
    tokens = tuple(token.text for token in found.tokens)
    if tokens != real.tokens:
        yield f"tokens {tokens}, expected {real.tokens}"
    if not all(real.text.startswith(token.text, token.offset) for token in found.tokens):
        yield "a token does not stand at its offset"
    if found.end != len(real.text) or found.cut:
        yield f"read up to {found.end}"
    if found.shape != real.shown.shape:
        yield f"shape {found.shape}, expected {real.shown.shape}"
    summary = found.summary
    if (summary and summary.edges) != real.edges:
        yield f"{summary}, expected edges {real.edges}"
    if real.edges and summary and summary.full_shape != (real.array.shape if real.shape_said else None):
        yield f"{summary}, expected full shape {real.array.shape}"
    if real.dtype_said and found.dtype != real.dtype:
        yield f"dtype {found.dtype}, expected {real.dtype}"
    if found.printer != real.printer:
        yield f"printer {found.printer}, expected {real.printer}"


def _number(real: RealPrint, element: int, part: str | None) -> Any:
    number = real.array.reshape(-1)[real.shown.reshape(-1)[element]]
    return number if part is None else getattr(number, part)


def _containment(real: RealPrint, form: PrintFormat) -> Iterator[str]:
    for element, token in enumerate(real.tokens):
        value = form.value(token)
        number = _number(real, element, None)
        if isinstance(value, PrintedComplex):
            pairs = [(value.real, number.real), (value.imag, number.imag)]
        else:
            pairs = [(value, number)]
        for said, behind in pairs:
            if isinstance(said, PrintedNonFinite):
                if not said.is_value(float(behind)):
                    yield f"{said} for {behind!r}"
            elif not np.isfinite(behind):
                yield f"{said} for {behind!r}"
            elif not said.low <= fraction(behind) <= said.high:
                yield f"{behind!r} outside of {said}"
            elif not form.prints(said.token, fraction(behind)):
                yield f"{behind!r} is said not to print as {said.token}"


def _interval(real: RealPrint, form: PrintFormat, element: int, part: str | None) -> Iterator[str]:
    """Tests numbers of the dtype at the ends of the interval, inside and outside, printed in the element's place."""
    value = form.value(real.tokens[element])
    if isinstance(value, PrintedComplex):
        value = value.real if part == "real" else value.imag
    number = _number(real, element, part)
    if not isinstance(value, PrintedValue) or number.dtype.kind != "f":
        return
    grid = Grid(type(number), real.dtype == "bfloat16")
    least, most = grid.at_least(value.low), grid.at_most(value.high)
    within = grid.at_most((value.low + 2 * value.high) / 3)
    for candidate in {grid.below(least), least, grid.above(least), within, grid.below(most), most, grid.above(most)}:
        if not np.isfinite(candidate):
            continue
        exactly = fraction(candidate)
        same = _prints_same(real, element, part, candidate)
        if same is None:
            continue
        if same and not value.low <= exactly <= value.high:
            yield f"{candidate!r} prints as {value.token} as well, outside of {value}"
        # After an exponent's unique digits, NumPy appends exact digits since 1.21, and zeros before.
        padded = is_scientific(value.token) and not form.prints(value.token, exactly)
        if not same and value.low < exactly < value.high and not padded:
            yield f"{candidate!r} does not print as {value.token}, inside of {value}"
        if same != form.prints(value.token, exactly):
            yield f"{candidate!r} is said {'not ' if same else ''}to print as {value.token}"


def _prints_same(real: RealPrint, element: int, part: str | None, candidate: Any) -> bool | None:
    """Whether an element prints the same for another number; None if the format of the whole array then changes."""
    text = real.with_number(element, candidate, part)
    if text == real.text:
        return True
    other = read_array(text, 0, cut=False)
    if other is None:
        return False
    tokens = [token.text for token in other.tokens]
    if _layout(tokens, part) != _layout(real.tokens, part):
        return None
    own, new = (_part_of(token, part) for token in (real.tokens[element], tokens[element]))
    return own == new or (is_finite(own) and is_finite(new) and exact(own) == exact(new) == 0)


def _layout(tokens: Any, part: str | None) -> tuple[bool, bool]:
    own = [token for token in (_part_of(token, part) for token in tokens) if is_finite(token)]
    return any("e" in token for token in own), all(token.endswith(".") for token in own)


def _part_of(token: str, part: str | None) -> str:
    return token if part is None else parts(token)[part == "imag"]
