"""Extraction: turns the prints, typed arrays and literal inputs of a document into goldens."""
