"""Gradients of operations, by reverse mode on the definitions themselves, on arrays of every engine."""

from lastdigit.operations.gradients.gradient import gradient_of

__all__ = ["gradient_of"]
