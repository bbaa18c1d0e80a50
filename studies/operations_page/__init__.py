"""The page of operations, docs/operations.md, and a call of each operation for it."""
