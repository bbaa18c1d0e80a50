"""Gradients of operations: those of torch agree in four formats, wrong backward passes are named."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lastdigit
from lastdigit.operations import find_operation
from lastdigit.verdicts.explain import names_in

torch = pytest.importorskip("torch")
F = torch.nn.functional
DTYPES = ("float64", "float32", "bfloat16", "float16")
ATTENTION = "scaled_dot_product_attention"


def normal(*shape: int, seed: int) -> np.ndarray:
    return np.random.RandomState(seed).standard_normal(shape)


@dataclass(frozen=True)
class Forward:
    """A function of torch, the operation that it is, its arrays' shapes, and the operation's parameters."""

    operation: str
    function: Callable[..., Any]
    shapes: tuple[tuple[int, ...], ...]
    parameters: dict[str, Any] = field(default_factory=dict)


CLASSES = np.array([1, 3, 0, 7, 2])
SOME_CLASSES = np.array([1, 3, -100, 7, 2])
FORWARD = {
    "attention": Forward(ATTENTION, F.scaled_dot_product_attention, ((2, 3, 7, 8),) * 3),
    "causal attention": Forward(
        ATTENTION, lambda *x: F.scaled_dot_product_attention(*x, is_causal=True), ((2, 33, 16),) * 3, {"causal": True}
    ),
    "softmax": Forward("softmax", lambda x: F.softmax(x, -1), ((5, 16),)),
    "layer norm": Forward("layer_norm", lambda x, w, b: F.layer_norm(x, (16,), w, b), ((5, 16), (16,), (16,))),
    "cross-entropy": Forward(
        "cross_entropy", lambda x: F.cross_entropy(x, torch.tensor(CLASSES)), ((5, 9),), {"target": CLASSES}
    ),
    "smoothed cross-entropy": Forward(
        "cross_entropy",
        lambda x: F.cross_entropy(x, torch.tensor(SOME_CLASSES), label_smoothing=0.1),
        ((5, 9),),
        {"target": SOME_CLASSES, "label_smoothing": 0.1},
    ),
    "RMS norm": Forward("rms_norm", lambda x, w: F.rms_norm(x, (16,), w, eps=1e-6), ((5, 16), (16,)), {"eps": 1e-6}),
    "linear": Forward("linear", F.linear, ((5, 6), (7, 6), (7,))),
    "convolution": Forward(
        "conv2d",
        lambda x, w, b: F.conv2d(x, w, b, stride=2, padding=1),
        ((2, 3, 7, 7), (4, 3, 3, 3), (4,)),
        {"stride": 2, "padding": 1},
    ),
    "ReLU": Forward("relu", F.relu, ((4, 5),)),
    "GELU": Forward("gelu", F.gelu, ((4, 5),)),
    "SiLU": Forward("silu", F.silu, ((4, 5),)),
    "Huber loss": Forward("huber_loss", F.huber_loss, ((5, 6), (5, 6))),
    "largest in windows": Forward("max_pool2d", lambda x: F.max_pool2d(x, 2), ((2, 3, 6, 6),), {"kernel_size": 2}),
    "mean of windows": Forward("avg_pool2d", lambda x: F.avg_pool2d(x, 2), ((2, 3, 6, 6),), {"kernel_size": 2}),
    "log-sum-exp": Forward("logsumexp", lambda x: torch.logsumexp(x, -1), ((5, 6),), {"dim": -1}),
    "cosine": Forward("cosine_similarity", F.cosine_similarity, ((5, 6), (5, 6))),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", FORWARD)
def test_the_gradients_of_torch_agree(name: str, dtype: str):
    forward = FORWARD[name]
    kind = getattr(torch, dtype)
    arrays = [torch.tensor(normal(*shape, seed=at)).to(kind) for at, shape in enumerate(forward.shapes)]
    variables = [array.clone().requires_grad_() for array in arrays]
    result = forward.function(*variables)
    cotangent = torch.tensor(normal(*result.shape, seed=99)).to(kind)
    result.backward(cotangent)
    for argument, variable in zip(find_operation(forward.operation).arrays, variables, strict=False):
        gradient = lastdigit.gradient_of(forward.operation, argument)
        verdict = lastdigit.judge(variable.grad, gradient, *arrays, cotangent=cotangent, **forward.parameters)
        assert verdict.verdict == "agrees", (argument, verdict)


def test_a_cotangent_that_is_left_out_is_one_everywhere():
    x = normal(3, 4, seed=1)
    lastdigit.assert_agrees(np.ones((3, 4)), lastdigit.gradient_of("total", "x"), x)
    assert lastdigit.judge(2 * np.ones((3, 4)), lastdigit.gradient_of("total", "x"), x).verdict == "disagrees"


def backward(q, k, v, g, *, scale=None, row_sum=True, transposed=True, stale=False) -> dict[str, np.ndarray]:
    """A backward pass as kernels take it, in float64, with ways to get it wrong."""
    scale = 1 / np.sqrt(q.shape[-1]) if scale is None else scale
    scores = q @ k.T / np.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    sums = np.sum(g * (weights @ v), axis=-1, keepdims=True) if row_sum else 0.0
    ds = weights * (g @ v.T - (np.roll(sums, 1, axis=0) if stale else sums))
    back = (lambda array: array.T) if transposed else (lambda array: array)
    return {"q": ds @ k * scale, "k": back(ds) @ q * scale, "v": back(weights) @ g}


WRONG = [
    ("q", {"row_sum": False}, "row sum left out of the scores' gradient"),
    ("k", {"row_sum": False}, "row sum left out of the scores' gradient"),
    ("q", {"scale": 1.0}, "scale left out of the queries' gradient"),
    ("k", {"scale": 1.0}, "scale left out of the keys' gradient"),
    ("q", {"scale": 1 / 8}, "scale taken twice in the queries' gradient"),
    ("k", {"scale": 1 / 8}, "scale taken twice in the keys' gradient"),
    ("q", {"stale": True}, "row sum of the row before"),
    ("k", {"stale": True}, "row sum of the row before"),
    ("k", {"transposed": False}, "scores' gradient not transposed for the keys"),
    ("v", {"transposed": False}, "weights not transposed for the values"),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("argument", "wrongly", "name"), WRONG, ids=str)
def test_a_wrong_backward_pass_is_named(argument: str, wrongly: dict[str, Any], name: str, dtype: str):
    kind = getattr(torch, dtype)
    arrays = [torch.tensor(normal(48, 8, seed=seed)).to(kind) for seed in range(4)]
    exactly = [array.double().numpy() for array in arrays]
    gradient = lastdigit.gradient_of(ATTENTION, argument)
    *given, cotangent = arrays
    right = torch.tensor(backward(*exactly)[argument]).to(kind)
    lastdigit.assert_agrees(right, gradient, *given, cotangent=cotangent)
    wrong = torch.tensor(backward(*exactly, **wrongly)[argument]).to(kind)
    verdict = lastdigit.judge(wrong, gradient, *given, cotangent=cotangent)
    assert verdict.verdict == "disagrees"
    assert name in names_in(verdict.explanation)


def between_stored_and_split(dtype: str) -> tuple[Any, ...]:
    """A gradient of which one element is off by more than *stored* allows and by less than *split* does."""
    kind = getattr(torch, dtype)
    *given, cotangent = (torch.tensor(normal(12, 8, seed=seed)).to(kind) for seed in range(4))
    gradient = lastdigit.gradient_of(ATTENTION, "q")
    stored, split = (
        lastdigit.tolerance(gradient, *given, cotangent=cotangent, dtype=dtype, arithmetic=model)
        for model in ("stored", "split")
    )
    off = backward(*(array.double().numpy() for array in (*given, cotangent)))["q"]
    place = np.unravel_index(np.argmax(split / stored), split.shape)
    off[place] += (stored[place] + split[place]) / 2.0
    return torch.tensor(off).to(kind), gradient, given, cotangent


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_what_rests_on_partial_sums_that_nobody_declared_is_not_proven(dtype: str):
    off, gradient, given, cotangent = between_stored_and_split(dtype)
    verdicts = {
        said: lastdigit.judge(off, gradient, *given, cotangent=cotangent, **dict([said] if said[1] else []))
        for said in (("arithmetic", ""), ("arithmetic", "stored"), ("arithmetic", "split"), ("evidence", "proven"))
    }
    nothing, stored, split, proven = verdicts.values()
    assert (nothing.verdict, nothing.evidence) == ("disagrees", "calibrated")
    assert (stored.verdict, stored.evidence) == ("disagrees", "proven")
    assert (split.verdict, split.evidence) != ("disagrees", "proven")
    assert proven.verdict != "disagrees"


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_what_no_model_allows_is_proven_though_none_is_declared(dtype: str):
    off, gradient, given, cotangent = between_stored_and_split(dtype)
    verdict = lastdigit.judge(100.0 * off, gradient, *given, cotangent=cotangent)
    assert (verdict.verdict, verdict.evidence) == ("disagrees", "proven")


def test_a_gradient_with_a_mistake_inside_is_read_whatever_the_changed_definition_calls_its_arguments():
    x, hidden, cell = (normal(3, width, seed=width) for width in (5, 4, 6))
    weights = [normal(24, 5, seed=7), normal(24, 4, seed=8), normal(24, seed=9), normal(24, seed=10)]
    weights = [part[:16] for part in weights]
    gradient = lastdigit.gradient_of("lstm_cell", "hx")
    verdict = lastdigit.judge(np.ones((3, 4)), gradient, x, hidden, cell[:, :4], *weights, cotangent=np.ones((3, 4)))
    assert verdict.verdict == "disagrees"


def test_terms_of_a_gradient_of_which_one_vanishes_in_the_sum_are_no_chance():
    from lastdigit.base.number_format import float_format
    from studies.vocabulary.right_results import right_results
    from studies.vocabulary.subjects import Subject, led_back

    forward = ("gelu", [normal(64, 96, seed=5) * 1e-3], {})
    gradient = lastdigit.gradient_of("gelu", "input")
    call = led_back(gradient, forward, np.random.RandomState(6))
    given = [torch.tensor(array).bfloat16() for array in call[1]]
    for way, result in list(right_results(Subject(call, forward, "input"), float_format("bfloat16")))[:2]:
        assert lastdigit.judge(torch.tensor(result).to(given[0].dtype), gradient, *given).verdict == "agrees", way


@pytest.mark.parametrize("length", [12, 4000], ids=["few numbers", "many numbers"])
def test_the_gradient_of_a_maximum_goes_to_the_largest_element_beside_what_pads(length: int):
    x = -1.0 - normal(2, length, seed=3) ** 2
    variable = torch.tensor(x).requires_grad_()
    F.max_pool1d(variable, 3, stride=2, padding=1).sum().backward()
    gradient, windows = lastdigit.gradient_of("max_pool1d", "input"), {"kernel_size": 3, "stride": 2, "padding": 1}
    lastdigit.assert_agrees(variable.grad, gradient, x, **windows)
    wrong = variable.grad.clone()
    wrong[0, int(np.argmax(x[0, :2]))] -= 1e-6
    verdict = lastdigit.judge(wrong, gradient, x, **windows)
    assert (verdict.verdict, verdict.evidence) == ("disagrees", "proven")


@pytest.mark.parametrize("dim", [0, 1, (0, 2), None], ids=str)
@pytest.mark.parametrize("keepdim", [False, True])
def test_the_gradient_of_a_log_sum_exp_is_a_softmax_that_may_be_taken_by_its_logarithm(dim: Any, keepdim: bool):
    x = torch.tensor(normal(3, 4, 5, seed=2) * 40.0).float().requires_grad_()
    axes = (0, 1, 2) if dim is None else dim
    result = torch.logsumexp(x, axes, keepdim=keepdim)
    cotangent = torch.tensor(normal(*result.shape, seed=3)).float()
    result.backward(cotangent)
    gradient = lastdigit.gradient_of("logsumexp", "input")
    verdict = lastdigit.judge(x.grad, gradient, x, cotangent=cotangent, dim=dim, keepdim=keepdim)
    assert verdict.verdict != "disagrees", verdict


def test_a_mistake_in_the_forward_pass_is_named_by_its_gradient():
    q, k, v, g = (normal(48, 8, seed=seed) for seed in range(4))
    unscaled = backward(q * np.sqrt(8), k, v, g)["v"]
    verdict = lastdigit.judge(unscaled, lastdigit.gradient_of(ATTENTION, "v"), q, k, v, cotangent=g)
    assert (verdict.verdict, verdict.explanation) == ("disagrees", "scores not scaled")


def test_a_gradient_in_what_is_no_array_is_refused_by_name():
    with pytest.raises(lastdigit.base.errors.LastdigitError, match="softmax has no array 'y': it takes x, mask"):
        lastdigit.gradient_of("softmax", "y")


@pytest.mark.parametrize("operation", ["softmax_backward", "softmax.gradient.x"])
def test_the_gradient_of_a_gradient_is_refused_by_name(operation: str):
    with pytest.raises(lastdigit.base.errors.LastdigitError, match=f"{operation} is a gradient, or a step of one"):
        lastdigit.gradient_of(operation, "cotangent")


def test_a_cotangent_of_another_shape_is_refused():
    with pytest.raises(lastdigit.base.errors.LastdigitError, match=r"a cotangent \(2,\) of a result \(3,\)"):
        lastdigit.judge(np.ones((3, 4)), lastdigit.gradient_of("total", "x"), np.ones((3, 4)), cotangent=np.ones(2))


def test_the_page_on_gradients_shows_what_happens(capsys: pytest.CaptureFixture[str]):
    page = (Path(__file__).parents[3] / "docs" / "gradients.md").read_text(encoding="utf-8")
    torch.manual_seed(0)
    exec(compile("\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), "gradients.md", "exec"), {})
    assert f"prints `{capsys.readouterr().out.strip()}`" in page
