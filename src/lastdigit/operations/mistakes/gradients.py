"""Mistakes in backward passes: of softmax, attention and layer norm."""

from __future__ import annotations

from typing import Any

from lastdigit.functions import total
from lastdigit.operations.gradients.steps import (
    keys_backward,
    layer_norm_backward,
    log_softmax_backward,
    queries_backward,
    values_backward,
)
from lastdigit.operations.mistakes.mistake import NotApplicable, mistake

_ROW_SUM = "the row sum that a softmax's gradient takes off: Σ w g, or Σ g o of attention"


def _rows(x: Any) -> Any:
    if x.ndim < 2 or x.shape[-2] < 2:
        raise NotApplicable("one row")
    return x


def _square(x: Any) -> Any:
    if x.ndim < 2 or x.shape[-2] != x.shape[-1]:
        raise NotApplicable("the shape tells")
    return x


def _row_sums(x: Any) -> Any:
    return x.__array_namespace__().sum(x, axis=-1, keepdims=True)


def _row_before(x: Any) -> Any:
    """The rows shifted by one, cyclically."""
    rows = _rows(x)
    return rows.__array_namespace__().concat([rows[..., -1:, :], rows[..., :-1, :]], axis=-2)


@mistake("softmax_backward", "row sum left out of the softmax's gradient", look=_ROW_SUM)
def softmax_without_row_sum(weights: Any, cotangent: Any) -> Any:
    """w g."""
    return weights * cotangent


@mistake("softmax_backward", "row sum of the cotangent without the weights", look=_ROW_SUM)
def softmax_with_plain_sum(weights: Any, cotangent: Any) -> Any:
    """w (g − Σ g)."""
    return weights * (cotangent - _row_sums(cotangent))


@mistake("softmax_backward", "weights left out of the softmax's gradient", look="the product with the weights")
def softmax_without_weights(weights: Any, cotangent: Any) -> Any:
    """g − Σ w g."""
    return cotangent - _row_sums(weights * cotangent)


@mistake("softmax_backward", "row sum of the row before", look="which row's sum is taken off")
def softmax_with_stale_sum(weights: Any, cotangent: Any) -> Any:
    """w (g − Σ w g of the row before)."""
    return weights * (cotangent - _row_before(_row_sums(weights * cotangent)))


@mistake("scores_backward", "row sum left out of the scores' gradient", look=_ROW_SUM)
def scores_without_row_sum(weights: Any, values: Any, output: Any, cotangent: Any) -> Any:
    """w g vᵀ."""
    return weights * (cotangent @ values.mT)


@mistake("scores_backward", "row sum added to the scores' gradient", look="the sign of the row sum")
def scores_with_added_sum(weights: Any, values: Any, output: Any, cotangent: Any) -> Any:
    """w (g vᵀ + Σ g o)."""
    return weights * (cotangent @ values.mT + _row_sums(cotangent * output))


@mistake(
    "scores_backward", "row sum of the row before", look="which row's Σ g o is taken off, or that of an old result"
)
def scores_with_stale_sum(weights: Any, values: Any, output: Any, cotangent: Any) -> Any:
    """w (g vᵀ − Σ g o of the row before)."""
    return weights * (cotangent @ values.mT - _row_before(_row_sums(cotangent * output)))


@mistake("scores_backward", "row sum of the output before its gradient", look="Σ g o: that g meets the output")
def scores_with_sum_of_output(weights: Any, values: Any, output: Any, cotangent: Any) -> Any:
    """w (g vᵀ − Σ o)."""
    return weights * (cotangent @ values.mT - _row_sums(output))


@mistake("scores_backward", "weights left out of the scores' gradient", look="the product with the weights")
def scores_without_weights(weights: Any, values: Any, output: Any, cotangent: Any) -> Any:
    """g vᵀ − Σ g o."""
    return cotangent @ values.mT - _row_sums(cotangent * output)


def _root(d: int, like: Any) -> Any:
    xp = like.__array_namespace__()
    return xp.sqrt(xp.asarray(d))


def _unscaled(d: int) -> None:
    if d == 1:
        raise NotApplicable("a scale of one")


@mistake("queries_backward", "scale left out of the queries' gradient", look="the division by √d, backward too")
def queries_unscaled(scores: Any, keys: Any) -> Any:
    """g k."""
    _unscaled(keys.shape[-1])
    return scores @ keys


@mistake("queries_backward", "scale taken twice in the queries' gradient", look="a scale on the scores' gradient too")
def queries_scaled_twice(scores: Any, keys: Any) -> Any:
    """g k ÷ d."""
    _unscaled(keys.shape[-1])
    return queries_backward(scores, keys) / _root(keys.shape[-1], keys)


