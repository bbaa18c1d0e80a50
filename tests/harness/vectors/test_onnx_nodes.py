"""Node tests of ONNX's operators beside Attention, held to NumPy written from their specifications."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastdigit.vectors.onnx_tests.node_test import InvalidNodeTest, NodeTest
from lastdigit.vectors.onnx_tests.operators import judged, known_operators, output_calls
from lastdigit.verdicts.verdict import AGREES, DISAGREES


def node_test(operator: str, inputs: list[Any], outputs: int = 1, opset: int = 25, **attributes: Any) -> NodeTest:
    names = [f"o{i}" for i in range(outputs)]
    about = ("made_up", Path("made_up"), operator, "", opset, "")
    return NodeTest(*about, attributes, inputs, [None] * outputs, names, {})


def drawn(*shape: int) -> np.ndarray:
    return np.random.RandomState(sum(shape)).normal(size=shape)


def verdicts(test: NodeTest, *results: Any) -> list[str]:
    return [verdict.verdict for _, verdict in judged(test, [np.asarray(x) for x in results])]


def softmax(x: np.ndarray, axis: int) -> np.ndarray:
    raised = np.exp(x - x.max(axis=axis, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axis, keepdims=True))


def norm(x: np.ndarray, axes: tuple[int, ...], eps: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    mean = x.mean(axis=axes, keepdims=True)
    inverse = 1 / np.sqrt(((x - mean) ** 2).mean(axis=axes, keepdims=True) + eps)
    return (x - mean) * inverse, mean, inverse


def correlated(x: np.ndarray, weight: np.ndarray, pads: tuple[int, int]) -> np.ndarray:
    """One sample, one channel, stride 2, by loops."""
    wide = np.pad(x, [(pads[0], pads[0]), (pads[1], pads[1])])
    rows, columns = ((n - k) // 2 + 1 for n, k in zip(wide.shape, weight.shape, strict=True))
    found = np.zeros((rows, columns))
    for i, j in np.ndindex(rows, columns):
        found[i, j] = np.sum(wide[2 * i : 2 * i + weight.shape[0], 2 * j : 2 * j + weight.shape[1]] * weight)
    return found


def turned(x: np.ndarray, cosines: np.ndarray, sines: np.ndarray, *, interleaved: bool) -> np.ndarray:
    """One pair of features after the other, by loops: x (heads, tokens, width), angles of fewer features than that."""
    found, pairs = x.copy(), cosines.shape[1]
    for h, n, i in np.ndindex(x.shape[0], x.shape[1], pairs):
        one, other = (2 * i, 2 * i + 1) if interleaved else (i, i + pairs)
        a, b, c, s = x[h, n, one], x[h, n, other], cosines[n, i], sines[n, i]
        found[h, n, one], found[h, n, other] = a * c - b * s, b * c + a * s
    return found


X, GAIN, SHIFT = drawn(3, 4, 5), drawn(4, 5), drawn(4, 5) + 1
CLASSES, WEIGHTS = np.array([1, 3, 0]), np.abs(drawn(4)) + 0.5
LOGS = np.log(softmax(drawn(3, 4), 1))
PICKED = -LOGS[np.arange(3), CLASSES]
RIGHT: dict[str, tuple[NodeTest, list[Any]]] = {
    "softmax over an axis": (node_test("Softmax", [X], axis=1), [softmax(X, 1)]),
    "log-softmax over the last axis": (node_test("LogSoftmax", [X]), [np.log(softmax(X, -1))]),
    "layer norm over two axes": (
        node_test("LayerNormalization", [X, GAIN, SHIFT], 3, axis=1, epsilon=0.25),
        [norm(X, (1, 2), 0.25)[0] * GAIN + SHIFT, *norm(X, (1, 2), 0.25)[1:]],
    ),
    "layer norm without a bias": (
        node_test("LayerNormalization", [X, GAIN[0]]),
        [norm(X, (2,), float(np.float32(1e-5)))[0] * GAIN[0]],
    ),
    "RMS norm over two axes": (
        node_test("RMSNormalization", [X, GAIN], axis=-2, epsilon=0.25),
        [X / np.sqrt((X**2).mean(axis=(1, 2), keepdims=True) + 0.25) * GAIN],
    ),
    "Lp norm of order 1": (
        node_test("LpNormalization", [X], axis=1, p=1),
        [X / np.abs(X).sum(axis=1, keepdims=True)],
    ),
    "transposed product with a sum": (
        node_test("Gemm", [drawn(4, 3), drawn(5, 4), drawn(1, 5)], alpha=0.5, beta=0.25, transA=1, transB=1),
        [0.5 * drawn(4, 3).T @ drawn(5, 4).T + 0.25 * drawn(1, 5)],
    ),
    "convolution of other pads below and behind": (
        node_test("Conv", [drawn(1, 1, 7, 5), drawn(1, 1, 3, 3)], pads=[1, 0, 1, 0], strides=[2, 2]),
        [correlated(drawn(1, 1, 7, 5)[0, 0], drawn(1, 1, 3, 3)[0, 0], (1, 0))[None, None]],
    ),
    "sum over two axes": (
        node_test("ReduceSum", [X, np.array([0, 2])], keepdims=0),
        [X.sum(axis=(0, 2))],
    ),
    "norm over the axes of an attribute": (
        node_test("ReduceL2", [X], axes=[1], opset=13),
        [np.sqrt((X**2).sum(axis=1, keepdims=True))],
    ),
    "cumulative sum from behind, without itself": (
        node_test("CumSum", [X, np.array(1)], exclusive=1, reverse=1),
        [np.stack([X[:, i + 1 :].sum(axis=1) for i in range(4)], axis=1)],
    ),
    "GELU by tanh": (
        node_test("Gelu", [X], approximate="tanh"),
        [X / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (X + 0.044715 * X**3)))],
    ),
    "clipped from above": (node_test("Clip", [X, None, np.array(0.5)]), [np.minimum(X, 0.5)]),
    "weighted likelihood with an ignored class": (
        node_test("NegativeLogLikelihoodLoss", [LOGS, CLASSES, WEIGHTS], ignore_index=3),
        [(PICKED * WEIGHTS[CLASSES])[[0, 2]].sum() / WEIGHTS[CLASSES[[0, 2]]].sum()],
    ),
    "whole numbers by blocks": (
        node_test(
            "DequantizeLinear",
            [
                np.int8([[3, -8, 7, 1], [0, 5, -128, 127]]),
                np.float32([[0.5, 2.0], [1.0, 3.0]]),
                np.int8([[1, -2], [0, 4]]),
            ],
            axis=1,
            block_size=2,
        ),
        [[[1.0, -4.5, 18.0, 6.0], [0.0, 5.0, -396.0, 369.0]]],
    ),
    "cross-entropy and its logarithms": (
        node_test("SoftmaxCrossEntropyLoss", [drawn(3, 4), CLASSES], 2, reduction="none"),
        [PICKED, LOGS],
    ),
}


def rotary(interleaved: int) -> tuple[NodeTest, np.ndarray]:
    """Two heads of 8 features side by side, 4 of which are turned, at positions that are out of order."""
    x, angles, positions = drawn(1, 3, 16), drawn(9, 2), np.array([[4, 0, 7]])
    heads = x.reshape(3, 2, 8).transpose(1, 0, 2)
    found = turned(heads, np.cos(angles)[positions[0]], np.sin(angles)[positions[0]], interleaved=bool(interleaved))
    given = {"interleaved": interleaved, "num_heads": 2, "rotary_embedding_dim": 4}
    test = node_test("RotaryEmbedding", [x, np.cos(angles), np.sin(angles), positions], **given)
    return test, found.transpose(1, 0, 2).reshape(1, 3, 16)


@pytest.mark.parametrize("name", list(RIGHT))
def test_what_the_specification_says_agrees(name: str):
    test, results = RIGHT[name]
    assert verdicts(test, *results) == [AGREES] * len(results)


@pytest.mark.parametrize("name", list(RIGHT))
def test_what_is_off_in_one_element_is_refused(name: str):
    test, results = RIGHT[name]
    for place in range(len(results)):
        wrong = [np.array(x) for x in results]
        wrong[place][(0,) * wrong[place].ndim] += 1e-3
        assert verdicts(test, *wrong) == [DISAGREES if at == place else AGREES for at in range(len(results))]


@pytest.mark.parametrize("interleaved", [0, 1])
def test_rotary_positions_of_some_features_agree_in_the_layout_of_the_node(interleaved: int):
    test, found = rotary(interleaved)
    assert verdicts(test, found) == [AGREES]
    _, other = rotary(1 - interleaved)
    assert verdicts(test, other) == [DISAGREES]


@pytest.mark.parametrize(
    ("test", "found"),
    [
        (node_test("Softmax", [X], axes=1), "axes"),
        (node_test("Softmax", [X], opset=11), "opset 13"),
        (node_test("Softmax", [X], axis=3), "consistent inputs and attributes"),
        (node_test("Relu", [np.array([1, 2])]), "floating-point"),
        (node_test("MatMul", [X]), "input 1"),
        (node_test("CumSum", [X, np.array([0.0])]), "one whole number"),
        (node_test("MaxPool", [X], kernel_shape=[2], ceil_mode=1, strides=[2]), "end with the input"),
        (node_test("Softmaxx", [X]), "did you mean 'Softmax'"),
    ],
)
def test_what_no_operation_says_is_refused_with_its_reason(test: NodeTest, found: str):
    with pytest.raises(InvalidNodeTest, match=found):
        output_calls(test)


def test_parameters_that_are_as_usual_are_not_named():
    assert output_calls(node_test("Softmax", [X], axis=2))["output"].parameters == {}
    assert output_calls(node_test("Softmax", [X], axis=0))["output"].parameters == {"dim": 0}


def test_the_study_finds_no_node_test_whose_cause_is_not_known(capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("onnx", reason="onnx is not installed; it makes the node tests")
    pytest.importorskip("torch")
    from studies.onnx_nodes.__main__ import main

    assert main(["Elu", "HardSwish"]) == 0
    assert "4 tests, 0 not expressed; agrees" in capsys.readouterr().out


def test_operators_are_known_by_their_names():
    assert {"Attention", "Softmax", "LayerNormalization", "RotaryEmbedding", "Gelu"} <= set(known_operators())
