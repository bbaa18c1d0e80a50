"""Scalars in lines of words, the labels that name them, and what such lines hold besides."""
