"""Reports: what a run leaves behind, one writer per file."""
