"""Stale outputs and harmless changes: what lastdigit and nbval say of each."""
