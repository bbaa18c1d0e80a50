"""Adapters for other tools that compare numbers, with the derived tolerance. Each imports its tool lazily."""
