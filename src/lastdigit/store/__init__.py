"""The store: documents with their goldens on disk, and how they are read back."""
