"""Draws: regenerates pseudo-random inputs of documents from a generator, a seed and the order of the draws."""
