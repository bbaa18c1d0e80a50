"""Gradients of operations, by reverse-mode differentiation of their definitions, on arrays of every engine."""

from lastdigit.operations.gradients.gradient import gradient_of

__all__ = ["gradient_of"]
