"""The operations: the mathematics of each, written once."""

from lastdigit.operations import (  # noqa: F401
    attention,
    column_attention,
    encoder,
    initialization,
    linear,
    means,
    normalization,
    self_attention,
)
from lastdigit.operations.operation import (
    Operation,
    all_operations,
    called_operations,
    changed_definitions,
    find_operation,
    is_gradient,
    operation,
)

__all__ = [
    "Operation",
    "all_operations",
    "called_operations",
    "changed_definitions",
    "find_operation",
    "is_gradient",
    "operation",
]
