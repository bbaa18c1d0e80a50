"""Mistakes in the operations that are loaded on demand."""

from lastdigit.operations.mistakes import (  # noqa: F401
    activations,
    attention_variants,
    convolutions,
    cumulative,
    distance_losses,
    element_losses,
    experts,
    gradients,
    losses,
    norms,
    ordering,
    pooling,
    products,
    quantized,
    reductions,
    sparse_attention,
)
