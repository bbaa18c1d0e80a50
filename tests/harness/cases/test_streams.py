"""Streams: what is drawn here, by the generators and by the compiled search, is what the real libraries draw."""

from __future__ import annotations

import random
import secrets

import numpy as np
import pytest

from lastdigit.cases.draws.generator import jax_keys, numpy_legacy, python, torch_cpu
from lastdigit.cases.draws.layout import LAYOUTS, Layout

SEEDS = 10_000
WORDS = 1400
"""More than two states of 624 words: offsets up to here cross a refill once or twice."""
NUMBERS = 4
LANES = 8
FEWER = 1_000
KNOWN_OF_JAX = [0.7276642322540283, 0.787867546081543, 0.18169426918029785]


@pytest.fixture(scope="module")
def fresh() -> np.random.Generator:
    """Other seeds and offsets in every run; the seed of these is in the message of a failure."""
    entropy = secrets.randbits(64)
    print(f"entropy of the seeds and offsets: {entropy}")
    return np.random.default_rng(entropy)


class Compiled:
    """The units that the compiled search reads, of seeds side by side: of each word the bits that would lead."""

    def __init__(self, by_key: bool, layout: Layout) -> None:
        pytest.importorskip("numba", reason="numba compiles the search (the extra seeds)")
        from lastdigit.seeds import mersenne, mersenne_kernel

        self.kernel, self.by_key, self.layout = mersenne_kernel, by_key, layout
        self.schedule = mersenne.schedule(range(WORDS))
        self.rows = np.empty((self.schedule.rows, LANES), np.uint32)
        self.units = np.empty((WORDS, LANES), np.float32)
        self.scratch = np.empty((mersenne.STATE, LANES) if by_key else LANES, np.uint32)

    def leading(self, seed: int) -> np.ndarray:
        """The leading bits of the number that would begin at each word, for the seeds from ``seed`` on."""
        fill = self.kernel.seed_by_key if self.by_key else self.kernel.seed_by_integer
        fill(seed, self.schedule.seeded, self.rows, self.scratch)
        self.kernel.twist(self.schedule.twists, self.rows)
        shift, mask = np.uint32(self.layout.shift), np.uint32(self.layout.mask)
        self.kernel.draw_units(self.schedule.tempered, self.rows, shift, mask, self.units)
        return self.units.astype(np.float64)


def numpy_numbers(seed: int, before: int) -> np.ndarray:
    state = np.random.RandomState(seed)
    state.random_sample(before)
    return state.random_sample(NUMBERS)


def python_numbers(seed: int, before: int) -> np.ndarray:
    state = random.Random(seed)
    return np.array([state.random() for _ in range(before + NUMBERS)][before:])


def torch_numbers(dtype: str):
    torch = pytest.importorskip("torch")

    def numbers(seed: int, before: int) -> np.ndarray:
        # What torch.manual_seed does for the CPU; it also writes down for CUDA who called it, which takes 1 ms.
        torch.default_generator.manual_seed(seed)
        torch.rand(before, dtype=getattr(torch, dtype))
        return torch.rand(NUMBERS, dtype=getattr(torch, dtype)).double().numpy()

    return numbers


