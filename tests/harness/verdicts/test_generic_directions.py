"""What is looked for in any result beside the catalogue: coarser steps, wrong keys of a row, coarser grids."""

from __future__ import annotations

import numpy as np
import pytest

import lastdigit
from lastdigit.base.number_format import FORMATS, printed_format
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.typical import Typical
from lastdigit.operations import find_operation
from lastdigit.operations.mistakes import NotApplicable
from lastdigit.operations.normalization import softmax
from lastdigit.verdicts.grids import coarser_grid
from lastdigit.verdicts.judge_call import Call
from lastdigit.verdicts.plain import PlainReading
from lastdigit.verdicts.tightest_rows import tell_tightest
from studies.power.random_attention import run_right

pytestmark = pytest.mark.long

OPERATION = "scaled_dot_product_attention"
KEYS, WIDTH = 128, 64
TESTS = 1000


class Tensor:
    """Numbers of a format that NumPy may not have, as a framework hands them over."""

    def __init__(self, values: np.ndarray, dtype: str) -> None:
        self.values, self.dtype = FORMATS[dtype].round(np.asarray(values, dtype=np.float64)), f"framework.{dtype}"

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return self.values


def normal(format: str, *shape: int, seed: int = 0) -> np.ndarray:
    return FORMATS[format].round(np.random.RandomState(seed).standard_normal(shape))


def arrays(format: str, *shape: int) -> list[np.ndarray]:
    return [normal(format, *(shape or (KEYS, WIDTH)), seed=seed) for seed in range(3)]


