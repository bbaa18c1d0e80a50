"""The record of a run: one portable file from which every report can be rewritten."""
