"""Readers: from a file to a document, one per format. Reading never executes anything."""