def exponentials(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """Causal."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(np.tril(np.ones(scores.shape[-2:], dtype=bool)), scores, -np.inf)
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


def fused(weights: np.ndarray, v: np.ndarray, format: str) -> np.ndarray:
    """Weights are normalised and stored before they meet the values."""
    return FORMATS[format].round(weights / weights.sum(axis=-1, keepdims=True)) @ v


def judged(result: np.ndarray, format: str, q: np.ndarray, k: np.ndarray, v: np.ndarray) -> lastdigit.Verdict:
    given = [Tensor(array, format) for array in (q, k, v)]
    return lastdigit.judge(Tensor(result, format), OPERATION, *given, causal=True)


@pytest.mark.parametrize("format", ["bfloat16", "float16"])
@pytest.mark.parametrize("key", [40, KEYS - 1])
def test_a_key_left_out_in_one_row_is_found_by_its_place(format: str, key: int) -> None:
    q, k, v = arrays(format)
    weights = exponentials(q, k)
    weights[-1, key] = 0.0
    verdict = judged(fused(weights, v, format), format, q, k, v)
    assert (verdict.verdict, verdict.evidence) == ("disagrees", "calibrated")
    assert verdict.reason.startswith(f"key {key} is missing in row {KEYS - 1}") or "last key" in verdict.explanation


def test_a_key_counted_twice_in_one_row_is_found_by_its_place() -> None:
    q, k, v = arrays("bfloat16")
    weights = exponentials(q, k)
    weights[-1, 40] *= 2.0
    verdict = judged(fused(weights, v, "bfloat16"), "bfloat16", q, k, v)
    assert verdict.reason.startswith(f"key 40 is counted twice in row {KEYS - 1}")
    assert verdict.explanation == ""


def test_a_wrong_key_is_found_in_its_head() -> None:
    q, k, v = arrays("float16", 4, KEYS, WIDTH)
    weights = exponentials(q, k)
    weights[2, -1, 40] = 0.0
    given = [Tensor(array, "float16") for array in (q, k, v)]
    result = Tensor(fused(weights, v, "float16"), "float16")
    verdict = lastdigit.judge(result, "grouped_query_attention", *given, causal=True)
    assert verdict.reason.startswith(f"key 40 is missing in row {3 * KEYS - 1}")


def int8_by_row(array: np.ndarray) -> np.ndarray:
    step = np.abs(array).max(axis=-1, keepdims=True) / 127
    return np.rint(array / step) * step


@pytest.mark.parametrize("format", ["bfloat16", "float16"])
def test_steps_in_eight_bits_are_found_and_named(format: str) -> None:
    q, k, v = arrays(format)
    fp8 = printed_format("float8_e4m3fn").round
    raised = exponentials(q, k)
    sums = raised.sum(axis=-1, keepdims=True)
    made = {
        "queries and keys in int8 by row": fused(exponentials(int8_by_row(q), int8_by_row(k)), v, format),
        "queries and keys in float8_e4m3fn": fused(exponentials(fp8(q), fp8(k)), v, format),
        "values in float8_e4m3fn": fused(raised, fp8(v), format),
        "exponentials in float8_e4m3fn before their exact sum": fp8(raised) @ v / sums,
    }
    for name, result in made.items():
        verdict = judged(result, format, q, k, v)
        assert verdict.verdict == "disagrees", name
        assert name in verdict.explanation.split("; ") or verdict.evidence == "proven", (name, verdict.explanation)


@pytest.mark.parametrize("keys", [KEYS, 300])
def test_weights_of_a_coarser_half_format_are_found_where_all_else_is_fused(keys: int) -> None:
    q, k, v = arrays("float16", keys, WIDTH)
    raised = exponentials(q, k)
    weights = raised / raised.sum(axis=-1, keepdims=True)
    coarse = judged(FORMATS["bfloat16"].round(weights) @ v, "float16", q, k, v)
    assert (coarse.verdict, coarse.evidence) == ("disagrees", "calibrated")
    assert "weights in bfloat16" in coarse.explanation
    right = judged(FORMATS["float16"].round(weights) @ v, "float16", q, k, v)
    assert (right.verdict, right.arithmetic) == ("agrees", "fused")


def test_a_few_rows_that_are_near_their_limit_hide_no_wrong_key_of_another() -> None:
    values = np.random.RandomState(1).standard_normal((200, 8))
    errors = Errors(values, Typical(element=np.ones((200, 8))), FORMATS["bfloat16"])
    error = 0.7 * np.random.RandomState(0).uniform(-1.0, 1.0, size=(200, 8))
    ordinary = np.ones(200, dtype=bool)
    others = ordinary & (np.arange(200) != 7)
    error[7] = 30.0
    error[20:23] = 2.0
    assert tell_tightest(error, errors, others, ordinary, 8.0, 60.0)
    assert not tell_tightest(error, errors, ordinary, ordinary, 8.0, 60.0)
    assert not tell_tightest(error, errors, others, np.arange(200) < 50, 8.0, 60.0)
    assert not tell_tightest(
        np.where(np.arange(200)[:, np.newaxis] % 3, error, 2.0), errors, others, ordinary, 8.0, 60.0
    )
    alike = Errors(np.ones((200, 8)), errors.typical, errors.format)
    assert not tell_tightest(error, alike, others, ordinary, 8.0, 60.0)


@pytest.mark.parametrize(("format", "coarse"), [("float16", "bfloat16"), ("bfloat16", "float8_e4m3fn")])
def test_operands_of_a_product_in_a_coarser_format_are_found_and_named(format: str, coarse: str) -> None:
    x, weight = normal(format, 32, 2048), normal(format, 2048, 48, seed=1)
    rounded = [printed_format(coarse).round(array) for array in (x, weight)]
    given = [Tensor(array, format) for array in (x, weight)]
    wrong = lastdigit.judge(Tensor(rounded[0] @ rounded[1], format), "projection", *given)
    assert (wrong.verdict, wrong.explanation) == ("disagrees", f"inputs rounded to {coarse}")
    assert lastdigit.judge(Tensor(x @ weight, format), "projection", *given).verdict == "agrees"


def test_steps_in_a_coarser_format_are_no_mistakes_of_the_catalogue() -> None:
    q, k, v = arrays("bfloat16")
    verdict = judged(fused(exponentials(q, k), v, "bfloat16"), "bfloat16", q, k, v)
    assert verdict.verdict == "agrees"
    assert not any("int8" in name or "float8" in name for share in verdict.shares for name in share.names)


def test_a_result_rounded_once_more_is_found_by_its_grid() -> None:
    q, k, v = arrays("float16")
    right = FORMATS["float16"].round(fused(exponentials(q, k), v, "float16"))
    assert judged(right, "float16", q, k, v).verdict == "agrees"
    verdict = judged(FORMATS["bfloat16"].round(right), "float16", q, k, v)
    assert verdict.verdict == "disagrees"
    assert "bfloat16" in verdict.reason + verdict.explanation


@pytest.mark.parametrize(
    "values",
    [
        np.arange(4096.0),
        np.full(4096, 0.1),
        np.random.RandomState(0).choice([0.1, -0.3, 0.7], size=4096),
        FORMATS["bfloat16"].round(np.random.RandomState(0).standard_normal(4096)),
        FORMATS["bfloat16"].round(np.random.RandomState(0).standard_normal(4096)) * (1 + 2.0**-20),
        np.zeros(4096),
    ],
    ids=["integers", "one value", "few values", "numbers of it", "close to numbers of it", "zeros"],
)
def test_exact_results_on_a_coarser_grid_are_right(values: np.ndarray) -> None:
    storage, coarse = FORMATS["float32"], FORMATS["bfloat16"]
    assert coarser_grid(coarse.round(values), values, storage, TESTS) is None or np.any(coarse.round(values) != values)
    assert coarser_grid(storage.round(values), values, storage, TESTS) is None


def test_numbers_that_are_finite_nowhere_are_on_no_grid() -> None:
    nothing = np.full(100, np.nan)
    assert coarser_grid(nothing, nothing, FORMATS["float32"], TESTS) is None


@pytest.mark.parametrize("heads", [(), (2, 3)])
def test_the_steps_of_an_attention_give_its_result(heads: tuple[int, ...]) -> None:
    q, k, v = (normal("float32", *heads, 5, 4, seed=seed) for seed in range(3))
    plainly = PlainReading(find_operation(OPERATION), {"causal": True}, [q, k, v])
    result, steps = plainly.true, plainly.steps
    assert steps is not None
    assert np.array_equal((steps.weights @ steps.v).reshape(result.shape), result)
    scores = steps.q @ np.swapaxes(steps.k, -1, -2) * steps.scale
    assert np.array_equal(softmax(scores, steps.seen), steps.weights)


def test_mistakes_are_read_the_same_with_steps_that_are_taken_once() -> None:
    arrays = [normal("float32", 6, 4, seed=seed) for seed in range(3)]
    call = Call(OPERATION, tuple(arrays), {"causal": True}, Arithmetic.usual(FORMATS["float32"]))
    plainly, read = call.reading.plainly, 0
    for mistake in call.mistakes:
        found = plainly.read((mistake,))
        try:
            with np.errstate(all="ignore"):
                alone = mistake.read(OPERATION, arrays, {"causal": True}) if not mistake.of_result else None
        except (NotApplicable, ValueError, ZeroDivisionError):
            assert found is None
        else:
            assert alone is None or found is None or np.array_equal(alone, found, equal_nan=True), mistake.name
            read += alone is not None and found is not None
    assert read > 20


def test_rows_of_equal_queries_are_rounded_alike_though_a_mask_makes_them_differ() -> None:
    """Their scores are the same numbers, so that a row's likeness to a coarser step is that of all."""
    given = next(run for run in run_right(2003955, 8, long=False) if "scores in 2 parts" in run.description)
    assert not given.ruling.refused
    q = np.repeat(normal("bfloat16", 1, WIDTH, seed=0), 6, axis=0)
    q[3] *= -1.0
    k, v = (normal("bfloat16", 6, WIDTH, seed=seed) for seed in (1, 2))
    call = Call(OPERATION, (q, k, v), {"causal": True}, Arithmetic.usual(FORMATS["bfloat16"]))
    groups = call.reading.errors.like_rows
    assert len(set(groups[[0, 1, 2, 4, 5]])) == 1
    assert groups[3] != groups[0]


def test_an_attention_without_features_has_a_verdict() -> None:
    q, k, v = np.zeros((3, 0)), np.zeros((4, 0)), normal("float32", 4, 2, seed=0).astype(np.float64)
    mean = np.broadcast_to(v.mean(axis=0), (3, 2))
    assert lastdigit.judge(mean, "dot_product_attention", q, k, v).verdict == "agrees"
