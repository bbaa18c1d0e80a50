"""Documents: files that print numbers, and the readers that find their cells. Nothing here executes anything."""
