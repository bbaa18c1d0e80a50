"""Assertions for a test file of one's own: results against definitions, or against printed numbers."""