@pytest.mark.xdist_group("compiled search")
@pytest.mark.parametrize(
    ("generator", "dtype"),
    [("numpy.random", "float64"), ("random", "float64"), ("torch", "float32"), ("torch", "float64")],
)
def test_compiled_words_are_those_of_the_library(fresh: np.random.Generator, generator: str, dtype: str):
    layout = LAYOUTS[generator, dtype]
    numbers = {"numpy.random": lambda: numpy_numbers, "random": lambda: python_numbers}.get(
        generator, lambda: torch_numbers(dtype)
    )()
    compiled = Compiled(generator == "random", layout)
    for first in fresh.integers(0, 2**32 - LANES, SEEDS // LANES).tolist():
        leading = compiled.leading(first)
        for lane, before in enumerate(fresh.integers(0, WORDS // layout.words - NUMBERS + 1, LANES).tolist()):
            units = leading[before * layout.words :: layout.words, lane][:NUMBERS]
            drawn = numbers(first + lane, before)
            assert np.array_equal(units, np.floor(drawn * 2.0**layout.bits)), (first + lane, before)


def test_a_seed_of_one_bit_more_is_not_searched_but_torch_takes_its_lower_bits():
    torch = pytest.importorskip("torch")
    seed = secrets.randbits(32)
    torch.manual_seed(seed + 2**40)
    assert np.array_equal(torch.rand(5).double().numpy(), torch_cpu(seed)["rand"]((5,)))


def test_torch_draws_after_an_offset_are_those_of_torch(fresh: np.random.Generator):
    torch = pytest.importorskip("torch")
    for seed, before in zip(fresh.integers(0, 2**32, FEWER).tolist(), fresh.integers(0, 700, FEWER), strict=True):
        torch.manual_seed(seed)
        torch.rand(int(before))
        calls = torch_cpu(seed, int(before))
        assert np.array_equal(torch.rand(3).double().numpy(), calls["rand"]((3,)))
        assert np.array_equal(torch.rand(2, dtype=torch.float64).numpy(), calls["rand"]((2,), dtype="float64"))
        uniform = torch.empty(2, 3).uniform_(-0.3, 0.7).double().numpy()
        assert np.array_equal(uniform, calls["uniform"]((2, 3), low=-0.3, high=0.7)), (seed, before)


def test_a_linear_layer_of_torch_draws_its_weight_and_then_its_bias(fresh: np.random.Generator):
    torch = pytest.importorskip("torch")
    for seed in fresh.integers(0, 2**32, 200).tolist():
        torch.manual_seed(seed)
        layer = torch.nn.Linear(3, 2)
        calls, bound = torch_cpu(seed), 1 / np.sqrt(3)
        for parameter in (layer.weight, layer.bias):
            drawn = calls["uniform"](tuple(parameter.shape), low=-bound, high=bound)
            assert np.array_equal(parameter.detach().double().numpy(), drawn), seed


@pytest.mark.parametrize("sizes", [(1,), (3, 2), (15, 1, 2), (16,), (20, 3), (3, 16, 2), (35,)])
def test_normal_draws_are_those_of_torch_to_the_rounding_of_its_vectors(fresh: np.random.Generator, sizes):
    """A block of float32 is computed in float32: an angle up to 2π is off by 2⁻²² at most, the radius is below 6."""
    torch = pytest.importorskip("torch")
    for seed in fresh.integers(0, 2**32, 100).tolist():
        torch.manual_seed(seed)
        calls = torch_cpu(seed)
        for size in sizes:
            for dtype, apart in (("float32", 0.0 if size < 16 else 8 * 2.0**-22), ("float64", 8 * 2.0**-52)):
                expected = torch.randn(size, dtype=getattr(torch, dtype)).double().numpy()
                drawn = calls["randn"]((size,), dtype=dtype)
                ulp = np.spacing(np.abs(expected).astype(dtype)).astype(float)
                assert np.all(np.abs(drawn - expected) <= apart + ulp), (seed, size, dtype)


def test_numpy_draws_after_an_offset_are_those_of_numpy(fresh: np.random.Generator):
    for seed, before in zip(fresh.integers(0, 2**32, FEWER).tolist(), fresh.integers(0, 700, FEWER), strict=True):
        state = np.random.RandomState(seed)
        state.random_sample(int(before))
        calls = numpy_legacy(seed, 2 * int(before))
        assert np.array_equal(state.rand(2), calls["rand"]((2,)))
        assert np.array_equal(state.randn(2), calls["randn"]((2,)))
        assert np.array_equal(state.normal(1.5, 0.5, 3), calls["normal"]((3,), mean=1.5, std=0.5))
        assert np.array_equal(state.uniform(-2, 5, 2), calls["uniform"]((2,), low=-2.0, high=5.0)), (seed, before)


def test_python_draws_after_an_offset_are_those_of_python(fresh: np.random.Generator):
    for seed, before in zip(fresh.integers(0, 2**32, FEWER).tolist(), fresh.integers(0, 700, FEWER), strict=True):
        state = random.Random(seed)
        for _ in range(int(before)):
            state.random()
        calls = python(seed, 2 * int(before))
        expected = [state.random(), state.uniform(-2, 5)]
        drawn = [*calls["random"]((1,)), *calls["uniform"]((1,), low=-2, high=5)]
        assert expected == drawn, (seed, before)


def test_jax_draws_with_split_keys_are_those_that_are_known_of_it():
    """``key, drawn = jax.random.split(jax.random.PRNGKey(42))``, then uniform(drawn, (3,)), of JAX 0.10."""
    assert np.array_equal(jax_keys(42)["uniform"]((3,)), KNOWN_OF_JAX)


def test_jax_draws_are_those_of_jax(fresh: np.random.Generator):
    jax = pytest.importorskip("jax")
    seeds, splits = fresh.integers(0, 2**32, SEEDS).astype(np.uint32), 3

    def drawn(seed):
        key = jax.numpy.array([0, seed], dtype=jax.numpy.uint32)
        arrays = []
        for _ in range(splits):
            key, sub = jax.random.split(key)
            arrays.append(jax.random.uniform(sub, (NUMBERS,)))
        return jax.numpy.stack(arrays)

    expected = np.asarray(jax.vmap(drawn)(jax.numpy.asarray(seeds)), dtype=np.float64)
    for seed, arrays in zip(seeds.tolist(), expected, strict=True):
        calls = jax_keys(seed, 1)
        assert np.array_equal(np.stack([calls["uniform"]((NUMBERS,)) for _ in range(splits - 1)]), arrays[1:]), seed


@pytest.mark.xdist_group("compiled search")
def test_compiled_draws_from_keys_are_those_of_the_generator(fresh: np.random.Generator):
    pytest.importorskip("numba", reason="numba compiles the search (the extra seeds)")
    from lastdigit.seeds.threefry_kernel import draw_from_keys

    asked = np.array([(0, 0), (0, 3), (2, 1), (7, 0), (7, 3)], np.int64)
    lanes = 8
    firsts, seconds = np.empty(lanes, np.uint32), np.empty(lanes, np.uint32)
    units = np.empty((len(asked), lanes), np.float32)
    for start in fresh.integers(0, 2**32 - lanes, 20).tolist():
        draw_from_keys(start, asked, firsts, seconds, units)
        for lane in range(lanes):
            drawn = [jax_keys(start + lane, int(split))["uniform"]((4,))[element] for split, element in asked]
            assert (units[:, lane] * 2.0**-23).tolist() == drawn, start + lane
