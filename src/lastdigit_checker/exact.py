"""Exact values: of printed tokens, in intervals, and of the definitions that the documents' cases use.

Enclosures are integers in units of 2^-192, whose roundings are taken in; beside them travels a bound of what a
computation of sums and products may be off by. Printed tokens are intervals of rationals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import mul
from typing import Any, NamedTuple

BITS, GUARD = 192, 64
ONE = 1 << BITS
FORMATS = {"float64": (53, -1022), "float32": (24, -126), "float16": (11, -14), "bfloat16": (8, -126)}
"""Bits of the significand, and the least exponent of a normal number."""


class Rejected(Exception):
    """What a certificate says and does not follow."""


def expect(holds: object, message: str) -> None:
    if not holds:
        raise Rejected(message)


# --- Number formats and printed tokens
def binade(value: Fraction, base: int = 2) -> int:
    """e with base^e <= |value| < base^(e + 1)."""
    e = math.floor((abs(value.numerator).bit_length() - value.denominator.bit_length() - 1) * math.log(2, base)) - 1
    while Fraction(base) ** (e + 1) <= abs(value):
        e += 1
    return e


def ulp(value: Fraction, dtype: str) -> Fraction:
    """The distance between neighbours in the binade of a value."""
    digits, least = FORMATS[dtype]
    return Fraction(2) ** ((max(binade(value), least) if value else least) - digits + 1)


def nearest(value: float, dtype: str) -> float:
    """Rounded to the format, ties to even."""
    digits, least = FORMATS[dtype]
    unit = max(math.frexp(value)[1] - 1, least) - digits + 1
    return value if dtype == "float64" else math.ldexp(round(math.ldexp(value, -unit)), unit)


def decimals(text: str) -> int:
    return len(text.lower().partition("e")[0].partition(".")[2])


Interval = tuple[Fraction, Fraction]


def intervals(golden: Mapping[str, Any], widest: bool = False) -> list[Interval | None]:
    """All reals that print as each token; ``widest``: if no more digits were printed than NumPy's array shows."""
    texts, precision, numpy = golden["tokens"], golden["precision"], golden["printer"] == "numpy"
    known = not golden["more"] and golden["floatmode"] is None and golden["printer"] in ("numpy", "torch", "python")
    expect(known, f"golden {golden['name']} is printed in a way that is not derived here")
    if widest and numpy and precision is not None:
        precision = min(precision, max(map(decimals, texts), default=0))
    whole = len(texts) - golden["cut"]
    return [token(golden, text, precision) for text in texts[:whole]] + [
        begun(golden, text, precision) for text in texts[whole:]
    ]


def token(golden: Mapping[str, Any], text: str, precision: int | None) -> Interval:
    """Half a unit of the last place that could be shown; where NumPy stops at unique digits, half an ulp at least.

    Towards zero the unit is less where the token spells a power of ten, or of two.
    """
    value, scientific, torch = Fraction(text), "e" in text.lower(), golden["printer"] == "torch"
    if "int" in golden["dtype"] or precision is None or (torch and text.endswith(".")):
        return value, value
    e = binade(value, 10) if value and scientific else 0
    outwards = inwards = Fraction(10) ** (e - precision) if value or not scientific else Fraction(0)
    if scientific and abs(value) == Fraction(10) ** e:
        inwards /= 10
    if not torch:
        unit = ulp(value, golden["dtype"])
        is_power = value and abs(value) == Fraction(2) ** binade(value)
        outwards, inwards = max(outwards, unit), max(inwards, unit / 2 if is_power else unit)
    below, above = (inwards, outwards) if value > 0 else (outwards, inwards)
    return value - below / 2, value + above / 2


def begun(golden: Mapping[str, Any], text: str, precision: int | None) -> Interval | None:
    """All numbers whose print begins so; None where that could be any."""
    if precision is None or golden["scientific"] or "." not in text:
        return None
    if precision <= decimals(text):
        return token(golden, text, precision)
    near, quantum = abs(Fraction(text)), Fraction(10) ** -precision
    far = near + Fraction(10) ** -decimals(text) - quantum
    half = (quantum if golden["printer"] == "torch" else max(quantum, ulp(far, golden["dtype"]))) / 2
    return (-far - half, half - near) if text.startswith("-") else (near - half, far + half)


