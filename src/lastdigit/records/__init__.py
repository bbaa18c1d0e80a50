"""The record of a run: one file from which every report can be written again, wherever it is taken."""
