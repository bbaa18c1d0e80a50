"""Mistakes: known ways to get an operation wrong, each written as a changed definition."""

from lastdigit.mistakes import attention, encoder, initialization, linear, normalization, results  # noqa: F401
from lastdigit.mistakes.mistake import Mistake, NotApplicable, all_mistakes, applicable_mistakes, mistake

__all__ = ["Mistake", "NotApplicable", "all_mistakes", "applicable_mistakes", "mistake"]