# --- Interval arithmetic: integers in units of 2^-192
def scaled(value: Fraction, up: bool = False) -> int:
    """Rounded down, or ``up``."""
    return -((-value.numerator << BITS) // value.denominator) if up else (value.numerator << BITS) // value.denominator


def times(number: int, factor: int) -> int:
    """The product of two that are not negative, rounded up."""
    return (number * factor >> BITS) + 1


class Rounding(NamedTuple):
    """What a computation rounds (Higham, "Accuracy and Stability of Numerical Algorithms", chapters 2 to 4).

    In the model "fused" all but operands of products and the result stays in the format of accumulation; in the others
    each step is stored; in "split" a term of a sum may be stored eight times more, as part of a partial sum.
    """

    storage: str
    accumulation: str
    model: str

    @property
    def steps(self) -> str:
        return self.accumulation if self.model == "fused" else self.storage

    @property
    def stored(self) -> int:
        """What an operand of a product that was computed, or the result, loses when it is stored."""
        return ONE >> FORMATS[self.storage][0] if self.steps != self.storage else 0

    def gamma(self, n: int) -> Fraction:
        """nu ÷ (1 − nu), u the unit roundoff of the steps."""
        return Fraction(n, (1 << FORMATS[self.steps][0]) - n)

    def summation(self, n: int, stored: int) -> Fraction:
        """n additions in any order, and ``stored`` roundings; sums in a wider format may be truncated, at 2u each."""
        units, wide = 1 << FORMATS[self.accumulation][0], self.accumulation != self.storage
        added = Fraction(2 * n, units - 2 * n) if wide else Fraction(n, units)
        further = stored - 1 if self.accumulation == self.steps else stored + 8 * (self.model == "split" and wide)
        return added + (1 + added) * self.gamma(further)


@cache
def lost(dtype: str) -> int:
    """What underflows: a normal number that is flushed, or half precision's least subnormal one."""
    digits, least = FORMATS[dtype]
    return scaled(Fraction(2) ** (least - digits + 1 if dtype == "float16" else least), True)


@dataclass(slots=True)
class Num:
    """An exact value within ``rad`` of ``mid``, computed in ``by`` with an error of at most ``err``, None for unknown.

    Nothing was rounded yet where that is 0.
    """

    mid: int
    rad: int = 0
    err: int | None = None
    by: Rounding | None = None

    @property
    def size(self) -> int:
        return abs(self.mid) + self.rad

    @property
    def computed(self) -> int:
        return self.size + (self.err or 0)

    def rounded(self, err: int | None, by: Rounding | None, *, tiny: bool = True) -> Num:
        """The same, computed with an error and then rounded; what underflows may be ``tiny``."""
        if err is not None and by is not None:
            self.by, self.err = by, err + times(self.size + err, scaled(by.gamma(1), True)) + tiny * lost(by.steps)
        return self

    def operand(self) -> int:
        """The error of an operand of a product, which is stored for it if it was computed."""
        if not self.err or self.by is None or not self.by.stored:
            return self.err or 0
        return self.err + times(self.computed, self.by.stored) + lost(self.by.storage)

    def __add__(self, other: Num) -> Num:
        err = None if self.err is None or other.err is None else self.err + other.err
        return Num(self.mid + other.mid, self.rad + other.rad).rounded(err, self.by or other.by)

    def __sub__(self, other: Num) -> Num:
        return self + Num(-other.mid, other.rad, other.err, other.by)

    def __mul__(self, other: Num) -> Num:
        found = Num(self.mid * other.mid >> BITS, (self.size * other.rad + self.rad * abs(other.mid) >> BITS) + 2)
        unknown = self.err is None or other.err is None
        err = None if unknown else times(self.size, other.err or 0) + times(self.err or 0, other.computed)
        return found.rounded(err, self.by or other.by)

    def __truediv__(self, other: Num) -> Num:
        x, low, high = self.mid if other.mid > 0 else -self.mid, abs(other.mid) - other.rad, other.size
        expect(low > (other.err or 0), "a divisor may be zero")
        least, most = x - self.rad, x + self.rad
        below, above = (least << BITS) // (high if least >= 0 else low), (most << BITS) // (low if most >= 0 else high)
        found = between(below, above + 1)
        if self.err is None or other.err is None:
            return found
        err = ((self.err << BITS) + found.size * other.err) // (low - other.err) + 1
        return found.rounded(err, self.by or other.by)

    def root(self) -> Num:
        """The square root; its rounding bound is that of an exact number's."""
        ends = math.isqrt(max(self.mid - self.rad, 0) << BITS), math.isqrt(self.mid + self.rad << BITS) + 1
        return between(*ends).rounded(self.err, self.by, tiny=False)


def between(low: int, high: int) -> Num:
    return Num((low + high) >> 1, (high - low + 1) >> 1)


def constant(value: float, by: Rounding | None = None) -> Num:
    return Num(scaled(Fraction(value)), int(Fraction(value).denominator > ONE), 0, by)


def flat(x: Any) -> list[Any]:
    return [number for part in x for number in flat(part)] if isinstance(x, list) else [x]


def shape_of(x: Any) -> tuple[int, ...]:
    return (len(x), *shape_of(x[0])) if isinstance(x, list) else ()


def shaped(numbers: Sequence[Any], shape: Sequence[int]) -> Any:
    size = math.prod(shape[1:])
    return [shaped(numbers[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])] if shape else numbers[0]


def turned(matrix: Any) -> Any:
    return [list(column) for column in zip(*matrix, strict=True)]


def by_rows(function: Callable[[Any], Any], x: Any) -> Any:
    return function(x) if isinstance(x[0], Num) else [by_rows(function, part) for part in x]


def matmul(a: Any, b: Any, bias: Any = None, root: Num | None = None) -> Any:
    """A B + bias, which is added last or first; ÷ ``root`` wherever that is applied.

    Each term has errors of its sum and of two operands that were scaled; a scaled result has six of the root as well.
    """
    if isinstance(a[0], Num):
        return matmul([a], b, bias, root)[0]
    expect(len(a[0]) == len(b), "a product of matrices that do not fit")
    n, known = len(b), flat([a, b])
    found: list[list[Num]] = []
    by = next((x.by for x in known if x.by), None) if all(x.err is not None for x in known) else None
    each = scaled(by.summation(n + (bias is not None), 3), True) if by else 0
    columns = [
        [[getattr(x, part) for x in column] for part in ("mid", "size", "rad", "computed")] for column in turned(b)
    ]
    errors = [[x.operand() for x in column] if by else [] for column in turned(b)]
    for row in a:
        mids, rads, sizes = [x.mid for x in row], [x.rad for x in row], [abs(x.mid) for x in row]
        left, exact = [x.operand() + times(x.computed, each) for x in row] if by else [], [x.size for x in row]
        found.append([])
        for (mid, size, rad, computed), moved in zip(columns, errors, strict=True):
            off = sum(map(mul, rads, size)) + (sum(map(mul, sizes, rad)) if any(rad) else 0)
            one = Num(sum(map(mul, mids, mid)) >> BITS, (off >> BITS) + 2)
            if by:
                one.by, one.err = by, (sum(map(mul, left, computed)) + sum(map(mul, exact, moved)) >> BITS) + 1
                one.err += 0 if root else (n + 1) * lost(by.steps)
            found[-1].append(one)
    if root is not None:
        reach = n * sum(max(x.computed for x in flat(side)) for side in (a, b)) + (n + 2) * ONE
        return by_rows(lambda row: [over_root(x, root, reach, by and by.summation(n, 3)) for x in row], found)
    return (
        found
        if bias is None
        else by_rows(lambda row: [biased(x, b, n + 1) for x, b in zip(row, bias, strict=True)], found)
    )


def over_root(x: Num, root: Num, reach: int, terms: Fraction | None) -> Num:
    found = Num(x.mid, x.rad) / Num(root.mid, root.rad)
    if x.by and x.err is not None and terms is not None:
        err, tiny = times(x.err, (Num(ONE) / Num(root.mid, root.rad)).size), lost(x.by.steps)
        found.by, found.err = (
            x.by,
            err + times(found.size + err, scaled(x.by.gamma(7) * (1 + terms), True)) + times(tiny, reach),
        )
    return found


def biased(x: Num, bias: Num, n: int) -> Num:
    unknown = x.by is None or x.err is None or bias.err is None
    err = None if unknown else x.err + bias.err + times(bias.computed, scaled(x.by.summation(n, 1), True))  # type: ignore
    return Num(x.mid + bias.mid, x.rad + bias.rad).rounded(err, x.by, tiny=False)


def total(row: Sequence[Num]) -> Num:
    found, by = Num(sum(x.mid for x in row), sum(x.rad for x in row)), row[0].by
    if by is not None and all(x.err is not None for x in row):
        each, flushed = scaled(by.summation(len(row) - 1, 1), True), lost(by.steps) * (by.steps != "float16")
        found.by, found.err = by, sum((x.err or 0) + times(x.computed, each) + flushed for x in row)
    return found


@cache
def exp(x: int) -> tuple[int, int]:
    """(e^(|x| ÷ 2^m))^(2^m) from below and above by Taylor's series, or the inverse of that where x is negative."""
    scale, halvings, ends = BITS + GUARD, max(abs(x).bit_length() - BITS, 0) + 8, []
    for up in (0, 1):
        r, term, found = ((abs(x) << GUARD) >> halvings) + up, 1 << scale, 1 << scale
        for power in range(1, 40):  # what is left out is less than a unit: r^40 ÷ 40! is below 2^-470
            term = (term * r >> scale) // power + up
            found += term
        found += up
        for _ in range(halvings):
            found = (found * found >> scale) + up
        ends.append(found if x >= 0 else (1 << 2 * scale) // found)
    return min(ends) >> GUARD, (max(ends) >> GUARD) + 2


# --- Definitions: x[token][feature]; heads and samples are axes before these
def scores(q: Any, k: Any) -> Any:
    """q kᵀ ÷ √d."""
    return matmul(q, turned(k), root=constant(len(k[0])).root())


def softmax(x: Any, causal: bool = False, dim: int = -1) -> Any:
    """exp xⱼ ÷ Σ exp xₖ: largest where xⱼ is and all others are least, since it grows with its own score alone."""
    if dim != -1 and dim != len(shape_of(x)) - 1:
        expect(len(shape_of(x)) == 2 and dim in (0, -2), f"softmax over axis {dim} of this array is not defined here")
        return turned(softmax(turned(x)))

    def weights(row: Sequence[Num], seen: int) -> list[Num]:
        top = max(x.mid for x in row[:seen])
        ends = [(exp(x.mid - x.rad - top)[0], exp(x.mid + x.rad - top)[1]) for x in row[:seen]]
        low, high = sum(a for a, _ in ends), sum(b for _, b in ends)
        pairs = [((a << BITS) // (a + high - b), min((b << BITS) // max(b + low - a, 1) + 1, ONE)) for a, b in ends]
        return [between(*pair) for pair in pairs] + [Num(0)] * (len(row) - seen)

    if causal:
        return [weights(row, i + 1) for i, row in enumerate(x)]
    return by_rows(lambda row: weights(row, len(row)), x)


def layer_norm(x: Any, weight: Any, bias: Any, eps: float = 1e-5) -> Any:
    """(x − mean) ÷ √(variance + eps) · weight + bias; the variance divides by n."""

    def normalised(row: Sequence[Num]) -> list[Num]:
        mean, n = total(row) / constant(len(row)), constant(len(row))
        centred = [Num(x.mid, x.rad) - mean for x in row]
        deviation = (total([c * c for c in centred]) / n + constant(eps)).root()
        return [c / deviation * w + b for c, w, b in zip(centred, weight, bias, strict=True)]

    return by_rows(normalised, x)


def uniform_initialization(unit: Any, fan_in: int) -> Any:
    """(2 unit − 1) ÷ √n."""
    bound = constant(1) / constant(fan_in, flat(unit)[0].by).root()
    return by_rows(lambda row: [x * (bound + bound) - bound for x in row], unit)


def normalized(x: Any) -> Any:
    """xⱼ ÷ Σ xₖ."""
    return by_rows(lambda row: [x / total(row) for x in row], x)


def attention(q: Any, k: Any, v: Any, causal: bool = False, scaled: bool = True) -> Any:
    return matmul(softmax(scores(q, k) if scaled else matmul(q, turned(k)), causal), v)


def multi_head(x: Any, heads: int, causal: bool = False, **w: Any) -> Any:
    """Queries, keys and values of all heads below one another in one weight; heads are blocks of features."""
    packed, d = turned(matmul(x, turned(w["in_weight"]), w["in_bias"])), len(x[0])
    parts = [turned(packed[i : i + d // heads]) for i in range(0, 3 * d, d // heads)]
    found = [turned(attention(parts[h], parts[heads + h], parts[2 * heads + h], causal)) for h in range(heads)]
    return matmul(turned([row for head in found for row in head]), turned(w["out_weight"]), w["out_bias"])


def encoder_block(x: Any, heads: int, eps: float = 1e-5, **w: Any) -> Any:
    """Attention, then a layer of max(0, ·); each is added to what goes in, and normalised."""
    for number in (1, 2):
        if number == 1:
            added = multi_head(x, heads, **w)
        else:
            hidden = matmul(x, turned(w["hidden_weight"]), w["hidden_bias"])
            hidden = [[between(max(y.mid - y.rad, 0), max(y.mid + y.rad, 0)) for y in row] for row in hidden]
            added = matmul(hidden, turned(w["return_weight"]), w["return_bias"])
        x = [[y + z for y, z in zip(one, other, strict=True)] for one, other in zip(x, added, strict=True)]
        x = layer_norm(x, w[f"norm{number}_weight"], w[f"norm{number}_bias"], eps)
    return x


def of_tokens(x: Any, name: str, w: Mapping[str, Any], token: int | None = None) -> Any:
    """(Ω x + β)ᵀ of all tokens, the columns of x, or of one."""
    beta = turned(w[f"beta_{name}"])[0] if f"beta_{name}" in w else None
    return matmul(
        turned(x)[slice(None) if token is None else slice(token, token + 1)], turned(w[f"omega_{name}"]), beta
    )


def column_attention(x: Any, scaled: bool = True, token: int | None = None, **w: Any) -> Any:
    query, key, value = of_tokens(x, "query", w, token), of_tokens(x, "key", w), of_tokens(x, "value", w)
    return turned(attention(query, key, value, scaled=scaled))


def column_heads(x: Any, omega_output: Any, **w: Any) -> Any:
    """The heads' results below one another, and a product with all of them."""
    heads = [column_attention(x, **{name: part[h] for name, part in w.items()}) for h in range(len(w["omega_key"]))]
    return matmul(omega_output, [row for head in heads for row in head])


DEFINITIONS: Mapping[str, Callable[..., Any]] = {
    "linear": lambda x, weight, bias=None: matmul(x, turned(weight), bias),
    "projection": lambda x, weight: matmul(a=x, b=weight),
    "weighted_values": lambda weights, v: matmul(a=weights, b=v),
    "total": lambda x: by_rows(total, x),
    "softmax": softmax,
    "sum_normalization": normalized,
    "layer_norm": layer_norm,
    "uniform_initialization": uniform_initialization,
    "attention_scores": lambda q, k: matmul(q, turned(k)),
    "scaled_attention_scores": scores,
    "attention_weights": lambda q, k, causal=False: softmax(scores(q, k), causal),
    "dot_product_attention_weights": lambda q, k: softmax(matmul(q, turned(k))),
    "sum_normalized_attention_weights": lambda q, k: normalized(matmul(q, turned(k))),
    "dot_product_attention": lambda q, k, v: attention(q, k, v, scaled=False),
    "scaled_dot_product_attention": attention,
    "sum_normalized_attention": lambda q, k, v: matmul(normalized(matmul(q, turned(k))), v),
    "self_attention_weights": lambda x, w_query, w_key, **p: softmax(scores(matmul(x, w_query), matmul(x, w_key)), **p),
    "self_attention": lambda x, w_query, w_key, w_value, **p: attention(
        matmul(x, w_query), matmul(x, w_key), matmul(x, w_value), **p
    ),
    "multi_head_attention": multi_head,
    "encoder_block": encoder_block,
    "column_token_attention_weights": lambda x, token, **w: softmax(
        matmul(of_tokens(x, "query", w, token), turned(of_tokens(x, "key", w)))
    )[0],
    "column_token_attention": lambda x, token, **w: column_attention(x, scaled=False, token=token, **w),
    "column_self_attention": column_attention,
    "column_multi_head_attention": column_heads,
}

SUMS = {"linear", "projection", "attention_scores", "scaled_attention_scores", "weighted_values", "total"}
SUMS |= {"sum_normalization", "sum_normalized_attention_weights", "sum_normalized_attention", "uniform_initialization"}
"""What rounding bounds are derived of; those of all others are theorems."""
