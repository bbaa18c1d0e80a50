"""Derives the verdicts of a certificate of lastdigit again, with integers and fractions of the standard library alone.

It imports nothing of lastdigit and states every definition itself. What it does not derive it names. In this order:
printed tokens, exact values and rounding bounds, operations, what a certificate says, the rules of verdicts, the files
that it may be held to, the command. docs/certificates.md describes certificates, docs/decision-rule.md the rules.
"""

from __future__ import annotations

import argparse
import base64
import csv
import gzip
import hashlib
import json
import math
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None  # type: ignore[assignment]

BITS, GUARD = 192, 64
ONE = 1 << BITS
FORMATS = {"float64": (53, -1022), "float32": (24, -126), "float16": (11, -14), "bfloat16": (8, -126)}
"""Bits of the significand, and the least exponent of a normal number."""
ALIKE, SHIFTED, NARROW = Fraction(1, 1 << 20), Fraction(1, 1 << 13), Fraction(1, 1 << 34)
"""How far two derivations may differ: of a bound, of an interval's ends by its reach, and of an exact value."""
JUST_BELOW_ONE = 1 - Fraction(1, 1 << 99)
VERDICTS = ("agrees", "disagrees", "undecided", "failed", "skipped")
FIELDS = (
    *("document", "case", "golden", "operation", "implementation", "dtype", "against", "environment"),
    *("verdict", "gate", "evidence", "arithmetic", "erratum"),
)
"""What tells a verdict from all others, and what follows of it."""
THEOREM = "a theorem, with exp off by at most {} units of roundoff"
MORE = ("floatmode", "rounded_to", "others", "dtypes", "edges")
"""What is said of prints that are not derived here: modes of digits, roundings before, other formats, summaries."""


class Rejected(Exception):
    """What a certificate says and does not follow."""


class Own(Exception):
    """An operation that the project defines itself, so that nothing is derived here."""


def expect(holds: object, message: str) -> None:
    if not holds:
        raise Rejected(message)


# --- Printed tokens
def magnitude(value: Fraction, base: int) -> int:
    """e with base^e ≤ |value| < base^(e + 1)."""
    e = 0
    while abs(value) < Fraction(base) ** e:
        e -= 1
    while abs(value) >= Fraction(base) ** (e + 1):
        e += 1
    return e


def ulp(value: Fraction, dtype: str) -> Fraction:
    """The distance between neighbours in the binade of a value."""
    digits, least = FORMATS[dtype]
    return Fraction(2) ** ((max(magnitude(value, 2), least) if value else least) - digits + 1)


def nearest(value: float, dtype: str) -> float:
    """Rounded to the format, ties to even."""
    digits, least = FORMATS[dtype]
    unit = max(math.frexp(value)[1] - 1, least) - digits + 1
    return math.ldexp(round(math.ldexp(value, -unit)), unit)


def decimals(text: str) -> int:
    return len(text.lower().partition("e")[0].partition(".")[2])


Interval = tuple[Fraction, Fraction]


def intervals(golden: Mapping[str, Any], widest: bool = False) -> list[Interval]:
    """All reals that print as each token; ``widest``: if no more digits were printed than NumPy's array shows."""
    texts, precision, printer = golden["tokens"], golden.get("precision"), golden["printer"]
    known = printer in ("numpy", "torch", "python") and not any(golden.get(name) for name in MORE)
    expect(known, f"golden {golden['name']} is printed in a way that is not derived here")
    if widest and printer == "numpy" and precision is not None:
        precision = min(precision, max(map(decimals, texts), default=0))
    whole = len(texts) - golden["cut"]
    return [token(golden, text, precision) for text in texts[:whole]] + begun(golden, texts[whole:], precision)


def unit(golden: Mapping[str, Any], value: Fraction, precision: int, scientific: bool) -> Fraction:
    """Of the last place that could be shown; where digits stop once they are unique, an ulp at least."""
    place = (magnitude(value, 10) if scientific and value else 0) - precision
    shown = Fraction(10) ** place if value or not scientific else Fraction(0)
    return shown if golden["printer"] == "torch" else max(shown, ulp(value, golden["dtype"]))


def token(golden: Mapping[str, Any], text: str, precision: int | None) -> Interval:
    """Half a unit to either side; towards zero the unit is less where the token is a power of ten, or of two."""
    value, scientific = Fraction(text), "e" in text.lower()
    if precision is None or "int" in golden["dtype"] or (golden["printer"] == "torch" and text.endswith(".")):
        return value, value
    outwards, inwards = (unit(golden, x, precision, scientific) / 2 for x in (value, value * JUST_BELOW_ONE))
    return (value - inwards, value + outwards) if value > 0 else (value - outwards, value + inwards)


def begun(golden: Mapping[str, Any], texts: Sequence[str], precision: int | None) -> list[Interval]:
    """All numbers whose print begins so, if there is such a text; nothing where that could be any."""
    if not texts or precision is None or golden["scientific"] or "." not in texts[0]:
        return []
    if precision <= decimals(texts[0]):
        return [token(golden, texts[0], precision)]
    near = abs(Fraction(texts[0]))
    far = near + Fraction(10) ** -decimals(texts[0]) - Fraction(10) ** -precision
    half = unit(golden, far, precision, False) / 2
    return [(-far - half, half - near) if texts[0].startswith("-") else (near - half, far + half)]


# --- Exact values, as integers in units of 2^-192 whose roundings are taken in, and rounding bounds beside them
ZERO = Fraction(0)


@cache
def lost(dtype: str) -> Fraction:
    """What underflows: a normal number that is flushed, or half precision's least subnormal one."""
    digits, least = FORMATS[dtype]
    return Fraction(2) ** (least - digits + 1 if dtype == "float16" else least)


def roundoff(dtype: str) -> Fraction:
    return Fraction(1, 1 << FORMATS[dtype][0])


