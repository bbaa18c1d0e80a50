"""Draws: the pseudo-random inputs of documents, made again from a generator, a seed and the order of the draws."""
