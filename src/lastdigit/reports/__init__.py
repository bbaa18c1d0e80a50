"""Reports: the folder that a run leaves behind, and which writer makes which of its files."""
