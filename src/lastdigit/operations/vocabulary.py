"""The operations that are loaded on demand, so that starting stays fast."""

from lastdigit.operations import (  # noqa: F401
    activations,
    attention_variants,
    cells,
    convolutions,
    cumulative,
    experts,
    losses,
    norms,
    ordering,
    pooling,
    products,
    quantized,
    reductions,
    sparse_attention,
)
from lastdigit.operations.gradients import steps as _backward_steps  # noqa: F401
