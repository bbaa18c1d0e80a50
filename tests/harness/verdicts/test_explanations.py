"""The explanation of a disagreement: one mistake, else two at once, else a coarser arithmetic, else none."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import given
from lastdigit.operations import called_operations, find_operation
from lastdigit.operations.mistakes import Mistake, all_mistakes, applicable_mistakes
from lastdigit.verdicts.bands import Bands
from lastdigit.verdicts.coarser import coarser_looks, coarser_than
from lastdigit.verdicts.comparison import IMPLEMENTATION, INPUTS, Comparison, Digits
from lastdigit.verdicts.explain import (
    AND,
    LARGEST,
    NO_MISTAKE,
    NO_PAIR,
    OR,
    TOO_LARGE,
    explain,
    looks,
    names_in,
)
from lastdigit.verdicts.judge import Power, judge
from lastdigit.verdicts.plain import PlainReading
from lastdigit.verdicts.reading import Reading
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.verdict import Verdict
from lastdigit.verdicts.words.describe import describe

DRAW = np.random.RandomState(7)
Q, K, V = (DRAW.normal(size=(5, 3)) for _ in range(3))
SQUARE = DRAW.normal(size=(3, 4, 4))
UNSCALED, UNTRANSPOSED = "scores not scaled", "attention weights not transposed before the values"


def softmax(x: np.ndarray) -> np.ndarray:
    exponentials = np.exp(x - x.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def read(operation: str, arrays: list[np.ndarray], dtype: str = "float64", **parameters: Any) -> Reading:
    """An operation on exactly these arrays, in the arithmetic that a dtype is commonly computed in."""
    wide = FORMATS["float32"] if FORMATS[dtype].digits < 24 else FORMATS[dtype]

    def arguments(arithmetic: Arithmetic, engine: type[Balls]) -> list[Any]:
        return [given(engine.of(array), array, arithmetic) for array in arrays]

    found = find_operation(operation)
    plainly = PlainReading(found, parameters, arrays)
    return Reading(found, parameters, Arithmetic(FORMATS[dtype], wide), arguments, plainly)


def judged(operation: str, arrays: list[np.ndarray], observed: np.ndarray, **parameters: Any) -> Verdict:
    """The verdict of a result against the definition on exactly these arrays."""
    dtype = str(observed.dtype)
    reading = read(operation, arrays, dtype, **parameters)
    with called_operations() as called:
        find_operation(operation).definition(*arrays, **parameters)
    mistakes = applicable_mistakes(called)
    centre, radius = reading.enclosure
    terms = {INPUTS: radius, IMPLEMENTATION: reading.rounding}
    comparison = Comparison(observed.shape, Digits(centre), centre, Reals.floats(observed), terms)
    base = Verdict("", operation, "", operation, "mine", dtype, "definition", "undecided")
    power = Power(mistakes, reading, range(observed.size))
    return judge(base, comparison, list(map(str, observed.ravel())), power, of=observed.size)


def attention(scale: float, **masks: Any) -> Verdict:
    return judged("scaled_dot_product_attention", [Q, K, V], softmax(Q @ K.T * scale).T @ V, **masks)


def multi_head(x: np.ndarray, in_weight, in_bias, out_weight, out_bias) -> np.ndarray:
    """Two heads of four features, as it should be."""
    q, k, v = np.split(x @ in_weight.T + in_bias, 3, axis=-1)
    heads = [softmax(q[:, s] @ k[:, s].T / np.sqrt(2)) @ v[:, s] for s in (slice(0, 2), slice(2, 4))]
    return np.concatenate(heads, axis=-1) @ out_weight.T + out_bias


def test_one_mistake_is_named_alone():
    verdict = attention(1 / np.sqrt(3))
    assert (verdict.verdict, verdict.explanation) == ("disagrees", UNTRANSPOSED)


def test_two_mistakes_at_once_are_named_together_with_what_to_look_at():
    verdict = attention(1.0)
    assert verdict.explanation.split(OR)[0] in {UNSCALED + AND + UNTRANSPOSED, UNTRANSPOSED + AND + UNSCALED}
    text = describe(verdict, None)
    assert "look at         the division by √d\n" in text + "\n"
    assert "look at         the product with the values: it sums over the keys, the last axis of the weights" in text


def test_two_mistakes_in_the_projections_of_two_heads_are_named():
    x, in_weight, out_weight = SQUARE[0, :3], DRAW.normal(size=(12, 4)), SQUARE[1]
    in_bias, out_bias = DRAW.normal(size=12), DRAW.normal(size=4)
    right = multi_head(x, in_weight, in_bias, out_weight, out_bias)
    arrays = [x, in_weight, in_bias, out_weight, out_bias]
    assert judged("multi_head_attention", arrays, right, heads=2).verdict == "agrees"
    wrong = multi_head(x, in_weight, 0 * in_bias, out_weight.T, 0 * out_bias)
    explanation = judged("multi_head_attention", arrays, wrong, heads=2).explanation
    assert set(names_in(explanation)) == {"bias left out", "output projection transposed"}


def test_two_mistakes_of_one_operation_are_named_where_one_sees_the_other():
    observed = softmax(np.log(2) * SQUARE[0].T).T
    explanation = judged("softmax", [SQUARE[0]], observed).explanation
    assert set(names_in(explanation)) == {"powers of two in place of e", "softmax over the wrong axis"}


def test_a_mistake_that_changes_nothing_here_is_named_in_no_pair():
    """With as many keys as features, scaling by the number of keys is scaling as it should be."""
    q, k, v = SQUARE
    explanation = judged("scaled_dot_product_attention", [q, k, v], softmax(q @ k.T).T @ v).explanation
    assert {UNSCALED, UNTRANSPOSED} <= set(names_in(explanation))
    assert "scale by the number of keys" not in names_in(explanation)


def test_what_neither_one_nor_two_mistakes_give_is_said_to_be_unexplained():
    noise = 1 + 0.1 * np.random.RandomState(4).normal(size=(4, 4))
    assert judged("softmax", [SQUARE[0]], softmax(SQUARE[0]) * noise).explanation == NO_PAIR


def test_a_result_of_a_coarser_format_is_named_by_it_where_nothing_sharper_explains():
    right = softmax(Q @ K.T / np.sqrt(3)) @ V
    for dtype in ("float32", "float16"):
        computed = softmax((Q.astype(dtype) @ K.astype(dtype).T) / np.sqrt(np.array(3, dtype))) @ V.astype(dtype)
        assert computed.dtype == dtype
        verdict = judged("scaled_dot_product_attention", [Q, K, V], computed.astype(np.float64))
        assert (verdict.verdict, verdict.explanation) == ("disagrees", f"computed in {dtype}")
    assert judged("scaled_dot_product_attention", [Q, K, V], right).verdict == "agrees"
    assert "look at         a cast to float16" in describe(verdict, None)


def test_sums_in_a_coarser_format_are_told_from_a_computation_in_it():
    total = np.float16(0)
    x = DRAW.uniform(1, 3, size=61).astype(np.float32)
    for value in x:
        total = np.float16(total + np.float16(value))
    observed = np.array([float(total) + 2.0**-10], dtype=np.float32)
    verdict = judged("total", [x[np.newaxis].astype(np.float64)], observed)
    assert (verdict.verdict, verdict.explanation) == ("disagrees", "accumulated in float16")


def test_an_arithmetic_too_coarse_to_tell_the_result_from_zeros_explains_nothing():
    """Scores of thousands that are summed in float16 are off by more than one: any weights lie within its bounds."""
    q, k = 50 * SQUARE[0], 50 * SQUARE[1]
    observed = softmax(q @ k.T / 2) * 0.75 + 0.05
    assert judged("attention_weights", [q, k], observed).explanation == NO_PAIR


def test_a_member_of_a_pair_may_change_little():
    """Scores so large that the weights are nearly the identity, which transposition leaves as it is."""
    x = 3.2 * np.eye(4) + SQUARE[0] / 64
    q, k, v = 2 * x, x, SQUARE[1]
    verdict = judged("scaled_dot_product_attention", [q, k, v], softmax(q @ k.T).T @ v)
    assert UNSCALED + AND + UNTRANSPOSED in verdict.explanation.split(OR)


def test_no_coarser_arithmetic_counts_among_the_mistakes_that_could_be_ruled_out():
    verdict = judged("softmax", [SQUARE[0]], softmax(SQUARE[0]))
    assert verdict.verdict == "agrees"
    assert not {*verdict.blind_to} & {*coarser_looks()}
    assert verdict.mistakes <= sum(mistake.operation in {"softmax", "*"} for mistake in all_mistakes())


@pytest.mark.parametrize("p", [0.1, 0.2, 0.5])
def test_dropout_that_was_left_on_is_named(p: float):
    kept = np.array([[1, 0, 1, 1], [1, 1, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1]])
    observed = softmax(SQUARE[0]) * kept / (1 - p)
    assert judged("softmax", [SQUARE[0]], observed).explanation == "dropout left on"


def test_zeros_where_the_definition_has_them_are_no_dropout():
    causal = np.tril(softmax(np.where(np.tri(5, dtype=bool), Q @ K.T / np.sqrt(3), -np.inf)))
    found = judged("attention_weights", [Q, K], causal / 0.9, causal=True).explanation
    assert found.startswith("a constant factor of 1.1111111111111")


def named(*names: str) -> list[Mistake]:
    return [Mistake("total", name, "there", lambda x: x) for name in names]


def refused(*_: Any) -> Any:
    raise AssertionError("not to be asked")


def values_of(table: dict[tuple[Mistake, ...], float]):
    """Plain values of combinations, one number in two elements; no other combination is to be asked."""
    return lambda names: np.full(2, table[names])


def test_where_one_mistake_explains_no_pair_is_read_and_no_coarser_arithmetic_is_asked():
    one, other = named("one", "other")
    values = values_of({(): 9.0, (one,): 1.0, (other,): 1.5})
    coarse = [("coarse", refused)]
    assert explain([one, other], np.ones(2), lambda names: names == (one,), values, coarse, coarse) == "one"
    assert explain([one, other], np.ones(2), lambda names: len(names) == 1, values) == "one; other"
    assert explain([one, other], np.ones(2), lambda names: len(names) == 1) == "one; other"


def test_a_mistake_that_is_further_from_the_values_than_the_definition_is_not_verified():
    one, other = named("one", "other")
    values = values_of({(): 2.0, (one,): 4.0, (other,): -2.0, (one, other): 2.0, (other, one): 2.0})
    assert explain([one, other], np.ones(2), refused, values) == NO_PAIR


def test_where_a_pair_explains_no_coarser_arithmetic_is_asked():
    one, other = named("one", "other")
    values = values_of({(): 9.0, (one,): 4.0, (other,): 5.0, (one, other): 1.0, (other, one): 7.0})
    pair = (one, other)
    found = explain([one, other], np.ones(2), lambda names: names == pair, values, (), [("coarse", refused)])
    assert found == "one, and other"


def test_what_is_simpler_than_a_pair_is_asked_before_pairs_are_read():
    one, other = named("one", "other")
    values = values_of({(): 9.0, (one,): 4.0, (other,): 5.0})
    simple = [("no", lambda: False), ("simple", lambda: True)]
    assert explain([one, other], np.ones(2), lambda _: False, values, simple, [("coarse", refused)]) == "simple"


def test_the_likeliest_coarser_arithmetic_that_explains_is_the_one_that_is_named():
    coarser = [("fine", lambda: False), ("coarse", lambda: True), ("coarsest", refused)]
    assert explain([], np.ones(2), refused, None, (), coarser) == "coarse"
    assert explain([], np.ones(2), refused) == NO_MISTAKE


def test_pairs_are_not_looked_for_in_large_results_and_the_text_says_so():
    one, other = named("one", "other")
    observed = np.ones(LARGEST + 1)

    def plain(names: tuple[Mistake, ...]) -> np.ndarray:
        return observed + {(): 3.0, (one,): 2.0, (other,): 4.0}[names]

    asked: list[tuple[Mistake, ...]] = []
    assert explain([one, other], observed, asked.append, plain) == TOO_LARGE.format(LARGEST)  # type: ignore[arg-type]
    assert asked == [(one,)]
    assert str(LARGEST) in TOO_LARGE.format(LARGEST)


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (4096, NO_PAIR),
        (4097, "no known mistake explains these numbers (pairs are tried for up to 4096 elements)"),
    ],
)
def test_the_size_of_the_whole_result_tells_whether_pairs_are_looked_for(size: int, text: str):
    one, other = named("one", "other")
    values = values_of({(): 9.0, (one,): 4.0, (other,): 5.0, (one, other): 2.0, (other, one): 7.0})
    assert explain([one, other], np.ones(2), lambda _: False, values, size=size) == text


def test_only_in_a_measured_result_must_a_mistake_account_for_most_of_the_squared_error():
    most, little = named("most", "little")
    values = values_of({(): 5.0, (most,): 3.0, (little,): 1.0 - 4.0 * math.sqrt(0.75)})

    def explained(mistake: Mistake, **measured: bool) -> str:
        return explain([mistake], np.ones(2), lambda _: True, values, **measured)

    assert explained(little) == "little"
    assert explained(little, measured=True) == NO_PAIR
    assert explained(most, measured=True) == "most"


def test_only_the_nearest_pairs_are_verified_and_none_of_which_one_alone_is_nearly_as_near():
    mistakes = named(*"abcdefgh")
    places = {mistake: 100.0 + place for place, mistake in enumerate(mistakes)}
    asked: list[tuple[Mistake, ...]] = []

    def contains(names: tuple[Mistake, ...]) -> bool:
        asked.append(names)
        return False

    def by_name(names: tuple[Mistake, ...]) -> np.ndarray:
        order = [ord(name.name) for name in names]
        return np.array([300.0 - sum(places[name] for name in names) + 0.25 * (order == sorted(order, reverse=True))])

    assert explain(mistakes, np.array([95.0]), contains, by_name) == NO_PAIR
    pairs = [tuple(entry.name for entry in names) for names in asked if len(names) == 2]
    assert len(pairs) == 12
    assert set(pairs[0]) in ({"a", "f"}, {"b", "e"}, {"c", "d"})
    asked.clear()
    assert explain(mistakes, np.array([199.0]), contains, by_name) == NO_PAIR
    assert all(len(names) == 1 for names in asked)


def test_a_pair_that_is_no_nearer_than_the_definition_is_not_verified():
    one, other = named("one", "other")
    values = {(): 2.0, (one,): 4.0, (other,): 5.0, (one, other): 3.0, (other, one): 3.0}
    assert (
        explain(
            [one, other],
            np.ones(1),
            lambda names: len(names) > 1 and refused(),
            lambda names: np.array([values[names]]),
        )
        == NO_PAIR
    )


def test_every_name_can_be_read_back_from_an_explanation_and_has_its_look():
    names = [*(mistake.name for mistake in all_mistakes()), *looks()]
    assert not [name for name in names if OR in name or AND in name]
    assert names_in("a, and b; c; a") == ["a", "b", "c"]
    coarser = {entry.name for format in FORMATS.values() for entry in coarser_than(Arithmetic(format, format))}
    assert coarser <= set(looks())
    assert all(looks().values())


def test_no_format_is_coarser_than_the_one_with_the_fewest_digits():
    assert list(coarser_than(Arithmetic(FORMATS["bfloat16"], FORMATS["bfloat16"]))) == []
    found = [entry.name for entry in coarser_than(Arithmetic(FORMATS["float32"], FORMATS["float32"]))]
    assert found == [
        *("multiplied in tf32", "computed in float16", "computed in float16", "accumulated in float16"),
        *("computed in bfloat16", "computed in bfloat16", "accumulated in bfloat16"),
    ]


def transposed_weights() -> Mistake:
    (found,) = (mistake for mistake in all_mistakes() if mistake.name == UNTRANSPOSED)
    return found


def test_a_mistake_is_read_on_the_first_sample_of_a_batch():
    q, k, v = (DRAW.normal(size=(2, 3, 4)) for _ in range(3))
    reading = read("scaled_dot_product_attention", [q, k, v])
    first = read("scaled_dot_product_attention", [q[0], k[0], v[0]])
    changed, alone = reading.changed(transposed_weights()), first.changed(transposed_weights())
    assert (reading.true.shape, changed.shape, alone.shape) == ((2, 3, 4), (1, 3, 4), (3, 4))
    one, other = Bands.of(changed), Bands.of(alone)
    assert np.array_equal(one.centre.high, other.centre.high)
    assert np.array_equal(one.radius.high, other.radius.high)
    assert reading.whole([transposed_weights()]).shape == (2, 3, 4)


def test_heads_that_share_keys_are_not_cut_to_the_first_of_them():
    q, k, v = DRAW.normal(size=(4, 3, 2)), DRAW.normal(size=(2, 3, 2)), DRAW.normal(size=(2, 3, 2))
    assert read("grouped_query_attention", [q, k, v]).changed(transposed_weights()).shape == (4, 3, 2)


@pytest.mark.parametrize("engine", [ExactBalls, FastBalls])
def test_bands_hold_the_balls_of_a_reading_and_its_rounding(engine: type[Balls]):
    arrays = [DRAW.normal(size=(9, 4)), DRAW.normal(size=(11, 4))]
    arithmetic = Arithmetic.usual(FORMATS["float32"])
    found = find_operation("linear").definition(*(given(engine.of(array), array, arithmetic) for array in arrays))
    bands = Bands.of(found)
    for place, (ends, error) in enumerate(zip(found.value.bounds(), found.error.ravel(), strict=True)):
        centre, radius = bands.centre.exactly(place), bands.radius.exactly(place)
        assert centre - radius <= ends[0] - Fraction(float(error))
        assert ends[1] + Fraction(float(error)) <= centre + radius
        assert radius <= (ends[1] - ends[0] + 2 * Fraction(float(error))) * Fraction(11, 20)
    few = bands.at([3, 5, 98, 99])
    assert few.places.tolist() == [0, 1, 2]
    assert [few.centre.exactly(place) for place in range(3)] == [bands.centre.exactly(at) for at in (3, 5, 98)]