class Rounding(NamedTuple):
    """What a computation rounds (Higham, "Accuracy and Stability of Numerical Algorithms", chapters 2 to 4).

    In the model "fused" all but operands of products and the result stays in the format of accumulation; in the others
    each step is stored; in "split" a term of a sum may be stored eight times more, as part of a partial sum.
    """

    storage: str
    accumulation: str
    model: str
    key_tile: int | None
    exp_error: float
    operands: str | None

    @property
    def steps(self) -> str:
        return self.accumulation if self.model == "fused" else self.storage

    def gamma(self, n: int) -> Fraction:
        """nu ÷ (1 − nu), u the unit roundoff of the steps."""
        return Fraction(n, (1 << FORMATS[self.steps][0]) - n)

    def summation(self, n: int, stored: int) -> Fraction:
        """n additions in any order, and ``stored`` roundings; sums in a wider format may be truncated, at 2u each."""
        units, wide = 1 << FORMATS[self.accumulation][0], self.accumulation != self.storage
        added = Fraction(2 * n, units - 2 * n) if wide else Fraction(n, units)
        further = stored - 1 if self.accumulation == self.steps else stored + 8 * (self.model == "split" and wide)
        return added + (1 + added) * self.gamma(further)


@dataclass(frozen=True, slots=True)
class Num:
    """An exact value within ``rad`` of ``mid``; computed ``by`` steps that round, if that is said, off by ``err``."""

    mid: int
    rad: int = 0
    err: Fraction = ZERO
    by: Rounding | None = None

    @property
    def ends(self) -> tuple[int, int]:
        return self.mid - self.rad, self.mid + self.rad

    @property
    def exact(self) -> Fraction:
        return Fraction(self.mid, ONE)

    @property
    def reach(self) -> Fraction:
        return Fraction(self.rad, ONE)

    @property
    def size(self) -> Fraction:
        return abs(self.exact) + self.reach

    @property
    def computed(self) -> Fraction:
        return self.size + self.err

    @property
    def bound(self) -> Fraction | None:
        return self.err if self.by else None

    @property
    def stored(self) -> Fraction:
        """Its error as an operand of a product, or as a result: it is stored then, if it was computed."""
        if not self.err or self.by is None or self.by.steps == self.by.storage:
            return self.err
        return self.err + self.computed * roundoff(self.by.storage) + lost(self.by.storage)

    def off(self, err: Fraction, by: Rounding | None) -> Num:
        """The same, off by so much if that is known."""
        return Num(self.mid, self.rad, err, by) if by else self

    def rounded(self, err: Fraction, by: Rounding | None) -> Num:
        """The same, off by so much before it is rounded to the format of the steps."""
        return self.off(err + by.gamma(1) * (self.size + err) + lost(by.steps), by) if by else self

    def __add__(self, other: Num) -> Num:
        found = Num(self.mid + other.mid, self.rad + other.rad)
        return found.rounded(self.err + other.err, self.by and other.by)

    def __sub__(self, other: Num) -> Num:
        return self + Num(-other.mid, other.rad, other.err, other.by)

    def __mul__(self, other: Num) -> Num:
        off = (abs(self.mid) + self.rad) * other.rad + self.rad * abs(other.mid)
        found = Num(self.mid * other.mid >> BITS, (off >> BITS) + 2)
        return found.rounded(self.size * other.err + self.err * other.computed, self.by and other.by)

    def __truediv__(self, other: Num) -> Num:
        away = abs(other.exact) - other.reach - other.err
        expect(away > 0, "a divisor may be zero")
        ends = [(x << BITS) // y for x in self.ends for y in other.ends]
        found = between(min(ends), max(ends) + 1)
        return found.rounded((self.err + found.size * other.err) / away, self.by and other.by)

    def root(self) -> Num:
        """The square root, of a number that is known without error."""
        low, high = (max(end, 0) << BITS for end in self.ends)
        found = between(math.isqrt(low), math.isqrt(high) + 1)
        return found.off(found.size * self.by.gamma(1), self.by) if self.by else found


def between(low: int, high: int) -> Num:
    return Num((low + high) >> 1, (high - low + 1) >> 1)


def enclosing(low: Fraction, high: Fraction) -> Num:
    return between(math.floor(low * ONE), math.ceil(high * ONE))


def constant(value: float, by: Rounding | None = None) -> Num:
    units = Fraction(value) * ONE
    return Num(math.floor(units), int(units.denominator > 1), by=by)


@cache
def exp(x: int) -> tuple[int, int]:
    """(e^(x ÷ 2^m))^(2^m) from below and above, by Taylor's series with 64 bits more.

    The series is off by fewer than 2^7 of their units, and each of fewer than 2^5 squarings doubles that and adds one.
    """
    scale, halvings = BITS + GUARD, max(abs(x).bit_length() - BITS, 0) + 8
    expect(halvings < 32, "an exponential that is not derived here")
    r, term, found = (x << GUARD) >> halvings, 1 << scale, 1 << scale
    for power in range(1, 40):  # what is left out is less than a unit: r^40 ÷ 40! is below 2^-470
        term = (term * r >> scale) // power
        found += term
    for _ in range(halvings):
        found = found * found >> scale
    found >>= GUARD
    return found - (found >> BITS) - 1, found + (found >> BITS) + 2


# --- Arrays, as lists of lists
def flat(x: Any) -> list[Any]:
    return [number for part in x for number in flat(part)] if isinstance(x, list) else [x]


def shape_of(x: Any) -> list[int]:
    return [len(x), *shape_of(x[0])] if isinstance(x, list) else []


def shaped(numbers: Sequence[Any], shape: Sequence[int]) -> Any:
    size = math.prod(shape[1:])
    return [shaped(numbers[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])] if shape else numbers[0]


def turned(matrix: Any) -> Any:
    return [list(column) for column in zip(*matrix, strict=True)]


def by_rows(function: Callable[[Any], Any], x: Any) -> Any:
    return [by_rows(function, part) for part in x] if isinstance(x[0], list) else function(x)


# --- Operations: x[token][feature]; heads are taken one by one, and samples before that
def total(row: Sequence[Num]) -> Num:
    found = Num(sum(x.mid for x in row), sum(x.rad for x in row))
    by = row[0].by if all(x.by for x in row) else None
    if by is None:
        return found
    each, flushed = by.summation(len(row) - 1, 1), lost(by.steps) * (by.steps != "float16")
    return found.off(sum((x.err + x.computed * each + flushed for x in row), ZERO), by)


def dot(row: Sequence[Num], column: Sequence[Num], terms: int) -> Num:
    """Σ xₖ yₖ: each product is off by the errors of its operands, by three roundings, and by those of the sum."""
    pairs = list(zip(row, column, strict=True))
    off = sum(x.rad * (abs(y.mid) + y.rad) + abs(x.mid) * y.rad for x, y in pairs)
    found = Num(sum(x.mid * y.mid for x, y in pairs) >> BITS, (off >> BITS) + 2)
    by = row[0].by if all(x.by and y.by for x, y in pairs) else None
    if by is None:
        return found
    each = by.summation(terms, 3)
    errors = ((x.stored + each * x.computed) * y.computed + x.size * y.stored for x, y in pairs)
    return found.off(sum(errors, ZERO), by)


def matmul(a: Any, b: Any, bias: Any = None) -> Any:
    """A B + bias, which is added last or first."""
    columns, n = turned(b), len(b)

    def element(row: Sequence[Num], column: Sequence[Num], y: Num | None) -> Num:
        x = dot(row, column, n + (y is not None))
        tiny = lost(x.by.steps) if x.by else 0
        if y is None:
            return x.off(x.err + (n + 1) * tiny, x.by)
        added = y.off(y.err + y.computed * x.by.summation(n + 1, 1), x.by and y.by) if x.by else y
        return x.off(x.err + n * tiny, x.by) + added

    def multiplied(row: Sequence[Num]) -> list[Num]:
        return [element(row, column, y) for column, y in zip(columns, bias or [None] * len(columns), strict=True)]

    return by_rows(multiplied, a)


def scores(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √d: the root is applied to operands or results, which are off by six roundings of it more."""
    n, root = len(k[0]), constant(len(k[0])).root()
    reach = n * sum(max(x.computed for x in flat(side)) for side in (q, k)) + n + 2

    def divided(x: Num) -> Num:
        found = Num(x.mid, x.rad) / root
        if x.by is None:
            return found
        err = x.err / (root.exact - root.reach)
        further = x.by.gamma(7) * (1 + x.by.summation(n, 3)) * (found.size + err)
        return found.off(err + further + reach * lost(x.by.steps), x.by)

    return by_rows(lambda row: [divided(dot(row, other, n)) for other in k], q)


def weights(row: Sequence[Num]) -> list[Num]:
    """exp xⱼ ÷ Σ exp xₖ: largest where xⱼ is and all others are least, since it grows with its own score alone."""
    top = max(x.mid for x in row)
    ends = [(exp(x.mid - x.rad - top)[0], exp(x.mid + x.rad - top)[1]) for x in row]
    low, high = sum(a for a, _ in ends), sum(b for _, b in ends)
    pairs = [((a << BITS) // (a + high - b), min((b << BITS) // max(b + low - a, 1) + 1, ONE)) for a, b in ends]
    return [between(*pair) for pair in pairs]


def softmax(x: Any, causal: bool = False) -> Any:
    """Of each row; where it is causal, of what does not come after its own token."""
    if causal:
        return [weights(row[: i + 1]) + [Num(0)] * (len(row) - i - 1) for i, row in enumerate(x)]
    return by_rows(weights, x)


def layer_norm(x: Any, weight: Any, bias: Any, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ √(variance + eps) · weight + bias; the variance divides by n."""

    def normalised(row: Sequence[Num]) -> list[Num]:
        n, mean = constant(len(row)), total(row) / constant(len(row))
        centred = [Num(x.mid, x.rad) - mean for x in row]
        deviation = (total([c * c for c in centred]) / n + constant(eps)).root()
        return [c / deviation * w + b for c, w, b in zip(centred, weight, bias, strict=True)]

    return by_rows(normalised, x)


def uniform_initialization(unit: Any, fan_in: int) -> Any:
    """(2 unit − 1) ÷ √n."""
    by = flat(unit)[0].by
    bound = constant(1, by) / constant(fan_in, by).root()
    return by_rows(lambda row: [x * (bound + bound) - bound for x in row], unit)


def share(x: Any) -> Any:
    """xⱼ ÷ Σ xₖ."""
    return by_rows(lambda row: [x / total(row) for x in row], x)


def dots(q: Any, k: Any) -> Any:
    return matmul(q, turned(k))


def attention(q: Any, k: Any, v: Any, causal: bool = False, scaled: bool = True) -> Any:
    return matmul(softmax((scores if scaled else dots)(q, k), causal), v)


def self_attention(x: Any, w_query: Any, w_key: Any, w_value: Any, causal: bool = False) -> Any:
    return attention(matmul(x, w_query), matmul(x, w_key), matmul(x, w_value), causal)


def multi_head(x: Any, heads: int, **w: Any) -> Any:
    """Queries, keys and values of all heads below one another in one weight; heads are blocks of features."""
    packed, d = turned(matmul(x, turned(w["in_weight"]), w["in_bias"])), len(x[0])
    parts = [turned(packed[i : i + d // heads]) for i in range(0, 3 * d, d // heads)]
    found = [turned(attention(parts[h], parts[heads + h], parts[2 * heads + h])) for h in range(heads)]
    return matmul(turned([row for head in found for row in head]), turned(w["out_weight"]), w["out_bias"])


def encoder_block(x: Any, heads: int, eps: float = 1e-5, **w: Any) -> Any:
    """Attention, then a layer of max(0, ·); each is added to what goes in, and normalised."""

    def added(x: Any, y: Any, norm: str) -> Any:
        found = [[a + b for a, b in zip(one, other, strict=True)] for one, other in zip(x, y, strict=True)]
        return layer_norm(found, w[f"{norm}_weight"], w[f"{norm}_bias"], eps)

    x = added(x, multi_head(x, heads, **w), "norm1")
    hidden = matmul(x, turned(w["hidden_weight"]), w["hidden_bias"])
    hidden = [[between(*(max(end, 0) for end in y.ends)) for y in row] for row in hidden]
    return added(x, matmul(hidden, turned(w["return_weight"]), w["return_bias"]), "norm2")


def column_part(x: Any, name: str, w: Mapping[str, Any]) -> Any:
    """(Ω x + β)ᵀ, where tokens are the columns of x."""
    return matmul(turned(x), turned(w[f"omega_{name}"]), turned(w[f"beta_{name}"])[0] if f"beta_{name}" in w else None)


def column_attention(x: Any, scaled: bool = True, token: int | None = None, **w: Any) -> Any:
    """Of all tokens, or of one."""
    query, key, value = (column_part(x, name, w) for name in ("query", "key", "value"))
    return turned(attention(query if token is None else [query[token]], key, value, scaled=scaled))


def column_heads(x: Any, omega_output: Any, **w: Any) -> Any:
    """The heads' results below one another, and a product with all of them."""
    heads = [column_attention(x, **{name: part[h] for name, part in w.items()}) for h in range(len(w["omega_key"]))]
    return matmul(omega_output, [row for head in heads for row in head])


Operations = Mapping[str, Callable[..., Any]]
SUMS: Operations = {
    "linear": lambda x, weight, bias=None: matmul(x, turned(weight), bias),
    "projection": lambda x, weight: matmul(a=x, b=weight),
    "weighted_values": lambda weights, v: matmul(a=weights, b=v),
    "total": lambda x: by_rows(total, x),
    "attention_scores": dots,
    "scaled_attention_scores": scores,
    "sum_normalization": share,
    "sum_normalized_attention_weights": lambda q, k: share(dots(q, k)),
    "sum_normalized_attention": lambda q, k, v: matmul(share(dots(q, k)), v),
    "uniform_initialization": uniform_initialization,
}
"""Those whose rounding bounds are derived; those of all others are theorems of the engine."""
DEFINITIONS: Operations = {
    **SUMS,
    "softmax": softmax,
    "layer_norm": layer_norm,
    "attention_weights": lambda q, k, causal=False: softmax(scores(q, k), causal),
    "dot_product_attention_weights": lambda q, k: softmax(dots(q, k)),
    "dot_product_attention": lambda q, k, v: attention(q, k, v, scaled=False),
    "scaled_dot_product_attention": attention,
    "self_attention_weights": lambda x, w_query, w_key, causal=False: softmax(
        scores(matmul(x, w_query), matmul(x, w_key)), causal
    ),
    "self_attention": self_attention,
    "multi_head_attention": multi_head,
    "encoder_block": encoder_block,
    "column_token_attention_weights": lambda x, token, **w: softmax(
        dots(column_part(x, "query", w)[token], column_part(x, "key", w))
    ),
    "column_token_attention": lambda x, token, **w: column_attention(x, scaled=False, token=token, **w),
    "column_self_attention": column_attention,
    "column_multi_head_attention": column_heads,
}


# --- What a certificate says
Values = tuple[list[int], dict[int, Num]]


class Certificate:
    """What a certificate says, by what it is about; what was derived of it, each thing once; what is taken on trust."""

    def __init__(self, lines: Sequence[Mapping[str, Any]]) -> None:
        self.header, self.verdicts = lines[0]["certificate"], [line for line in lines if "verdict" in line]
        form = self.header["format"], self.header["version"]
        expect(form == ("lastdigit certificate", 2), f"expected a certificate of version 2, found {form}")
        self.said: dict[tuple[str, str, Any, str], Any] = {}
        self.derived: dict[Any, Any] = {}
        self.trusted: Counter[str] = Counter()
        self.results: dict[tuple[str, ...], list[Any]] = defaultdict(list)
        self.own = 0
        for line in lines[1:]:
            if "verdict" in line:
                self.results[result_of(line["verdict"])].append(line)
                continue
            ((kind, about),) = line.items()
            key = kind, about.get("document", ""), about.get("name", about.get("id")), about.get("case", "")
            expect(key not in self.said, f"{' '.join(map(str, key))} stands twice")
            own = kind == "operation" and about["name"] in DEFINITIONS
            expect(not own, f"{about.get('name')} is called the project's own, and defined here")
            self.said[key] = about

    def trust(self, what: str) -> None:
        self.trusted[what] += 1

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        if key not in self.derived:
            self.derived[key] = make()
        return self.derived[key]

    def all(self, kind: str) -> list[Any]:
        return [about for key, about in self.said.items() if key[0] == kind]

    def tokens(self, golden: Mapping[str, Any], widest: bool = False) -> list[Interval]:
        key = "tokens", golden["document"], golden["name"], widest
        return self.once(key, lambda: intervals(golden, widest))  # type: ignore[no-any-return]

    def definition(self, operation: str) -> Callable[..., Any]:
        if ("operation", "", operation, "") in self.said:
            raise Own(operation)
        expect(operation in DEFINITIONS, f"operation {operation} is neither defined here nor own")
        return DEFINITIONS[operation]

    def leaf(self, document: str, name: str, inputs: str, by: Rounding | None) -> Any:
        """A golden or an input: all that prints so, or the middles of that."""
        line = self.said.get(("golden", document, name, "")) or self.said["input", document, name, ""]
        radius = Fraction(line.get("radius", 0))
        ends = [(Fraction(x) - radius, Fraction(x) + radius) for x in line.get("numbers", ())]
        ends = ends or self.tokens(line, inputs == "widest")
        if line.get("kind", "literal") != "literal" and inputs != "middles":
            return shaped([shown(low, high, line["dtype"], by) for low, high in ends], line["shape"])
        return shaped([given(low, high, inputs, by) for low, high in ends], line["shape"])

    def resolve(self, document: str, inputs: str, by: Rounding | None, said: Any) -> Any:
        """An input expression: a name, a list that is stacked, an identity, one row, or arrays that are joined."""
        part = partial(self.resolve, document, inputs, by)
        if isinstance(said, str):
            derived = self.said.get(("derived", document, said, ""))
            if derived is None:
                return self.once((document, said, inputs, by), lambda: self.leaf(document, said, inputs, by))
            arrays = {name: part(told) for name, told in derived["inputs"].items()}
            return self.definition(derived["operation"])(**arrays, **derived.get("parameters", {}))
        if isinstance(said, list):
            return list(map(part, said))
        if "eye" in said:
            return [[Num(ONE * (i == j), by=by) for j in range(said["eye"])] for i in range(said["eye"])]
        if "of" in said:
            return part(said["of"])[said["row"]]
        columns = said.get("axis", 0) == 1
        rows = [row for joined in said["join"] for row in (turned(part(joined)) if columns else part(joined))]
        return turned(rows) if columns else rows

    def arguments(self, case: Mapping[str, Any], inputs: str, by: Rounding | None, storage: str) -> dict[str, Any]:
        """What a definition is read on; an implementation is handed middles, rounded to what it stores."""
        middles = inputs in ("middles", "handed")

        def stored(row: Sequence[Num]) -> list[Num]:
            held = [constant(nearest(x.mid / ONE, storage), by) for x in row]
            off = [x.off(abs(x.exact - y.exact) + x.reach, by) for x, y in zip(row, held, strict=True)]
            return held if inputs == "handed" else off

        part = partial(self.resolve, case["document"], *(("middles", None) if middles else (inputs, by)))
        found = {name: part(said) for name, said in case["inputs"].items()}
        return {name: by_rows(stored, x) for name, x in found.items()} if middles and storage else found

    def values(self, case: Mapping[str, Any], inputs: str, by: Rounding | None, places: Iterable[int] = ()) -> Values:
        """The shape of a definition's result, and some of its elements; of a batch only their samples are computed."""
        define, tracked = self.definition(case["operation"]), by if case["operation"] in SUMS else None
        storage = by.storage if by and (tracked or inputs == "handed") else ""
        key = case["document"], case["name"], inputs, storage, tracked
        given = self.once((*key, "given"), lambda: self.arguments(case, inputs, tracked, storage))
        batch = [len(given["x"])] if len(shape_of(given.get("x"))) == 3 else []

        def sample(at: int) -> tuple[list[int], list[Num]]:
            found = define(**given | ({"x": given["x"][at]} if batch else {}), **case.get("parameters", {}))
            return batch + shape_of(found), flat(found)

        shape, first = self.once((*key, 0), lambda: sample(0))
        found = {}
        for place in places:
            expect(0 <= place < math.prod(shape), f"no element {place} of a result of shape {shape}")
            at, within = divmod(place, len(first))
            found[place] = self.once((*key, at), partial(sample, at))[1][within]
        return shape, found

    def read(self, said: Mapping[str, Any]) -> dict[int, Num]:
        """What a reading says of each element, derived again; bounds by theorems are taken as it says them."""
        case, by, read = self.said["case", said["document"], said["case"], ""], Rounding(**said["arithmetic"]), {}
        shape, found = self.values(case, said["inputs"], by, said["places"])
        expect(shape == said["shape"], f"its result has the shape {shape}, not {said['shape']}")
        expect(by.operands is None, "bounds with coarser operands of products are not derived here")
        columns = (said[name] for name in ("places", "high", "low", "radius", "bound"))
        for place, high, low, radius, told in zip(*columns, strict=True):
            x, where = found[place], f"element {place} on {said['inputs']} inputs"
            moved, apart = abs(Fraction(high) + Fraction(low) - x.exact), abs(Fraction(radius) - x.reach)
            slack = SHIFTED * x.reach + NARROW * max(abs(x.exact), Fraction(1))
            same = max(moved, apart) <= slack and moved <= Fraction(radius) + x.reach
            expect(same, f"{where} is {float(x.exact)} ± {float(x.reach)}, not {high} ± {radius}")
            if x.by:
                alike = told is None or abs(x.stored - Fraction(told)) <= ALIKE * Fraction(told)
                expect(alike, f"the rounding bound of {where} is {float(x.stored)}, not {told}")
            elif told is not None:
                least = told >= abs(x.exact) * roundoff(by.storage) / 2
                expect(least, f"the rounding bound {told} of {where} is less than storing it rounds")
                self.trust(f"the rounding bound of {case['operation']}, {THEOREM.format(by.exp_error)}")
            read[place] = x.off(x.stored if x.by else Fraction(told or 0), by if x.by or told is not None else None)
        return read


def given(low: Fraction, high: Fraction, inputs: str, by: Rounding | None) -> Num:
    """A number of an input; with what a document writes it computes as its format stores that."""
    middle = (low + high) / 2
    if inputs == "middles":
        return enclosing(middle, middle)
    used = Fraction(nearest(float(middle), by.storage)) if by else None
    return enclosing(low, high).off(ZERO if used is None else max(abs(low - used), abs(high - used)), by)


def shown(low: Fraction, high: Fraction, dtype: str, by: Rounding | None) -> Num:
    """A number of an input that a document printed in a format, and rounds where it computes in a coarser one."""
    if by is None or (dtype in FORMATS and FORMATS[dtype][0] <= FORMATS[by.storage][0]):
        return enclosing(low, high).off(ZERO, by)
    unit = ulp(max(abs(low), abs(high)), by.storage)
    return enclosing(low, high).off(abs(low - round(low / unit) * unit) if low == high else unit / 2, by)


def goldens_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """What a case says of which part of its result each golden prints."""
    said = [each if isinstance(each, dict) else {"golden": each} for each in case.get("goldens", ())]
    return {each["golden"]: each for each in said}


def result_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """What tells the verdicts of one result from those of others."""
    return tuple(row.get(name, "") for name in ("document", "case", "implementation", "dtype", "environment"))


def told(row: Mapping[str, Any]) -> str:
    case = f"{row['document']}/{row['case']}-{row['implementation']}-{row['dtype']}"
    return f"{case} against {row['golden'] or 'the definition'}"


# --- The rules of verdicts
def number(text: str, dtype: str) -> Fraction:
    """What was observed, by its shortest decimal."""
    found = nearest(float(text), dtype if dtype in ("float32", "float16") else "float64")
    expect(nearest(found, dtype) == found, f"observed {text}, which is no number of {dtype}")
    return Fraction(found)


class Check:
    """One verdict, held to what follows: each rule counts the elements that exceed all that is allowed."""

    def __init__(self, certificate: Certificate, line: Mapping[str, Any]) -> None:
        self.all, self.line, self.row = certificate, line, line["verdict"]
        self.document, self.name, self.dtype = (self.row[name] for name in ("document", "case", "dtype"))
        self.golden = certificate.said.get(("golden", self.document, self.row["golden"], ""), {})
        self.case = certificate.said.get(("case", self.document, self.name, ""), {})
        self.siblings = certificate.results[result_of(self.row)]
        definition = (line["verdict"] for line in self.siblings if line["rule"] == "definition")
        self.measured = any("arithmetic" in row for row in definition)

    def run(self) -> None:
        """Raise :class:`Rejected` unless it follows by its rule."""
        verdict, evidence, rule = self.row["verdict"], self.row.get("evidence", ""), self.line["rule"]
        follow = getattr(self, f"by_{rule}", None)
        known = rule == verdict if verdict in ("failed", "skipped") else follow
        expect(known and verdict in VERDICTS, f"{verdict} by the rule {rule}")
        words = ("proven", "inferred", "calibrated") if verdict == "disagrees" else ("",)
        expect(evidence in words, f"{verdict}, and evidence {evidence!r}")
        self.gate()
        if follow is None:
            return self.all.trust("why something failed or was skipped")
        over = follow()
        follows = not over if evidence == "calibrated" else bool(over) == (verdict == "disagrees")
        expect(follows, f"{over} elements exceed what is allowed, and it {verdict} {evidence}")
        if evidence == "calibrated":
            self.all.trust("that independent roundings do not give what was observed (calibrated)")
        elif not over and rule not in ("shape", "relation"):
            self.all.trust("power: that an agreement excludes gross mistakes, and what is undecided does not")

    def reading(self, at: int, inputs: str) -> dict[int, Num]:
        """One of its readings, which must be of its format and model wherever a bound rests on these."""
        key = "reading", self.document, self.line["readings"][at], self.name
        said = self.all.said[key]
        by = Rounding(**said["arithmetic"])
        wanted = self.dtype, self.row.get("arithmetic", by.model)
        if inputs == "printed":
            said_in = self.golden.get("computed_in", self.golden["dtype"])
            wanted = said_in if said_in in FORMATS else self.case.get("dtype", "float64"), "split"
        elif inputs == "middles" and self.measured:
            wanted = by.storage, by.model
        sums = {by.storage, "float64" if by.storage == "float64" else "float32"}
        fits = (said["inputs"], by.storage, by.model) == (inputs, *wanted) and by.accumulation in sums
        expect(fits, f"its reading is on {said['inputs']} inputs, in {by}")
        return self.all.once(key, lambda: self.all.read(said))  # type: ignore[no-any-return]

    def places(self) -> list[int]:
        """Which elements of a result its golden prints."""
        golden, name, shape = self.golden, self.row["golden"], self.all.values(self.case, "middles", None)[0]
        said = goldens_of(self.case)[name]
        part = shaped(range(math.prod(shape)), shape)
        part = turned(part) if said.get("transpose") else part
        part = part if said.get("row") is None else part[said["row"]]
        part = part[: golden["shape"][0] if golden["cut"] else said.get("rows")] if golden["shape"] else part
        expect(shape_of(part) == golden["shape"], f"golden {name} has another shape than its part")
        return flat(part)[: len(golden["tokens"])]

    def by_print(self) -> int:
        """Of printed values, against the definition or a result."""
        over = self.beyond(widest=False)
        if over and self.row["evidence"] == "proven":
            expect(self.beyond(widest=True), "by the digits that are shown alone it would agree")
        return over

    by_document = by_result = by_print

    def beyond(self, widest: bool) -> int:
        places, tokens, known, over = self.places(), self.all.tokens(self.golden, widest), self.reading(0, "printed"), 0
        expect(self.line["places"] == places[: len(tokens)], f"its places are {places}")
        exact = self.all.values(self.case, "widest", None, places)[1] if widest else known
        of_result = self.line["rule"] == "result"
        middles = self.reading(1, "middles") if of_result else {}
        observed = [number(text, self.dtype) for text in self.line["observed"]] if of_result else [None] * len(tokens)
        for at, (low, high), seen in zip(places, tokens, observed, strict=False):
            x, terms = exact[at], [(high - low) / 2, exact[at].reach, known[at].bound]
            if seen is not None:
                own = abs(seen - middles[at].exact) if self.measured else middles[at].bound
                terms += [abs(x.exact - middles[at].exact) + middles[at].reach, own]
            over += self.exceeds(abs((x.exact if seen is None else seen) - (low + high) / 2), terms)
        return over

    def exceeds(self, error: Fraction, terms: Sequence[Fraction | None]) -> bool:
        """Nothing exceeds what is not known, nor does it agree with that."""
        known = [term for term in terms if term is not None]
        expect(len(known) == len(terms) or self.row["verdict"] != "agrees", "it agrees where no bound is finite")
        return len(known) == len(terms) and error > sum(known)

    def by_definition(self) -> int:
        """Of a result against the definition, in all elements of it that the certificate has."""
        found, over = self.reading(0, "handed"), 0
        for line in self.siblings:
            for at, text in zip(line.get("places", ()), line.get("observed", ()), strict=True):
                terms = [found[at].bound, found[at].reach]
                if line is self.line or None not in terms:
                    over += self.exceeds(abs(number(text, self.dtype) - found[at].exact), terms)
        expect(self.line["places"], "no element of what was observed is told")
        return over

    def by_shape(self) -> int:
        """Of a printed shape."""
        self.all.trust("shapes of results, and printed nan and infinities")
        return self.all.values(self.case, "middles", None)[0] != list(map(int, self.golden["tokens"]))

    def by_relation(self) -> int:
        """Of what must hold between printed values whatever the inputs were."""
        said, golden = self.all.said["relation", self.document, self.name, ""], self.golden
        w, kind = said.get("with", {}), said["holds"]
        inputs = "printed" if kind == "between_rows" else "middles"
        array = self.all.leaf(self.document, w["input"], inputs, None) if "input" in w else []
        if kind == "shape_of":
            return list(map(int, golden["tokens"])) != shape_of(array)
        expect(not golden["cut"], "not all of its numbers are printed")
        width, dtype, tokens = golden["shape"][-1], golden["dtype"], self.all.tokens(golden)
        known = [(x.exact - x.reach, x.exact + x.reach) for x in flat(array)]
        if kind == "sums_to":
            allowed = abs(Fraction(w["sum"])) * (width + 1) * roundoff(dtype)
            rows = [tokens[i : i + width] for i in range(0, len(tokens), width)]
            tokens = [(sum((low for low, _ in row), ZERO), sum((high for _, high in row), ZERO)) for row in rows]
            ends = [(Fraction(w["sum"]) - allowed, Fraction(w["sum"]) + allowed)] * len(rows)
        elif kind == "within":
            ends = [(Fraction(w["low"]), Fraction(w["high"]))] * len(tokens)
        elif kind == "between_rows":
            columns = [known[i % width :: width] for i in range(len(tokens))]
            ends = [(min(low for low, _ in c), max(high for _, high in c)) for c in columns]
        else:
            expect(kind == "prints", f"no relation {kind}")
            ends = [(low - ulp(low, dtype) / 2, high + ulp(high, dtype) / 2) for low, high in known]
        return sum(high < a or low > b for (low, high), (a, b) in zip(tokens, ends, strict=True))

    def gate(self) -> None:
        """Whether a run may pass with it: a disagreement by an erratum that expects such evidence, and no failure."""
        row, verdict, errata = self.row, self.row["verdict"], self.all.all("erratum")
        errata = [e for e in errata if self.name in (e.get("cases") or [e.get("case") or self.name])]
        golden = [e for e in errata if (e["document"], e.get("golden")) == (self.document, row["golden"])]
        own = [e for e in errata if e.get("implementation") == row["implementation"]]
        own = [e for e in own if self.dtype in (e.get("dtypes") or [self.dtype])]
        known: Mapping[str, Any] = {} if golden and own else next(iter(golden or own), {})
        failure, weak = known.get("failure", ""), known.get("evidence", "proven") == "proven" != row.get("evidence")
        expected = bool(failure) and failure in row.get("reason", "")
        if known and (verdict in ("agrees", "disagrees") or (verdict == "failed" and expected)):
            passes = verdict == "failed" or (verdict == "disagrees" and not failure and not weak)
        else:
            known, passes = {}, verdict not in ("disagrees", "failed")
        wanted = "pass" if passes else "fail", known.get("id", "")
        follows = (row.get("gate", "pass"), row.get("erratum", "")) == wanted
        expect(follows, f"its gate is {wanted[0]}, erratum {wanted[1]!r}")


def of_rows(certificate: Certificate) -> Iterable[str]:
    """Rows that are missing, that stand twice, or that are of nothing that is known."""
    said = {key[1:3]: about for key, about in certificate.said.items() if key[0] in ("case", "relation")}
    found: dict[Any, Counter[Any]] = {key: Counter() for key in said}
    for row in (line["verdict"] for line in certificate.verdicts):
        dtype = "" if row["implementation"] == "document" else row["dtype"]
        rows = found.setdefault((row["document"], row["case"]), Counter())
        rows[row["operation"], row["implementation"], dtype, row.get("environment", ""), row["golden"]] += 1
    for key, rows in found.items():
        about = said.get(key, {})
        operation = about.get("operation", about.get("holds"))
        results = {(operation, *row[1:4]) for row in rows}
        goldens = [about["golden"]] if "holds" in about else list(goldens_of(about))
        if goldens and all(who[1] != "document" for who in results):
            results.add((operation, "document", "", ""))
        wanted = Counter((*who, golden) for who in results for golden in (*goldens, *[""] * (who[1] != "document")))
        if key != ("", "") and (rows != wanted or not rows):
            wrong = sorted(map(str, (rows - wanted) + (wanted - rows)))
            yield f"{'/'.join(key)}: a row that is missing, or one too many: {', '.join(wrong) or 'all'}"


def totals(certificate: Certificate) -> Iterable[str]:
    """The totals of the run, and its gate."""
    header, rows = certificate.header, [line["verdict"] for line in certificate.verdicts]
    counted = {name: sum(row["verdict"] == name for row in rows) for name in VERDICTS}
    if counted != header["verdicts"]:
        yield f"the run: it has {counted}, not {header['verdicts']}"
    confirmed = {row.get("erratum") for row in rows if row["verdict"] in ("disagrees", "failed")}
    called = {row["implementation"] for row in rows if row["verdict"] != "skipped"}
    skipped = {row["implementation"] for row in rows} - called
    errata = [e for e in certificate.all("erratum") if e.get("implementation") not in skipped]
    stale = [e["id"] for e in errata if e["id"] not in confirmed]
    if stale and header["complete"] and not header["faults"]:
        yield f"the run: nothing confirms the errata {stale}"
    passes = not header["faults"] and called and all(row.get("gate", "pass") == "pass" for row in rows)
    if header["gate"] != ("pass" if passes else "fail"):
        yield f"the run: its gate is {'pass' if passes else 'fail'}, not {header['gate']}"


# --- The files that a certificate may be held to
def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "no file"


def tables_of(root: Path, document: str) -> dict[Any, Any]:
    """What the files of a document say, by kind and name; with the cases that it takes from another."""
    if tomllib is None:
        return {}
    names = (root / document / name for name in ("cases.toml", "document.toml"))
    said, stored = (tomllib.loads(path.read_text("utf-8-sig")) for path in names)
    taken = tables_of(root, said["like"]) if "like" in said else {}
    found = {key: entry for key, entry in taken.items() if key[0] in ("case", "derived", "relation")}
    found |= {("derived", name): {"name": name, **entry} for name, entry in said.get("derived", {}).items()}
    found |= {("golden", entry["name"]): entry for entry in stored["golden"]} if "golden" not in said else {}
    for kind in ("case", "relation", "erratum"):
        found |= {(kind, entry.get("name", entry.get("id"))): entry for entry in said.get(kind, ())}
    return found


def against_reference(certificate: Certificate, root: Path) -> Iterable[str]:
    """Printed tokens, inputs and cases, as they stand in a folder of reference data."""
    for name, digest in certificate.header["reference"].items():
        if sha256(root / name) != digest:
            yield f"{name}: it is not the file that was judged against"
    for (kind, document, name, _), about in certificate.said.items():
        path = root / document / f"{kind}s" / f"{name}.csv"
        if kind == "input" and not path.is_file():
            certificate.trust(f"numbers that are drawn and not stored: {about['origin']}")
        elif kind in ("golden", "input"):
            cells = [cell for row in csv.reader(path.read_text("utf-8").splitlines()) for cell in row if cell != "..."]
            if cells != about["tokens"] if kind == "golden" else list(map(float, cells)) != about["numbers"]:
                yield f"{kind} {document}/{name}: {path} holds other numbers"
        if kind in ("golden", "case", "derived", "relation", "erratum"):
            stated = certificate.once(("tables", document), partial(tables_of, root, document))
            if tomllib is None or (kind == "golden" and not any(key[0] == kind for key in stated)):
                certificate.trust("what Python 3.10 cannot read of a case file, or what it says of goldens")
            elif {key: about[key] for key in about if key not in ("document", "tokens")} != stated.get((kind, name)):
                yield f"{kind} {document}/{name}: its files say {stated.get((kind, name))}"


def against_definitions(certificate: Certificate, folder: Path) -> Iterable[str]:
    """The files of the project's own operations, as they were when it was certified."""
    for about in certificate.all("operation"):
        if sha256(folder / about["file"]) != about["sha256"]:
            yield f"operation {about['name']}: {folder / about['file']} is not the file that was certified"


def against_record(certificate: Certificate, path: Path) -> Iterable[str]:
    """Every row, what was observed, and the bounds, as they stand in the record of the run."""
    if sha256(path) != certificate.header["run"]:
        yield f"{path}: it is not the record that was certified"
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    rows, columns = ([line[kind] for line in lines if kind in line] for kind in ("verdict", "elements"))
    if len(rows) != len(certificate.verdicts):
        yield f"the run: it has {len(rows)} verdicts, not {len(certificate.verdicts)}"
    for line, said, elements in zip(certificate.verdicts, rows, columns, strict=False):
        row = line["verdict"]
        differ = [name for name in FIELDS if said.get(name) != row.get(name)]
        if differ:
            yield f"{told(row)}: {differ[0]} is {said.get(differ[0])!r} in the record, not {row.get(differ[0])!r}"
        elif "observed" in line and line["observed"] != texts(elements["observed"]):
            yield f"{told(row)}: the record has other observed numbers"
        elif line.get("readings"):
            reading = certificate.said["reading", row["document"], line["readings"][0], row["case"]]
            bounds = dict(zip(reading["places"], reading["bound"], strict=True))
            packed = base64.b64decode(
                elements["terms"]["document's rounding" if row["golden"] else "implementation's rounding"]
            )
            stored = struct.unpack(f"<{len(packed) // 8}d", packed)
            if any(bounds[at] != x for at, x in zip(line["places"], stored, strict=True) if math.isfinite(x)):
                yield f"{told(row)}: the record has other rounding bounds"


def texts(column: Any) -> list[str]:
    """Texts of one width side by side, or a list of them."""
    if isinstance(column, list):
        return column
    width, joined = column["width"], column["texts"]
    return [joined[i : i + width].rstrip() for i in range(0, len(joined), width)]


# --- The command
def problems(certificate: Certificate, reference: Path | None, record: Path | None) -> Iterable[str]:
    """Everything in it that does not follow, by the verdict that it is of."""
    yield from totals(certificate)
    yield from of_rows(certificate)
    for given, check, name in ((reference, against_reference, "reference"), (record, against_record, "run")):
        if given is None:
            certificate.trust(f"what stands in the certificate as such (--{name} holds it to the {name})")
        else:
            yield from check(certificate, given)
    for line in certificate.verdicts:
        try:
            Check(certificate, line).run()
        except Own as error:
            certificate.trust(
                f"own operation {error}: its definition is the project's, and nothing here derives its verdicts"
            )
            certificate.own += 1
        except Exception as error:
            yield f"{told(line['verdict'])}: {why(error)}"
    certificate.trust("what implementations returned; of a result without printed numbers, that the worst is told")
    certificate.trust("that no tighter arithmetic model fits than the one that a verdict names")


def why(error: Exception) -> str:
    """Whatever goes wrong in reading it, what it says is not accepted."""
    return str(error) if isinstance(error, Rejected) else f"it cannot be read: {type(error).__name__}: {error}"


def read_certificate(path: Path) -> Certificate:
    """Its lines, held to the hash at their end."""
    body, _, end = gzip.decompress(path.read_bytes()).rstrip(b"\n").rpartition(b"\n")
    expect(json.loads(end)["end"]["sha256"] == hashlib.sha256(body + b"\n").hexdigest(), "its end has another hash")
    return Certificate([json.loads(line) for line in body.splitlines()])


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where everything follows; 1 where something does not, and says what."""
    parser = argparse.ArgumentParser(prog="lastdigit_checker", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("certificate", type=Path, metavar="CERTIFICATE")
    parser.add_argument("--reference", type=Path, metavar="DIR", help="reference data, to hold tokens and inputs to")
    parser.add_argument("--run", type=Path, metavar="RUN", help="the run's record, or its folder, to hold rows to")
    parser.add_argument("--definitions", type=Path, metavar="DIR", help="own operations, to hold their files to")
    options = parser.parse_args(arguments)
    run = options.run / "run.jsonl.gz" if options.run and options.run.is_dir() else options.run
    try:
        certificate = read_certificate(options.certificate)
        found = list(problems(certificate, options.reference, run))
        found += against_definitions(certificate, options.definitions) if options.definitions else []
    except Exception as error:
        found = [f"{options.certificate}: {why(error)}"]
    for problem in found:
        print(f"rejected: {problem}")
    if not found:
        own = f", {certificate.own} of them of own operations, which are not derived" if certificate.own else ""
        print(f"accepted: {len(certificate.verdicts)} verdicts{own}; taken on trust:")
        print("\n".join(f"  {name} ({count})" for name, count in sorted(certificate.trusted.items())))
    return 1 if found else 0
