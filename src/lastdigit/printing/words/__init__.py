"""Scalars in lines of words, their labels, and the other contents of such lines."""