@mistake("queries_backward", "scores' gradient transposed for the queries", look="gᵀ where it should be g")
def queries_transposed(scores: Any, keys: Any) -> Any:
    """gᵀ k ÷ √d."""
    return queries_backward(_square(scores).mT, keys)


@mistake("keys_backward", "scale left out of the keys' gradient", look="the division by √d, backward too")
def keys_unscaled(scores: Any, queries: Any) -> Any:
    """gᵀ q."""
    _unscaled(queries.shape[-1])
    return scores.mT @ queries


@mistake(
    "keys_backward", "scale taken twice in the keys' gradient", look="queries that were scaled before, and a scale"
)
def keys_scaled_twice(scores: Any, queries: Any) -> Any:
    """gᵀ q ÷ d."""
    _unscaled(queries.shape[-1])
    return keys_backward(scores, queries) / _root(queries.shape[-1], queries)


@mistake("keys_backward", "scores' gradient not transposed for the keys", look="gᵀ: a key's gradient sums over queries")
def keys_untransposed(scores: Any, queries: Any) -> Any:
    """g q ÷ √d."""
    return keys_backward(_square(scores).mT, queries)


@mistake("values_backward", "weights not transposed for the values", look="wᵀ: a value's gradient sums over queries")
def values_untransposed(weights: Any, cotangent: Any) -> Any:
    """w g."""
    return values_backward(_square(weights).mT, cotangent)


@mistake("values_backward", "weights left out of the values' gradient", look="the product with the weights")
def values_unweighted(weights: Any, cotangent: Any) -> Any:
    """Σ g, the same for every value."""
    xp = weights.__array_namespace__()
    return values_backward(weights * xp.asarray(0.0) + xp.asarray(1.0), cotangent)


@mistake("layer_norm_backward", "mean of the cotangent left in", look="the gradient through the mean")
def norm_without_mean(normalised: Any, deviation: Any, cotangent: Any) -> Any:
    """(g − x̂ mean(g x̂)) ÷ σ."""
    xp = normalised.__array_namespace__()
    along = xp.mean(cotangent * normalised, axis=-1, keepdims=True)
    return (cotangent - normalised * along) / deviation


@mistake("layer_norm_backward", "gradient through the variance left out", look="the mean of g x̂, times x̂")
def norm_without_variance(normalised: Any, deviation: Any, cotangent: Any) -> Any:
    """(g − mean g) ÷ σ."""
    return (cotangent - cotangent.__array_namespace__().mean(cotangent, axis=-1, keepdims=True)) / deviation


@mistake("layer_norm_backward", "deviation left out of the norm's gradient", look="the division by the deviation")
def norm_undivided(normalised: Any, deviation: Any, cotangent: Any) -> Any:
    """g − mean g − x̂ mean(g x̂)."""
    return layer_norm_backward(normalised, deviation, cotangent) * deviation


@mistake("layer_norm_backward", "sums in place of the means of the norm's gradient", look="the division by n")
def norm_of_sums(normalised: Any, deviation: Any, cotangent: Any) -> Any:
    """(g − Σ g − x̂ Σ g x̂) ÷ σ."""
    return (cotangent - _row_sums(cotangent) - normalised * _row_sums(cotangent * normalised)) / deviation


@mistake("log_softmax_backward", "softmax left out of a log-softmax's gradient", look="the term − softmax · Σ g")
def log_softmax_without_weights(logarithms: Any, cotangent: Any, *, dim: int = -1) -> Any:
    """g."""
    return cotangent + logarithms * cotangent.__array_namespace__().asarray(0.0)


@mistake("log_softmax_backward", "cotangent's sum left out of a log-softmax's gradient", look="Σ g beside the softmax")
def log_softmax_without_sum(logarithms: Any, cotangent: Any, *, dim: int = -1) -> Any:
    """g − softmax."""
    return cotangent - logarithms.__array_namespace__().exp(logarithms)


@mistake("log_softmax_backward", "logarithms in place of the softmax", look="exp of the log-softmax")
def log_softmax_without_exp(logarithms: Any, cotangent: Any, *, dim: int = -1) -> Any:
    """g − y Σ g."""
    return cotangent - logarithms * total(cotangent, dim, True)


@mistake(
    "log_softmax_backward", "log-softmax's gradient of the wrong sign", look="softmax less the target, not the reverse"
)
def log_softmax_negated(logarithms: Any, cotangent: Any, *, dim: int = -1) -> Any:
    """softmax · Σ g − g."""
    return -log_softmax_backward(logarithms, cotangent, dim=dim)
