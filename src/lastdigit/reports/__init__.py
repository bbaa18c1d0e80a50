"""Reports: the files that a run writes, one writer per file."""
