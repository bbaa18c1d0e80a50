"""Extraction: from what a document prints, types and takes as input to its goldens."""
