"""Adapters: how each framework makes its arrays of numbers, and gives numbers back. They are loaded by their path."""
