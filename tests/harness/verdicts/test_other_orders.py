"""Linear attention and quantised products by every order of their products: none that is right is refused."""

from __future__ import annotations

import pytest

from lastdigit import judge
from lastdigit.verdicts.verdict import AGREES, DISAGREES, UNDECIDED

torch = pytest.importorskip("torch")
FORMATS = pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])


def drawn(*shape: int, offset: float = 0.0, dtype: str = "float64"):
    generator = torch.Generator().manual_seed(sum(shape))
    return (torch.randn(shape, generator=generator, dtype=torch.float64) + offset).to(getattr(torch, dtype))


def products_first(q, k, v, seen):
    weights = (q @ k.mT) * seen
    return weights @ v / weights.sum(-1, keepdim=True)


def token_by_token(q, k, v, seen):
    """A state that grows from key to key, as in decoding; kept in the format of its operands."""
    state, total, rows = torch.zeros_like(k[0][:, None] * v[0]), torch.zeros_like(k[0]), []
    for at in range(len(k)):
        state, total = state + k[at][:, None] * v[at], total + k[at]
        rows.append(q[at] @ state / (q[at] * total).sum())
    return torch.stack(rows)


def by_chunks(q, k, v, seen, size: int = 8):
    """A state of earlier chunks, and products inside of one."""
    state, total, rows = torch.zeros_like(k.mT @ v), torch.zeros_like(k[0]), []
    for at in range(0, len(k), size):
        part = slice(at, at + size)
        weights = (q[part] @ k[part].mT) * seen[part, part]
        over = q[part] @ state + weights @ v[part]
        rows.append(over / ((q[part] * total).sum(-1) + weights.sum(-1))[:, None])
        state, total = state + k[part].mT @ v[part], total + k[part].sum(0)
    return torch.cat(rows)


@FORMATS
@pytest.mark.parametrize("offset", [0.0, 3.0])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("way", [products_first, token_by_token, by_chunks])
def test_every_order_of_causal_linear_attention_is_right(way, wide: bool, offset: float, dtype: str):
    if way is token_by_token and not wide and dtype in ("float16", "bfloat16"):
        pytest.skip("sums of hundreds of terms in a half format are not what kernels do")
    q, k, v = (
        drawn(96, 16, dtype=dtype),
        drawn(96, 16, offset=0.5, dtype=dtype),
        drawn(96, 8, offset=offset, dtype=dtype),
    )
    computed = torch.float64 if dtype == "float64" else torch.float32 if wide else getattr(torch, dtype)
    features = [torch.nn.functional.elu(x.to(computed)) + 1 for x in (q, k)]
    found = way(*features, v.to(computed), torch.ones(96, 96).tril().to(computed)).to(getattr(torch, dtype))
    verdict = judge(found, "linear_attention", q, k, v, causal=True)
    assert verdict.verdict in ((AGREES,) if dtype[0] == "f" and dtype != "float16" else (AGREES, UNDECIDED))


def test_linear_attention_whose_state_is_read_too_late_is_named():
    q, k, v = drawn(12, 8), drawn(12, 8), drawn(12, 4)
    features = [torch.nn.functional.elu(x) + 1 for x in (q, k)]
    verdict = judge(
        products_first(*features, v, torch.ones(12, 12).tril(1).double()), "linear_attention", q, k, v, causal=True
    )
    assert verdict.verdict == DISAGREES
    assert verdict.explanation == "linear attention to the key behind its own"


def of_groups(x, w, s, z):
    return x @ ((w - z.repeat_interleave(4, -1)) * s.repeat_interleave(4, -1)).mT


def scaled_behind(x, w, s, z):
    """Each group's sum of whole numbers scaled by itself, and the zero point by the sum of the inputs."""
    parts = x.reshape(len(x), -1, 4), w.reshape(len(w), -1, 4)
    sums = torch.einsum("ngi,mgi->nmg", *parts) - parts[0].sum(-1)[:, None] * z
    return (sums * s).sum(-1)


@FORMATS
@pytest.mark.parametrize("way", [of_groups, scaled_behind])
def test_every_order_of_a_product_with_int4_weights_is_right(way, dtype: str):
    x, s = drawn(6, 32, dtype=dtype), drawn(5, 8, dtype=dtype).abs() + 0.1
    w, z = ((drawn(*shape) * 3).round().clamp(-8, 7).to(x.dtype) for shape in ((5, 32), (5, 8)))
    wide = torch.float64 if dtype == "float64" else torch.float32
    found = way(*(each.to(wide) for each in (x, w, s, z))).to(x.dtype)
    assert judge(found, "quantized_linear", x, w, s, z, group_size=4).verdict == AGREES


def test_swapped_nibbles_are_named():
    x, s = drawn(6, 32), drawn(5, 8).abs() + 0.1
    w = (drawn(5, 32) * 3).round()
    swapped = w.reshape(5, 16, 2).flip(-1).reshape(5, 32)
    found = x @ (swapped * s.repeat_interleave(4, -1)).mT
    verdict = judge(found, "quantized_linear", x, w, s, group_size=4)
    assert (verdict.verdict, verdict.explanation) == (DISAGREES, "nibbles of a byte swapped")
