"""Printing: the grammar of tokens and arrays, and the intervals they stand for."""
