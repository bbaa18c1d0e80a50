"""Stale outputs and harmless changes, judged by lastdigit and nbval."""
