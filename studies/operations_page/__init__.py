"""The page of operations, docs/operations.md, with a call of each operation."""
